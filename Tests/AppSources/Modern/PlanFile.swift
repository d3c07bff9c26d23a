import DeviceActivity
import Foundation

/// The plans, in the defaults that app and monitor share.
struct PlanFile: Sendable {
  static let suite = "group.com.example.modern"

  private var defaults: UserDefaults? { UserDefaults(suiteName: Self.suite) }

  var plans: [FocusPlan] {
    get {
      guard let data = defaults?.data(forKey: #function) else { return [] }
      let plans = try? JSONDecoder().decode([FocusPlan].self, from: data)
      return plans ?? []
    }
    nonmutating set { defaults?.set(try? JSONEncoder().encode(newValue), forKey: #function) }
  }

  func plan(named activity: DeviceActivityName) throws(FocusError) -> FocusPlan {
    guard let plan = plans.first(where: { $0.id.uuidString == activity.rawValue }) else { throw .noPlan(activity) }
    return plan
  }

  func record(_ date: Date, of activity: DeviceActivityName) {
    defaults?.set(date.formatted(.iso8601), forKey: "ended." + activity.rawValue)
  }

  func ending(of plan: FocusPlan) -> String? { defaults?.string(forKey: "ended." + plan.id.uuidString) }
}
