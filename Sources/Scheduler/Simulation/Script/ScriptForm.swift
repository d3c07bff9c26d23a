import SchedulerCivilTime

/// The form of an action in scripts.
struct ScriptForm: Sendable {
  /// The first word.
  let name: String
  /// The words behind it, as help shows them; empty for none.
  let arguments: String
  /// The most arguments that it takes.
  let most: Int
  /// Its options and whether they take a value.
  let options: [String: Bool]
  /// Makes the step of arguments.
  let step: @Sendable (inout ScriptArguments) throws(ScriptProblem) -> ScriptStep.Kind

  init(
    _ name: String, _ arguments: String, most: Int = 0, options: [String: Bool] = [:],
    _ step: @escaping @Sendable (inout ScriptArguments) throws(ScriptProblem) -> ScriptStep.Kind
  ) {
    self.name = name
    self.arguments = arguments
    self.most = most
    self.options = options
    self.step = step
  }

  /// The whole form: `start P [--for D] [--strategy S]`.
  var usage: String { arguments.isEmpty ? name : "\(name) \(arguments)" }

  /// The largest number that a script says: more file operations than a run has.
  static let mostCount = 1_000_000_000

  /// All forms.
  static let all = commands + surroundings + faults
}

extension ScriptForm {
  private static let sessionOption = ["session": true]

  /// A command about a running session.
  private static func session(
    _ name: String, _ command: @escaping @Sendable (SessionTarget) -> Command
  ) -> ScriptForm {
    ScriptForm(name, "[P]", most: 1, options: sessionOption) { (words) throws(ScriptProblem) in
      .action(.command(command(try words.target())))
    }
  }

  /// What people and programs do with sessions, as on the command line.
  private static let commands: [ScriptForm] = [
    ScriptForm(
      "start", "P [--for D] [--at T] [--strategy S]", most: 1, options: ["for": true, "at": true, "strategy": true]
    ) { (words) throws(ScriptProblem) in
      let profile = try words.profile(try words.need("a profile"))
      var options = StartOptions()
      if let word = words.value(of: "for") { options.lengthSeconds = try words.seconds(word) }
      if let word = words.value(of: "at") { options.instant = try words.instant([word]) }
      if let word = words.value(of: "strategy") {
        options.strategy = try words.choice(word, Strategy.Kind.allCases.map { ($0.rawValue, $0) })
      }
      return .action(.command(.start(profile, options)))
    },
    session("stop") { .stop($0) },
    session("break") { .break($0) },
    session("pause") { .pause($0) },
    session("resume") { .resume($0) },
    session("reset") { .reset($0) },
    ScriptForm("skip", "P [--undo]", most: 1, options: ["undo": false]) { (words) throws(ScriptProblem) in
      let profile = try words.profile(try words.need("a profile"))
      return .action(.command(.skip(profile, undo: words.has("undo"))))
    },
    ScriptForm("extend", "[P] D", most: 2, options: sessionOption) { (words) throws(ScriptProblem) in
      let target = words.rest.count == 1 && !words.has("session") ? .onlyRunning : try words.extended()
      let seconds = try words.seconds(try words.need("a duration"))
      return .action(.command(.extend(target, seconds: seconds)))
    },
    ScriptForm("access", "TARGET [--user U]", most: 1, options: ["user": true]) { (words) throws(ScriptProblem) in
      let target = try words.accessible(try words.need("an application or a domain"))
      return .action(.command(.access(AccessRequest(to: target, for: words.value(of: "user").map(UserIdentity.init)))))
    },
    ScriptForm("emergency", "[P] --reason R", most: 1, options: ["session": true, "reason": true]) {
      (words) throws(ScriptProblem) in
      guard let reason = words.value(of: "reason") else { throw .missing("--reason", behind: words.action, words.form) }
      let isNamed = words.has("session") || !words.rest.isEmpty
      return .action(.command(.emergency(isNamed ? try words.target() : nil, reason: reason.text)))
    },
    ScriptForm("authorize", "[--revoke]", options: ["revoke": false]) { words in
      .action(.authorization(!words.has("revoke")))
    },
    ScriptForm("activity", "NAME start|end [--profile ID]", most: 2, options: ["profile": true]) {
      (words) throws(ScriptProblem) in
      let name = try words.need("the name of an activity").text
      let phase = try words.choice(
        try words.need("'start' or 'end'"), [("start", ActivityPhase.start), ("end", .end)])
      return .action(.activity(name: name, profile: words.value(of: "profile")?.text, phase))
    },
  ]

  /// What happens around the process.
  private static let surroundings: [ScriptForm] = [
    ScriptForm("configuration", "FILE", most: 1) { (words) throws(ScriptProblem) in
      let file = try words.need("a file")
      return .configuration(file: file.text)
    },
    ScriptForm("clock", "T|+D|-D|right [--synchronised]", most: 4, options: ["synchronised": false]) {
      (words) throws(ScriptProblem) in
      var time = [try words.need("a time")]
      while let word = words.next() { time.append(word) }
      return .action(.clock(try words.clock(time), isSynchronised: words.has("synchronised")))
    },
    ScriptForm("zone", "ZONE", most: 1) { (words) throws(ScriptProblem) in
      .action(.zone(try words.zone(try words.need("a zone"))))
    },
    ScriptForm("suspend", "D", most: 1) { (words) throws(ScriptProblem) in
      .action(.suspend(seconds: try words.seconds(try words.need("a duration"))))
    },
    ScriptForm("wake", "") { _ in .action(.wake) },
    ScriptForm("wake-ups", "normal|dropped|doubled|late D", most: 2) { (words) throws(ScriptProblem) in
      let word = try words.need("'normal', 'dropped', 'doubled' or 'late'")
      let wakeUps = try words.choice(
        word, [("normal", WakeUps.normal), ("dropped", .dropped), ("doubled", .doubled), ("late", .late(seconds: 0))])
      guard wakeUps == .late(seconds: 0) else { return .action(.wakeUps(try words.last(wakeUps))) }
      return .action(.wakeUps(.late(seconds: try words.seconds(try words.need("a duration")))))
    },
  ]

  /// What goes wrong.
  private static let faults: [ScriptForm] = [
    ScriptForm(
      "crash", "[before|within|after N] [--bytes B] [--down]", most: 2, options: ["bytes": true, "down": false]
    ) { (words) throws(ScriptProblem) in
      .action(.crash(try words.point(), staysDown: words.has("down")))
    },
    ScriptForm("launch", "") { _ in .action(.launch) },
    ScriptForm("reboot", "[--off D] [--clock T]", options: ["off": true, "clock": true]) {
      (words) throws(ScriptProblem) in .action(.reboot(try words.outage()))
    },
    ScriptForm(
      "power-cut", "[before|within|after N] [--bytes B] [--off D] [--clock T]", most: 2,
      options: ["bytes": true, "off": true, "clock": true]
    ) { (words) throws(ScriptProblem) in
      .action(.powerCut(try words.point(), try words.outage()))
    },
    ScriptForm("disk", "normal|full|read-only|fail N", most: 2) { (words) throws(ScriptProblem) in
      let word = try words.need("'normal', 'full', 'read-only' or 'fail'")
      let state = try words.choice(
        word,
        [("normal", DiskState.normal), ("full", .full), ("read-only", .readOnly), ("fail", .failing(operation: 0))])
      guard state == .failing(operation: 0) else { return .action(.disk(try words.last(state))) }
      return .action(.disk(.failing(operation: try words.count(try words.need("the number of a file operation")))))
    },
  ]
}

extension ScriptArguments {
  /// The session that is extended, where not only the duration stands behind the word.
  fileprivate mutating func extended() throws(ScriptProblem) -> SessionTarget {
    guard has("session"), let word = value(of: "session") else {
      return .profile(try profile(try need("a profile or a duration")))
    }
    guard let uuid = UUIDValue(word.text) else { throw .noSession(word) }
    if rest.count > 1, let surplus = rest.last { throw .surplus(surplus, form) }
    return .session(SessionID(uuid))
  }

  /// The likeliest target of a word.
  fileprivate func accessible(_ word: ScriptWord) throws(ScriptProblem) -> Target {
    do throws(TargetProblem) {
      return try Target.readings(of: word.text)[0]
    } catch {
      throw .noTarget(error, word)
    }
  }

  /// What was read, behind which nothing may follow.
  fileprivate mutating func last<Value>(_ value: Value) throws(ScriptProblem) -> Value {
    if let surplus = next() { throw .surplus(surplus, form) }
    return value
  }

  fileprivate func zone(_ word: ScriptWord) throws(ScriptProblem) -> ZoneRules {
    do throws(ZoneError) {
      return try context.zones.rules(for: word.text)
    } catch {
      throw .noZone(error, word, known: context.zones.identifiers())
    }
  }
}

extension UserIdentity {
  /// The user of a script, who is in no groups.
  fileprivate init(_ word: ScriptWord) { self.init(name: word.text, isRoot: word.text == "root") }
}
