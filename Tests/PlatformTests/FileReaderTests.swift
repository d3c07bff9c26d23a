import Foundation
import SchedulerPlatform
import Testing

@Suite final class FileReaderTests {
  private let directory = FileManager.default.temporaryDirectory.appending(path: "schedctl-tests-\(UUID())")

  init() throws { try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(at: directory) }

  private func file(_ bytes: [UInt8]) throws -> String {
    let file = directory.appending(path: "file")
    try Data(bytes).write(to: file)
    return file.path
  }

  /// Returns a pipe that holds `bytes` and was closed by its writer.
  private func pipe(holding bytes: [UInt8]) throws -> FileHandle {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: bytes)
    try pipe.fileHandleForWriting.close()
    return pipe.fileHandleForReading
  }

  @Test(arguments: [0, 1, 4095, 4096, 65_535, 65_536, 65_537, 300_000])
  func `FileReader reads the whole file`(size: Int) throws {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let path = try file(bytes)
    #expect(try FileReader().read(path, limit: 1 << 20) == bytes)
    #expect(try FileReader().read(path, limit: size) == bytes)
  }

  @Test(arguments: [1, 2, 65_536, 65_537, 200_000])
  func `a file above the limit is refused`(size: Int) throws {
    let path = try file(Array(repeating: 7, count: size))
    for limit in [0, size - 1] {
      #expect(throws: FileSystemError(.read, name: path, reason: .tooLarge(limit: limit))) {
        try FileReader().read(path, limit: limit)
      }
    }
  }

  @Test(
    arguments: [
      ("/nowhere/config.toml", .missing), ("", .missing), ("/tmp", .isDirectory),
      ("/dev/zero", .tooLarge(limit: 100)), ("/dev/null/x", .system(code: ENOTDIR, meaning: "not a directory")),
      ("/proc/self/mem", .system(code: EIO, meaning: "input/output error")),
    ] as [(String, FileSystemError.Reason)])
  func `the error for a path that cannot be read gives the reason`(path: String, reason: FileSystemError.Reason) {
    #expect(throws: FileSystemError(.read, name: path, reason: reason)) { try FileReader().read(path, limit: 100) }
  }

  @Test func `a NUL does not cut a path short`() throws {
    let path = try file([1]) + "\0.toml"
    #expect(throws: FileSystemError(.read, name: path, reason: .missing)) { try FileReader().read(path, limit: 100) }
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func `a file without permission is refused`() throws {
    let path = try file([1])
    chmod(path, 0)
    #expect(throws: FileSystemError(.read, name: path, reason: .permissionDenied)) {
      try FileReader().read(path, limit: 100)
    }
  }

  @Test func `FileReader reads the whole content of a file that reports no size`() throws {
    #expect(try FileReader().read("/dev/null", limit: 10).isEmpty)
    let status = try FileReader().read("/proc/self/status", limit: 100_000)
    #expect(String(decoding: status, as: UTF8.self).contains("PPid:"))
  }

  @Test(arguments: [0, 1, 60_000])
  func `a pipe is read until its writer closes it`(size: Int) throws {
    let bytes = Array(repeating: UInt8(ascii: "x"), count: size)
    let pipe = try pipe(holding: bytes)
    #expect(try FileReader().read("/dev/fd/\(pipe.fileDescriptor)", limit: 100_000) == bytes)
  }

  @Test func `a file name of one dash means standard input`() throws {
    let input = try pipe(holding: [1, 2, 3])
    #expect(try FileReader(standardInput: input.fileDescriptor).read("-", limit: 3) == [1, 2, 3])
    let large = try pipe(holding: [1, 2, 3])
    #expect(throws: FileSystemError(.read, name: "-", reason: .tooLarge(limit: 2))) {
      try FileReader(standardInput: large.fileDescriptor).read("-", limit: 2)
    }
  }

  @Test func `no descriptor is left open`() throws {
    let path = try file([1])
    var descriptors: Set<Int32> = []
    for _ in 0..<200 {
      _ = try FileReader().read(path, limit: 1)
      _ = try? FileReader().read("/tmp", limit: 1)
      let probe = Foundation.open("/dev/null", O_RDONLY)
      descriptors.insert(probe)
      close(probe)
    }
    // Other tests open files meanwhile, but not hundreds.
    #expect(descriptors.count < 100)
  }

  @Test(
    arguments: [
      (.missing, "cannot read 'f': no such file"), (.isDirectory, "cannot read 'f': it is a directory"),
      (.permissionDenied, "cannot read 'f': permission denied"),
      (.tooLarge(limit: 9), "cannot read 'f': it is larger than the limit of 9 bytes"),
      (.system(code: EIO, meaning: "input/output error"), "cannot read 'f': input/output error"),
      (.system(code: 9999, meaning: "error 9999"), "cannot read 'f': error 9999"),
    ] as [(FileSystemError.Reason, String)])
  func `a file system error reads as a sentence`(reason: FileSystemError.Reason, sentence: String) {
    #expect(FileSystemError(.read, name: "f", reason: reason).description == sentence)
  }
}
