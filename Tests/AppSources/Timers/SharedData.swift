import FamilyControls
import Foundation

struct ProfileSnapshot: Codable, Equatable {
  var id: UUID
  var name: String
  var selectedActivity: FamilyActivitySelection
  var weekdays: [Int]
  var enableAllowMode = false
  var enableStrictMode = false
  var domains: [String] = []
}

enum SharedData {
  private static let suiteName = "group.com.example.timers"

  private enum Key: String {
    case profileSnapshots
    case activeProfileId
  }

  private static var suite: UserDefaults { UserDefaults(suiteName: suiteName)! }

  static var profileSnapshots: [String: ProfileSnapshot] {
    get {
      guard let data = suite.data(forKey: Key.profileSnapshots.rawValue) else { return [:] }
      return (try? JSONDecoder().decode([String: ProfileSnapshot].self, from: data)) ?? [:]
    }
    set {
      if let data = try? JSONEncoder().encode(newValue) {
        suite.set(data, forKey: Key.profileSnapshots.rawValue)
      } else {
        suite.removeObject(forKey: Key.profileSnapshots.rawValue)
      }
    }
  }

  static var activeProfileId: String? {
    get { suite.string(forKey: Key.activeProfileId.rawValue) }
    set { suite.set(newValue, forKey: Key.activeProfileId.rawValue) }
  }

  static func snapshot(for profileId: String) -> ProfileSnapshot? { profileSnapshots[profileId] }

  static func isActive(_ profile: ProfileSnapshot) -> Bool { activeProfileId == profile.id.uuidString }
}
