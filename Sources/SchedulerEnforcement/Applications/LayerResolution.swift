import Scheduler
import SchedulerPlatform

/// The resolution of one layer.
struct LayerResolution {
  /// What the layer blocks, each thing once.
  private(set) var blocks: [ApplicationBlock] = []
  /// What could not be resolved, as sentences.
  private(set) var limits: [String] = []

  private let applied: AppliedLayer
  private let covered: CoveredUsers
  private let applications: ApplicationTable
  private let search: ProgramSearch
  private let decisions: [Decision]
  private var known: Set<Key> = []

  /// What makes two blocks the same for a machine.
  private struct Key: Hashable {
    let pattern: ApplicationBlock.Pattern
    let users: CoveredUsers
  }

  private var rules: Layer.ApplicationRules { applied.layer.applications }

  /// Decides about each application.
  init(
    of applied: AppliedLayer, covering covered: CoveredUsers, applications: ApplicationTable, search: ProgramSearch
  ) {
    (self.applied, self.covered, self.applications, self.search) = (applied, covered, applications, search)
    let rules = applied.layer.applications
    decisions = applications.all.map { rules.decision(for: $0.application.identity) }
  }

  /// Adds the blocks of every application and then of every name. Of the entries that start the same program, the one
  /// without arguments names its block.
  mutating func resolve() {
    let blocked = applications.all.indices.filter { decisions[$0].isBlocked }
    func isPlain(_ index: Int) -> Bool { applications.all[index].entry.arguments.isEmpty }
    for index in blocked.filter(isPlain) + blocked.filter({ !isPlain($0) }) {
      guard let users = users(of: applications.all[index]) else { continue }
      add(index, for: users)
    }
    for name in rules.block { add(name) }
  }

  /// Returns the users for whom an application is blocked; nil if there are none. The entry of a user counts for this
  /// user alone.
  private func users(of row: ApplicationTable.Row) -> CoveredUsers? {
    guard let user = row.user else { return covered }
    return covered.contains(user) ? .only([user]) : nil
  }

  /// The programs that only open another application, which the layer judges by itself. `apps = "all"` leaves their
  /// entries out: one of them opens the terminal.
  private static let openers: Set<Substring> = [
    "exo-open", "xdg-open", "gtk-launch", "gio", "kde-open", "kde-open5", "x-terminal-emulator", "x-www-browser",
  ]

  private mutating func add(_ index: Int, for users: CoveredUsers) {
    let row = applications.all[index]
    let opens = row.entry.program.map { Self.openers.contains(ApplicationName($0).fileName) } ?? false
    if opens, decisions[index].ground == .unlisted { return }
    let entry = row.entry
    let reach = ProgramReach(of: row.paths, arguments: entry.arguments, search: search)
    let sharers = self.sharers(of: index)
    if isWhole(index, sharing: sharers) {
      add(reach, name: entry.id, users: users)
    } else if entry.arguments.isEmpty {
      limits.append(
        "'\(entry.id)' starts the same program as an application that the layer allows, and is recognised by its unit alone"
      )
      add(.unit(desktopID: entry.id), name: entry.id, users: users)
    } else {
      add(reach, withArguments: entry.arguments, name: entry.id, users: users)
    }
    if reach.needsUnit || row.paths.isEmpty, !isLauncherItself(row) {
      add(.unit(desktopID: entry.id), name: entry.id, users: users)
    }
    for user in reach.usersOfUnits where users.contains(user) {
      add(.unit(desktopID: entry.id), name: entry.id, users: .only([user]))
    }
  }

  /// Whether an entry starts nothing but a launcher, such as `python3.11.desktop`: the launcher is not the application.
  private func isLauncherItself(_ row: ApplicationTable.Row) -> Bool {
    guard let program = row.entry.program else { return false }
    return row.entry.arguments.isEmpty && ApplicationName(program).isNeverShielded
  }

  /// Returns the other applications that start the same program: those that menus show, and for one that they do not
  /// show, all. The entries of a user share with the system's, which in turn do not see them.
  private func sharers(of index: Int) -> [Int] {
    let row = applications.all[index]
    guard let program = row.program else { return [] }
    return (applications.byProgram[program] ?? []).filter { other in
      let sharer = applications.all[other]
      return sharer.entry.id != row.entry.id && (sharer.user == nil || sharer.user == row.user)
        && (sharer.entry.isShown || !row.entry.isShown)
    }
  }

  /// Whether the program of a blocked application is blocked for every use: no other application shares it, all that
  /// share it are blocked, or the blocked one starts it without further arguments. Another one that does so as well and
  /// that the layer allows by name keeps it usable.
  private func isWhole(_ index: Int, sharing sharers: [Int]) -> Bool {
    if sharers.allSatisfy({ decisions[$0].isBlocked }) { return true }
    guard applications.all[index].entry.arguments.isEmpty else { return false }
    return !sharers.contains { applications.all[$0].entry.arguments.isEmpty && isAllowedByName($0) }
  }

  private func isAllowedByName(_ index: Int) -> Bool {
    if case .application = decisions[index].ground { return !decisions[index].isBlocked }
    return false
  }

  /// Adds the program that a listed path or file name means, whatever desktop entries say.
  private mutating func add(_ name: ApplicationName) {
    let found = search.allPaths(of: name.text)
    for paths in found {
      let identity = ApplicationIdentity(paths: Set(paths), fileNames: name.isPath ? [] : [name.text])
      let decision = rules.decision(for: identity)
      let isAllowed = if case .application = decision.ground { !decision.isBlocked } else { false }
      if let target = paths.last, !isAllowed, ApplicationName(target).isNeverShielded, !isProgramOfApplication(paths[0])
      {
        limits.append("'\(name.text)' is '\(target)', which is never blocked")
      }
      guard decision.isBlocked else { continue }
      let reach = ProgramReach(of: paths, arguments: [], search: search)
      add(reach, name: name.text, users: covered)
    }
    guard found.isEmpty else { return }
    if name.isPath {
      let identity = ApplicationIdentity(paths: [name.text])
      if rules.decision(for: identity).isBlocked {
        let owner = ProgramSearch.foreignLinkOwner(name.text)
        if let owner { noteOwner(owner, of: name.text, among: covered) }
        if owner.map(covered.contains) ?? true {
          let users = owner.map { CoveredUsers.only([$0]) } ?? covered
          add(.file(ProgramSearch.pathWithoutLinks(name.text)), name: name.text, users: users)
        }
      }
      limits.append("there is no program at '\(name.text)'")
    } else if !applications.installed.contains(name), !applications.all.contains(where: { $0.entry.id == name.text }) {
      limits.append("no application '\(name.text)' is installed")
    }
  }

  /// Whether a desktop entry of a blocked application starts the program at a path, so that its unit is known.
  private func isProgramOfApplication(_ path: String) -> Bool {
    applications.all.indices.contains { decisions[$0].isBlocked && applications.all[$0].paths.contains(path) }
  }

  private mutating func add(_ reach: ProgramReach, name: String, users: CoveredUsers) {
    for file in reach.files where isBlockable(file) { add(.file(file), name: name, users: users) }
    for file in reach.storedFiles where isBlockable(file) {
      add(.arguments(program: file, []), name: name, users: users)
    }
    for launch in reach.launches {
      add(.arguments(program: launch.program, launch.arguments), name: name, users: users)
    }
    limits += reach.distrusted.map { "others than root may write '\($0)', so what it starts is not blocked" }
    for personal in reach.personal {
      noteOwner(personal.user, of: personal.script, among: users)
      if users.contains(personal.user) { add(personal.reach, name: name, users: .only([personal.user])) }
    }
  }

  /// Adds what starts with some arguments, of a program that others start as well.
  private mutating func add(_ reach: ProgramReach, withArguments words: [String], name: String, users: CoveredUsers) {
    for program in (reach.files + reach.storedFiles).filter(isBlockable) {
      add(.arguments(program: program, words), name: name, users: users)
    }
    for personal in reach.personal {
      noteOwner(personal.user, of: personal.script, among: users)
      guard users.contains(personal.user) else { continue }
      add(personal.reach, withArguments: words, name: name, users: .only([personal.user]))
    }
  }

  /// Notes that what a user's script or link leads to is not blocked for all users.
  private mutating func noteOwner(_ owner: UInt32, of path: String, among users: CoveredUsers) {
    guard users != .only([owner]) else { return }
    let result = users.contains(owner) ? "blocked for this user alone" : "not blocked, because this user is not covered"
    limits.append("'\(path)' belongs to a user, and what it leads to is \(result)")
  }

  /// Whether a file may be blocked: it is not one that the layer allows by name, nor one that is never shielded.
  private func isBlockable(_ file: String) -> Bool {
    let decision = rules.decision(for: ApplicationIdentity(paths: [file]))
    switch decision.ground {
    case .application: return decision.isBlocked
    case .exempt(.neverShielded): return false
    case .exempt, .category, .domain, .page, .unlisted: return true
    }
  }

  private mutating func add(_ pattern: ApplicationBlock.Pattern, name: String, users: CoveredUsers) {
    let block = ApplicationBlock(
      name: name, pattern: pattern, users: users, profile: applied.layer.profile, session: applied.session)
    if known.insert(Key(pattern: pattern, users: users)).inserted { blocks.append(block) }
  }
}
