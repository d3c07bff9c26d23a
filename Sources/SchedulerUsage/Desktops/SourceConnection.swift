import SchedulerPlatform

/// A connection with a source, its bytes that are not taken yet, and a limit of what it may send.
struct SourceConnection: Sendable {
  private let connection: LocalConnection
  private var bytes: [UInt8] = []
  /// The number of bytes at the beginning that were taken.
  private var takenCount = 0
  private var budget: SourceBudget

  /// Number of bytes of one read. Four reads at once, so that a source cannot keep the agent from its other work.
  private static let readSize = 64 << 10
  private static let readLimit = 4

  /// Connects to a socket at a path.
  init(to path: String) throws(SourceFailure) {
    self.init(
      try SourceFailure.mapping { () throws(SystemError) in try LocalConnection(to: path) }, budget: SourceBudget())
  }

  /// Takes a connection over.
  init(_ connection: LocalConnection, budget: SourceBudget) { (self.connection, self.budget) = (connection, budget) }

  /// The descriptor, readable when there is data.
  var descriptor: OpenDescriptor { connection.descriptor }

  /// What has arrived and was not taken.
  var available: ArraySlice<UInt8> { bytes[takenCount...] }

  /// Whether the other side has closed the connection. What has arrived before can still be taken.
  private(set) var hasEnded = false

  /// Reads what has arrived.
  ///
  /// - Parameter now: CLOCK_MONOTONIC in nanoseconds.
  mutating func fill(at now: Int64) throws(SourceFailure) {
    if takenCount > 0 { bytes = Array(available) }
    takenCount = 0
    for _ in 0..<Self.readLimit {
      let reading = try SourceFailure.mapping { () throws(SystemError) in try connection.read(atMost: Self.readSize) }
      switch reading {
      case .nothing: return
      case .end:
        hasEnded = true
        return
      case .bytes(let read):
        bytes += read
        try budget.spend(bytes: read.count, at: now)
        if read.count < Self.readSize { return }
      }
    }
  }

  /// Takes a message of `count` bytes, which must be available.
  mutating func take(_ count: Int) throws(SourceFailure) -> [UInt8] {
    try budget.spendMessage()
    defer { takenCount += count }
    return Array(available.prefix(count))
  }

  /// Sends a request. A source that has no room for it does not read what it is sent.
  func send(_ request: [UInt8]) throws(SourceFailure) {
    let sent = try SourceFailure.mapping { () throws(SystemError) in try connection.write(request[...]) }
    if sent < request.count { throw .malformed("it does not read requests") }
  }
}

/// What a source may send: a stock that fills up with time.
struct SourceBudget: Hashable, Sendable {
  /// Some trees of hundreds of windows, then as much as windows that change their titles with every frame cause.
  private static let bytes = (limit: 32 << 20, perSecond: 1 << 20)
  private let messageLimit: Int
  private let messagesPerSecond: Int

  private var byteCount = Self.bytes.limit
  private var messageCount: Int
  private var filledAt: Int64?

  /// Creates a full stock: by default that of a source of windows.
  init(messages limit: Int = 4_000, perSecond: Int = 400) {
    (messageLimit, messagesPerSecond, messageCount) = (limit, perSecond, limit)
  }

  /// Takes bytes off the stock.
  ///
  /// - Parameter now: CLOCK_MONOTONIC in nanoseconds.
  mutating func spend(bytes: Int, at now: Int64) throws(SourceFailure) {
    let earlier = filledAt ?? now
    let seconds = Int((now - earlier) / 1_000_000_000)
    if seconds > 0 {
      // More seconds than fill the stock make no difference, and cannot overflow.
      let filling = min(seconds, 3600)
      byteCount = min(Self.bytes.limit, byteCount + filling * Self.bytes.perSecond)
      messageCount = min(messageLimit, messageCount + filling * messagesPerSecond)
    }
    filledAt = earlier + Int64(max(0, seconds)) * 1_000_000_000
    byteCount -= bytes
    if byteCount < 0 { throw .flooding }
  }

  /// Takes a message off the stock.
  mutating func spendMessage() throws(SourceFailure) {
    messageCount -= 1
    if messageCount < 0 { throw .flooding }
  }
}

/// Reads the fields of a message in the byte order of this machine.
struct WireReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// Whether all was read.
  var isAtEnd: Bool { rest.isEmpty }

  mutating func bytes(_ count: Int) throws(SourceFailure) -> ArraySlice<UInt8> {
    guard count >= 0, count <= rest.count else { throw .malformed("a message is too short") }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func skip(_ count: Int) throws(SourceFailure) { _ = try bytes(count) }

  mutating func uint8() throws(SourceFailure) -> UInt8 { try bytes(1).first ?? 0 }

  mutating func uint16() throws(SourceFailure) -> UInt16 {
    UInt16(littleEndian: try bytes(2).reversed().reduce(0) { $0 << 8 | UInt16($1) })
  }

  mutating func uint32() throws(SourceFailure) -> UInt32 {
    UInt32(littleEndian: try bytes(4).reversed().reduce(0) { $0 << 8 | UInt32($1) })
  }
}

/// Writes the fields of a message in the byte order of this machine.
struct WireWriter {
  private(set) var bytes: [UInt8] = []

  mutating func uint8(_ value: UInt8) { bytes.append(value) }
  mutating func uint16(_ value: UInt16) { withUnsafeBytes(of: value) { bytes += $0 } }
  mutating func uint32(_ value: UInt32) { withUnsafeBytes(of: value) { bytes += $0 } }
  mutating func append(_ other: some Sequence<UInt8>) { bytes += other }

  mutating func uint64(_ value: UInt64) { withUnsafeBytes(of: value) { bytes += $0 } }

  /// Writes a number over the four bytes at a place.
  mutating func replace(at place: Int, with value: UInt32) {
    withUnsafeBytes(of: value) { bytes.replaceSubrange(place..<place + 4, with: $0) }
  }

  /// Appends null bytes up to a multiple of four, or of another number.
  mutating func pad(to multiple: Int = 4) { while bytes.count % multiple != 0 { bytes.append(0) } }
}
