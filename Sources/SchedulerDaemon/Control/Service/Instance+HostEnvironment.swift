import Scheduler
import SchedulerCivilTime
import SchedulerInstance
import SchedulerJSON
import SchedulerPlatform
import SchedulerStore

/// What the control service of a daemon reads of the instance and its machine.
extension Instance: HostEnvironment {
  /// Who is at the other end of a connection, by the account files alone: a slow name service would hold up the loop.
  public func user(of peer: Peer) -> UserIdentity {
    if peer.isRoot { return UserIdentity(name: "root", isRoot: true) }
    do throws(FileError) {
      return try host.accounts.user(withID: peer.userID).map { UserIdentity($0) }
        ?? UserIdentity(name: nil, isComplete: false)
    } catch {
      return UserIdentity(name: nil, isComplete: false)
    }
  }

  /// The user of the account files with a name; nil when they have none, and when they cannot be read.
  public func user(named name: String) -> UserIdentity? {
    do throws(FileError) { return try host.accounts.user(named: name).map { UserIdentity($0) } } catch { return nil }
  }

  /// How `shield.json` compares with an engine; nil before the first evaluation, and when it cannot be read.
  public func shield(beside engine: Engine) -> ShieldStanding? {
    do throws(FileSystemError) {
      var files = try DirectoryFileSystem(directory)
      do throws(StateStoreError) { return try ShieldStanding(of: engine, in: &files) } catch { return nil }
    } catch {
      return nil
    }
  }

  /// The request for the target that the configuration or the machine knows.
  public func access(to readings: [Target], for user: UserIdentity?, in configuration: Configuration) -> AccessRequest {
    let (target, resolved) = MachineApplications(host.environment).meant(by: readings, in: configuration)
    return AccessRequest(to: target, resolved: resolved, for: user, machine: .ofThisMachine)
  }

  /// The entries of the history file after a number, the oldest first, up to `limit`. Damaged entries are left out.
  public func entries(after number: Int64, limit: Int) throws(ControlError) -> [JSONObject] {
    var last = UInt64(max(0, number))
    do throws(FileSystemError) {
      var files = try DirectoryFileSystem(directory)
      while true {
        let lines = try HistoryPage.lines(after: last, limit: limit, in: &files)
        let entries = lines.compactMap { JSONObject(historyLine: $0.bytes) }
        // Damaged lines alone: the next ones may be whole.
        guard entries.isEmpty, let newest = lines.last else { return entries }
        last = newest.sequence
      }
    } catch {
      let error = InstanceError(.file(error), in: directory)
      throw .state(error.message, help: error.help)
    }
  }

  /// Calls `body` with the entries of the history file before a number, the newest first, until it returns false.
  public func forEachEntry(before number: Int64?, _ body: (JSONObject) -> Bool) throws(ControlError) {
    do throws(InstanceError) {
      var history = try StoredHistory(directory)
      while let (_, entry) = try history?.next() {
        if let number, entry["sequence"]?.integerValue ?? .max >= number { continue }
        guard body(entry) else { return }
      }
    } catch {
      throw .state(error.message, help: error.help)
    }
  }
}
