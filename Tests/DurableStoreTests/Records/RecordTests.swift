import Testing

@testable import SchedulerStore

@Suite struct RecordTests {
  private let records = (1...3).map { Record(sequence: $0, payload: Array("payload \($0)".utf8)) }

  private func pieces(_ bytes: [UInt8]) -> [RecordScanner.Piece] {
    var scanner = RecordScanner(bytes)
    var pieces: [RecordScanner.Piece] = []
    while let piece = scanner.next() { pieces.append(piece) }
    return pieces
  }

  @Test(arguments: [0, 1, 7, 8, 9, 1000])
  func `a record is read as it was written`(size: Int) {
    let record = Record(sequence: .max - UInt64(size), payload: Array(repeating: 0xF5, count: size))
    #expect(record.bytes.count == size + Record.overhead)
    #expect(pieces(record.bytes) == [.record(record)])
  }

  @Test func `records follow each other without anything between`() {
    #expect(pieces(records.flatMap(\.bytes)) == records.map { .record($0) })
  }

  @Test(arguments: 0..<29 * 8)
  func `the scanner reports each changed bit as damage and reads the records around it`(bit: Int) {
    let length = records[1].bytes.count
    var bytes = records.flatMap(\.bytes)
    bytes[length + bit / 8] ^= 1 << UInt8(bit % 8)
    #expect(pieces(bytes) == [.record(records[0]), .damage(length..<2 * length), .record(records[2])])
  }

  @Test(arguments: 1..<29)
  func `an incomplete record is reported as damage`(kept: Int) {
    let bytes = records[0].bytes + records[1].bytes.prefix(kept)
    #expect(pieces(bytes) == [.record(records[0]), .damage(29..<29 + kept)])
  }

  @Test func `the reader continues after lost, foreign and zeroed bytes`() {
    let strange: [[UInt8]] = [
      [0], Record.magic, Record.magic + Record.magic, Array(repeating: 0, count: 5000),
      Array(records[0].bytes.dropFirst()), Record.magic + [0xFF, 0xFF, 0xFF, 0xFF] + Array(repeating: 1, count: 20),
    ]
    for bytes in strange {
      #expect(
        pieces(bytes + records[0].bytes + bytes + records[1].bytes) == [
          .damage(0..<bytes.count), .record(records[0]),
          .damage(bytes.count + 29..<2 * bytes.count + 29), .record(records[1]),
        ])
    }
  }

  @Test func `empty input has no pieces`() { #expect(pieces([]).isEmpty) }
}

@Suite struct StateRecordTests {
  @Test(
    arguments: [
      .journalStart, .snapshotStart(recordCount: 0), .snapshotStart(recordCount: .max), .changes([]),
      .changes([StateChange(key: "", payload: [])]),
      .changes([StateChange(key: "日本", payload: [0, 1, 255]), .removal(of: "b")]),
    ] as [StateRecord])
  func `a payload is read as it was written`(record: StateRecord) throws {
    #expect(try StateRecord(payload: record.payload) == record)
  }

  @Test(
    arguments: [
      ([], .malformed), ([1], .malformed), ([1, 3], .malformed), ([1, 0, 0], .malformed),
      ([1, 2, 0, 0, 0], .malformed),
      ([1, 1, 0, 1, 0x61, 0, 0, 0, 1], .malformed), ([1, 1, 0], .malformed),
      ([1, 1, 0, 1, 0xFF, 0, 0, 0, 0], .malformed),
      ([2], .unknownVersion(2)), ([0, 0], .unknownVersion(0)),
    ] as [([UInt8], StateRecord.ReadingError)])
  func `a malformed record payload or an unknown version is refused`(payload: [UInt8], error: StateRecord.ReadingError)
  {
    #expect(throws: error) { try StateRecord(payload: payload) }
  }
}
