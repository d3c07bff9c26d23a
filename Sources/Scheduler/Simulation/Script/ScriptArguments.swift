import SchedulerCivilTime
import SchedulerDiagnostics

/// The words behind an action, split into arguments and options.
struct ScriptArguments {
  /// The word of the action itself.
  let action: ScriptWord
  let form: ScriptForm
  /// What times and zones are read with.
  let context: ScriptContext
  /// The arguments that were not taken yet.
  private(set) var rest: ArraySlice<ScriptWord> = []
  private var options: [(name: String, option: ScriptWord, value: ScriptWord?)] = []

  /// Splits words against the form of the action.
  init(
    _ words: ArraySlice<ScriptWord>, of action: ScriptWord, _ form: ScriptForm, _ context: ScriptContext
  ) throws(ScriptProblem) {
    self.action = action
    self.form = form
    self.context = context
    var words = words
    while let word = words.popFirst() {
      if word.text.hasPrefix("--"), !word.isQuoted {
        try addOption(word, &words)
      } else {
        rest.append(word)
      }
    }
    if rest.count > form.most {
      throw .surplus(rest[rest.startIndex + form.most], form)
    }
  }

  private mutating func addOption(_ word: ScriptWord, _ words: inout ArraySlice<ScriptWord>) throws(ScriptProblem) {
    let parts = word.text.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    guard let takesValue = form.options[name] else { throw .unknownOption(name, word, form) }
    if options.contains(where: { $0.name == name }) { throw .repeatedOption(name, word) }
    guard takesValue else {
      if parts.count > 1 { throw .optionWithoutValue(name, word) }
      return options.append((name, word, nil))
    }
    if parts.count > 1 {
      let lower = Int(word.span.upper) - parts[1].utf8.count
      let value = ScriptWord(
        text: String(parts[1]), span: ByteSpan(lower: max(lower, Int(word.span.lower)), upper: Int(word.span.upper)),
        isQuoted: true)
      return options.append((name, word, value))
    }
    guard let value = words.popFirst() else { throw .optionNeedsValue(name, word, form) }
    options.append((name, word, value))
  }
}

extension ScriptArguments {
  /// Whether there is an option of that name.
  func has(_ name: String) -> Bool { options.contains { $0.name == name } }

  /// The value of an option, nil when it is not there.
  func value(of name: String) -> ScriptWord? { options.first { $0.name == name }?.value }

  /// Takes the next argument, if there is one.
  mutating func next() -> ScriptWord? { rest.popFirst() }

  /// Takes the next argument, which has to be there.
  mutating func need(_ noun: String) throws(ScriptProblem) -> ScriptWord {
    guard let word = rest.popFirst() else { throw .missing(noun, behind: action, form) }
    return word
  }

  /// The profile that a word names.
  func profile(_ word: ScriptWord) throws(ScriptProblem) -> ProfileKey {
    guard let key = ProfileKey(word.text) else { throw .noProfileKey(word) }
    return key
  }

  /// The session that is meant: that of a profile, that of `--session`, else the only one.
  mutating func target() throws(ScriptProblem) -> SessionTarget {
    if let word = value(of: "session") {
      if let surplus = rest.first { throw .surplus(surplus, form) }
      guard let uuid = UUIDValue(word.text) else { throw .noSession(word) }
      return .session(SessionID(uuid))
    }
    guard let word = next() else { return .onlyRunning }
    return .profile(try profile(word))
  }

  /// The seconds that a word says as a duration.
  func seconds(_ word: ScriptWord, from least: Int64 = 1) throws(ScriptProblem) -> Int64 {
    do throws(TextProblem) {
      let seconds = try DurationText.seconds(Array(word.text.utf8))
      guard seconds >= least else {
        throw TextProblem(code: .invalidDuration, range: 0..<0, message: "a duration here is at least a second")
      }
      return seconds
    } catch {
      throw .text(error, in: word)
    }
  }

  /// A whole number from 1 up that a word says.
  func count(_ word: ScriptWord, from least: Int = 1) throws(ScriptProblem) -> Int {
    guard !word.text.isEmpty, word.text.utf8.allSatisfy(isASCIIDigit), let number = Int(word.text),
      (least...ScriptForm.mostCount).contains(number)
    else { throw .noCount(word, from: least) }
    return number
  }

  /// One of some words.
  func choice<Value>(_ word: ScriptWord, _ choices: [(String, Value)]) throws(ScriptProblem) -> Value {
    guard let choice = choices.first(where: { $0.0 == word.text }) else {
      throw .noChoice(word, among: choices.map(\.0))
    }
    return choice.1
  }

  /// What a clock is set to: a time, `+1h` and `-1h` from what it shows, or `right`.
  func clock(_ words: [ScriptWord]) throws(ScriptProblem) -> ClockSetting {
    let text = words.map(\.text).joined(separator: " ")
    if text == "right" { return .right }
    let start = context.present
    let instant = try instant(words)
    return text.hasPrefix("+") || text.hasPrefix("-") ? .by(seconds: instant.seconds(since: start)) : .to(instant)
  }

  /// The instant that words say.
  func instant(_ words: [ScriptWord]) throws(ScriptProblem) -> Instant {
    do throws(TimeExpression.Problem) {
      let text = words.map(\.text).joined(separator: " ")
      return try TimeExpression.instant(text, now: context.present, zone: context.zone)
    } catch {
      throw .noTime(error, words[0].span.union(words[words.count - 1].span))
    }
  }

  /// The time for which a machine is off, and what its clock shows then.
  func outage() throws(ScriptProblem) -> Outage {
    let clock: ClockSetting? = if let word = value(of: "clock") { try self.clock([word]) } else { nil }
    let seconds: Int64 = if let word = value(of: "off") { try self.seconds(word, from: 0) } else { 0 }
    return Outage(seconds: seconds, clock: clock)
  }

  /// A file operation ahead: `before 3`, `within 3 --bytes 10`, `after 3`; nil without arguments.
  mutating func point() throws(ScriptProblem) -> FileOperationPoint? {
    let bytes = value(of: "bytes")
    guard let word = next() else {
      if let bytes { throw .bytesWithoutPlace(bytes) }
      return nil
    }
    var position = try choice(
      word, [("before", FileOperationPoint.Position.before), ("within", .within(byteCount: nil)), ("after", .after)])
    if let bytes {
      guard position == .within(byteCount: nil) else { throw .bytesWithoutPlace(bytes) }
      position = .within(byteCount: try count(bytes, from: 0))
    }
    return FileOperationPoint(position, try count(try need("the number of a file operation")))
  }
}

/// What a line of a script is read with.
struct ScriptContext {
  /// The zone of civil times.
  let zone: ZoneRules
  /// Where zones are looked up.
  let zones: any ZoneSource
  /// When the line happens.
  var present: Instant
}
