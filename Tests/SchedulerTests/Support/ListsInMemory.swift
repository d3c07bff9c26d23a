import Scheduler
import SchedulerDiagnostics

/// List files that tests make up, by the paths that they resolve to.
struct ListsInMemory: ListFileSource {
  var files: [String: [UInt8]] = [:]
  /// What is answered for some paths instead.
  var failures: [String: ListFileError] = [:]

  init(_ files: [String: String]) { self.files = files.mapValues { Array($0.utf8) } }

  func listFile(_ path: String, namedIn configuration: String) throws(ListFileError) -> SourceText {
    let path = ListFilePath.resolve(path, from: configuration)
    if let failure = failures[path] { throw failure }
    guard let bytes = files[path] else { throw .unreadable(path: path, reason: "no such file") }
    return SourceText(name: path, bytes: bytes)
  }
}
