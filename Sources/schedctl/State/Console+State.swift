import Scheduler
import SchedulerCivilTime
import SchedulerPlatform
import SchedulerStore

extension Console {
  /// So many times, and so long each time, another process is waited for: 2 seconds.
  private static let patience = (attempts: 40, milliseconds: Int32(50))

  /// Opens the state directory, which is made when it is missing, and does everything that is due.
  ///
  /// Throws with code 69 when another process has it for over 2 seconds, with 65 when a newer program wrote it, with 74 when
  /// it cannot be read or written, and with 78 when there is no configuration to go by, or for root when others can change
  /// the directory.
  mutating func openState(_ place: StatePlace) throws(CommandFailure) -> StateWork {
    try refuseExposed(place)
    var holder: Int32?
    for attempt in 0...Self.patience.attempts {
      if attempt > 0 { clocks.wait(Self.patience.milliseconds) }
      let stored = try readState(place)?.configuration ?? .none
      let inForce = try configurationInForce(place.configuration, stored: stored, trust: .act)
      let settings = inForce.current.daemon
      var files = try stateFiles(place, settings)
      // Where it was not there before, somebody else may have been quicker to make it.
      try refuseExposed(place)
      let state: LockedState
      do throws(StateStoreError) {
        state = try LockedState.open(in: &files, permissions: StatePermissions(settings))
      } catch {
        guard case .inUse(let process) = error else { throw CommandFailure(error, in: place.directory) }
        holder = process
        continue
      }
      // While nobody had the directory, another process may have accepted another configuration.
      guard state.configuration == stored else {
        state.close(in: &files)
        continue
      }
      let engine = DurableEngine(
        inForce.previous, after: inForce.earlier, authorization: firstAuthorization, from: state, in: &files)
      var work = StateWork(engine, files, place, inForce, try moment())
      report(inForce, stored, place)
      report(engine.losses, engine.problems, engine.engine, place, work.now)
      try work.evaluate(isSynchronised: clocks.isSynchronised())
      let group = work.engine.engine.configuration.daemon.group.flatMap(places.accounts.groupID)
      for error in work.protect(group: group) { report(CommandFailure(error, in: place.directory)) }
      return work
    }
    throw CommandFailure(StateStoreError.inUse(by: holder), in: place.directory)
  }

  /// The present.
  func moment() throws(CommandFailure) -> Moment {
    do throws(FileError) {
      return try clocks.moment()
    } catch {
      throw CommandFailure(error, tooLarge: .inputOutput)
    }
  }

  /// The directory, which is made when it is missing.
  private func stateFiles(
    _ place: StatePlace, _ settings: DaemonSettings
  ) throws(CommandFailure) -> DirectoryFileSystem {
    let group = settings.group.flatMap(places.accounts.groupID)
    do throws(FileSystemError) {
      do throws(FileSystemError) {
        return try DirectoryFileSystem(place.directory, group: group)
      } catch {
        guard error.reason == .missing else { throw error }
        try DirectoryFileSystem.create(place.directory, permissions: 0o755)
        return try DirectoryFileSystem(place.directory, group: group)
      }
    } catch {
      throw CommandFailure(directory: error, place.directory)
    }
  }

  /// What a state directory says; nil when it is missing. Takes no lock and writes nothing.
  ///
  /// Throws with code 65 when a newer program wrote it, and with 74 when it cannot be read.
  func readState(_ place: StatePlace) throws(CommandFailure) -> StateReading? {
    var files: DirectoryFileSystem
    do throws(FileSystemError) {
      files = try DirectoryFileSystem(place.directory)
    } catch {
      if error.reason == .missing { return nil }
      throw CommandFailure(directory: error, place.directory)
    }
    let reading: StateReading
    do throws(StateStoreError) {
      reading = try StateReading(of: &files)
    } catch {
      throw CommandFailure(error, in: place.directory)
    }
    try reading.configuration.check(place)
    return reading
  }

  /// Whether a configuration was ever accepted in a state directory.
  func isStateKept(_ place: StatePlace) throws(CommandFailure) -> Bool {
    try readState(place).map { $0.configuration != .none } ?? false
  }
}

extension StoredConfiguration {
  /// Throws with code 65 when a newer program wrote it.
  fileprivate func check(_ place: StatePlace) throws(CommandFailure) {
    guard case .unusable(.newerVersion(let version)) = self else { return }
    throw CommandFailure(
      code: .data, message: "'\(place.directory)/\(AcceptedConfiguration.fileName)' has version \(version)",
      help: ["a newer program wrote it; nothing was changed"])
  }
}

extension CommandFailure {
  /// What a state that cannot be used means for a command.
  init(_ error: StateStoreError, in directory: String) {
    if case .file(let error) = error {
      self.init(directory: error, directory)
      return
    }
    let code: ExitCode =
      switch error {
      case .inUse: .unavailable
      case .newerVersion: .data
      case .file, .outcomeUnknown, .journalUnusable, .tooLarge, .shield: .inputOutput
      }
    self.init(code: code, message: "state in '\(directory)': \(error)")
  }

  /// What a directory that cannot be used means for a command.
  init(directory error: FileSystemError, _ directory: String) {
    let subject = error.name == directory ? "cannot use the state directory '\(directory)': \(error.reason)" : nil
    let help = StateOwner(refusing: error, in: directory)?.help
    self.init(
      code: help == nil ? .inputOutput : .refused, message: subject ?? "state in '\(directory)': \(error)",
      help: help ?? [])
  }
}
