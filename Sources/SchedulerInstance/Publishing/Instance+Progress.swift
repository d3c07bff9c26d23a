import SchedulerStore

/// The file `progress.json` in the run-time directory, which says how far the state has come since the machine was
/// started.
extension Instance {
  private static let progressName = "progress.json"
  /// Maximum size of the file, in bytes. Paths are at most 4,096 bytes long, and JSON uses up to six bytes for each.
  private static let longestProgress = 32_768

  /// Returns the known progress of the state since the machine was started, or nil if it is unknown.
  ///
  /// - Parameter bootID: the identity of the present boot. What was written in another one counts no more: the files
  ///   could have been restored in between for good reason.
  func knownProgress(inBoot bootID: String) -> StateProgress? {
    guard let runtime, let state = absoluteDirectory else { return nil }
    let reader = FileReader(onlyRegularFiles: true)
    guard let bytes = reader.readIfPossible("\(runtime)/\(Self.progressName)", limit: Self.longestProgress) else {
      return nil
    }
    do throws(JSONError) {
      let content = try JSONValue(parsing: bytes)
      guard content["bootId"]?.stringValue == bootID, content["state"]?.stringValue == state,
        let sequence = content["sequence"]?.integerValue, let number = content["number"]?.integerValue
      else { return nil }
      return StateProgress(sequence: UInt64(clamping: sequence), number: number)
    } catch {
      return nil
    }
  }

  /// Writes the progress of the state to the run-time directory, unless the file says the same.
  func keep(_ progress: StateProgress, at now: Moment, permissions: UInt32, in runtime: String) throws(FileSystemError)
  {
    guard let state = absoluteDirectory, knownProgress(inBoot: now.bootID) != progress else { return }
    var json = JSONWriter()
    json.object { json in
      json.member("version", value: 1)
      json.member("bootId", value: now.bootID)
      json.member("state", value: state)
      json.member("sequence", value: Int64(clamping: progress.sequence))
      json.member("number", value: progress.number)
    }
    json.newline()
    var files = try DirectoryFileSystem(runtime)
    var file = AtomicFile(Self.progressName, permissions: permissions)
    try file.replace(with: json.bytes, in: &files)
  }

  /// The absolute path of the state directory, or nil if it cannot be determined.
  private var absoluteDirectory: String? {
    if directory.hasPrefix("/") { return directory }
    do throws(SystemError) { return try WorkingDirectory.path() + "/" + directory } catch { return nil }
  }
}
