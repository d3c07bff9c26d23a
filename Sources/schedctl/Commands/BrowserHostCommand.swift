import SchedulerInstance
import ShieldPage

extension Subcommand {
  static let browserHost = Subcommand(
    name: "browser-host", arguments: "[ORIGIN…]", argumentCount: 0...4, argumentKinds: ["ORIGIN"],
    summary: "Connect the browser extension to the daemon",
    discussion: """
      The native host of the extension that shows the shield page. The browser starts it, with the origin of the extension,
      and ends it. It sends the blocked domains and what the page tells, at once and after each change of the published
      files, passes attempts on to the daemon, and names the domain of the tab in front to 'schedctl agent' of the same user,
      which counts it. Messages are JSON with their length before it, on standard input and output.

      It tells what this user may read: the state of the machine, and your own.
      """,
    examples: [("schedctl browser-host < /dev/null | tail -c +5", "prints what the extension receives")],
    run: runBrowserHost
  )
}

private func runBrowserHost(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  let instances = try session.browserInstances(invocation)
  let state = BrowserState(of: instances, userID: session.environment.effectiveUserID)
  do throws(SystemError) {
    var host = try BrowserHost(state, host: session.host, environment: session.environment)
    try host.run()
  } catch {
    // The browser has gone.
    if error == .brokenPipe { return .success }
    if error == .badMessage { throw CommandFailure(code: .data, message: "the browser sent what is no message") }
    throw CommandFailure(code: .inputOutput, message: "cannot talk to the browser: \(error)")
  }
  return .success
}

extension Console {
  /// Returns the chosen instance, or all instances that concern this user if none is chosen.
  fileprivate func browserInstances(_ invocation: Invocation) throws(CommandFailure) -> [Instance] {
    let isChosen = [.state, .config, .system, .user].contains { invocation.has($0) }
    if isChosen || environment["STATE_DIRECTORY"] != nil { return [try instance(invocation)] }
    return [InstanceScope.system, .user].compactMap { instance(of: $0) }
  }
}
