/// The decoded payload of a record.
///
/// ```abnf
/// payload  = version kind content
/// version  = %x01
/// kind     = %x00 / %x01 / %x02
/// content  = ""                    ; 0: a journal begins, after the sequence of this record
///          / *change               ; 1: new states
///          / 4OCTET                ; 2: a snapshot begins, up to the sequence of this record; the number of records that follow
/// change   = key-length key state-length state
/// key-length   = 2OCTET            ; in bytes
/// state-length = 4OCTET            ; in bytes; 0: removed
/// ```
enum StateRecord: Hashable {
  case journalStart
  case changes([StateChange])
  case snapshotStart(recordCount: UInt32)

  /// The version that is written, and the only one that is read.
  static let version: UInt8 = 1

  /// The reason why an undamaged payload cannot be read.
  enum ReadingError: Error, Hashable {
    case unknownVersion(UInt8)
    case malformed
  }

  /// The encoded payload.
  var payload: [UInt8] {
    var bytes = [Self.version, kind]
    switch self {
    case .journalStart: break
    case .snapshotStart(let count): bytes.append(bigEndian: count)
    case .changes(let changes):
      for change in changes {
        bytes.append(bigEndian: UInt16(change.key.utf8.count))
        bytes += change.key.utf8
        bytes.append(bigEndian: UInt32(change.payload.count))
        bytes += change.payload
      }
    }
    return bytes
  }

  private var kind: UInt8 {
    switch self {
    case .journalStart: 0
    case .changes: 1
    case .snapshotStart: 2
    }
  }

  init(payload: [UInt8]) throws(ReadingError) {
    var rest = payload[...]
    guard let version = rest.popFirst() else { throw .malformed }
    guard version == Self.version else { throw .unknownVersion(version) }
    switch rest.popFirst() {
    case 0: self = .journalStart
    case 1: self = .changes(try Self.changes(&rest))
    case 2:
      guard let count = rest.popBigEndian(as: UInt32.self) else { throw .malformed }
      self = .snapshotStart(recordCount: count)
    default: throw .malformed
    }
    guard rest.isEmpty else { throw .malformed }
  }

  private static func changes(_ rest: inout ArraySlice<UInt8>) throws(ReadingError) -> [StateChange] {
    var changes: [StateChange] = []
    while !rest.isEmpty {
      guard let keyLength = rest.popBigEndian(as: UInt16.self), let key = rest.popFirst(Int(keyLength)),
        let text = String(validating: key, as: UTF8.self),
        let stateLength = rest.popBigEndian(as: UInt32.self), let state = rest.popFirst(Int(stateLength))
      else { throw .malformed }
      changes.append(StateChange(key: text, payload: Array(state)))
    }
    return changes
  }
}
