import SchedulerCivilTime
import SchedulerJSON

extension ShieldSet {
  /// Reads the content of `shield.json`.
  ///
  /// Keys that this version does not know are left out: newer programs may add some. Everything else is read strictly,
  /// for a key that is missing could make a layer cover others than it should. Of what `json` writes, every set is read
  /// back as it was.
  ///
  /// Complexity: O(bytes).
  ///
  /// - Parameter bytes: the whole file.
  /// - Throws: `ShieldSetError` for what is no JSON, another version, and the first value that is not as it has to be.
  public init(parsing bytes: [UInt8]) throws(ShieldSetError) {
    let value: JSONValue
    do throws(JSONError) { value = try JSONValue(parsing: bytes) } catch { throw .malformedJSON(error) }
    guard let object = value.objectValue else { throw .unexpected(place: "", expected: "an object") }
    if let version = object["version"]?.integerValue, version != Self.version { throw .unknownVersion(version) }
    do throws(StateProblem) {
      var reader = StateReader(object)
      _ = try reader.integer("version")
      self = try ShieldSet(&reader)
    } catch {
      throw .unexpected(place: error.place, expected: error.expected)
    }
  }

  private init(_ reader: inout StateReader) throws(StateProblem) {
    let generation = try reader.integer("generation")
    self.init(
      writtenAt: try reader.time("writtenAt"), bootID: try reader.string("bootId"),
      isStrict: try reader.statedFlag("strict"), validUntil: try reader.timeOrNull("validUntil"),
      validUntilBoot: try reader.statedOrNull("validUntilBoot", "a whole number or null", \.integerValue),
      layers: try reader.statedObjects("layers", AppliedLayer.init))
    self.generation = generation
  }
}

extension AppliedLayer {
  fileprivate init(_ reader: inout StateReader) throws(StateProblem) {
    self.init(
      layer: try Layer(shield: &reader), session: SessionID(try reader.uuid("session")),
      origins: try reader.texts("origins", "'schedule', 'manual', 'timer' or 'pomodoro'", Hold.Origin.init),
      until: try reader.timeOrNull("until"))
  }
}

extension Layer {
  fileprivate init(shield reader: inout StateReader) throws(StateProblem) {
    let key = try reader.take("profile", "a profile's key") { $0.stringValue.flatMap { ProfileKey($0) } }
    let id = ProfileID(try reader.uuid("id"))
    // The identity that follows from the key is no stated one.
    self.init(of: ProfileReference(key: key, id: id == ProfileID(derivedFrom: key) ? nil : id))
    users = try reader.texts("users", "the name of a user") { $0.isEmpty ? nil : $0 }
    groups = try reader.texts("groups", "the name of a group") { $0.isEmpty ? nil : $0 }
    applications = try reader.statedObject("applications", ApplicationRules.init(shield:))
    domains = try reader.statedObject("domains", DomainRules.init(shield:))
    deniesAppInstallation = try reader.statedFlag("denyAppInstallation")
    deniesAppRemoval = try reader.statedFlag("denyAppRemoval")
    screen = try reader.statedObject("screen", Screen.init(shield:))
  }
}

extension Layer.ApplicationRules {
  fileprivate init(shield reader: inout StateReader) throws(StateProblem) {
    self.init()
    self.default = try reader.layerDefault()
    block = try reader.applications("block")
    allow = try reader.applications("allow")
    blockCategories = try reader.texts("blockCategories", "a registered category") { ApplicationCategory($0) }
    allowCategories = try reader.texts("allowCategories", "a registered category") { ApplicationCategory($0) }
  }
}

extension Layer.DomainRules {
  fileprivate init(shield reader: inout StateReader) throws(StateProblem) {
    self.init()
    self.default = try reader.layerDefault()
    block = try reader.domains("block")
    allow = try reader.domains("allow")
  }
}

extension Layer.Screen {
  fileprivate init(shield reader: inout StateReader) throws(StateProblem) {
    self.init()
    words.title = try reader.string("title")
    words.subtitle = try reader.string("subtitle")
    words.button = try reader.string("button")
    icon = try reader.takeIfPresent("icon", "a text", \.stringValue) ?? ""
    color = try reader.takeIfPresent("color", "a text", \.stringValue)
  }
}

extension StateReader {
  fileprivate mutating func layerDefault() throws(StateProblem) -> Layer.Default {
    try take("default", "'allow' or 'block'") { $0.stringValue.flatMap(Layer.Default.init) }
  }

  fileprivate mutating func applications(_ key: String) throws(StateProblem) -> [ApplicationName] {
    try texts(key, "the name of an application") { $0.isEmpty ? nil : ApplicationName($0) }
  }

  fileprivate mutating func domains(_ key: String) throws(StateProblem) -> [DomainName] {
    try texts(key, "a domain in its ASCII form and lower case") { text in
      DomainText.isPlain(text.utf8) ? DomainName(checked: text) : nil
    }
  }
}

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
