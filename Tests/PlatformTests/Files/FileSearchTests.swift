import Foundation
import Synchronization
import Testing

@testable import SchedulerPlatform

@Suite final class FileSearchTests {
  private let directory = FileManager.default.temporaryDirectory.appending(path: "schedctl-tests-\(UUID())")
  private var path: String { directory.appending(path: "file").path }

  init() throws { try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(at: directory) }

  private func write(_ text: String, at position: Int, in size: Int) throws {
    var bytes = Data(repeating: UInt8(ascii: "."), count: size)
    bytes.replaceSubrange(position..<position + text.utf8.count, with: text.utf8)
    try bytes.write(to: URL(filePath: path))
  }

  @Test func `a text is found wherever it lies across two pieces, and only up to the limit`() throws {
    let (text, piece) = ("needle", FileSearch.pieceSize)
    let size = 2 * piece + 100
    for position in [0, 1, piece - 6, piece - 5, piece - 1, piece, 2 * piece - 3, size - 6] {
      try write(text, at: position, in: size)
      #expect(FileSearch.contains(text, at: path), "at \(position)")
      #expect(FileSearch.contains(text, at: path, limit: position + 6), "at \(position)")
      #expect(!FileSearch.contains(text, at: path, limit: position + 5), "at \(position)")
      #expect(!FileSearch.contains("needles", at: path), "at \(position)")
    }
  }

  @Test func `what is no regular file, or is not there, contains nothing`() throws {
    #expect(!FileSearch.contains("x", at: path))
    #expect(!FileSearch.contains("x", at: directory.path))
    #expect(!FileSearch.contains("\0", at: "/dev/zero"))
    #expect(mkfifo(path, 0o600) == 0)
    #expect(!FileSearch.contains("x", at: path))
  }

  @Test func `a file that another program truncates during the search does no harm`() throws {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    try #require(file >= 0)
    defer { close(file) }
    let (start, end) = (Flag(), Flag())
    let writer = Thread {
      while !start.isSet || !end.isSet {
        // A hole, which takes no room on the disk.
        ftruncate(file, 64 << 20)
        start.set()
        usleep(1000)
        ftruncate(file, 0)
      }
      end.clear()
    }
    writer.start()
    while !start.isSet { usleep(100) }
    for _ in 0..<200 { #expect(!FileSearch.contains("needle", at: path)) }
    end.set()
    while end.isSet { usleep(100) }
  }

  /// A flag of two threads.
  private final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .acquiring) }
    func set() { value.store(true, ordering: .releasing) }
    func clear() { value.store(false, ordering: .releasing) }
  }
}
