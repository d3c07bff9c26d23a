import Foundation
import SchedulerPlatform
import Testing

@Suite final class LockFileTests {
  private let directory = FileManager.default.temporaryDirectory.appending(path: "schedctl-tests-\(UUID())").path
  private var path: String { directory + "/lock" }

  init() throws { try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(atPath: directory) }

  private func expectHeld(by holder: Int32?) {
    #expect(throws: FileSystemError(.lock, name: path, reason: .inUse(by: holder))) { _ = try LockFile(path) }
  }

  private var content: String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Takes the lock, calls `body` and releases the lock.
  private func withLock(_ body: () throws -> Void) throws {
    let lock = try LockFile(path)
    try body()
    _ = consume lock
  }

  @Test func `only one holder at a time can have a lock file, and its release removes the file`() throws {
    for _ in 0..<3 {
      try withLock {
        #expect(content == "\(getpid())\n")
        expectHeld(by: getpid())
        expectHeld(by: getpid())
      }
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test func `a lock file that no process holds is taken over, whatever its content`() throws {
    try Data("4194304 and more than that\n".utf8).write(to: URL(fileURLWithPath: path))
    try withLock { #expect(content == "\(getpid())\n") }
  }

  @Test func `a lock file without a process number names no holder`() throws {
    try withLock {
      try Data("x\n".utf8).write(to: URL(fileURLWithPath: path))
      expectHeld(by: nil)
    }
  }

  @Test func `the error for a lock file that cannot be created names the file`() {
    let missing = directory + "/missing/lock"
    #expect(throws: FileSystemError(.write, name: missing, reason: .noDirectory)) {
      _ = try LockFile(missing)
    }
    #expect(throws: FileSystemError(.write, name: directory, reason: .isDirectory)) {
      _ = try LockFile(directory)
    }
  }
}
