import SchedulerStore
import Testing

@testable import SchedulerPlatform

/// Reading a file that arrives in smaller pieces than requested.
@Suite struct ReadingInPiecesTests {
  /// A file whose reads return at most `most` bytes, and fail from `hole` on.
  private struct Medium {
    let bytes: [UInt8]
    var most = Int.max
    var hole = Int.max

    func read(_ room: Int, _ position: Int) throws(FileSystemError) -> [UInt8] {
      if position >= hole {
        throw FileSystemError(.read, name: "file", reason: .system(code: 5, meaning: "Input/output error"))
      }
      let end = min(bytes.count, hole, position + min(room, most))
      return position < end ? Array(bytes[position..<end]) : []
    }
  }

  private static let content = (0..<1_000).map { UInt8($0 % 251) }

  /// Returns what is read of a file that had `size` bytes when it was opened.
  private static func read(
    _ medium: Medium, size: Int = content.count, from offset: Int = 0, limit: Int = .max
  ) throws(FileSystemError) -> [UInt8] {
    try DirectoryFileSystem.bytes(from: offset, limit: limit, size: size, read: medium.read)
  }

  @Test(arguments: [1, 7, 999, 1_000, 1_001, Int.max], [0, 1, 500, 999, 1_000, 2_000])
  func `reads that return pieces of any length give the whole content`(most: Int, offset: Int) throws {
    let rest = Array(Self.content.dropFirst(offset))
    for limit in [0, 1, 400, 1_000, Int.max] {
      let read = try Self.read(Medium(bytes: Self.content, most: most), from: offset, limit: limit)
      #expect(read == Array(rest.prefix(limit)))
    }
  }

  @Test(arguments: [0, 1, 512, 999])
  func `a read failure in the middle of a file is an error and not the end of the file`(hole: Int) {
    #expect(throws: FileSystemError.self) { try Self.read(Medium(bytes: Self.content, hole: hole)) }
  }

  @Test(arguments: [0, 10, 999])
  func `a file that has grown since it was opened is read to its new end`(size: Int) throws {
    #expect(try Self.read(Medium(bytes: Self.content), size: size) == Self.content)
  }

  @Test func `a file that has become shorter is read up to its new end`() throws {
    #expect(try Self.read(Medium(bytes: Self.content), size: 5_000) == Self.content)
  }
}
