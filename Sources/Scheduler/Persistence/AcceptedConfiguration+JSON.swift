import SchedulerCivilTime
import SchedulerJSON
import SchedulerStore

/// The reason why a file of accepted configurations in a state directory cannot be used.
public enum AcceptedConfigurationError: Error, Hashable, Sendable {
  /// A newer program wrote the file, in a version unknown to this program.
  case newerVersion(Int64)
  /// No version of the program writes such a file, for the given reason.
  case damaged(String)
  /// The file is not the one that the state names.
  case different
  /// The state names the file, but it does not exist.
  case missing
  /// The path is not a regular file, or the file is too large, for the given reason.
  case unfit(FileSystemError.Reason)
  /// An error of the file system.
  case unreadable(FileSystemError)
}

extension AcceptedConfigurationError: CustomStringConvertible {
  /// A short message, for example `it is damaged: the JSON text ends too early, at byte 7`.
  public var description: String {
    switch self {
    case .newerVersion(let version): "it has version \(version) and was written by a newer program"
    case .damaged(let reason): "it is damaged: \(reason)"
    case .different: "it is not what was accepted last"
    case .missing: "it is missing"
    case .unfit(let reason): reason.description
    case .unreadable(let error): error.description
    }
  }
}

extension AcceptedConfiguration {
  /// The version of the format.
  private static let version: Int64 = 1

  /// One JSON object and a line feed, without the earlier configurations.
  public var bytes: [UInt8] {
    var json = JSONWriter()
    store(in: &json)
    json.newline()
    return json.bytes
  }

  /// Parses a file. Files of older programs contain the earlier configurations in the same object, as `earlier`.
  ///
  /// - Throws: the reason why the file cannot be used.
  public init(parsing bytes: [UInt8]) throws(AcceptedConfigurationError) {
    let value: JSONValue
    do throws(JSONError) { value = try JSONValue(parsing: bytes) } catch { throw .damaged("\(error)") }
    try self.init(value)
    for element in value["earlier"]?.arrayValue ?? [] { earlier.append(try AcceptedConfiguration(element)) }
  }

  /// Parses a configuration without the earlier ones.
  private init(_ value: JSONValue) throws(AcceptedConfigurationError) {
    guard let object = value.objectValue, let version = object["version"]?.integerValue else {
      throw Self.missing("version")
    }
    guard version <= Self.version else { throw .newerVersion(version) }
    do throws(StateProblem) {
      var reader = ArchiveReader(object, isStrict: true)
      try self.init(archive: &reader, of: nil)
    } catch {
      throw Self.missing(error.place.prefix { $0 != "." && $0 != "[" })
    }
  }

  private static func missing(_ key: some StringProtocol) -> AcceptedConfigurationError {
    .damaged("'\(key)' is missing or not what it has to be")
  }
}

extension AcceptedConfiguration: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    _ = try archive.field("version", of: value == nil ? nil : Self.version)
    title = try archive.field("title", of: value?.title)
    acceptedAt = try archive.field("acceptedAt", of: (value?.acceptedAt).map { StoredTime($0) }).instant
    files = try archive.field("files", of: value?.files)
    lists = try archive.field("lists", of: value?.lists)
    systemZone = try archive.stated("systemZone", orNull: value?.systemZone)
    namedZones = try archive.field("namedZones", of: value?.namedZones)
  }
}

extension AcceptedConfiguration.File: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    name = try archive.field("name", of: value?.name)
    text = try archive.field("text", of: value?.text)
  }
}

extension AcceptedConfiguration.Zone: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    identifier = try archive.field("identifier", of: value?.identifier)
    let digits = try archive.field("fingerprint", of: (value?.fingerprint).map { String($0, radix: 16) })
    let number = UInt64(digits, radix: 16)
    try archive.require(number != nil, of: "fingerprint", expecting: "hexadecimal digits")
    fingerprint = number ?? 0
  }
}
