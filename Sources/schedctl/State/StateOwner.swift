import SchedulerPlatform
import SchedulerStore

/// Whose a state is that somebody may not use.
struct StateOwner {
  private let file: FileOwnership?
  private let isReading: Bool
  private let accounts = AccountDatabase.system

  /// What stands behind an error: nil unless it says that the user may not do what somebody else may.
  init?(refusing error: FileSystemError, in directory: String) {
    guard error.reason == .permissionDenied else { return nil }
    file = FileOwnership(path: "\(directory)/\(error.name)") ?? Self.nearest(to: directory)
    isReading = [.read, .list].contains(error.action)
    if file?.isOwn == true { return nil }
  }

  /// Whose a directory is, or the nearest one on the way to it that can be looked at.
  private static func nearest(to directory: String) -> FileOwnership? {
    let root = directory.hasPrefix("/") ? "/" : "./"
    var names = directory.split(separator: "/")
    while true {
      if let found = FileOwnership(path: root + names.joined(separator: "/")) { return found }
      guard names.popLast() != nil else { return nil }
    }
  }

  /// Who may.
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
