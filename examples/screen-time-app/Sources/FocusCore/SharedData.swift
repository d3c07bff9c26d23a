import Foundation

/// A session that runs.
struct Session: Codable, Equatable {
  /// Who started the session.
  enum Origin: String, Codable {
    /// The window of the profile's schedule.
    case schedule
    /// A person.
    case person
  }

  /// The profile.
  var profileID: UUID
  /// Who started it.
  var origin: Origin
  /// When it started.
  var startedAt: Date
  /// When its break started; nil while there is none.
  var breakStartedAt: Date?
}

/// What the app and its extensions share. Processes do not share memory, so everything is in the defaults of the group.
enum SharedData {
  /// The name of the app group.
  static let groupName = "group.com.example.focus"

  private static var defaults: UserDefaults { UserDefaults(suiteName: groupName) ?? .standard }

  /// The profiles. The app writes them, the extensions read them.
  static var profiles: [Profile] {
    get { read([Profile].self, forKey: "profileSnapshots") ?? [] }
    set { write(newValue, forKey: "profileSnapshots") }
  }

  /// The session that runs; nil for none.
  static var session: Session? {
    get { read(Session.self, forKey: "activeSession") }
    set { write(newValue, forKey: "activeSession") }
  }

  /// Returns a profile; nil if it was deleted.
  static func profile(_ id: UUID) -> Profile? { profiles.first { $0.id == id } }

  private static func read<Value: Decodable>(_ type: Value.Type, forKey key: String) -> Value? {
    defaults.data(forKey: key).flatMap { try? JSONDecoder().decode(type, from: $0) }
  }

  private static func write(_ value: (some Encodable)?, forKey key: String) {
    defaults.set(value.flatMap { try? JSONEncoder().encode($0) }, forKey: key)
  }
}
