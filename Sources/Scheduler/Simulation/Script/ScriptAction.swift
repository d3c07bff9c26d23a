import SchedulerCivilTime

/// An action of a script: a session command, or another operation on a machine.
struct ScriptAction: Sendable {
  /// The first word.
  let name: String
  /// The full form: `start P [--for D] [--strategy S]`.
  let usage: String
  /// The maximum number of arguments.
  let most: Int
  let options: [ScriptOption]
  /// Creates the step for the arguments.
  let step: @Sendable (inout ScriptArguments) throws(ScriptProblem) -> ScriptStep.Kind

  init(
    _ name: String, arguments: String, most: Int = 0, options: [ScriptOption] = [],
    step: @escaping @Sendable (inout ScriptArguments) throws(ScriptProblem) -> ScriptStep.Kind
  ) {
    self.name = name
    usage = arguments.isEmpty ? name : "\(name) \(arguments)"
    self.most = most
    self.options = options
    self.step = step
  }

  /// Creates the action for a session command.
  init(giving row: CommandRow) {
    name = row.name
    usage = row.usage
    most = row.arguments.count
    options = row.options.map { ScriptOption(name: $0.option ?? "", placeholder: $0.placeholder) }
    step = { (words) throws(ScriptProblem) in .action(.command(try words.command(of: row))) }
  }

  /// The largest number in a script, which exceeds the number of file operations in any run.
  static let mostCount = 1_000_000_000

  static let all = CommandRow.all.map(ScriptAction.init(giving:)) + others + surroundings + faults
}

/// An option of an action.
struct ScriptOption: ArgumentOption {
  let name: String
  let placeholder: String?
  var letter: Character? { nil }

  /// An option without a value.
  static func flag(_ name: String) -> ScriptOption { ScriptOption(name: name, placeholder: nil) }
  /// An option with a value.
  static func value(_ name: String, placeholder: String) -> ScriptOption {
    ScriptOption(name: name, placeholder: placeholder)
  }
}

extension ScriptAction {
  /// Actions of users and programs in addition to the session commands.
  private static let others: [ScriptAction] = [
    ScriptAction("authorize", arguments: "[--revoke]", options: [.flag("revoke")]) { words in
      .action(.authorization(!words.has("revoke")))
    },
    ScriptAction(
      "activity", arguments: "NAME start|end [--profile ID]", most: 2, options: [.value("profile", placeholder: "ID")]
    ) {
      (words) throws(ScriptProblem) in
      let name = try words.need("the name of an activity").text
      let phase = try words.choice(
        try words.need("'start' or 'end'"), among: [("start", ActivityPhase.start), ("end", .end)])
      return .action(.activity(name: name, profile: words.value(of: "profile")?.text, phase))
    },
  ]

  /// Actions on the environment of the process.
  private static let surroundings: [ScriptAction] = [
    ScriptAction("configuration", arguments: "FILE", most: 1) { (words) throws(ScriptProblem) in
      let file = try words.need("a file")
      return .configuration(file: file.text)
    },
    ScriptAction("clock", arguments: "T|+D|-D|right [--synchronised]", most: 4, options: [.flag("synchronised")]) {
      (words) throws(ScriptProblem) in
      var time = [try words.need("a time")]
      while let word = words.next() { time.append(word) }
      return .action(.clock(try words.clock(time), isSynchronised: words.has("synchronised")))
    },
    ScriptAction("zone", arguments: "ZONE", most: 1) { (words) throws(ScriptProblem) in
      .action(.zone(try words.zone(try words.need("a zone"))))
    },
    ScriptAction("suspend", arguments: "D", most: 1) { (words) throws(ScriptProblem) in
      .action(.suspend(seconds: try words.seconds(try words.need("a duration"))))
    },
    ScriptAction("wake", arguments: "") { _ in .action(.wake) },
    ScriptAction("wake-ups", arguments: "normal|dropped|doubled|late D", most: 2) { (words) throws(ScriptProblem) in
      let word = try words.need("'normal', 'dropped', 'doubled' or 'late'")
      let wakeUps = try words.choice(
        word,
        among: [("normal", WakeUps.normal), ("dropped", .dropped), ("doubled", .doubled), ("late", .late(seconds: 0))])
      guard wakeUps == .late(seconds: 0) else { return .action(.wakeUps(try words.last(wakeUps))) }
      return .action(.wakeUps(.late(seconds: try words.seconds(try words.need("a duration")))))
    },
  ]

  /// Faults.
  private static let faults: [ScriptAction] = [
    ScriptAction(
      "crash", arguments: "[before|within|after N] [--bytes B] [--down]", most: 2,
      options: [.value("bytes", placeholder: "B"), .flag("down")]
    ) { (words) throws(ScriptProblem) in
      .action(.crash(try words.point(), staysDown: words.has("down")))
    },
    ScriptAction("launch", arguments: "") { _ in .action(.launch) },
    ScriptAction(
      "reboot", arguments: "[--off D] [--clock T]",
      options: [.value("off", placeholder: "D"), .value("clock", placeholder: "T")]
    ) {
      (words) throws(ScriptProblem) in .action(.reboot(try words.outage()))
    },
    ScriptAction(
      "power-cut", arguments: "[before|within|after N] [--bytes B] [--off D] [--clock T]", most: 2,
      options: [.value("bytes", placeholder: "B"), .value("off", placeholder: "D"), .value("clock", placeholder: "T")]
    ) { (words) throws(ScriptProblem) in
      .action(.powerCut(try words.point(), try words.outage()))
    },
    ScriptAction("disk", arguments: "normal|full|read-only|fail N", most: 2) { (words) throws(ScriptProblem) in
      let word = try words.need("'normal', 'full', 'read-only' or 'fail'")
      let state = try words.choice(
        word,
        among: [
          ("normal", DiskState.normal), ("full", .full), ("read-only", .readOnly), ("fail", .failing(operation: 0)),
        ])
      guard state == .failing(operation: 0) else { return .action(.disk(try words.last(state))) }
      return .action(.disk(.failing(operation: try words.count(try words.need("the number of a file operation")))))
    },
  ]
}

extension ScriptArguments {
  /// Returns the last value of an action. Throws if another argument follows.
  fileprivate mutating func last<Value>(_ value: Value) throws(ScriptProblem) -> Value {
    if let surplus = next() { throw .surplus(surplus, of: action) }
    return value
  }

  fileprivate func zone(_ word: ScriptWord) throws(ScriptProblem) -> ZoneRules {
    do throws(ZoneError) {
      return try context.zones.rules(for: word.text)
    } catch {
      throw .noZone(error, at: word, known: context.zones.identifiers())
    }
  }
}
