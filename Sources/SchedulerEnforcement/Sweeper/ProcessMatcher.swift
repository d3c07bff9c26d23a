import Scheduler
import SchedulerPlatform

/// Finds the block that concerns a process.
struct ProcessMatcher: Sendable {
  /// What the matcher asks about a process. The later ones are only asked if they can decide, because each costs a read
  /// in /proc.
  protocol Subject {
    /// The file that it runs.
    var file: ExecutableFile { get }
    /// Whether that file has no name any more.
    var isRemoved: Bool { get }
    /// The path of the file.
    var program: String? { get }
    /// The real user.
    var user: UInt32? { get }
    /// The arguments, the name first.
    var arguments: [String] { get }
    /// The path of the control group.
    var controlGroup: String? { get }
    /// Returns the files that an argument may name, from the directories in which the process is and was started.
    func files(named argument: String) -> [ExecutableFile]
  }

  /// The blocks.
  let blocks: [ApplicationBlock]
  /// The blocks of each file, by index, and the paths of all files.
  private var files: [ExecutableFile: [Int]] = [:]
  private var paths: [String: [Int]] = [:]
  /// The blocks of each file that is a script.
  private var scripts: [ExecutableFile: [Int]] = [:]
  private var units: [(desktopID: String, index: Int)] = []

  /// Compiles blocks.
  ///
  /// - Parameters:
  ///   - isScript: returns whether the file at a path is a script.
  ///   - file: returns the file at a path, nil if there is none.
  init(
    _ blocks: [ApplicationBlock],
    isScript: (String) -> Bool,
    file: (String) -> ExecutableFile?
  ) {
    self.blocks = blocks
    for (index, block) in blocks.enumerated() {
      switch block.pattern {
      // A shell is never ended, whatever a resolver says; with its arguments it is a script.
      case .file(let path) where ApplicationName(path).isNeverShielded: continue
      case .arguments(let path, let words) where words.isEmpty && ApplicationName(path).isNeverShielded: continue
      case .file(let path), .arguments(let path, _):
        paths[path, default: []].append(index)
        guard let file = file(path) else { continue }
        files[file, default: []].append(index)
        if case .file = block.pattern, isScript(path) { scripts[file, default: []].append(index) }
      case .unit(let desktopID): units.append((desktopID, index))
      }
    }
  }

  /// Returns the index of the first block that concerns a process; nil if none does.
  ///
  /// Complexity: O(1) for a process whose file no block names, if no block names a unit or a script.
  func index(for subject: some Subject) -> Int? {
    var candidates = files[subject.file] ?? []
    // A file that was upgraded while it runs has another number, and its path still has the name.
    if candidates.isEmpty, subject.isRemoved { candidates = subject.program.flatMap { paths[$0] } ?? [] }
    if let index = match(candidates, with: subject) { return index }
    if let index = match(blocksOfScript(of: subject), with: subject) { return index }
    return units.isEmpty ? nil : unit(of: subject)
  }

  /// Whether blocks concern programs that are only found by a look at each start: scripts, applications of launchers and
  /// units, and files that the guard does not deny.
  func needsStarts(besides denied: Set<ApplicationBlock>) -> Bool {
    !scripts.isEmpty || !units.isEmpty || paths.values.joined().contains { !denied.contains(blocks[$0]) }
  }

  /// The blocks of the script that an interpreter or a shell runs, under any name and in any of them.
  private func blocksOfScript(of subject: some Subject) -> [Int] {
    guard !scripts.isEmpty, let program = subject.program, ApplicationName(program).isLauncher else { return [] }
    guard let name = InterpreterOptions(of: program).script(in: subject.arguments) else { return [] }
    return subject.files(named: name).lazy.compactMap { scripts[$0] }.first ?? []
  }

  private func match(_ candidates: [Int], with subject: some Subject) -> Int? {
    guard !candidates.isEmpty, let user = subject.user else { return nil }
    return candidates.first { index in
      guard blocks[index].users.contains(user) else { return false }
      guard case .arguments(let path, let words) = blocks[index].pattern else { return true }
      // An equal file of another package is the same file in a store.
      if words.isEmpty { return subject.program == path }
      // Others may have the path of a script among their arguments, too, such as an editor.
      if words.count == 1, words[0].hasPrefix("/") {
        return InterpreterOptions(of: path).script(in: subject.arguments) == words[0]
      }
      return subject.arguments.dropFirst().contains(words)
    }
  }

  private func unit(of subject: some Subject) -> Int? {
    guard let user = subject.user, units.contains(where: { blocks[$0.index].users.contains(user) }),
      let group = subject.controlGroup, let program = subject.program, !ApplicationUnit.isVital(program)
    else { return nil }
    let names = group.split(separator: "/")
    return units.first { unit in
      blocks[unit.index].users.contains(user) && names.contains { ApplicationUnit.runs(unit.desktopID, unit: $0) }
    }?.index
  }
}

extension Collection where Element: Equatable {
  /// Whether the elements of another collection occur in this one, one after the other. Complexity: O(n · m).
  fileprivate func contains(_ words: [Element]) -> Bool {
    indices.contains { self[$0...].starts(with: words) }
  }
}
