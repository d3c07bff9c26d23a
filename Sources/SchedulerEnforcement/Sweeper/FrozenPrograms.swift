import Scheduler
import SchedulerPlatform

/// The programs that the sweeper has stopped, which continue when the shield is lifted.
///
/// ```swift
/// try FrozenPrograms(in: "/var/lib/schedctl").thaw()
/// ```
/// A file in the directory names them. It is written before a program is stopped, so that the next daemon or
/// `schedctl revert` can let it continue whatever happens to this process. A record of an earlier boot names nothing.
///
/// A program that was stopped in another way, such as by its user, is not recorded and never continues by this. Several
/// processes may use the same directory.
public struct FrozenPrograms: Sendable {
  /// The path of the record.
  public let path: String
  private let hierarchy: ControlGroupHierarchy?

  /// Describes the record in a directory. Reads and writes nothing.
  ///
  /// - Parameters:
  ///   - directory: an existing directory that only the user of this process can write.
  ///   - hierarchy: the control groups by which applications in units of their own are stopped; nil to stop each
  ///     process by a signal.
  public init(in directory: String, hierarchy: ControlGroupHierarchy? = .current()) {
    path = directory + "/frozen-programs"
    self.hierarchy = hierarchy
  }

  /// Whether the record names anything.
  ///
  /// - Throws: why it cannot be read.
  public func isPresent() throws(AdapterError) -> Bool { try !record().entries.isEmpty }

  /// Makes everything continue that the record names, and removes it. Does nothing without a record.
  ///
  /// - Returns: the number of processes and control groups that continue.
  /// - Throws: the first reason why something could not continue, and the record still names that; or why the record
  ///   could not be changed, and then everything continues nevertheless.
  @discardableResult
  public func thaw() throws(AdapterError) -> Int {
    guard try FrozenFile.exists(at: path) else { return 0 }
    return try FrozenFile.locking(path, isRequired: false) { () throws(AdapterError) in
      let record = try record()
      try thaw(record.entries, of: record)
      return record.entries.count
    }
  }

  /// Stops processes that run.
  ///
  /// - Parameters:
  ///   - processes: all that are blocked, or some of them.
  ///   - isComplete: whether these are all. Then everything else that the record names continues.
  ///   - group: returns a control group that contains a process and nothing that must run; nil if there is none.
  /// - Throws: why the record could not be written, and then nothing new is stopped; or why something cannot continue.
  func freeze(
    _ processes: [ProcessIdentity], isComplete: Bool,
    group: (ProcessIdentity, ControlGroupHierarchy) -> ControlGroup?
  ) throws(AdapterError) {
    let isDone = try superfluous(processes, isComplete: isComplete).isEmpty
    let stopsSome = !running(processes).isEmpty
    guard !isDone || stopsSome else { return }
    try FrozenFile.locking(path, isRequired: stopsSome) { () throws(AdapterError) in
      let record = try stop(running(processes), group: group)
      let rest = try superfluous(processes, isComplete: isComplete)
      if !rest.isEmpty { try thaw(rest, of: record) }
    }
  }

  /// Stops processes after they are recorded. Returns the record.
  private func stop(
    _ processes: [ProcessIdentity], group: (ProcessIdentity, ControlGroupHierarchy) -> ControlGroup?
  ) throws(AdapterError) -> FrozenRecord {
    var record = try record()
    var groups: [String: ControlGroup] = [:]
    var targets: [FrozenRecord.Entry] = []
    for process in processes {
      guard let group = hierarchy.flatMap({ group(process, $0) }) else {
        targets.append(.process(process))
        continue
      }
      let entry = FrozenRecord.Entry.group(number: group.number, path: group.path)
      // A group that is frozen without a record was frozen by its user.
      if group.isFreezing, !record.entries.contains(entry) { continue }
      if groups.updateValue(group, forKey: group.path) == nil { targets.append(entry) }
    }
    let known = Set(record.entries)
    let added = targets.filter { !known.contains($0) }
    if !added.isEmpty {
      record.entries += added
      try FrozenFile.write(record, to: path)
    }
    for target in targets { stop(target, in: groups) }
    return record
  }

  /// Whether a process stands still, for any reason.
  public func isStopped(_ process: ProcessIdentity) -> Bool {
    if RunningProcess.isStopped(process.number) { return true }
    guard let hierarchy, let path = RunningProcess.controlGroup(of: process.number) else { return false }
    return hierarchy.group(at: path)?.isFrozen == true
  }

  /// The control group of the unit with which a process is stopped; nil if it is not stopped by one.
  func frozenUnit(of process: ProcessIdentity) -> String? {
    guard let path = RunningProcess.controlGroup(of: process.number), let unit = ApplicationUnit.path(in: path),
      hierarchy?.group(at: unit)?.isFreezing == true
    else { return nil }
    return unit
  }

  private func running(_ processes: [ProcessIdentity]) -> [ProcessIdentity] {
    processes.filter { ProcessIdentity($0.number) == $0 && !isStopped($0) }
  }

  private func record() throws(AdapterError) -> FrozenRecord { try FrozenFile.read(path) }

  /// The entries that concern none of all the blocked processes.
  private func superfluous(
    _ processes: [ProcessIdentity], isComplete: Bool
  ) throws(AdapterError) -> [FrozenRecord.Entry] {
    guard isComplete else { return [] }
    let entries = try record().entries
    guard !entries.isEmpty else { return [] }
    let blocked = Set(processes)
    let paths = processes.compactMap { RunningProcess.controlGroup(of: $0.number) }
    return entries.filter { entry in
      switch entry {
      case .process(let process): !blocked.contains(process)
      case .group(_, let path): !paths.contains { $0 == path || $0.hasPrefix(path + "/") }
      }
    }
  }

  /// Stops what an entry names. What cannot be stopped still runs, and `Sweeper.verify` reports it.
  private func stop(_ entry: FrozenRecord.Entry, in groups: [String: ControlGroup]) {
    do throws(SystemError) {
      switch entry {
      case .process(let process): try process.stop()
      case .group(_, let path): try groups[path]?.freeze()
      }
    } catch {
      return
    }
  }

  /// Makes entries of a record continue, and records the others and those that cannot.
  private func thaw(_ entries: [FrozenRecord.Entry], of old: FrozenRecord) throws(AdapterError) {
    var record = old
    var fault: AdapterError?
    for entry in entries {
      do throws(SystemError) {
        try thaw(entry)
        record.entries.removeAll { $0 == entry }
      } catch {
        fault = fault ?? AdapterError("\(entry.text) cannot continue: \(error)")
      }
    }
    try FrozenFile.write(record, to: path)
    if let fault { throw fault }
  }

  private func thaw(_ entry: FrozenRecord.Entry) throws(SystemError) {
    switch entry {
    case .process(let process): try process.resume()
    case .group(let number, let path):
      guard let hierarchy else { throw .missingFile }
      if let group = hierarchy.group(at: path), group.number == number { try group.thaw() }
    }
  }
}

extension FrozenRecord.Entry {
  /// `process 4711`, for messages.
  fileprivate var text: String {
    switch self {
    case .process(let process): "process \(process.number)"
    case .group(_, let path): "control group '\(path)'"
    }
  }
}

/// The file of a record.
private enum FrozenFile {
  /// Maximum size in bytes. A line has some hundred.
  private static let sizeLimit = 16 << 20
  /// Another process holds the lock for some milliseconds.
  private static let lockAttempts = 200

  static func exists(at path: String) throws(AdapterError) -> Bool {
    try AdapterError.mapping(FileStatus.ifPresent(path) != nil) { (error: SystemError) in
      AdapterError("cannot examine '\(path)': \(error)")
    }
  }

  /// Reads a record; one of nothing if there is no file.
  static func read(_ path: String) throws(AdapterError) -> FrozenRecord {
    let bootID = try AdapterError.mapping(SystemClocks.moment(), to: AdapterError.init(of:)).bootID
    do throws(FileSystemError) {
      let bytes = try FileReader(onlyRegularFiles: true).read(path, limit: sizeLimit)
      return FrozenRecord(parsing: bytes, bootID: bootID)
    } catch {
      guard error.reason == .missing else { throw AdapterError(of: error) }
      return FrozenRecord(bootID: bootID)
    }
  }

  /// Writes a record, or removes the file if the record names nothing.
  static func write(_ record: FrozenRecord, to path: String) throws(AdapterError) {
    do throws(FileSystemError) {
      if record.entries.isEmpty {
        try FileWriter().remove(path)
      } else {
        try FileWriter().replace(path, with: record.bytes, permissions: 0o600, followsLinks: false)
        _ = FileWriter().removeForgotten(beside: path)
      }
    } catch {
      throw AdapterError(of: error)
    }
  }

  /// Calls a function while no other process changes the record.
  ///
  /// - Parameter isRequired: whether the lock must be had. If not, the function is called even on a full or read-only
  ///   disk, on which no lock can be made.
  static func locking<Result>(
    _ path: String, isRequired: Bool = true, during body: () throws(AdapterError) -> Result
  ) throws(AdapterError) -> Result {
    let lock = try lock(path, isRequired: isRequired)
    defer { withExtendedLifetime(lock) {} }
    return try body()
  }

  /// Takes the lock of a record, and waits for it for one second. Returns nil if it cannot be made and is not required.
  private static func lock(_ path: String, isRequired: Bool) throws(AdapterError) -> LockFile? {
    var attempt = 1
    while true {
      do throws(FileSystemError) {
        return try LockFile(path + ".lock")
      } catch {
        guard case .inUse = error.reason else {
          if isRequired { throw AdapterError(of: error) }
          return nil
        }
        if attempt == lockAttempts { throw AdapterError(of: error) }
      }
      attempt += 1
      Pause.wait(milliseconds: 5)
    }
  }
}
