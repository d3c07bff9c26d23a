extension SettingRow<Configuration> {
  /// The settings that apply to all profiles, except hooks, in the order of the language's documentation.
  static let file: [SettingRow] = [
    // The zone of profiles that name none; it does not matter where there are none.
    SettingRow(
      "timezone", isSame: { !$0.isZoneFollowed || !$1.isZoneFollowed || $0.zone.means($1.zone) },
      text: \.zone.choice.text, keep: { $1.zone = $0.zone }
    ) { _, _ in .loosens },
    SettingRow(
      "emergency", value: { $0.emergency.normal }, text: \.text,
      keep: { $1.emergency = $1.emergency.limited(to: $0.emergency) }
    ) { ChangeDirection(loosensIf: $1.loosens($0)) },
    SettingRow("daemon.authorized", at: \.daemon.isAuthorized, text: { "\($0)" }) { old, _ in
      ChangeDirection(loosensIf: old)
    },
    SettingRow("daemon.on-exit", at: \.daemon.onExit, text: \.rawValue) { ChangeDirection(loosensIf: $1 == .lift) },
    SettingRow("daemon.group", at: \.daemon.group, text: { $0 ?? "none" }) { ChangeDirection(loosensIf: $1 != nil) },
    SettingRow("daemon.cooldown", at: \.daemon.cooldownSeconds, text: DurationText.text) {
      ChangeDirection(loosensIf: $1 < $0)
    },
    SettingRow(neutral: "daemon.private", value: { $0.daemon.isPrivate }, text: { "\($0)" }),
    SettingRow(neutral: "daemon.notify", value: { $0.daemon.notifies }, text: { "\($0)" }),
    SettingRow(neutral: "daemon.history", value: { $0.daemon.historySeconds }, text: DurationText.text),
    SettingRow(neutral: "daemon.keep-use", value: { $0.daemon.useSeconds }, text: DurationText.text),
    SettingRow(
      "enforce.adapters", value: { AdapterChoice($0.enforcement) }, text: \.text,
      keep: { $1.enforcement.adapters = AdapterChoice($1.enforcement).joined(with: AdapterChoice($0.enforcement)) }
    ) {
      ChangeDirection(loosensIf: !$1.includes($0))
    },
    SettingRow("enforce.grace", at: \.enforcement.graceSeconds, text: DurationText.text) {
      ChangeDirection(loosensIf: $1 > $0)
    },
    // A program that is stopped is kept with what it holds, and continues by itself.
    SettingRow("enforce.freeze", at: \.enforcement.freezes, text: { "\($0)" }) { _, new in
      ChangeDirection(loosensIf: new)
    },
    SettingRow(
      "enforce.program", at: \.enforcement.program, text: { $0.isEmpty ? "none" : $0.joined(separator: " ") }
    ) { old, _ in ChangeDirection(loosensIf: !old.isEmpty) },
  ]
}

extension Configuration {
  /// Whether the zone of the files applies to a profile.
  fileprivate var isZoneFollowed: Bool { profiles.contains { $0.zone == nil } }
}

/// The enabled adapters; their order has no effect.
private struct AdapterChoice: Equatable {
  private let adapters: Set<EnforcementSettings.Adapter>?

  init(_ settings: EnforcementSettings) { adapters = settings.adapters.map { Set($0) } }

  func includes(_ other: AdapterChoice) -> Bool {
    guard let adapters else { return true }
    return adapters.isSuperset(of: other.adapters ?? Set(EnforcementSettings.Adapter.allCases))
  }

  /// The adapters of both, in the order of the language's documentation; nil for all adapters.
  func joined(with other: AdapterChoice) -> [EnforcementSettings.Adapter]? {
    guard let adapters, let others = other.adapters else { return nil }
    return EnforcementSettings.Adapter.allCases.filter(adapters.union(others).contains)
  }

  var text: String {
    guard let adapters else { return "auto" }
    let names = EnforcementSettings.Adapter.allCases.filter(adapters.contains).map(\.rawValue)
    return names.isEmpty ? "none" : names.joined(separator: ", ")
  }
}

/// Compares the hooks of two configurations.
enum HookComparison {
  /// The removed hooks, then the added hooks, each in the order of its files. That order itself is not compared.
  static func changes(from old: Configuration, to new: Configuration) -> [SettingChange] {
    hooks(of: old, beyond: new).map { SettingChange(key: "hook", old: $0.text, new: nil, direction: .neutral) }
      + hooks(of: new, beyond: old).map { SettingChange(key: "hook", old: nil, new: $0.text, direction: .neutral) }
  }

  private static func hooks(of first: Configuration, beyond second: Configuration) -> [Hook] {
    var counts: [Hook: Int] = [:]
    for hook in second.hooks { counts[hook.normal, default: 0] += 1 }
    return first.hooks.filter { hook in
      let count = counts[hook.normal] ?? 0
      counts[hook.normal] = count - 1
      return count <= 0
    }
  }
}

extension Hook {
  /// The hook with each event once, in the order of `EventName`.
  fileprivate var normal: Hook {
    Hook(on: EventName.allCases.filter(events.contains), of: activities, command: command)
  }

  /// `intervalDidStart, sessionDidEnd of break: /usr/bin/logger -t schedctl`
  fileprivate var text: String {
    "\(normal.events.map(\.rawValue).joined(separator: ", "))\(activities.text): \(command.joined(separator: " "))"
  }
}

extension ActivitySelection {
  /// ` of break, pause`; empty for the standard selection.
  fileprivate var text: String {
    switch self {
    case .standard: ""
    case .all: " of all activities"
    case .kinds(let kinds): " of \(kinds.sorted().joined(separator: ", "))"
    }
  }
}
