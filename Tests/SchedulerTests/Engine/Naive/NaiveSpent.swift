@testable import Scheduler

/// How a session has spent its minutes, as the naive implementation counts them: one by one, each by what is so when it
/// begins.
struct NaiveSpent: Equatable, CustomStringConvertible {
  var enforcing: Int64 = 0
  var breaks: Int64 = 0
  var pauses: Int64 = 0
  var waiting: Int64 = 0
  var focus: Int64 = 0
  var rounds: Int64 = 0

  var description: String {
    "enforcing \(enforcing) breaks \(breaks) pauses \(pauses) waiting \(waiting) focus \(focus) in \(rounds)"
  }
}

/// A focus phase that began by itself since the last evaluation. It counts if the next evaluation finds it running.
struct NaiveUnseenFocus: Equatable {
  /// Minutes in which nothing else decided what the session did.
  var alone: Int64 = 0
  var all: Int64 = 0
}

extension NaiveSession {
  /// Counts the minute that begins.
  mutating func countMinute() {
    if length == nil { return }
    let isFocus = phases?.mode == .focus && phases?.state == .running
    let isHeldOtherwise = schedule != nil || manual != nil || timer != nil
    let isUnseen = isFocus && unseenFocus != nil
    if isUnseen { unseenFocus?.all += 1 } else if isFocus { spent.focus += 1 }
    switch lift?.kind {
    case .break: spent.breaks += 1
    case .pause: spent.pauses += 1
    case nil where isHeldOtherwise: spent.enforcing += 1
    case nil where isUnseen: unseenFocus?.alone += 1
    case nil where isFocus: spent.enforcing += 1
    case nil: spent.waiting += 1
    }
  }

  /// The phase after one that has run out. A focus phase that no evaluation found running was missed.
  mutating func nextPhase(seenIn minutes: Int64) {
    if phases?.mode == .focus, let missed = unseenFocus {
      spent.waiting += missed.alone
    } else if phases?.mode == .focus {
      spent.rounds += 1
    }
    unseenFocus = nil
    phases?.next(seenIn: minutes)
    if phases?.mode == .focus, phases?.state == .running { unseenFocus = NaiveUnseenFocus() }
  }

  /// How it has spent its minutes if it ends now and the next evaluation comes some minutes later.
  func spent(whenSeenIn minutes: Int64) -> NaiveSpent {
    var session = self
    if unseenFocus != nil, phases?.left ?? 0 <= minutes {
      session.spent.waiting += unseenFocus?.alone ?? 0
    } else {
      session.look()
    }
    return session.spent
  }

  /// An evaluation finds it.
  mutating func look() {
    spent.enforcing += unseenFocus?.alone ?? 0
    spent.focus += unseenFocus?.all ?? 0
    unseenFocus = nil
  }
}

extension NaiveSpent {
  /// The seconds of a session of the engine, in minutes.
  init(_ seconds: SessionSeconds) {
    self.init(
      enforcing: seconds.enforcing / 60, breaks: seconds.onBreak / 60, pauses: seconds.paused / 60,
      waiting: seconds.waiting / 60, focus: (seconds.focus ?? 0) / 60, rounds: seconds.rounds ?? 0)
  }
}
