/// An error of an operation on an instance.
public struct InstanceError: Error, Sendable {
  /// The kinds of errors that callers can distinguish.
  public enum Reason: Hashable, Sendable, CaseIterable {
    /// A directory of the user is needed, but the environment names no home directory.
    case noHome
    /// A single configuration file is needed, but there are several.
    case severalFiles
    /// The configuration of a state comes from standard input, which cannot be read again.
    case standardInput
    /// A file, the state directory or a clock cannot be read or written.
    case inputOutput
    /// The configuration has errors, is empty or too large, or loosens more than may wait.
    case configuration
    /// There is no configuration.
    case noConfiguration
    /// Users other than root can change root's state directory.
    case exposed
    /// Another process holds the state directory.
    case inUse
    /// A newer program wrote the state.
    case newerVersion
    /// The user may not use the state of another user.
    case forbidden
  }

  /// The kind of error.
  public let reason: Reason
  /// One line in lower case without a full stop; empty if `diagnostics` replaces it.
  public let message: String
  /// Lines of advice.
  public var help: [String]
  /// The errors and warnings in the configuration files.
  public var diagnostics = DiagnosticList()
  /// The texts into which the diagnostics point.
  public var sources = SourceMap()
  /// Further problems: lines to print before the message.
  public var remarks: [String] = []

  /// Creates an error without diagnostics.
  public init(_ reason: Reason, message: String, help: [String] = []) {
    self.reason = reason
    self.message = message
    self.help = help
  }
}

extension InstanceError: CustomStringConvertible {
  /// The message, or the diagnostics in its place, as text without colours.
  public var description: String {
    message.isEmpty ? DiagnosticRenderer(color: false, columns: nil).render(diagnostics, in: sources) : message
  }
}

extension InstanceError {
  /// Creates the error for a file that cannot be read. `tooLarge` is the reason for a file above its size limit.
  package init(_ error: FileSystemError, tooLarge: Reason) {
    let isTooLarge = if case .tooLarge = error.reason { true } else { false }
    self.init(isTooLarge ? tooLarge : .inputOutput, message: "\(error)")
  }

  /// Creates the error for a state that cannot be used.
  package init(_ error: StateStoreError, in directory: String) {
    if case .file(let error) = error {
      self.init(error, in: directory)
      return
    }
    let reason: Reason =
      switch error {
      case .inUse: .inUse
      case .newerVersion: .newerVersion
      case .file, .outcomeUnknown, .journalUnusable, .tooLarge, .shield: .inputOutput
      }
    self.init(reason, message: "state in '\(directory)': \(error)")
  }

  /// Creates the error for a state directory that cannot be used.
  init(_ error: FileSystemError, in directory: String) {
    let isItself = error.name == directory
    let message =
      isItself
      ? "cannot use the state directory '\(directory)': \(error.reason)" : "state in '\(directory)': \(error)"
    let owner = ForeignOwner(refusing: error, in: directory)
    self.init(owner == nil ? .inputOutput : .forbidden, message: message, help: owner?.help ?? [])
  }
}

/// The owner of a state directory that another user may not use.
private struct ForeignOwner {
  private let file: FileStatus?
  private let isReading: Bool
  private let accounts = AccountDatabase.system

  /// Finds the owner who may perform the refused operation. Returns nil for other errors, and if the user is the owner.
  init?(refusing error: FileSystemError, in directory: String) {
    guard error.reason == .permissionDenied else { return nil }
    file = FileStatus(path: "\(directory)/\(error.name)") ?? Self.nearest(to: directory)
    isReading = [.read, .list].contains(error.action)
    if file?.isOwn == true { return nil }
  }

  /// Returns the owner of a directory, or of its nearest ancestor that can be examined.
  private static func nearest(to directory: String) -> FileStatus? {
    let root = directory.hasPrefix("/") ? "/" : "./"
    var names = directory.split(separator: "/")
    while true {
      if let found = FileStatus(path: root + names.joined(separator: "/")) { return found }
      guard names.popLast() != nil else { return nil }
    }
  }

  /// A line that names the users who may use the state.
  var help: [String] {
    guard let file else { return ["it is in a directory of another user"] }
    let owner = accounts.userName(of: file.userID) ?? "user \(file.userID)"
    guard isReading else { return ["only \(owner) may change it"] }
    guard file.isReadableByGroup else {
      return ["only \(owner) may read it; with 'group' in [daemon] the members of a group may, too"]
    }
    let group = accounts.groupName(of: file.groupID) ?? "\(file.groupID)"
    return ["only \(owner) and the members of the group '\(group)' may read it"]
  }
}
