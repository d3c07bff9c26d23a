import SchedulerJSON

/// Why bytes are not a shield set that this version can read.
public enum ShieldSetError: Error, Hashable, Sendable {
  /// They are no JSON.
  case malformedJSON(JSONError)
  /// They are of another version of the format.
  case unknownVersion(Int64)
  /// A value is missing, or is not what stands there.
  ///
  /// - Parameters:
  ///   - place: the keys that lead to it, such as `layers[0].domains.block[3]`; empty for the whole.
  ///   - expected: what would have been read, such as `a UUID`.
  case unexpected(place: String, expected: String)
}

extension ShieldSetError: CustomStringConvertible {
  /// One line for people, such as `expected a UUID at 'layers[0].session'`.
  public var description: String {
    switch self {
    case .malformedJSON(let error): "not JSON: \(error)"
    case .unknownVersion(let version):
      "version \(version) is not known; this program reads version \(ShieldSet.version)"
    case .unexpected(let place, let expected):
      place.isEmpty ? "expected \(expected)" : "expected \(expected) at '\(place)'"
    }
  }
}
