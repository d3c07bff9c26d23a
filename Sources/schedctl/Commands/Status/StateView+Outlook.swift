import SchedulerInstance

extension StateView {
  /// One line with the state of the shield, the next change, the process that keeps the state, and the directory of the
  /// published files.
  var outlook: String {
    ([shieldWords, changeWords, keeperWords, publishedWords] as [String?]).compactMap(\.self).joined(separator: " · ")
  }

  private var shieldWords: String {
    switch LiveState(of: engine, at: now, isApplied: shield?.isBehind != true).shield {
    case .active: "something is blocked"
    case .inactive, .notAuthorized: "nothing is blocked"
    case .notInFocus: "nothing is blocked at present"
    case .applying: "the shield is to be written"
    }
  }

  private var changeWords: String? {
    let bar = bar
    let limits = engine.limitStandings(at: now).filter { $0.reached != nil }.compactMap(\.until)
    guard let next = (bar.sessions.compactMap(\.change) + limits + [bar.next?.start].compactMap(\.self)).min() else {
      return nil
    }
    return "next change \(words(next, in: engine.configuration.zone.rules)), in \(distance(to: next))"
  }

  /// The process that keeps the state, which may be a command for some milliseconds. Nil if this user may not see it.
  private var keeperWords: String? {
    instance.holder.map { holder in
      switch holder {
      case .free: "no daemon"
      case .process(let process): "kept by process \(process.map { "\($0)" } ?? "?")"
      }
    }
  }

  private var publishedWords: String? {
    guard let runtime = instance.runtime, FileWriter().isTaken("\(runtime)/live.json") else { return nil }
    return "published in \(runtime)"
  }
}

extension LockHolder {
  /// Whether a process keeps the state: a daemon, or a command for some milliseconds.
  var isProcess: Bool { if case .process = self { true } else { false } }
}
