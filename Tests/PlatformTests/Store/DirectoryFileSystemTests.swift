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
  func `new files belong to the group`() throws {
    var files = try DirectoryFileSystem(directory.path, group: 65_534)
    files.close(try files.create("file", permissions: 0o640))
    let attributes = try FileManager.default.attributesOfItem(atPath: path("file"))
    #expect(attributes[.groupOwnerAccountID] as? Int == 65_534)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }

  @Test func `the disk begins to write what is open, and nothing else`() throws {
    var files = try DirectoryFileSystem(directory.path)
    let file = try files.create("file", permissions: 0o600)
    try files.append([1], to: file)
    try files.startWriting(file)
    files.close(file)
    #expect(throws: FileSystemError.self) { try files.startWriting(file) }
  }

  @Test(arguments: [true, false])
  func `a lock is given back though a child still has a copy of its descriptor`(isUnlocked: Bool) throws {
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
  func `a name is a name in this directory`(name: String) throws {
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
  func `a directory that cannot be opened says why`(path: String, reason: FileSystemError.Reason) {
    #expect(throws: FileSystemError(.list, name: path, reason: reason)) {
      _ = try DirectoryFileSystem(path)
    }
  }

  @Test func `directories are made where there are none`() throws {
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

  @Test func `nothing is inherited, and nothing stays open`() throws {
    let before = try openDescriptors()
    do {
      var files = try DirectoryFileSystem(directory.path)
      try files.lock("lock")
      let first = try files.create("a", permissions: 0o600)
      let second = try files.open("a")
      let opened = try openDescriptors().subtracting(before)
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
    let left = try openDescriptors().subtracting(before)
    let links = left.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
    #expect(links.filter { $0.hasPrefix(directory.path) }.isEmpty)
  }

  private func openDescriptors() throws -> Set<Int32> {
    Set(try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) })
  }
}
