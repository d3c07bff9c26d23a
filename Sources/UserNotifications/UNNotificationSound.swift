/// The name of a file with a sound.
public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Creates a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates a name.
  public init(_ rawValue: String) { self.init(rawValue: rawValue) }
}

/// The sound of a notification. Sounds are equal if their names and volumes are.
public final class UNNotificationSound: NSObject, Sendable {
  private let name: String
  private let volume: Float

  private init(name: String, volume: Float = 1) {
    self.name = name
    self.volume = volume
    super.init()
  }

  /// Creates a sound from a file of the app.
  public convenience init(named name: UNNotificationSoundName) { self.init(name: name.rawValue) }

  /// The usual sound.
  public static var `default`: UNNotificationSound { UNNotificationSound(name: "default") }

  /// The sound of an important alert.
  public static var defaultCritical: UNNotificationSound { UNNotificationSound(name: "critical") }

  /// The sound of a call.
  public static var defaultRingtone: UNNotificationSound { UNNotificationSound(name: "ringtone") }

  /// Returns the sound of an important alert at a volume from 0 to 1.
  public static func defaultCriticalSound(withAudioVolume volume: Float) -> UNNotificationSound {
    UNNotificationSound(name: "critical", volume: volume)
  }

  /// Whether the sounds have one name and one volume.
  override public func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationSound else { return false }
    return name == other.name && volume == other.volume
  }

  /// Equal for equal sounds.
  override public var hash: Int { name.hashValue }
}
