import Scheduler
import SchedulerPlatform

/// The desktop entries of a machine, kept until a directory changes.
struct ApplicationCatalog: Sendable {
  /// A desktop entry and the user who added it; nil for the system's.
  struct Entry: Sendable {
    let entry: DesktopEntry
    let user: UInt32?
  }

  /// The entries as of the last refresh.
  private(set) var entries: [Entry] = []

  private var sources: [Source]

  /// Creates a catalog. Reads nothing yet.
  init(
    system: DesktopEntryDirectories, personal: [ApplicationResolver.PersonalDirectories],
    owner: ApplicationResolver.Owner
  ) {
    switch owner {
    case .system:
      sources = [Source(directories: system, user: nil, isUnion: true)]
      sources += personal.map { Source(directories: $0.directories, user: $0.user, isUnion: true) }
    case .user:
      let paths = personal.flatMap(\.directories.paths) + system.paths
      sources = [Source(directories: DesktopEntryDirectories(paths: paths), user: nil, isUnion: false)]
    }
  }

  /// Reads the directories that have changed.
  mutating func refresh() {
    var isChanged = false
    for index in sources.indices where sources[index].refresh() { isChanged = true }
    if isChanged { entries = sources.flatMap(\.entries) }
  }
}

/// Directories of one owner.
private struct Source: Sendable {
  let directories: DesktopEntryDirectories
  let user: UInt32?
  /// Whether all entries count, not only the first of each ID.
  let isUnion: Bool
  var entries: [ApplicationCatalog.Entry] = []
  private var nested: [String] = []
  private var stamp: DesktopEntryDirectories.Stamp?

  /// Maximum number of desktop entries in the directories of a user, who could otherwise slow the daemon down.
  private static let personalLimit = 2000

  init(directories: DesktopEntryDirectories, user: UInt32?, isUnion: Bool) {
    (self.directories, self.user, self.isUnion) = (directories, user, isUnion)
  }

  /// Reads the directories if they have changed. Returns whether they have.
  mutating func refresh() -> Bool {
    guard stamp == nil || stamp != directories.stamp(nested: nested) else { return false }
    // Taken before the files are read: a change in between is seen by the next refresh.
    nested = directories.nestedDirectories()
    stamp = directories.stamp(nested: nested)
    let files = isUnion ? directories.allFiles(limit: user == nil ? .max : Self.personalLimit) : directories.files()
    entries = files.compactMap { file in
      guard let entry = DesktopEntry(parsing: file.bytes, id: file.id), !entry.isHidden else { return nil }
      return ApplicationCatalog.Entry(entry: entry, user: user)
    }
    return true
  }
}

/// The applications of a machine with their programs, for one call.
struct ApplicationTable: Sendable {
  /// A desktop entry with its program.
  struct Row: Sendable {
    let application: InstalledApplications.Application
    /// The program as found and, if it differs, without links; empty if it is not installed. Launchers are included.
    let paths: [String]
    let user: UInt32?
    var entry: DesktopEntry { application.entry }
    /// The program without links.
    var program: String? { paths.last }
  }

  let all: [Row]
  /// The indices of the rows of each program.
  let byProgram: [String: [Int]]
  /// The system's applications, by which names are looked up.
  let installed: InstalledApplications

  /// Searches for the programs of entries.
  init(_ entries: [ApplicationCatalog.Entry], found search: ProgramSearch) {
    all = entries.map { entry in
      let paths = entry.entry.program.map(search.paths) ?? []
      return Row(
        application: InstalledApplications.Application(entry: entry.entry, paths: paths), paths: paths,
        user: entry.user)
    }
    var byProgram: [String: [Int]] = [:]
    for (index, row) in all.enumerated() {
      if let program = row.program { byProgram[program, default: []].append(index) }
    }
    self.byProgram = byProgram
    installed = InstalledApplications(all.filter { $0.user == nil }.map(\.application))
  }
}
