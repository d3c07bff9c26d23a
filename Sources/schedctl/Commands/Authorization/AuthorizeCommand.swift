import SchedulerDaemon
import SchedulerInstance
import SchedulerJSON

extension Subcommand {
  static let authorize = Subcommand(
    name: "authorize", arguments: "", argumentCount: 0...0, summary: "Give or withdraw consent to the shield",
    discussion: """
      Nothing is blocked until you agree. This command lists what the configuration blocks, and asks; you have to type the
      whole word 'yes'. Any other answer is recorded as a refusal, and you can be asked again. '--yes' agrees without a
      question.

      '--revoke' withdraws consent. It waits for the end of all strict sessions, by itself, a key or an emergency, and for the
      end of the periods of used-up limits of strict profiles. Agreeing again cancels it.

      In a file that only root can change, 'authorized = true' in '[daemon]' gives consent for the machine; to withdraw it,
      remove it there first. Only root and the owner of the state may give or withdraw consent.

      '--json' prints one object with authorization (approved, denied or notDetermined) and awaitedAuthorization, its later
      value, or null. Exits with 1 if the answer is no, and 77 if there is no answer.
      """,
    options: [.revoke, .yes, .offline],
    examples: [
      ("schedctl authorize", "asks for consent"),
      ("schedctl authorize --yes", "consents, for scripts of an administrator"),
      ("schedctl authorize --revoke", "withdraws it"),
    ], run: runAuthorize)
}

private func runAuthorize(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  let isRevoking = invocation.has(.revoke)
  if isRevoking, invocation.has(.yes) { throw .usage("'--revoke' asks nothing, and takes no '--yes'") }
  let instance = try session.instance(invocation)
  if isRevoking { return try session.authorize(.notDetermined, in: instance, for: invocation) }
  if invocation.has(.yes) { return try session.authorize(.approved, in: instance, for: invocation) }
  // The connection is checked before the question, because without a daemon the answer could not be recorded.
  if !invocation.has(.offline) { _ = try session.connect(invocation, to: instance) }
  guard session.canAsk else {
    throw .usage(
      "'authorize' asks on a terminal, and there is none", help: "'--yes' consents for whoever runs it")
  }
  let view = try session.view(instance)
  if view.engine.consent.isGivenForGood { return try session.authorize(.approved, in: instance, for: invocation) }
  guard let isConsenting = try session.askForConsent(view) else {
    throw CommandFailure(code: .refused, message: "there was no answer; nothing was recorded")
  }
  let code = try session.authorize(isConsenting ? .approved : .denied, in: instance, for: invocation)
  return isConsenting || code != .success ? code : .no
}

extension Console {
  /// Records an answer about consent, and reports its effect.
  fileprivate mutating func authorize(
    _ status: AuthorizationStatus, in instance: Instance, for invocation: Invocation
  ) throws(CommandFailure) -> ExitCode {
    guard invocation.has(.offline) else {
      let call = DaemonCall(.authorize, with: [("status", .string(status.rawValue))])
      return try callDaemon(call, for: invocation, by: nil)
    }
    var work = try openOffline(instance)
    let before = work.engine.engine.consent
    if status != .approved { try refuseWithdrawal(from: work.update) }
    try CommandFailure.mapping(work.authorize(status))
    publish(work)
    let engine = work.engine.engine
    if invocation.has(.json) {
      output.writeAuthorization(of: engine)
    } else if verbosity > .quiet {
      output.write(engine.words(onConsentSince: before) + "\n")
    }
    let failures = work.failures
    work.close()
    return report(failures, after: .success)
  }

  private func refuseWithdrawal(from update: ConfigurationUpdate) throws(CommandFailure) {
    guard update.isConsenting else { return }
    let (message, help) = ControlError.configuredConsent(update.title)
    throw CommandFailure(code: .refused, message: message, help: help)
  }
}

extension TextOutput {
  fileprivate mutating func writeAuthorization(of engine: Engine) {
    jsonLine { json in json.authorization(of: engine) }
  }
}
