import SchedulerCivilTime
import SchedulerDiagnostics

/// Reads a script line by line.
///
///     script = *( line LF )
///     line   = [ time action ] [ comment ]
///     time   = word *digits-word                  ; a time expression: words that begin with a digit belong to it
///     action = name *( argument / option )        ; the forms of `ScriptAction`
struct ScriptReader {
  private(set) var steps: [ScriptStep] = []
  private let id: SourceID
  private let start: Instant
  private let end: Instant
  private var context: ScriptContext
  /// The instant of the previous line, and the end of the time for which its action occupies the machine.
  private var previous: Instant
  private var busyUntil: Instant
  private var isBehindEnd = false

  init(_ id: SourceID, from start: Instant, until end: Instant, in context: ScriptContext) {
    self.id = id
    self.start = start
    self.end = end
    self.context = context
    previous = start
    busyUntil = start
  }

  mutating func read(_ bytes: [UInt8], reportingTo diagnostics: inout DiagnosticList) {
    var lower = 0
    while lower < bytes.count {
      let upper = bytes[lower...].firstIndex(of: 0x0A) ?? bytes.count
      do throws(ScriptProblem) {
        if let step = try step(bytes[lower..<upper]) { steps.append(step) }
      } catch {
        let isWarning = error.code == .scriptEnd
        diagnostics.report(Diagnostic(error, as: isWarning ? .warning : .error, in: id))
      }
      lower = upper + 1
    }
  }

  private mutating func step(_ line: ArraySlice<UInt8>) throws(ScriptProblem) -> ScriptStep? {
    let words = try ScriptLine.words(of: line)
    guard let first = words.first else { return nil }
    let count = 1 + words.dropFirst().prefix { $0.text.utf8.first.map(isASCIIDigit) ?? false }.count
    let time = Array(words[..<count])
    let span = first.span.union(time[count - 1].span)
    let at = try instant(of: time, in: span)
    guard count < words.count else { throw .noAction(span) }
    let (kind, argument) = try action(words[count...], at: at)
    try place(at: at, span: span, kind: kind)
    guard at < end else { return nil }
    return ScriptStep(at: at, kind: kind, profileSpan: argument.map { SourceSpan(source: id, bytes: $0.span) })
  }

  private func instant(of words: [ScriptWord], in span: ByteSpan) throws(ScriptProblem) -> Instant {
    do throws(TimeExpression.Problem) {
      let text = words.map(\.text).joined(separator: " ")
      return try TimeExpression.instant(text, now: busyUntil, zone: context.zone)
    } catch {
      let name = words[0].text
      if ScriptAction.all.contains(where: { $0.name == name }) { throw .timeMissing(before: name, at: words[0].span) }
      throw .noTime(error, at: span)
    }
  }

  private mutating func action(
    _ words: ArraySlice<ScriptWord>, at instant: Instant
  ) throws(ScriptProblem) -> (kind: ScriptStep.Kind, argument: ScriptWord?) {
    let name = words[words.startIndex]
    guard let action = ScriptAction.all.first(where: { $0.name == name.text }) else { throw .unknownAction(name) }
    context.present = min(max(instant, start), end)
    var arguments = try ScriptArguments(words.dropFirst(), after: name, of: action, in: context)
    return (try action.step(&arguments), arguments.first)
  }

  /// Checks that a line is in order, and records how long its action occupies the machine.
  private mutating func place(at: Instant, span: ByteSpan, kind: ScriptStep.Kind) throws(ScriptProblem) {
    let zone = context.zone
    if at < start { throw .beforeStart(start, at: span, in: zone) }
    if at < previous { throw .beforePrevious(previous, at: span, in: zone) }
    if at < busyUntil { throw .machineAway(until: busyUntil, at: span, in: zone) }
    previous = min(at, end)
    busyUntil = min(previous.adding(seconds: kind.seconds), end)
    guard at >= end, !isBehindEnd else { return }
    isBehindEnd = true
    throw .afterEnd(end, at: span, in: zone)
  }
}

extension ScriptStep.Kind {
  /// The time for which the action occupies the machine, in seconds.
  fileprivate var seconds: Int64 {
    switch self {
    case .action(.suspend(let seconds)): seconds
    case .action(.reboot(let outage)), .action(.powerCut(nil, let outage)): outage.seconds
    default: 0
    }
  }
}
