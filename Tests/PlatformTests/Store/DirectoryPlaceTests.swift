import Foundation
import SchedulerPlatform
import SchedulerStore
import Testing

/// Changes to a directory while a process writes in it.
@Suite final class DirectoryPlaceTests {
  private let folder: String
  private var state: String { folder + "/state" }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("place-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder + "/state", withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func isThere(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(state)/\(name)") }

  @Test func `a lock whose file is removed is taken again, unless another process already holds it`() throws {
    var files = try DirectoryFileSystem(state)
    try files.lock("lock")
    try FileManager.default.moveItem(atPath: state + "/lock", toPath: folder + "/away")
    _ = try files.restoreDirectory()
    #expect(isThere("lock"))
    var other = try DirectoryFileSystem(state)
    #expect(throws: FileSystemError.self) { try other.lock("lock") }

    try FileManager.default.removeItem(atPath: state + "/lock")
    try other.lock("lock")
    let error = #expect(throws: FileSystemError.self) { try files.restoreDirectory() }
    guard case .inUse(getpid()) = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `restoreDirectory recreates a removed or moved directory with its permissions and locks`() throws {
    for isMoved in [false, true] {
      var files = try DirectoryFileSystem(state)
      try files.lock("lock")
      chmod(state, 0o750)
      if isMoved {
        try FileManager.default.moveItem(atPath: state, toPath: folder + "/away")
      } else {
        try FileManager.default.removeItem(atPath: state)
      }
      _ = try files.restoreDirectory()
      var status = stat()
      #expect(stat(state, &status) == 0 && status.st_mode & 0o777 == 0o750)
      files.close(try files.create("new", permissions: 0o600))
      #expect(isThere("new") && isThere("lock"))
      var other = try DirectoryFileSystem(state)
      #expect(throws: FileSystemError.self) { try other.lock("lock") }
      try FileManager.default.removeItem(atPath: state + "/new")
    }
  }

  @Test func `only ENOENT and ENOTDIR mean that a file is not there`() throws {
    var files = try DirectoryFileSystem(state)
    let long = String(repeating: "a", count: 300)
    let error = FileSystemError(.read, name: long, reason: .system(code: ENAMETOOLONG, meaning: "file name too long"))
    #expect(throws: error) { try files.isPresent(long) }
    #expect(try !files.isPresent("missing"))
    let file = try files.create("file", permissions: 0o600)
    #expect(try files.isInPlace(file, size: 0))
    // A link that leads to itself takes the place of the directory above: its state cannot be examined.
    try FileManager.default.moveItem(atPath: folder, toPath: folder + ".away")
    try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: folder)
    defer {
      try? FileManager.default.removeItem(atPath: folder)
      try? FileManager.default.moveItem(atPath: folder + ".away", toPath: folder)
    }
    let place = #expect(throws: FileSystemError.self) { try files.restoreDirectory() }
    #expect(
      place
        == FileSystemError(
          .list, name: state, reason: .system(code: ELOOP, meaning: "too many levels of symbolic links")))
    #expect(FileWriter().isTaken(state + "/file") && !FileWriter().isTaken(folder + ".away/state/none"))
    #expect(throws: SystemError(code: ELOOP)) { try FileStatus.ifPresent(state) }
    #expect(try FileStatus.ifPresent("/etc/passwd/file") == nil)
  }

  @Test(arguments: [("snapshot", false), ("journal", false), ("journal", true)])
  func `a state file that is removed or cut is written again before the next change is accepted`(
    name: String, isCut: Bool
  ) throws {
    func change(_ key: String) -> [StateChange] { [StateChange(key: key, payload: [1])] }
    var files = try DirectoryFileSystem(state)
    var store = try StateStore.open(in: &files)
    try store.append(change("a"), in: &files)
    try store.compact(in: &files)
    try store.append(change("b"), in: &files)
    if isCut { #expect(truncate("\(state)/\(name)", 0) == 0) } else { #expect(unlink("\(state)/\(name)") == 0) }
    #expect(throws: StateStoreError.journalUnusable) { try store.append(change("c"), in: &files) }
    #expect(store.needsCompaction)
    try store.compact(in: &files)
    try store.append(change("c"), in: &files)
    let (found, losses) = try StateStore.read(from: &files)
    #expect(found.entries.map(\.key) == ["a", "b", "c"] && losses == [])
    #expect(!store.needsCompaction)
  }

  @Test func `restoring a directory changes nothing if everything is in its place`() throws {
    var files = try DirectoryFileSystem(state)
    try files.lock("lock")
    var before = stat()
    #expect(stat(state + "/lock", &before) == 0)
    _ = try files.restoreDirectory()
    var after = stat()
    #expect(stat(state + "/lock", &after) == 0 && after.st_ino == before.st_ino)
  }
}
