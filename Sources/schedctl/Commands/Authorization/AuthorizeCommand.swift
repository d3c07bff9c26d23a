import Scheduler

extension Command {
  static var authorize: Command {
    Command(
      name: "authorize", arguments: "", argumentCount: 0...0, summary: "Consent to the shield, or withdraw that",
      discussion: """
        Until somebody consents, sessions run and nothing is shielded. This tells what the configuration shields, and asks;
        'yes' has to be typed as a whole word. No is recorded, too, and can be asked again. '--yes' consents for whoever
        runs it, without a question.

        '--revoke' withdraws consent. While a strict session runs that waits, and counts as soon as none does: by their
        ends, a key or an emergency. To consent again takes it back.

        In a file that root alone can change, 'authorized = true' of '[daemon]' consents for the machine; it is withdrawn
        there first. Only whoever owns the state may consent or withdraw, and root.

        '--json' prints one object with authorization (approved, denied or notDetermined) and awaitedAuthorization, which is
        what that becomes later, or null. Exits with 1 when the answer is no, 77 when there is none.
        """,
      options: [.revoke, .yes, .offline],
      examples: [
        ("schedctl authorize --offline", "asks for consent"),
        ("schedctl authorize --yes --offline", "consents, for scripts of an administrator"),
        ("schedctl authorize --revoke --offline", "withdraws it"),
      ], run: runAuthorize)
  }
}

private func runAuthorize(_ invocation: Invocation, _ session: inout Session) throws(CommandFailure) -> ExitCode {
  let isRevoking = invocation.has(.revoke)
  if isRevoking, invocation.has(.yes) { throw .usage("'--revoke' asks nothing, and takes no '--yes'") }
  guard invocation.has(.offline) else {
    throw CommandFailure(
      code: .unavailable, message: "no daemon is running, so nothing was done",
      help: ["'schedctl authorize --offline' changes the state directory itself"])
  }
  let place = try session.statePlace(invocation)
  if isRevoking { return try session.authorize(.notDetermined, place, invocation) }
  if invocation.has(.yes) { return try session.authorize(.approved, place, invocation) }
  guard session.canAsk else {
    throw .usage(
      "'authorize' asks on a terminal, and there is none", help: "'--yes' consents for whoever runs it")
  }
  let view = try session.viewState(place)
  if view.engine.isApprovedForGood { return try session.authorize(.approved, place, invocation) }
  guard let isConsenting = try session.askForConsent(view) else {
    throw CommandFailure(code: .refused, message: "there was no answer; nothing was recorded")
  }
  let code = try session.authorize(isConsenting ? .approved : .denied, place, invocation)
  return isConsenting || code != .success ? code : .no
}

extension Session {
  /// Records what somebody says to the shield, and says what comes of it.
  fileprivate mutating func authorize(
    _ status: AuthorizationStatus, _ place: StatePlace, _ invocation: Invocation
  ) throws(CommandFailure) -> ExitCode {
    var work = try openState(place)
    let before = work.engine.engine
    do throws(CommandFailure) {
      if status != .approved { try refuseWithdrawal(from: work.inForce) }
      try work.authorize(status)
    } catch {
      work.close()
      throw error
    }
    publish(work)
    let engine = work.engine.engine
    if invocation.has(.json) {
      output.writeAuthorization(of: engine)
    } else if verbosity > .quiet {
      output.write(engine.words(onAuthorizationSince: before) + "\n")
    }
    let failures = work.failures
    work.close()
    return report(failures, place, otherwise: .success)
  }

  /// What the configuration gives has to be taken out of it: the next evaluation would give it again.
  private func refuseWithdrawal(from inForce: ConfigurationInForce) throws(CommandFailure) {
    guard inForce.isConsenting else { return }
    throw CommandFailure(
      code: .refused, message: "'authorized = true' of '\(inForce.title)' consents for this machine",
      help: ["take it out of the configuration first"])
  }
}

extension Engine {
  /// Whether consent was given and is not about to end.
  fileprivate var isApprovedForGood: Bool { authorization == .approved && awaitedAuthorization == nil }

  /// A sentence on what counts now, beside what counted before.
  fileprivate func words(onAuthorizationSince before: Engine) -> String {
    if awaitedAuthorization != nil { return "consent is withdrawn as soon as no strict session runs: " + strictWords }
    switch authorization {
    case .approved:
      return before.isApprovedForGood ? "consent was given before" : "consent is given: what sessions block is shielded"
    case .denied: return "consent is denied: nothing is shielded"
    case .notDetermined:
      return before.authorization == .notDetermined
        ? "nobody has consented: nothing is shielded" : "consent is withdrawn: nothing is shielded any more"
    }
  }

  /// The strict sessions that run: `'exam', 'night'`.
  private var strictWords: String {
    let strict = book.sessions.values.filter { $0.rules.lock == .strict }
    return strict.map { "'\($0.profile.key)'" }.sorted().joined(separator: ", ")
  }
}

extension TextOutput {
  fileprivate mutating func writeAuthorization(of engine: Engine) {
    json.beginObject()
    json.authorization(of: engine)
    json.endObject()
    endJSONLine()
  }
}
