/// Which module may import which. The direction of these arrows is the architecture.
enum ModuleTable {
  private static let everythingBelowTheCommand: Set<String> = [
    "SchedulerDiagnostics", "SchedulerTOML", "SchedulerCivilTime", "SchedulerJSON", "SchedulerStore", "Scheduler",
    "CSchedulerLinux", "SchedulerPlatform", "SchedulerEnforcement",
    "SchedulerInstance", "SchedulerUsage", "SchedulerDaemon", "ShieldPage",
  ]

  /// The modules and what each may import.
  static let imports: [String: Set<String>] = [
    "SchedulerDiagnostics": [],
    "SchedulerTOML": ["SchedulerDiagnostics"],
    "SchedulerCivilTime": [],
    "SchedulerJSON": [],
    "SchedulerStore": [],
    "Scheduler": ["SchedulerDiagnostics", "SchedulerTOML", "SchedulerCivilTime", "SchedulerJSON", "SchedulerStore"],
    "CSchedulerLinux": [],
    "SchedulerPlatform": ["CSchedulerLinux", "SchedulerCivilTime", "SchedulerStore", "Glibc"],
    "SchedulerEnforcement": [
      "Scheduler", "SchedulerCivilTime", "SchedulerStore", "SchedulerPlatform", "SchedulerJSON", "SchedulerDiagnostics",
    ],
    "SchedulerInstance": [
      "Scheduler", "SchedulerDiagnostics", "SchedulerTOML", "SchedulerCivilTime", "SchedulerJSON", "SchedulerStore",
      "SchedulerPlatform",
    ],
    "SchedulerUsage": ["Scheduler", "SchedulerCivilTime", "SchedulerStore", "SchedulerPlatform", "SchedulerJSON"],
    "SchedulerDaemon": [
      "SchedulerInstance", "Scheduler", "SchedulerCivilTime", "SchedulerStore", "SchedulerPlatform",
      "SchedulerEnforcement",
      "SchedulerJSON",
      "SchedulerDiagnostics",
    ],
    "ShieldPage": ["Scheduler", "SchedulerCivilTime", "SchedulerJSON"],
    "schedctl": everythingBelowTheCommand,
    "ScreenTimeSystem": ["Foundation"],
    "FoundationAdditions": ["Foundation", "ScreenTimeSystem"],
    "OSLog": ["Foundation", "ScreenTimeSystem", "FoundationAdditions"],
    "os": ["OSLog"],
    "UIKit": ["Foundation", "FoundationAdditions"],
    "_Testing_UIKit": ["Testing"],
    "UserNotifications": ["Foundation", "ScreenTimeSystem", "FoundationAdditions"],
    "WidgetKit": ["Foundation", "ScreenTimeSystem", "FoundationAdditions"],
    "ManagedSettings": ["Foundation", "ScreenTimeSystem", "FoundationAdditions"],
    "ManagedSettingsUI": ["Foundation", "ManagedSettings", "UIKit"],
    "FamilyControls": ["Foundation", "ScreenTimeSystem", "FoundationAdditions", "ManagedSettings"],
    "DeviceActivity": [
      "Foundation", "ScreenTimeSystem", "FoundationAdditions", "ManagedSettings", "Scheduler", "SchedulerCivilTime",
      "SchedulerPlatform",
    ],
    "CVirtualClock": [],
    "CVirtualPreferences": [],
    "VirtualTime": ["CVirtualClock"],
    "ScreenTimeTesting": [
      "Foundation", "Testing", "ScreenTimeSystem", "FoundationAdditions", "VirtualTime", "CVirtualPreferences",
      "DeviceActivity",
      "ManagedSettings",
      "ManagedSettingsUI", "FamilyControls", "OSLog", "os", "UIKit", "UserNotifications", "WidgetKit", "Scheduler",
      "_Testing_UIKit",
      "SchedulerCivilTime", "SchedulerJSON", "SchedulerPlatform", "SchedulerStore", "_Concurrency",
    ],
  ]

  /// The modules whose public declarations Apple has named.
  static let appleShaped: Set<String> = [
    "FoundationAdditions", "OSLog", "os", "UIKit", "UserNotifications", "WidgetKit", "ManagedSettings",
    "ManagedSettingsUI", "FamilyControls", "DeviceActivity",
  ]

  /// What needs no leave: the standard library itself.
  static let standardLibrary: Set<String> = ["Swift", "Synchronization"]
}

/// A module imports only what the table allows: the system only in `Platform`, Foundation nowhere.
struct ImportRule: Rule {
  func violations(in file: SourceFile) -> [Violation] {
    guard let module = file.module, file.isSwift else { return [] }
    guard let allowed = ModuleTable.imports[module] else {
      return [file.violation("module '\(module)' is not in the table of modules")]
    }
    return file.imports.compactMap { line, imported in
      if allowed.union(ModuleTable.standardLibrary).contains(imported) { return nil }
      return file.violation("'\(module)' may not import '\(imported)'", line: line)
    }
  }
}

extension SourceFile {
  /// The modules that are imported, with their lines.
  var imports: [(line: Int, module: String)] {
    code.enumerated().compactMap { index, line in
      let words = line.split(separator: " ").filter { !$0.hasPrefix("@") }
      let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
      let access: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
      var rest = words.drop { access.contains($0) }
      guard rest.popFirst() == "import" else { return nil }
      if let kind = rest.first, kinds.contains(kind) { rest.removeFirst() }
      return rest.first.map { (index + 1, String($0.prefix { $0 != "." })) }
    }
  }
}
