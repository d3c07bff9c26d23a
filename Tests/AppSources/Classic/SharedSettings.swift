import FamilyControls
import Foundation

class SharedSettings {
  static let shared = SharedSettings()
  static var groupIdentifier = "group.com.example.classic"
  static var verbose = false
  static var callbackCount = 0

  private let defaults: UserDefaults!
  private lazy var encoder = PropertyListEncoder()

  private init() {
    defaults = UserDefaults(suiteName: SharedSettings.groupIdentifier)
  }

  var selection: FamilyActivitySelection {
    get {
      guard let data = defaults.data(forKey: "selection"),
        let selection = try? PropertyListDecoder().decode(FamilyActivitySelection.self, from: data)
      else { return FamilyActivitySelection() }
      return selection
    }
    set {
      defaults.set(try? encoder.encode(newValue), forKey: "selection")
      defaults.synchronize()
    }
  }

  var limitReachedAt: Date? {
    get { defaults.object(forKey: "limitReachedAt") as? Date }
    set { defaults.set(newValue, forKey: "limitReachedAt") }
  }

  @discardableResult
  func append(_ line: String) -> [String] {
    var lines = defaults.stringArray(forKey: "lines") ?? []
    lines.append(line)
    defaults.set(lines, forKey: "lines")
    return lines
  }

  var lines: [String] { defaults.stringArray(forKey: "lines") ?? [] }
}
