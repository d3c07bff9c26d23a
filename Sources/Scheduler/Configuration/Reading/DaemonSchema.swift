import SchedulerDiagnostics

extension TableSchema where Draft == DaemonDraft {
  /// `[daemon]`
  static var daemon: Self {
    TableSchema(
      "the 'daemon' table",
      rows: [
        KeyRow(
          "authorized", value: .boolean,
          summary: "Consent given by an administrator; counts only in a file that root owns and others cannot write",
          default: "false"
        ) { $0.settings.isAuthorized = $1 },
        KeyRow(
          "on-exit", value: .choice("value"),
          summary: "What becomes of the shield when the daemon is stopped on purpose",
          default: "\"lift\""
        ) { $0.settings.onExit = $1 },
        KeyRow("group", value: .located(.string), summary: "A group whose members may steer sessions", default: "none")
        {
          $0.group = $1
        },
        KeyRow("cooldown", value: .duration, summary: "How long loosening edits wait", default: "\"0s\"") {
          $0.settings.cooldownSeconds = $1
        },
        KeyRow(
          "private", value: .boolean, summary: "Whether only the group may read what is published", default: "false"
        ) {
          $0.settings.isPrivate = $1
        },
        KeyRow("notify", value: .boolean, summary: "Whether there are desktop notifications", default: "true") {
          $0.settings.notifies = $1
        },
        KeyRow("history", value: .duration(), summary: "How long sessions and events are kept", default: "\"90d\"") {
          $0.settings.historySeconds = $1
        },
      ])
  }
}

extension TableSchema where Draft == EnforcementSettings {
  /// `[enforce]`
  static var enforcement: Self {
    TableSchema(
      "the 'enforce' table",
      rows: [
        KeyRow(
          "adapters", value: .adapters,
          summary: "What the shield is applied by; an empty list computes without enforcing",
          default: "\"auto\""
        ) { $0.adapters = $1 }
      ])
  }
}

extension ValueReader where Output == [EnforcementSettings.Adapter]? {
  /// A list of adapters, or nil for `"auto"`.
  fileprivate static var adapters: Self {
    let expectation = "a list of adapters or \"auto\""
    let list = ValueReader<[EnforcementSettings.Adapter]>.list(expectation, of: .choice("adapter"))
    let shape = { ValueShape.anyOf([.choice(["auto"]), list.shape()]) }
    return ValueReader(expectation: expectation, shape: shape) { value, reading in
      if value.string == "auto" { return .some(nil) }
      return list.read(value, &reading).map { .some($0) }
    }
  }
}
