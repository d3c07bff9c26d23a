import Foundation
import Testing

@testable import SchedulerPlatform

@Suite final class FileExposureTests {
  private let folder: String

  /// Creates a folder that root owns if the tests run as root, in one where every user may create files.
  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "schedctl-tests-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    chmod(folder, 0o755)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private static let somebody: UInt32 = 65_534

  @Test(
    "root's files with no right to write for others are safe, all other files are not",
    arguments: [
      (0, 0, 0o644, false), (0, 0, 0o600, false), (0, 0, 0o755, false), (0, 0, 0o664, false), (0, 5, 0o644, false),
      (0, 5, 0o664, true), (0, 5, 0o620, true), (0, 0, 0o646, true), (0, 0, 0o602, true), (0, 0, 0o666, true),
      (7, 0, 0o644, true), (7, 0, 0o400, true), (7, 7, 0o000, true), (0, 0, 0o1666, true),
    ] as [(UInt32, UInt32, UInt32, Bool)])
  func fileRights(_ userID: UInt32, _ groupID: UInt32, _ permissions: UInt32, _ isExposed: Bool) {
    let file = FileExposure(path: "/f", kind: .file, userID: userID, groupID: groupID, permissions: permissions)
    #expect(file.isExposed == isExposed)
  }

  @Test(
    "a directory that others can write is safe only with the sticky bit",
    arguments: [
      (0, 0, 0o755, false, false), (0, 0, 0o777, true, false), (0, 5, 0o775, true, false), (0, 0, 0o775, false, false),
      (0, 0, 0o1777, false, true), (0, 5, 0o1775, false, true), (0, 0, 0o1755, false, false),
      (7, 0, 0o1777, true, true), (7, 0, 0o755, true, false),
    ] as [(UInt32, UInt32, UInt32, Bool, Bool)])
  func directoryRights(
    _ userID: UInt32, _ groupID: UInt32, _ permissions: UInt32, _ isExposed: Bool, _ isShared: Bool
  ) {
    let directory = FileExposure(
      path: "/d", kind: .directory, userID: userID, groupID: groupID, permissions: permissions)
    #expect(directory.isExposed == isExposed)
    #expect(directory.isShared == isShared)
  }

  /// The contents of the folder, which of them another user owns or may write, and the exposure found on the way to
  /// `a/b/file`.
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let change: @Sendable (String) throws -> Void
    let found: String?
    let kind: FileExposure.Kind

    init(
      _ description: String, finds found: String?, _ kind: FileExposure.Kind = .directory,
      _ change: @escaping @Sendable (String) throws -> Void
    ) {
      testDescription = description
      self.found = found
      self.kind = kind
      self.change = change
    }
  }

  static let cases = [
    Case("all is root's", finds: nil) { _ in },
    Case("the file is somebody's", finds: "a/b/file", .file) { chown($0 + "/a/b/file", somebody, 0) },
    Case("all may write the file", finds: "a/b/file", .file) { chmod($0 + "/a/b/file", 0o666) },
    Case("the directory is somebody's", finds: "a/b") { chown($0 + "/a/b", somebody, 0) },
    Case("all may write the directory", finds: "a/b") { chmod($0 + "/a/b", 0o777) },
    Case("all may write a sticky directory", finds: nil) { chmod($0 + "/a/b", 0o1777) },
    Case("all may write the directory above", finds: "a") { chmod($0 + "/a", 0o777) },
    Case("the first of two is told", finds: "a") {
      chmod($0 + "/a", 0o777)
      chmod($0 + "/a/b/file", 0o666)
    },
    Case("a link to a safe file in a safe directory, whosever it is", finds: nil) { folder in
      try link(folder, "a/b/file", to: "../../c")
      lchown(folder + "/a/b/file", somebody, somebody)
    },
    Case("somebody's link in a shared directory", finds: "a/b/file", .link) { folder in
      try link(folder, "a/b/file", to: "../../c")
      lchown(folder + "/a/b/file", somebody, somebody)
      chmod(folder + "/a/b", 0o1777)
    },
    Case("root's link in a shared directory", finds: nil) { folder in
      try link(folder, "a/b/file", to: "../../c")
      chmod(folder + "/a/b", 0o1777)
    },
    Case("a link to somebody's file", finds: "c", .file) { folder in
      try link(folder, "a/b/file", to: "../.././/c")
      chown(folder + "/c", somebody, 0)
    },
    Case("a link, with its whole path, into a directory that all may write", finds: "d") { folder in
      try link(folder, "a/b/file", to: folder + "/d/e")
      chmod(folder + "/d", 0o777)
    },
    Case("the directory of the link counts, not only that of the file", finds: "a/b") { folder in
      try link(folder, "a/b/file", to: "../../c")
      chmod(folder + "/a/b", 0o777)
    },
    Case("a link on the way", finds: "d") { folder in
      try FileManager.default.removeItem(atPath: folder + "/a/b")
      try link(folder, "a/b", to: "../d")
      try Data().write(to: URL(fileURLWithPath: folder + "/d/file"))
      chown(folder + "/d", somebody, 0)
    },
  ]

  private static func link(_ folder: String, _ name: String, to target: String) throws {
    try? FileManager.default.removeItem(atPath: folder + "/" + name)
    try FileManager.default.createSymbolicLink(atPath: folder + "/" + name, withDestinationPath: target)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"), arguments: cases)
  func `the first part of a path that others can change is found`(this: Case) throws {
    for directory in ["a/b", "d"] {
      try FileManager.default.createDirectory(atPath: folder + "/" + directory, withIntermediateDirectories: true)
    }
    for file in ["a/b/file", "c", "d/e"] { try Data([1]).write(to: URL(fileURLWithPath: folder + "/" + file)) }
    for path in ["", "/a", "/a/b", "/d"] { chmod(folder + path, 0o755) }
    for file in ["/a/b/file", "/c", "/d/e"] { chmod(folder + file, 0o644) }
    try this.change(folder)
    let path = folder + "/a/b/file"
    let expected = this.found.map { folder + "/" + $0 }
    for found in [try FileExposure.first(onTheWayTo: path), try FileReader().readJudged(path, limit: 10).exposure] {
      #expect(found?.path == expected)
      #expect(found?.kind == expected.map { _ in this.kind })
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func `an open file is judged itself, even if its path is gone or leads to another file`() throws {
    let path = folder + "/file"
    try Data([1]).write(to: URL(fileURLWithPath: path))
    chown(path, Self.somebody, 0)
    let file = try #require(FileHandle(forReadingAtPath: path))
    try FileManager.default.removeItem(atPath: path)
    try Data([2]).write(to: URL(fileURLWithPath: path))
    let found = try FileReader(standardInput: file.fileDescriptor).readJudged("-", limit: 10)
    #expect(found.bytes == [1] && found.exposure?.userID == Self.somebody)
    #expect(try FileExposure.first(of: file.fileDescriptor, openedBy: path)?.userID == Self.somebody)
  }

  @Test func `FileExposure throws an error for a path that does not resolve`() throws {
    #expect(throws: SystemError(code: ENOENT)) { try FileExposure.first(onTheWayTo: folder + "/none/file") }
    try FileManager.default.createSymbolicLink(atPath: folder + "/loop", withDestinationPath: "loop")
    guard geteuid() == 0 else { return }
    #expect(throws: SystemError(code: ELOOP)) { try FileExposure.first(onTheWayTo: folder + "/loop") }
  }

  @Test func `FileReader reports no exposure for a device`() throws {
    #expect(try FileReader().readJudged("/dev/null", limit: 10).exposure == nil)
  }
}
