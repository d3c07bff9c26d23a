import Foundation
import SchedulerStore
import Testing

@testable import SchedulerPlatform

@Suite final class DirectoryFileSystemTests {
  private let directory = FileManager.default.temporaryDirectory.appending(path: "schedctl-files-\(UUID())")

  init() throws { try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(at: directory) }

  private func path(_ name: String) -> String { directory.appending(path: name).path }

  @Test(.enabled(if: geteuid() == 0, "only root may choose any group"))
  func `the file system gives new files its group`() throws {
    var files = try DirectoryFileSystem(directory.path, group: 65_534)
    files.close(try files.create("file", permissions: 0o640))
    let attributes = try FileManager.default.attributesOfItem(atPath: path("file"))
    #expect(attributes[.groupOwnerAccountID] as? Int == 65_534)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }

  @Test func `startWriting accepts an open file and refuses a closed one`() throws {
    var files = try DirectoryFileSystem(directory.path)
    let file = try files.create("file", permissions: 0o600)
    try files.append([1], to: file)
    try files.startWriting(file)
    files.close(file)
    #expect(throws: FileSystemError.self) { try files.startWriting(file) }
  }

  @Test(arguments: [true, false])
  func `a lock is released even when a child process still has a copy of its descriptor`(isUnlocked: Bool) throws {
    let copy: Int32
    do {
      var files = try DirectoryFileSystem(directory.path)
      try files.lock("lock")
      copy = dup(try #require(files.locks["lock"]))
      if isUnlocked { files.unlock("lock") }
    }
    defer { close(copy) }
    var other = try DirectoryFileSystem(directory.path)
    try other.lock("lock")
  }

  @Test func `links, pipes and directories are not files`() throws {
    try Data([1]).write(to: directory.appending(path: "file"))
    try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: "file")
    try FileManager.default.createDirectory(atPath: path("folder"), withIntermediateDirectories: false)
    mkfifo(path("pipe"), 0o600)
    var files = try DirectoryFileSystem(directory.path)
    #expect(try files.names() == ["file", "folder", "link", "pipe"])
    for (name, reason) in [("link", .notRegular), ("pipe", .notRegular), ("folder", .isDirectory)]
      as [(String, FileSystemError.Reason)]
    {
      #expect(throws: FileSystemError(.read, name: name, reason: reason)) { try files.read(name, limit: 10) }
    }
    #expect(throws: FileSystemError(.write, name: "folder", reason: .isDirectory)) { try files.open("folder") }
    #expect(throws: FileSystemError(.remove, name: "folder", reason: .isDirectory)) { try files.remove("folder") }
    #expect(try files.metadata(of: "folder").kind == .directory)
    #expect(try files.metadata(of: "link").kind == .other)
  }

  @Test(arguments: ["", ".", "..", "a/b", "/etc/passwd", "../x", "a\0b"])
  func `DirectoryFileSystem refuses every name that is not a file name in its directory`(name: String) throws {
    try Data([1]).write(to: directory.appending(path: "a"))
    var files = try DirectoryFileSystem(directory.path)
    #expect(throws: FileSystemError(.read, name: name, reason: .badName)) { try files.read(name, limit: 10) }
    #expect(throws: FileSystemError(.write, name: name, reason: .badName)) {
      try files.create(name, permissions: 0o600)
    }
    #expect(throws: FileSystemError(.remove, name: name, reason: .badName)) { try files.remove(name) }
    #expect(throws: FileSystemError(.rename, name: name, reason: .badName)) { try files.rename("a", to: name) }
    #expect(throws: FileSystemError(.link, name: name, reason: .badName)) { try files.link("a", to: name) }
    #expect(throws: FileSystemError(.lock, name: name, reason: .badName)) { try files.lock(name) }
  }

  @Test(
    arguments: [
      ("/nowhere", .missing), ("/dev/null", .system(code: ENOTDIR, meaning: "not a directory")),
    ] as [(String, FileSystemError.Reason)])
  func `the error for a directory that cannot be opened gives the reason`(path: String, reason: FileSystemError.Reason)
  {
    #expect(throws: FileSystemError(.list, name: path, reason: reason)) {
      _ = try DirectoryFileSystem(path)
    }
  }

  @Test func `the file system makes its directory and the missing parents`() throws {
    for _ in 0..<2 {
      try DirectoryFileSystem.create(path("a/b/c"), permissions: 0o700)
      let attributes = try FileManager.default.attributesOfItem(atPath: path("a/b"))
      #expect(attributes[.posixPermissions] as? Int == 0o700)
    }
    try Data().write(to: directory.appending(path: "file"))
    #expect(throws: FileSystemError.self) { try DirectoryFileSystem.create(path("file/a"), permissions: 0o700) }
  }

  @Test func `files are read whole or in parts, up to a limit`() throws {
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try Data(bytes).write(to: directory.appending(path: "file"))
    var files = try DirectoryFileSystem(directory.path)
    let whole = try files.read("file", limit: bytes.count)
    let isWhole = whole == bytes
    #expect(isWhole)
    #expect(throws: FileSystemError(.read, name: "file", reason: .tooLarge(limit: 199_999))) {
      try files.read("file", limit: 199_999)
    }
    let end = try files.read("file", from: 100_000, limit: .max)
    let isEnd = end == Array(bytes[100_000...])
    #expect(isEnd)
    #expect(try files.read("file", from: 10, limit: 3) == Array(bytes[10..<13]))
    #expect(try files.read("file", from: 200_001, limit: 3) == [])
  }

  @Test func `no child process inherits a descriptor, and none stays open`() throws {
    do {
      var files = try DirectoryFileSystem(directory.path)
      try files.lock("lock")
      let first = try files.create("a", permissions: 0o600)
      let second = try files.open("a")
      let opened = try openDescriptors()
      #expect(opened.count == 4)
      #expect(opened.filter { fcntl($0, F_GETFD) & FD_CLOEXEC == 0 }.isEmpty)
      _ = try files.names()
      _ = try files.read("a", limit: 10)
      #expect(throws: FileSystemError.self) { try files.read("lock/", limit: 1) }
      files.close(first)
      // Closing again has no effect, even if the system has reused the number.
      let third = try files.open("a")
      files.close(first)
      try files.append([1], to: third)
      files.close(second)
    }
    #expect(try openDescriptors() == [])
  }

  /// Returns the open descriptors of the directory and of its files. Other tests have others.
  private func openDescriptors() throws -> [Int32] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter { name in
      let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
      return link?.hasPrefix(directory.path) == true
    }.compactMap { Int32($0) }
  }
}
