import TestSupport

/// What a client asks of a daemon for a profile that nobody else steers, and that a daemon grants.
enum ClientStep {
  case start, takeBreak, resume, stop
  /// A stop during a break, which ends that first.
  case stopOnBreak

  /// What a profile is doing.
  enum Standing {
    case idle, running, onBreak
  }

  /// What there is to ask, as things are.
  static func possible(_ standing: Standing) -> [ClientStep] {
    switch standing {
    case .idle: [.start]
    case .running: [.takeBreak, .stop]
    case .onBreak: [.resume, .stopOnBreak]
    }
  }

  /// A walk with a number of steps.
  static func walk(
    _ count: Int, from standing: Standing, using random: inout SeededGenerator
  ) -> [ClientStep] {
    var standing = standing
    var steps: [ClientStep] = []
    while steps.count < count, let step = possible(standing).randomElement(using: &random) {
      steps.append(step)
      standing = step.result
    }
    return steps
  }

  /// How things are behind it.
  var result: Standing {
    switch self {
    case .start, .resume: .running
    case .takeBreak: .onBreak
    case .stop, .stopOnBreak: .idle
    }
  }

  /// The method that asks for it.
  var method: String {
    switch self {
    case .start: "Start"
    case .takeBreak: "Break"
    case .resume: "Resume"
    case .stop, .stopOnBreak: "Stop"
    }
  }

  /// What history tells of it, all of it or nothing.
  var events: [String] {
    switch self {
    case .start: ["sessionDidStart"]
    case .takeBreak: ["breakDidStart"]
    case .resume: ["breakDidEnd"]
    case .stop: ["sessionDidEnd", "sessionDidFinish"]
    case .stopOnBreak: ["breakDidEnd", "sessionDidEnd", "sessionDidFinish"]
    }
  }

  /// Every event that one of them has.
  static let allEvents: Set<String> = [
    "sessionDidStart", "breakDidStart", "breakDidEnd", "sessionDidEnd", "sessionDidFinish",
  ]
}
