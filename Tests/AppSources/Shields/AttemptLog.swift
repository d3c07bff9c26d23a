import Foundation

final class AttemptLog: Sendable {
  static let shared = AttemptLog()
  private let suiteName = "group.com.example.shields"

  private init() {}

  private var defaults: UserDefaults { UserDefaults(suiteName: suiteName) ?? .standard }

  var count: Int { defaults.integer(forKey: "attempts") }
  var lastAttempt: Date? { defaults.object(forKey: "lastAttempt") as? Date }

  func record() {
    defaults.set(count + 1, forKey: "attempts")
    defaults.set(Date(), forKey: "lastAttempt")
  }
}
