import CivilTime
import DurableStore
import Platform
import Scheduler

extension Session {
  /// So many times, and so long each time, another process is waited for: 2 seconds.
  private static let patience = (attempts: 40, milliseconds: Int32(50))

  /// Opens the state directory, which is made when it is missing, and does everything that is due.
  ///
  /// Throws with code 69 when another process has it for over 2 seconds, with 65 when a newer program wrote it, with 74 when
  /// it cannot be read or written, and with 78 when there is no configuration to go by.
  mutating func openState(_ place: StatePlace) throws(CommandFailure) -> StateWork {
    var holder: Int32?
    for attempt in 0...Self.patience.attempts {
      if attempt > 0 { clocks.wait(Self.patience.milliseconds) }
      let stored = try storedRecord(place)
      let inForce = try configurationInForce(place.configuration, stored: try .init(stored, place), trust: .act)
      var files = try stateFiles(place, inForce.current.daemon)
      let engine: DurableEngine
      do throws(StateStoreError) {
        let permissions = StatePermissions(inForce.current.daemon)
        engine = try DurableEngine.open(inForce.previous, in: &files, permissions: permissions)
      } catch {
        guard case .inUse(let process) = error else { throw CommandFailure(error, in: place.directory) }
        holder = process
        continue
      }
      // While nobody had the directory, another process may have accepted another configuration.
      guard try storedRecord(place) == stored else {
        engine.close(in: &files)
        continue
      }
      var work = StateWork(engine, files, place, inForce, try moment())
      report(inForce, stored, place)
      report(engine.losses, engine.problems, place)
      try work.evaluate(isSynchronised: clocks.isSynchronised())
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

  /// The bytes of what was accepted last; nil when nothing was.
  func storedRecord(_ place: StatePlace) throws(CommandFailure) -> [UInt8]? {
    do throws(FileSystemError) {
      var files = try DirectoryFileSystem(place.directory)
      return try Self.record(in: &files)
    } catch {
      if error.reason == .missing { return nil }
      throw CommandFailure(directory: error, place.directory)
    }
  }

  /// Files of a configuration have 16 MiB each, list files 64 at the most; all of them together hardly ever that much.
  private static let recordLimit = 256 << 20

  private static func record(in files: inout DirectoryFileSystem) throws(FileSystemError) -> [UInt8] {
    try files.read(AcceptedConfiguration.fileName, limit: recordLimit)
  }
}

extension StoredConfiguration {
  /// What the bytes of the file in a directory say.
  ///
  /// Throws with code 65 when a newer program wrote them.
  init(_ bytes: [UInt8]?, _ place: StatePlace) throws(CommandFailure) {
    self.init(bytes)
    guard case .unusable(.newerVersion(let version)) = self else { return }
    throw CommandFailure(
      code: .data, message: "'\(place.directory)/\(AcceptedConfiguration.fileName)' has version \(version)",
      help: ["a newer program wrote it; nothing was changed"])
  }
}

extension CommandFailure {
  /// What a state that cannot be used means for a command.
  init(_ error: StateStoreError, in directory: String) {
    let code: ExitCode =
      switch error {
      case .inUse: .unavailable
      case .newerVersion: .data
      case .file, .journalUnusable, .tooLarge: .inputOutput
      }
    self.init(code: code, message: "state in '\(directory)': \(error)")
  }

  /// What a directory that cannot be used means for a command.
  init(directory error: FileSystemError, _ directory: String) {
    let subject = error.name == directory ? "cannot use the state directory '\(directory)': \(error.reason)" : nil
    self.init(code: .inputOutput, message: subject ?? "state in '\(directory)': \(error)")
  }
}
