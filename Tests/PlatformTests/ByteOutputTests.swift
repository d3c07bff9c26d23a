import CTesting
import Foundation
import SchedulerPlatform
import Synchronization
import Testing

@Suite struct ByteOutputTests {
  /// Reads everything from the other end of a pipe while `write` fills it.
  private func received(nonBlocking: Bool = false, _ write: (inout ByteOutput) throws -> Void) throws -> Data {
    let pipe = Pipe()
    let writing = pipe.fileHandleForWriting
    if nonBlocking { _ = fcntl(writing.fileDescriptor, F_SETFL, O_NONBLOCK) }
    let reader = Reader(pipe.fileHandleForReading)
    var output = ByteOutput(descriptor: writing.fileDescriptor)
    try write(&output)
    try writing.close()
    return reader.all()
  }

  /// A thread that reads to the end.
  private final class Reader: Sendable {
    private let done = DispatchSemaphore(value: 0)
    private let data = Mutex(Data())

    init(_ handle: FileHandle) {
      Thread.detachNewThread {
        while let piece = try? handle.read(upToCount: 1000), !piece.isEmpty { self.data.withLock { $0 += piece } }
        self.done.signal()
      }
    }

    func all() -> Data {
      done.wait()
      return data.withLock { $0 }
    }
  }

  @Test func `texts and bytes arrive in order`() throws {
    let data = try received {
      try $0.write("one ")
      try $0.write(Array("two ".utf8))
      try $0.write(Array("日本\n".utf8))
      try $0.flush()
      try $0.write("three")
      try $0.flush()
    }
    #expect(String(decoding: data, as: UTF8.self) == "one two 日本\nthree")
  }

  @Test func `small writes are held back until they are flushed`() throws {
    #expect(try received { try $0.write("never flushed") }.isEmpty)
    let data = try received { try $0.write(Array(repeating: 1, count: ByteOutput.capacity)) }
    #expect(data.count == ByteOutput.capacity)
  }

  @Test(arguments: [false, true])
  func `a slow reader gets everything`(nonBlocking: Bool) throws {
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let data = try received(nonBlocking: nonBlocking) {
      for start in stride(from: 0, to: bytes.count, by: 200_000) {
        try $0.write(Array(bytes[start..<(start + 200_000)]))
      }
      try $0.flush()
    }
    // Compared beforehand: on failure the difference of two large collections would be computed for minutes.
    let isSame = data == Data(bytes)
    #expect(isSame)
  }

  @Test func `without patience a full pipe delays nothing, and what waits arrives later, in order`() throws {
    let pipe = Pipe()
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    var output = ByteOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    output.patience = 0
    // A blocking write would never return: the pipe has no reader yet.
    try output.write(bytes)
    try output.flush()
    #expect(output.waitingCount > 0 && output.waitingCount < bytes.count)
    let reader = Reader(pipe.fileHandleForReading)
    output.patience = -1
    try output.flush()
    #expect(output.waitingCount == 0)
    try pipe.fileHandleForWriting.close()
    let isSame = reader.all() == Data(bytes)
    #expect(isSame)
  }

  @Test func `without patience a terminal that is full delays nothing`() throws {
    var ends: [Int32] = [0, 0]
    try #require(ctesting_terminal(&ends, 80) == 0)
    defer { for end in ends { close(end) } }
    var output = ByteOutput(descriptor: ends[1])
    output.patience = 0
    try output.write(Array(repeating: UInt8(ascii: "\n"), count: 300_000))
    try output.flush()
    #expect(output.waitingCount > 0 && output.waitingCount < 300_000)
  }

  @Test func `writing to a pipe whose reader has gone is an error and does not end the process`() throws {
    BrokenPipe.ignoreSignal()
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    var output = ByteOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    try output.write("lost")
    #expect(error(flushing: &output) == .brokenPipe)
    // What could not be written is not tried again.
    #expect(error(flushing: &output) == nil)
  }

  @Test func `writing to a full device is an error`() throws {
    let device = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    var output = ByteOutput(descriptor: device.fileDescriptor)
    try output.write("lost")
    #expect(error(flushing: &output) == SystemError(code: ENOSPC))
  }

  @Test func `writing to a descriptor that is not open is an error`() throws {
    var output = ByteOutput(descriptor: 1_000_000)
    try output.write("lost")
    #expect(error(flushing: &output) == SystemError(code: EBADF))
  }

  private func error(flushing output: inout ByteOutput) -> SystemError? {
    do throws(SystemError) {
      try output.flush()
      return nil
    } catch {
      return error
    }
  }
}
