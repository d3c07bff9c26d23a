import SchedulerCivilTime

/// The words after an action, split into arguments and options.
struct ScriptArguments {
  /// The word of the action itself.
  let word: ScriptWord
  let action: ScriptAction
  /// The context in which times and zones are read.
  let context: ScriptContext
  private let reader: ArgumentReader<ScriptWord, ScriptOption>
  /// The arguments that have not been taken yet.
  private var rest: ArraySlice<ScriptWord>

  /// Splits words according to the form of the action.
  init(
    _ words: ArraySlice<ScriptWord>, after word: ScriptWord, of action: ScriptAction, in context: ScriptContext
  ) throws(ScriptProblem) {
    var reader = ArgumentReader<ScriptWord, ScriptOption>(of: action.name)
    var words = words
    do throws(ArgumentError<ScriptWord>) {
      while !words.isEmpty { try reader.read(from: &words, options: action.options) }
    } catch {
      throw .options(error, of: action)
    }
    for (index, given) in reader.given.enumerated()
    where reader.given[..<index].contains(where: { $0.option == given.option }) {
      throw .repeatedOption(given.option.name, at: given.word)
    }
    if reader.arguments.count > action.most { throw .surplus(reader.arguments[action.most], of: action) }
    self.word = word
    self.action = action
    self.context = context
    self.reader = reader
    rest = reader.arguments[...]
  }

  /// The first argument, or nil if there is none.
  var first: ScriptWord? { reader.arguments.first }

  /// Returns the session command of a row.
  func command(of row: CommandRow) throws(ScriptProblem) -> Command {
    let request: CommandRequest
    do throws(ParameterError) {
      request = try CommandRequest(row, reading: reader)
    } catch {
      let argument =
        error.parameter.option.map { value(of: $0) } ?? row.argument(for: error.parameter, among: reader.arguments)
      throw .parameter(error, at: error.text == nil ? word : argument ?? word, of: action)
    }
    if let command = try request.command(resolvedBy: self) { return command }
    throw .missing("a value", after: word, of: action)
  }
}

extension ScriptArguments: CommandResolver {
  typealias Failure = ScriptProblem

  func instant(of text: String) throws(ScriptProblem) -> Instant { try instant([value(of: "at") ?? word]) }

  /// Returns the request for the most likely meaning of the target, for a user without groups.
  func access(to target: StatedTarget, for user: String?) -> AccessRequest {
    AccessRequest(to: target.readings[0], for: user.map { UserIdentity(name: $0, isRoot: $0 == "root") })
  }
}

extension ScriptArguments {
  /// Returns whether an option is given.
  func has(_ name: String) -> Bool { reader.option(named: name) != nil }

  /// Returns the value of an option, or nil if the option is not given.
  func value(of name: String) -> ScriptWord? { reader.option(named: name)?.value }

  /// Takes the next argument, or returns nil if there is none.
  mutating func next() -> ScriptWord? { rest.popFirst() }

  /// Takes the next argument. Throws if there is none.
  mutating func need(_ noun: String) throws(ScriptProblem) -> ScriptWord {
    guard let word = rest.popFirst() else { throw .missing(noun, after: word, of: action) }
    return word
  }

  /// Returns the seconds of a word that is a duration.
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

  /// Returns the number in a word, a whole number of at least `least`.
  func count(_ word: ScriptWord, from least: Int = 1) throws(ScriptProblem) -> Int {
    guard !word.text.isEmpty, word.text.utf8.allSatisfy(isASCIIDigit), let number = Int(word.text),
      (least...ScriptAction.mostCount).contains(number)
    else { throw .noCount(word, from: least) }
    return number
  }

  /// Returns the value of a word, which must be one of the given choices.
  func choice<Value>(_ word: ScriptWord, among choices: [(String, Value)]) throws(ScriptProblem) -> Value {
    guard let choice = choices.first(where: { $0.0 == word.text }) else {
      throw .noChoice(word, among: choices.map(\.0))
    }
    return choice.1
  }

  /// Returns a clock setting: a time, a difference from the current reading as in `+1h` and `-1h`, or `right`.
  func clock(_ words: [ScriptWord]) throws(ScriptProblem) -> ClockSetting {
    let text = words.map(\.text).joined(separator: " ")
    if text == "right" { return .right }
    let start = context.present
    let instant = try instant(words)
    return text.hasPrefix("+") || text.hasPrefix("-") ? .by(seconds: instant.seconds(since: start)) : .to(instant)
  }

  /// Returns the instant of a time expression.
  func instant(_ words: [ScriptWord]) throws(ScriptProblem) -> Instant {
    do throws(TimeExpression.Problem) {
      let text = words.map(\.text).joined(separator: " ")
      return try TimeExpression.instant(text, now: context.present, zone: context.zone)
    } catch {
      throw .noTime(error, at: words[0].span.union(words[words.count - 1].span))
    }
  }

  /// Returns the time for which a machine is off, and the setting of its clock after that.
  func outage() throws(ScriptProblem) -> Outage {
    let clock: ClockSetting? = if let word = value(of: "clock") { try self.clock([word]) } else { nil }
    let seconds: Int64 = if let word = value(of: "off") { try self.seconds(word, from: 0) } else { 0 }
    return Outage(seconds: seconds, clock: clock)
  }

  /// Returns a future file operation, as in `before 3`, `within 3 --bytes 10` or `after 3`; nil without arguments.
  mutating func point() throws(ScriptProblem) -> FileOperationPoint? {
    let bytes = value(of: "bytes")
    guard let word = next() else {
      if let bytes { throw .bytesWithoutPlace(bytes) }
      return nil
    }
    var position = try choice(
      word,
      among: [("before", FileOperationPoint.Position.before), ("within", .within(byteCount: nil)), ("after", .after)])
    if let bytes {
      guard position == .within(byteCount: nil) else { throw .bytesWithoutPlace(bytes) }
      position = .within(byteCount: try count(bytes, from: 0))
    }
    return FileOperationPoint(position, operation: try count(try need("the number of a file operation")))
  }
}

/// The context in which a line of a script is read.
struct ScriptContext {
  /// The zone of civil times.
  let zone: ZoneRules
  /// The source of zones.
  let zones: any ZoneSource
  /// The instant of the line.
  var present: Instant
}
