import SchedulerJSON
import SchedulerStore

extension EngineState {
  /// The version of all records.
  static let version: Int64 = 1

  /// Refuses the state of a newer version, whose records have an unknown meaning. None of them is rewritten.
  ///
  /// - Throws: `newerVersion`.
  static func checkVersion(of state: StoredState) throws(StateStoreError) {
    guard let payload = state["engine"], let version = version(in: payload), version > Self.version else { return }
    throw .newerVersion(file: "engine", version: UInt8(clamping: version))
  }

  /// Returns the version that a record contains; nil for a damaged record.
  private static func version(in payload: [UInt8]) -> Int64? {
    do throws(JSONError) {
      return try JSONValue(parsing: payload).objectValue?["version"]?.integerValue
    } catch {
      return nil
    }
  }
}
