import SchedulerCivilTime
import SchedulerDiagnostics

/// The words after an action, split into arguments and options.
struct ScriptArguments {
  /// The word of the action itself.
  let word: ScriptWord
  let action: ScriptAction
  /// What times and zones are read with.
  let context: ScriptContext
  private let reader: ArgumentReader<ScriptWord, ScriptOption>
  /// The arguments that were not taken yet.
  private var rest: ArraySlice<ScriptWord>

  /// Splits words against the form of the action.
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
      throw .repeatedOption(given.option.name, given.word)
    }
    if reader.arguments.count > action.most { throw .surplus(reader.arguments[action.most], of: action) }
    self.word = word
    self.action = action
    self.context = context
    self.reader = reader
    rest = reader.arguments[...]
  }

  /// The first argument; nil without one.
  var first: ScriptWord? { reader.arguments.first }

  /// The session command of a row.
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

  /// The likeliest meaning of the target, for a user who is in no groups.
  func access(to target: StatedTarget, for user: String?) -> AccessRequest {
    AccessRequest(to: target.readings[0], for: user.map { UserIdentity(name: $0, isRoot: $0 == "root") })
  }
}

extension ScriptArguments {
  /// Whether there is an option of that name.
  func has(_ name: String) -> Bool { reader.option(named: name) != nil }

  /// The value of an option, nil when it is not there.
  func value(of name: String) -> ScriptWord? { reader.option(named: name)?.value }

  /// Takes the next argument, if there is one.
  mutating func next() -> ScriptWord? { rest.popFirst() }

  /// Takes the next argument, which has to be there.
  mutating func need(_ noun: String) throws(ScriptProblem) -> ScriptWord {
    guard let word = rest.popFirst() else { throw .missing(noun, after: word, of: action) }
    return word
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
      (least...ScriptAction.mostCount).contains(number)
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
