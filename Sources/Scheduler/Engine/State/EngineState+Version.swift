import SchedulerJSON
import SchedulerStore

extension EngineState {
  /// The version of all records.
  static let version: Int64 = 1

  /// Refuses the state of a newer program: what its records mean is not guessed at, and none of them is rewritten.
  ///
  /// - Throws: `newerVersion`.
  static func checkVersion(of state: StoredState) throws(StateStoreError) {
    guard let payload = state["engine"], let version = version(in: payload), version > Self.version else { return }
    throw .newerVersion(file: "engine", version: UInt8(clamping: version))
  }

  /// The version that a record names; nil for one that is damaged.
  private static func version(in payload: [UInt8]) -> Int64? {
    do throws(JSONError) {
      return try JSONValue(parsing: payload).objectValue?["version"]?.integerValue
    } catch {
      return nil
    }
  }
}
