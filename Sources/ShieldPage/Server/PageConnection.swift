import Scheduler

/// The state of one connection to a page server: what was read, what is to be written, and when it is given up.
///
/// It performs no input and output and knows no clock: bytes and times are arguments.
public struct PageConnection: Sendable {
  /// The time for a whole request to arrive, in nanoseconds. A browser sends it at once.
  public static let requestTime: Int64 = 10_000_000_000
  /// The time that a connection stays open without a request, in nanoseconds. The page asks every 15 s.
  public static let idleTime: Int64 = 20_000_000_000
  /// The time for the client to take a part of an answer, in nanoseconds.
  public static let writeTime: Int64 = 10_000_000_000
  /// The most requests on one connection.
  public static let mostRequests = 1_000

  /// The reading of CLOCK_BOOTTIME at which it is given up, in nanoseconds.
  public private(set) var deadline: Int64
  /// The bytes to write.
  public private(set) var output: ArraySlice<UInt8> = []
  /// Whether it is closed as soon as all is written.
  public private(set) var isLast = false

  private var reader = HTTPRequestReader()
  private var requestCount = 0

  /// Creates the state of an accepted connection.
  ///
  /// - Parameter boot: the reading of CLOCK_BOOTTIME, in nanoseconds.
  public init(atBoot boot: Int64) { deadline = boot + Self.requestTime }

  /// Whether it has nothing to do: no part of a request has arrived, and nothing is to be written.
  public var isIdle: Bool { reader.isEmpty && output.isEmpty }

  /// Whether bytes are read. A client that sends requests without reading the answers waits.
  public var wantsReading: Bool { output.isEmpty && !isLast }

  /// Whether it can be closed: all is written, and nothing follows.
  public var isDone: Bool { isLast && output.isEmpty }

  /// Takes bytes that have arrived, and answers the requests that are whole.
  ///
  /// - Parameter answer: returns the answer to a request.
  public mutating func receive(
    _ bytes: [UInt8], atBoot boot: Int64, now: Instant, answer: (HTTPRequest) -> HTTPResponse
  ) {
    if reader.isEmpty { deadline = boot + Self.requestTime }
    reader.append(bytes)
    proceed(atBoot: boot, now: now, answer: answer)
  }

  /// Notes that bytes of the output were written, and answers a request that has arrived meanwhile.
  public mutating func noteWritten(
    _ count: Int, atBoot boot: Int64, now: Instant, answer: (HTTPRequest) -> HTTPResponse
  ) {
    guard count > 0 else { return }
    output = output.dropFirst(count)
    deadline = boot + (output.isEmpty ? Self.idleTime : Self.writeTime)
    if output.isEmpty, !isLast, !reader.isEmpty {
      deadline = boot + Self.requestTime
      proceed(atBoot: boot, now: now, answer: answer)
    }
  }

  /// Gives up a connection whose deadline has passed. A client that has begun a request receives an answer if it takes
  /// it at once.
  public mutating func expire(now: Instant) {
    let isWaiting = !reader.isEmpty && output.isEmpty && !isLast
    isLast = true
    output = isWaiting ? HTTPResponse(.timedOut).bytes(hasBody: true, keepsAlive: false, at: now)[...] : []
  }

  private mutating func proceed(atBoot boot: Int64, now: Instant, answer: (HTTPRequest) -> HTTPResponse) {
    guard wantsReading else { return }
    do throws(HTTPFault) {
      guard let request = try reader.next() else { return }
      requestCount += 1
      isLast = !request.keepsAlive || requestCount >= Self.mostRequests
      output = answer(request).bytes(hasBody: request.method == .get, keepsAlive: !isLast, at: now)[...]
    } catch {
      isLast = true
      output = HTTPResponse(error).bytes(hasBody: true, keepsAlive: false, at: now)[...]
    }
    deadline = boot + Self.writeTime
  }
}
