import SchedulerCivilTime
import SchedulerJSON
import SchedulerStore

/// The reason why a file of accepted configurations in a state directory cannot be used.
public enum AcceptedConfigurationError: Error, Hashable, Sendable {
  /// A newer program wrote the file, in a version unknown to this program.
  case newerVersion(Int64)
  /// No version of the program writes such a file, for the given reason.
  case damaged(String)
  /// The file is not the one that the state names.
  case different
  /// The state names the file, but it does not exist.
  case missing
  /// The path is not a regular file, or the file is too large, for the given reason.
  case unfit(FileSystemError.Reason)
  /// An error of the file system.
  case unreadable(FileSystemError)
}

extension AcceptedConfigurationError: CustomStringConvertible {
  /// A short message, for example `it is damaged: the JSON text ends too early, at byte 7`.
  public var description: String {
    switch self {
    case .newerVersion(let version): "it has version \(version) and was written by a newer program"
    case .damaged(let reason): "it is damaged: \(reason)"
    case .different: "it is not what was accepted last"
    case .missing: "it is missing"
    case .unfit(let reason): reason.description
    case .unreadable(let error): error.description
    }
  }
}

extension AcceptedConfiguration {
  /// The version of the format.
  private static let version: Int64 = 1

  /// One JSON object and a line feed, without the earlier configurations.
  public var bytes: [UInt8] {
    var json = JSONWriter()
    json.value(object)
    json.newline()
    return json.bytes
  }

  private var object: JSONObject {
    JSONObject([
      "version": .integer(Self.version), "title": .string(title), "acceptedAt": .string(acceptedAt.description),
      "files": .array(files.map(\.json)), "lists": .array(lists.map(\.json)),
      "systemZone": systemZone.map(\.json) ?? .null, "namedZones": .array(namedZones.map(\.json)),
    ])
  }

  /// Parses a file. Files of older programs contain the earlier configurations in the same object, as `earlier`.
  ///
  /// - Throws: the reason why the file cannot be used.
  public init(parsing bytes: [UInt8]) throws(AcceptedConfigurationError) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: bytes)
    } catch {
      throw .damaged("\(error)")
    }
    try self.init(value)
    for element in value["earlier"]?.arrayValue ?? [] { earlier.append(try AcceptedConfiguration(element)) }
  }

  /// Parses a configuration without the earlier ones.
  private init(_ value: JSONValue) throws(AcceptedConfigurationError) {
    guard let version = value["version"]?.integerValue else { throw Self.missing("version") }
    guard version <= Self.version else { throw .newerVersion(version) }
    guard let title = value["title"]?.stringValue else { throw Self.missing("title") }
    guard let acceptedAt = value["acceptedAt"]?.stringValue.flatMap({ Instant(rfc3339: $0) }) else {
      throw Self.missing("acceptedAt")
    }
    let systemZone = value["systemZone"]
    self.init(
      title: title, acceptedAt: acceptedAt, files: try Self.elements("files", of: value, reading: File.init),
      lists: try Self.elements("lists", of: value, reading: File.init),
      systemZone: systemZone == .null ? nil : systemZone.flatMap(Zone.init),
      namedZones: try Self.elements("namedZones", of: value, reading: Zone.init))
    guard systemZone == .null || self.systemZone != nil else { throw Self.missing("systemZone") }
  }

  private static func missing(_ key: String) -> AcceptedConfigurationError {
    .damaged("'\(key)' is missing or not what it has to be")
  }

  private static func elements<Element>(
    _ key: String, of value: JSONValue, reading read: (JSONValue) -> Element?
  ) throws(AcceptedConfigurationError) -> [Element] {
    guard let values = value[key]?.arrayValue else { throw missing(key) }
    let elements = values.compactMap(read)
    guard elements.count == values.count else { throw missing(key) }
    return elements
  }
}

extension AcceptedConfiguration.File {
  fileprivate var json: JSONValue { .object(["name": .string(name), "text": .string(text)]) }

  fileprivate init?(_ value: JSONValue) {
    guard let name = value["name"]?.stringValue, let text = value["text"]?.stringValue else { return nil }
    self.init(name: name, text: text)
  }
}

extension AcceptedConfiguration.Zone {
  fileprivate var json: JSONValue {
    .object(["identifier": .string(identifier), "fingerprint": .string(String(fingerprint, radix: 16))])
  }

  fileprivate init?(_ value: JSONValue) {
    guard let identifier = value["identifier"]?.stringValue,
      let fingerprint = value["fingerprint"]?.stringValue.flatMap({ UInt64($0, radix: 16) })
    else { return nil }
    self.init(identifier: identifier, fingerprint: fingerprint)
  }
}
