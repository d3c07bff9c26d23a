import Testing

extension SemanticsPolicy {
  /// `documented`, and each policy that differs from it in one choice.
  ///
  /// A test that passes under all of them shows that the app does not depend on a choice:
  ///
  /// ```swift
  /// @Test(.virtualDevice, arguments: SemanticsPolicy.allVariants)
  /// func `a break ends`(policy: SemanticsPolicy) throws { … }
  /// ```
  ///
  /// Choices with a seed or a time have one variant: the order of seed 1, and a latency of three seconds.
  public static let allVariants: [SemanticsPolicy] = [documented] + choices.flatMap(\.variants)

  /// A choice: its name, how it reads in a policy, and the policies that differ from `documented` in it.
  private struct Choice: Sendable {
    let name: String
    let value: @Sendable (SemanticsPolicy) -> String
    let variants: [SemanticsPolicy]

    init<Value: Hashable & Sendable>(
      _ name: String, at path: WritableKeyPath<SemanticsPolicy, Value> & Sendable, values: [Value]
    ) {
      self.name = name
      value = { "\($0[keyPath: path])" }
      variants = values.filter { $0 != documented[keyPath: path] }.map { documented.with(path, $0) }
    }

    init<Value: Hashable & Sendable & CaseIterable>(
      _ name: String, at path: WritableKeyPath<SemanticsPolicy, Value> & Sendable
    ) {
      self.init(name, at: path, values: Array(Value.allCases))
    }
  }

  private static let choices: [Choice] = [
    Choice("mixedComponents", at: \.mixedComponents), Choice("componentZone", at: \.componentZone),
    Choice("intervalLength", at: \.intervalLength), Choice("overwrite", at: \.overwrite),
    Choice("finishedActivities", at: \.finishedActivities), Choice("reboot", at: \.reboot),
    Choice("warnings", at: \.warnings),
    Choice("thresholdAtEnd", at: \.thresholdAtEnd), Choice("concurrency", at: \.concurrency),
    Choice("tieOrder", at: \.tieOrder, values: [.random(seed: 1)]), Choice("stopInCallback", at: \.stopInCallback),
    Choice("monitorLifetime", at: \.monitorLifetime), Choice("stopBeforeStart", at: \.stopBeforeStart),
    Choice("shieldTime", at: \.shieldTime), Choice("latency", at: \.latency, values: [.observed]),
    Choice("settings.overflow", at: \.settings.overflow),
    Choice(
      "settings.crossProcessReads", at: \.settings.crossProcessReads, values: [.alwaysStale, .staleReads(seed: 1)]),
    Choice("authorization.statusScope", at: \.authorization.statusScope),
    Choice("authorization.revokedStatus", at: \.authorization.revokedStatus),
    Choice("authorization.publishesRevocation", at: \.authorization.publishesRevocation, values: [true]),
  ]
}

extension SemanticsPolicy: CustomStringConvertible, CustomTestStringConvertible {
  /// The choices that differ from those of `documented`, such as `reboot: losesMonitoring`; `documented` for none.
  public var description: String {
    let differences = Self.choices.filter { $0.value(self) != $0.value(.documented) }
      .map { "\($0.name): \($0.value(self))" }
    return differences.isEmpty ? "documented" : differences.joined(separator: ", ")
  }

  /// The description, with which tests name their arguments.
  public var testDescription: String { description }
}
