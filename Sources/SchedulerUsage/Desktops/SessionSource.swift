import SchedulerPlatform

/// Whether another session has the seat, from the file of the session that logind keeps; see sd_session_is_active(3), which
/// reads it too.
struct SessionSource: UseSource {
  private let path: String
  private var watch: PathWatch

  /// The directory of logind, and the maximum size of a file there in bytes.
  private static let directory = "/run/systemd"
  private static let sizeLimit = 64 << 10

  /// Watches the file of a session.
  init(path: String) throws(SourceFailure) {
    self.path = path
    watch = try SourceFailure.mapping { () throws(SystemError) in try PathWatch() }
  }

  /// Returns the path of the file of the present session: the one that the environment names if it exists, or else the
  /// graphical session of its user. A session may be over that a service has got the name of.
  static func path(in environment: ProcessEnvironment, directory: String = Self.directory) -> String? {
    identifier(in: environment, directory: directory).map { "\(directory)/sessions/\($0)" }
  }

  /// Returns the name of the present session in logind.
  static func identifier(in environment: ProcessEnvironment, directory: String = Self.directory) -> String? {
    let user = "\(directory)/users/\(environment.effectiveUserID)"
    let sessions = [environment["XDG_SESSION_ID"], value(of: "DISPLAY", in: user)].compactMap(\.self)
    let names = sessions.filter { $0.utf8.allSatisfy { $0 > UInt8(ascii: "/") } }
    return names.first { value(of: "ACTIVE", in: "\(directory)/sessions/\($0)") != nil }
  }

  var descriptor: OpenDescriptor { watch.descriptor }

  var askedAt: Int64? { nil }

  mutating func read(at now: UseMoment) throws(SourceFailure) -> [SourceReport] {
    let path = path
    _ = try SourceFailure.mapping { () throws(SystemError) in try watch.read() }
    while watch.follow([WatchedPath(path)]) {}
    guard let isActive = Self.value(of: "ACTIVE", in: path) else { throw .ended }
    return [.away(isActive == "0")]
  }

  /// Returns the value of a variable in a file of logind.
  private static func value(of name: String, in path: String) -> String? {
    let bytes = FileReader(onlyRegularFiles: true).readIfPossible(path, limit: sizeLimit) ?? []
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return lines.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
  }
}
