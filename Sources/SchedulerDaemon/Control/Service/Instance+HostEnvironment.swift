import SchedulerInstance
import SchedulerStore

/// The queries that the control service of a daemon makes to the instance and its machine.
extension Instance: HostEnvironment {
  /// Returns the user of a peer from the account files only, because a slow name service would block the loop.
  public func user(of peer: Peer) -> UserIdentity {
    if peer.isRoot { return UserIdentity(name: "root", isRoot: true) }
    do throws(FileSystemError) {
      return try host.accounts.user(withID: peer.userID).map { UserIdentity($0) }
        ?? UserIdentity(name: nil, isComplete: false)
    } catch {
      return UserIdentity(name: nil, isComplete: false)
    }
  }

  /// Returns the user with a name from the account files, or nil if there is none or the files cannot be read.
  public func user(named name: String) -> UserIdentity? {
    do throws(FileSystemError) { return try host.accounts.user(named: name).map { UserIdentity($0) } } catch {
      return nil
    }
  }

  /// Returns the name of the user with a number from the account files, or nil if they have none.
  public func name(ofUser id: UInt32) -> String? { host.accounts.userName(of: id) }

  /// Returns how `shield.json` compares with an engine, or nil before the first evaluation or if it cannot be read.
  public func shield(beside engine: Engine) -> ShieldFileStatus? {
    do throws(FileSystemError) {
      var files = try DirectoryFileSystem(directory)
      do throws(StateStoreError) { return try ShieldFileStatus(of: engine, in: &files) } catch { return nil }
    } catch {
      return nil
    }
  }

  /// Returns the request for the target that the configuration or the machine knows.
  public func access(to readings: [Target], for user: UserIdentity?, in configuration: Configuration) -> AccessRequest {
    let (target, resolved) = MachineApplications(host.environment).meant(by: readings, in: configuration)
    return AccessRequest(to: target, resolved: resolved, for: user, machine: .ofThisMachine)
  }

  /// Returns up to `limit` entries of the history file after a number, oldest first. Damaged entries are skipped.
  public func entries(after number: Int64, limit: Int) throws(ControlError) -> [HistoryRecord] {
    var last = UInt64(max(0, number))
    do throws(FileSystemError) {
      var files = try DirectoryFileSystem(directory)
      while true {
        let lines = try HistoryPage.lines(after: last, limit: limit, in: &files)
        let entries = lines.compactMap { HistoryRecord(line: $0.bytes) }
        // All lines are damaged. The next ones may be complete.
        guard entries.isEmpty, let newest = lines.last else { return entries }
        last = newest.sequence
      }
    } catch {
      let error = InstanceError(.file(error), in: directory)
      throw .state(error.message, help: error.help)
    }
  }

  /// Returns the entries of the next slice of the history file, newest first. Damaged entries are skipped.
  public func slice(of position: inout HistoryPosition) throws(ControlError) -> [HistoryRecord] {
    do throws(FileSystemError) {
      guard var files = try FileSystemError.unlessMissing(DirectoryFileSystem(directory)) else {
        position.isOver = true
        return []
      }
      guard let lines = try position.reader.next(in: &files) else {
        position.isOver = true
        return []
      }
      let before = position.before
      let wanted = lines.lazy.filter { line in
        HistoryLine.sequence(of: line[...]).map { Int64(clamping: $0) < before } ?? false
      }
      return wanted.compactMap { HistoryRecord(line: $0) }
    } catch {
      let error = InstanceError(.file(error), in: directory)
      throw .state(error.message, help: error.help)
    }
  }
}
