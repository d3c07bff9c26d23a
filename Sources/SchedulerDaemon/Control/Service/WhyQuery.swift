import Scheduler
import SchedulerJSON

/// The question why a target is blocked.
///
/// Viewers who do not see everything receive what concerns them; strangers are refused.
struct WhyQuery: Sendable {
  /// The maximum number of evaluations ahead to find when a target is no longer blocked.
  static let mostEvaluations = 200
  /// The number of those evaluations in one turn. An evaluation takes about a millisecond.
  static let evaluationsPerPiece = 10
  /// The number of history entries after which no further evaluation is made in a turn. Of an evaluation that changes
  /// many sessions, each entry takes about 20 µs.
  static let entriesPerPiece = 100
  /// The number of profiles that are examined or written in one turn. A daemon takes about 10 ms for as many.
  static let profilesPerPiece = 200

  private let call: ControlCall
  private var stage = Stage.asked

  /// The stages of the answer, in order.
  private enum Stage: Sendable {
    /// Nothing was computed yet.
    case asked
    /// The end of the block is searched for.
    case searching(Question, ChangeSearch, evaluations: Int)
    /// The windows are examined.
    case examining(Question, OutlookSearch, WhyBasis)
    /// The profiles are written, up to a position.
    case writing(WhyAnswer, upTo: Int, pieces: [[UInt8]])
  }

  /// The question, with the state at the time at which it was first worked on.
  private struct Question: Sendable {
    let request: AccessRequest
    let instant: Instant
    let engine: Engine
    let now: Moment
  }

  init(_ call: ControlCall) { self.call = call }

  mutating func advance(using source: some ControlSource) throws(ControlError) -> [UInt8]? {
    switch stage {
    case .asked: try begin(using: source)
    case .searching(let question, let search, let count): self.search(question, with: search, evaluations: count)
    case .examining(let question, let search, let basis): examine(question, with: search, basis: basis, using: source)
    case .writing(let answer, let position, let pieces): return write(answer, after: position, pieces: pieces)
    }
    return nil
  }

  private mutating func begin(using source: some ControlSource) throws(ControlError) {
    guard call.role.viewer != .nothing else { throw .notPermitted("this instance belongs to another user") }
    let request = source.access(
      to: try call.parameters.target(), for: try call.user(named: call.parameters.text("user"), using: source))
    let question = Question(
      request: request, instant: try call.parameters.instant("at", using: source) ?? source.now.wall,
      engine: source.engine, now: source.now)
    if question.instant == question.now.wall {
      stage = .searching(question, ChangeSearch(from: question.engine, of: request.isBlocked), evaluations: 0)
    } else {
      let live = LiveVerdict(on: request, by: question.engine, at: question.now, change: nil)
      look(question, basis: .windows(beside: question.instant < question.now.wall ? nil : live))
    }
  }

  private mutating func search(_ question: Question, with search: ChangeSearch, evaluations: Int) {
    var search = search
    stage = .asked
    let count =
      evaluations
      + search.advance(
        by: Self.evaluationsPerPiece, entryLimit: Self.entriesPerPiece, of: question.request.isBlocked)
    guard search.isOver || count >= Self.mostEvaluations else {
      stage = .searching(question, search, evaluations: count)
      return
    }
    let live = LiveVerdict(on: question.request, by: question.engine, at: question.now, change: search.change)
    look(question, basis: .sessions(live))
  }

  /// Begins to examine the windows. Their next change is searched for only if the answer is about windows alone.
  private mutating func look(_ question: Question, basis: WhyBasis) {
    let isAboutWindows = if case .windows = basis { true } else { false }
    let search = OutlookSearch(
      question.engine.configuration, on: question.request.resolved, for: question.request.user, at: question.instant,
      machine: question.request.machine, shownTo: call.role.viewer, findsChange: isAboutWindows)
    stage = .examining(question, search, basis)
  }

  private mutating func examine(
    _ question: Question, with search: OutlookSearch, basis: WhyBasis, using source: some ControlSource
  ) {
    var search = search
    stage = .asked
    guard let outlook = search.advance(by: Self.profilesPerPiece) else {
      stage = .examining(question, search, basis)
      return
    }
    let answer = WhyAnswer(
      to: question.request, by: outlook, of: question.engine.configuration, in: source.accepted?.sources ?? SourceMap(),
      lists: source.accepted?.listSource, basis: basis)
    stage = .writing(answer, upTo: 0, pieces: [])
  }

  private mutating func write(_ answer: WhyAnswer, after position: Int, pieces: [[UInt8]]) -> [UInt8]? {
    var (answer, pieces) = (answer, pieces)
    stage = .asked
    let count = answer.outlook.stances.count
    guard position < count else {
      return VarlinkReply.bytes { json in
        answer.writeHead(to: &json)
        json.array("profiles") { json in for piece in pieces { json.members(written: piece) } }
      }
    }
    let end = min(position + Self.profilesPerPiece, count)
    for stance in position..<end {
      var json = JSONWriter()
      answer.writeStances(stance..<(stance + 1), to: &json)
      pieces.append(json.bytes)
    }
    stage = .writing(answer, upTo: end, pieces: pieces)
    return nil
  }
}
