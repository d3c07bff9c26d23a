import Foundation
import Glibc
import Synchronization
import TestSupport

/// A name server that gives every name an address, or an error code, after a random time.
final class SlowUpstream {
  let port: UInt16
  private let work: Work

  /// Starts it.
  ///
  /// - Parameters:
  ///   - milliseconds: the range of the times.
  ///   - code: the error code; 0 to give an address.
  init(milliseconds: ClosedRange<Int>, seed: UInt64, code: UInt8 = 0) throws {
    let file = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(file, $0, size) == 0 ? getsockname(file, $0, &size) : -1
      }
    }
    guard status == 0 else { throw POSIXError(.EADDRINUSE) }
    port = UInt16(bigEndian: address.sin_port)
    let work = Work(file: file, milliseconds: milliseconds, seed: seed, code: code)
    self.work = work
    Thread { work.run() }.start()
  }

  deinit { work.isOver.withLock { $0 = true } }

  /// The number of questions that it has answered.
  var answerCount: Int { work.answerCount.withLock { $0 } }

  /// What the thread does.
  private final class Work: Sendable {
    let file: Int32
    let milliseconds: ClosedRange<Int>
    let seed: UInt64
    let code: UInt8
    let isOver = Mutex(false)
    let answerCount = Mutex(0)

    init(file: Int32, milliseconds: ClosedRange<Int>, seed: UInt64, code: UInt8) {
      (self.file, self.milliseconds, self.seed, self.code) = (file, milliseconds, seed, code)
    }

    func run() {
      var random = SeededGenerator(seed: seed)
      var waiting: [(due: UInt64, bytes: [UInt8], to: sockaddr_in)] = []
      while !isOver.withLock({ $0 }) {
        var wait = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        poll(&wait, 1, 1)
        var buffer = [UInt8](repeating: 0, count: 512)
        var from = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let count = withUnsafeMutablePointer(to: &from) { pointer in
          pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            recvfrom(file, &buffer, buffer.count, Int32(MSG_DONTWAIT), $0, &size)
          }
        }
        let now = DispatchTime.now().uptimeNanoseconds
        if count > 12 {
          let delay = UInt64(Int.random(in: milliseconds, using: &random)) * 1_000_000
          waiting.append((now + delay, answer(Array(buffer[..<count])), from))
        }
        for answer in waiting where answer.due <= now {
          withUnsafePointer(to: answer.to) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
              _ = sendto(file, answer.bytes, answer.bytes.count, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
          }
          answerCount.withLock { $0 += 1 }
        }
        waiting.removeAll { $0.due <= now }
      }
      close(file)
    }

    /// The address 10.1.2.3 for an hour or the error code, whatever was asked for.
    private func answer(_ query: [UInt8]) -> [UInt8] {
      let question = 12..<((query[12...].firstIndex(of: 0) ?? 12) + 5)
      let header: [UInt8] = [query[0], query[1], 0x85, 0x80 | code, 0, 1, 0, code == 0 ? 1 : 0, 0, 0, 0, 0]
      if code != 0 { return header + query[question] }
      return header + query[question] + [0xC0, 12, 0, 1, 0, 1, 0, 0, 0x0E, 0x10, 0, 4, 10, 1, 2, 3]
    }
  }
}
