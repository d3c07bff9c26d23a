import Scheduler
import SchedulerPlatform

/// The executables that a program consists of: its file, and if it is a script, what the script starts.
struct ProgramReach: Sendable {
  /// A launcher or interpreter with arguments.
  struct Launch: Hashable, Sendable {
    let program: String
    let arguments: [String]
  }

  /// The files, without links.
  private(set) var files: [String] = []
  /// The files whose inodes other packages may share, without links.
  private(set) var storedFiles: [String] = []
  /// What runs in a launcher or interpreter.
  private(set) var launches: [Launch] = []
  /// Whether the processes are best recognised by their unit as well: a launcher runs the application, or its files are
  /// shared with other packages.
  private(set) var needsUnit = false
  /// What the scripts of users start, and their links lead to. A user cannot have a program blocked for others by writing
  /// a script or a link.
  private(set) var personal: [Personal] = []

  /// The scripts that others than root can write although root owns them. What they start is left out.
  private(set) var distrusted: [String] = []

  /// What a script of a user starts, or a link of a user leads to.
  struct Personal: Sendable {
    /// The owner of the script or link.
    let user: UInt32
    /// The path of the script or link.
    let script: String
    /// The programs.
    var reach: ProgramReach
  }

  /// Follows the program at `paths`, as `ProgramSearch.paths` returns them, with its first arguments.
  init(of paths: [String], arguments: [String], search: ProgramSearch) {
    add(paths, arguments: arguments, search: search, depth: 0)
  }

  /// Whether it consists of nothing.
  private var isEmpty: Bool {
    files.isEmpty && storedFiles.isEmpty && launches.isEmpty && !needsUnit && personal.isEmpty && distrusted.isEmpty
  }

  /// All files, also those that scripts of users start.
  var allFiles: [String] { (files + storedFiles + personal.flatMap(\.reach.allFiles)).uniqued }

  /// The users whose scripts start something that is best recognised by its unit as well.
  var usersOfUnits: [UInt32] {
    personal.flatMap { ($0.reach.needsUnit ? [$0.user] : []) + $0.reach.usersOfUnits }
  }

  private init() {}

  /// Maximum number of scripts that start each other.
  private static let depthLimit = 4
  /// Maximum size of a script, in bytes. A larger one is an archive that unpacks itself, not a wrapper.
  private static let scriptByteLimit = 1 << 18

  /// The directories whose files are links to a store by content. Equal files of two packages are one inode there.
  private static let stores = ["/var/lib/flatpak/", "/nix/store/", "/gnu/store/"]

  private mutating func add(_ paths: [String], arguments: [String], search: ProgramSearch, depth: Int) {
    guard let found = paths.first, let program = paths.last else { return }
    if paths.count > 1, let owner = ProgramSearch.foreignLinkOwner(found) {
      return addPersonal(of: owner, at: found) { reach in
        reach.add(Array(paths.dropFirst()), arguments: arguments, search: search, depth: depth)
      }
    }
    if ApplicationName(program).isLauncher {
      // The name of a link can be what the launcher runs, as that of a snap.
      needsUnit = needsUnit || !arguments.isEmpty || !ApplicationName(found).isLauncher
      // Options alone are those of any application in the launcher.
      guard arguments.contains(where: { !$0.hasPrefix("-") }) else { return }
      launches += Self.launches(of: program, arguments: arguments).filter { !launches.contains($0) }
      return
    }
    guard !ApplicationName(program).isNeverShielded, !files.contains(program), !storedFiles.contains(program),
      let file = ProgramFile(at: program)
    else { return }
    if file.linkCount > 1, Self.stores.contains(where: program.hasPrefix) || program.contains("/.local/share/flatpak/")
    {
      storedFiles.append(program)
      needsUnit = true
    } else {
      files.append(program)
    }
    if let line = file.interpreterLine, depth < Self.depthLimit {
      addScript(paths, interpreter: line, search: search)
      follow(paths, interpreter: line, of: file, search: search, depth: depth)
    }
  }

  /// Adds what a script starts, for its owner alone unless that is root: else a user could have programs blocked for others.
  private mutating func follow(
    _ paths: [String], interpreter line: String, of file: ProgramFile, search: ProgramSearch, depth: Int
  ) {
    if file.owner == RunningProcess.ownUser || file.owner == 0 {
      if file.owner == 0, file.isWritableByOthers {
        distrusted.append(paths[paths.count - 1])
      } else {
        follow(paths, interpreter: line, search: search, depth: depth)
      }
    } else {
      addPersonal(of: file.owner, at: paths[paths.count - 1]) { reach in
        reach.follow(paths, interpreter: line, search: search, depth: depth)
      }
    }
  }

  /// Adds what the script or link of a user leads to.
  private mutating func addPersonal(of user: UInt32, at path: String, following: (inout ProgramReach) -> Void) {
    var reach = ProgramReach()
    following(&reach)
    if !reach.isEmpty { personal.append(Personal(user: user, script: path, reach: reach)) }
  }

  /// Returns the program that runs a script, by the text after `#!`.
  fileprivate static func interpreter(in line: String) -> String? {
    let words = line.split(whereSeparator: \.isWhitespace).map { String?(String($0)) }
    return CommandWords.withoutEnvironment(words[...]).first ?? nil
  }

  /// Adds what a script is to its interpreter.
  private mutating func addScript(_ paths: [String], interpreter line: String, search: ProgramSearch) {
    guard let name = Self.interpreter(in: line) else { return }
    if let interpreter = search.paths(of: name).last {
      for path in paths { launches.append(Launch(program: interpreter, arguments: [path])) }
    }
    if !ShellScript.isShell(name) { needsUnit = true }
  }

  /// Adds what a script starts.
  private mutating func follow(_ paths: [String], interpreter line: String, search: ProgramSearch, depth: Int) {
    guard let name = Self.interpreter(in: line), ShellScript.isShell(name), let path = paths.last else { return }
    for suffix in [".bin", "-bin"] {
      add(search.paths(of: path + suffix), arguments: [], search: search, depth: depth + 1)
    }
    guard let bytes = FileReader(onlyRegularFiles: true).readIfPossible(path, limit: Self.scriptByteLimit) else {
      return
    }
    let script = ShellScript(String(decoding: bytes, as: UTF8.self), at: path) { search.paths(of: $0).first }
    for command in script.commands {
      for program in command.programs {
        add(search.paths(of: program), arguments: command.arguments, search: search, depth: depth + 1)
      }
    }
  }

  /// Returns the launches by which a launcher with these arguments is recognised. `flatpak run` may have other options
  /// when a person types it.
  private static func launches(of program: String, arguments: [String]) -> [Launch] {
    let launch = Launch(program: program, arguments: arguments)
    guard ApplicationName(program).fileName == "flatpak", arguments.first == "run",
      let id = arguments.dropFirst().first(where: { !$0.hasPrefix("-") })
    else { return [launch] }
    return [launch, Launch(program: program, arguments: ["run", id])].uniqued
  }
}

extension ProgramFile {
  /// The program that runs the file, as its first line names it; nil if it is no script.
  public var interpreter: String? { interpreterLine.flatMap(ProgramReach.interpreter) }
}
