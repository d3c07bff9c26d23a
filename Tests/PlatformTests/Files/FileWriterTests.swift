import Foundation
import Testing

@testable import SchedulerPlatform

@Suite final class FileWriterTests {
  private let directory = FileManager.default.temporaryDirectory.appending(path: "schedctl-tests-\(UUID())").path
  private let writer = FileWriter()

  init() throws { try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(atPath: directory) }

  private func path(_ name: String) -> String { "\(directory)/\(name)" }
  private func bytes(_ name: String) -> [UInt8]? { FileManager.default.contents(atPath: path(name)).map(Array.init) }

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).sorted()
  }

  private func permissions(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
  }

  private func expect(_ path: String, _ reason: FileSystemError.Reason, _ body: () throws -> Void) {
    #expect(throws: FileSystemError(.write, name: path, reason: reason)) { try body() }
  }

  @Test(arguments: [0, 1, 4096, 65_537, 3_000_000])
  func `FileWriter replaces the whole file and leaves no other file`(size: Int) throws {
    let new = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try writer.replace(path("file"), with: [1, 2, 3])
    #expect(bytes("file") == [1, 2, 3])
    try writer.replace(path("file"), with: new)
    #expect(bytes("file") == new && names == ["file"])
  }

  @Test func `the writer removes old files that a killed process left, and nothing else`() throws {
    let name = ".schedctl-0123456789abcdef"
    let kept = [".schedctl-0123456789abcde", ".schedctl-0123456789ABCDEF", ".schedctl-0123456789abcdef0", "schedctl-0"]
    for name in kept + [name, ".schedctl-1111111111111111", "file"] { try writer.replace(path(name), with: [1]) }
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    func setAge(_ name: String, _ seconds: Double) throws {
      let date = now.addingTimeInterval(-seconds)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path(name))
    }
    for name in kept + [name] { try setAge(name, 3600) }
    try setAge(".schedctl-1111111111111111", 3599)
    try setAge("file", 0)
    let link = ".schedctl-2222222222222222"
    try FileManager.default.createSymbolicLink(atPath: path(link), withDestinationPath: "file")
    let folder = ".schedctl-3333333333333333"
    try FileManager.default.createDirectory(atPath: path(folder), withIntermediateDirectories: false)
    try setAge(folder, 7200)
    #expect(writer.removeForgotten(beside: path("file")) == [path(name)])
    #expect(names == (kept + [".schedctl-1111111111111111", "file", link, folder]).sorted())
  }

  @Test(arguments: [0o600, 0o640, 0o4755, 0o444])
  func `a replaced file keeps its permissions, and a new file takes those of its model`(mode: Int) throws {
    try writer.replace(path("file"), with: [])
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path("file"))
    try writer.replace(path("file"), with: [1])
    try writer.replace(path("other"), with: [2], attributesOf: path("file"))
    #expect(try permissions("file") == mode && permissions("other") == mode)
  }

  @Test func `a new file has the requested permissions minus the umask`() throws {
    let mask = umask(0o027)
    defer { umask(mask) }
    try writer.replace(path("replaced"), with: [], permissions: 0o666)
    try writer.create(path("created"), holding: [], permissions: 0o777)
    #expect(try permissions("replaced") == 0o640 && permissions("created") == 0o750)
  }

  @Test func `replacing a file with several hard links leaves the other links unchanged`() throws {
    try writer.replace(path("file"), with: [1])
    try FileManager.default.linkItem(atPath: path("file"), toPath: path("second"))
    try writer.replace(path("file"), with: [2])
    #expect(bytes("file") == [2] && bytes("second") == [1])
  }

  @Test func `links are followed to the end`() throws {
    try writer.replace(path("file"), with: [1])
    try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: "file")
    try FileManager.default.createSymbolicLink(atPath: path("second"), withDestinationPath: path("link"))
    try writer.replace(path("second"), with: [2])
    #expect(bytes("file") == [2] && names == ["file", "link", "second"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path("link")) == "file")
    let real = try #require(realpath(path("file"), nil))
    defer { free(real) }
    #expect(try writer.target(of: path("second")) == String(cString: real))
  }

  @Test func `a path that cannot be replaced is refused and stays unchanged`() throws {
    try FileManager.default.createDirectory(atPath: path("directory"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: path("nowhere"), withDestinationPath: "missing")
    try FileManager.default.createSymbolicLink(atPath: path("loop"), withDestinationPath: "loop")
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    let before = names
    let reasons: [(String, FileSystemError.Reason)] = [
      (path("directory"), .isDirectory), (path("nowhere"), .leadsNowhere), (path("pipe"), .notRegular),
      (path("missing/file"), .noDirectory),
      (path("loop"), .system(code: ELOOP, meaning: "too many levels of symbolic links")), ("", .noDirectory),
      (path("a\0b"), .noDirectory), ("/dev/null", .notRegular),
      (path(String(repeating: "a", count: 300)), .system(code: ENAMETOOLONG, meaning: "file name too long")),
    ]
    for (path, reason) in reasons {
      expect(path, reason) { try writer.replace(path, with: [1]) }
    }
    #expect(names == before)
  }

  @Test func `FileWriter creates a file only if the name is free`() throws {
    try writer.create(path("file"), holding: [1])
    try FileManager.default.createSymbolicLink(atPath: path("nowhere"), withDestinationPath: "missing")
    for name in ["file", "nowhere"] {
      #expect(writer.isTaken(path(name)))
      expect(path(name), .exists) { try writer.create(path(name), holding: [2]) }
    }
    #expect(bytes("file") == [1] && names == ["file", "nowhere"])
  }

  /// The process that loses the race for a name finds it taken, even if it was free at first.
  @Test func `a file name that another process takes at the last moment is not overwritten`() throws {
    let open = try OpenDirectory(directory)
    let name = try open.newFile(holding: [2], permissions: 0o644, attributes: nil)
    try writer.create(path("file"), holding: [1])
    expect(directory, .exists) { try open.rename(name, toFree: "file") }
    #expect(bytes("file") == [1] && names == ["file"])
  }

  @Test func `the writer makes the missing directories of a path`() throws {
    try writer.createDirectories(of: path("one/two/file"), permissions: 0o700)
    try writer.createDirectories(of: path("one/two/file"), permissions: 0o755)
    try writer.create(path("one/two/file"), holding: [1])
    #expect(try permissions("one") == 0o700 && permissions("one/two") == 0o700)
    let notADirectory = FileSystemError.Reason.system(code: ENOTDIR, meaning: "not a directory")
    expect(path("one/two/file"), notADirectory) {
      try writer.createDirectories(of: path("one/two/file/three/four"), permissions: 0o700)
    }
  }

  @Test func `FileWriter removes a file, and accepts that the file is already missing`() throws {
    try writer.create(path("file"), holding: [])
    try writer.remove(path("file"))
    try writer.remove(path("file"))
    #expect(names.isEmpty)
    expect(directory, .isDirectory) { try writer.remove(directory) }
  }

  @Test(arguments: [
    (ENOENT, "no such directory"), (EEXIST, "it exists already"), (EISDIR, "it is a directory"),
    (EACCES, "permission denied"), (EPERM, "permission denied"), (EROFS, "the file system is read-only"),
    (ENOSPC, "no space left"), (EDQUOT, "no space left"), (EFBIG, "file too large"), (EIO, "input/output error"),
  ])
  func `each error code of a failed write has a description of its own`(code: Int32, words: String) {
    let error = FileSystemError(writing: "a.toml", SystemError(code: code))
    #expect(error.description == "cannot write 'a.toml': \(words)")
  }
}
