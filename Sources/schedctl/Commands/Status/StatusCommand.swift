import SchedulerInstance

extension Subcommand {
  static let status = Subcommand(
    name: "status", arguments: "", argumentCount: 0...0, summary: "Show the running sessions",
    discussion: """
      Shows each session with its holds and their ends, whether its shield is applied, its breaks and its lock, and then the
      next intervals of the other profiles. It reads the state directory and changes nothing. If something became due since
      the last evaluation, it shows the result as if it had been done, and says so. It also reports a shield on disk that
      could not be written and is behind the sessions.

      '--format waybar' prints the input of a custom module of waybar. A template such as '{time} {profile}' prints a line for
      any other bar; '--idle' is the template used when no session runs, and without it the line is empty. '{{' and '}}' print
      braces. Fields of the first session: profile, session, link, mode, mode_name, mode_label, state, time (the time left of
      the break or the session, or the time passed: 25m, 1h30m), clock (the same as 24:10), remaining, elapsed, total,
      remaining_seconds, elapsed_seconds, total_seconds, percent, until, lift, lift_remaining, lift_until, access, rounds,
      color and change. Fields of all sessions: shield, count, next and next_profile.

      '--follow' prints at once and then on every change, including changes of the minutes that a line shows.

      '--format json' prints one object with at, configuration, state, evaluatedAt, due, fault, authorization,
      awaitedAuthorization, shield (generation and behind; null before the first evaluation), sessions, planned and profiles.

      Users who may not read the state see what is published in live.json; as JSON that is at, state and published.
      """,
    options: [.format, .idle, .follow],
    examples: [
      ("schedctl status", "all sessions"), ("schedctl status --format json", "the same as JSON"),
      ("schedctl status --follow --format '{time} {profile}'", "a line for a status bar at every change"),
      ("schedctl status --format '{profile} until {until}' --idle 'free until {next}'", "or what comes next"),
    ],
    run: runStatus)

  static let isActive = Subcommand(
    name: "is-active", arguments: "[P]", argumentCount: 0...1, argumentKinds: [.profile],
    summary: "Test whether a profile is active",
    discussion: """
      The exit code is 0 if a session of the profile is running, even on a break, and 1 if not. Without P it is 0 if any
      session is running. Prints active or inactive; with '--quiet' prints nothing.
      """,
    examples: [("schedctl is-active deep-work -q && mute", "for scripts")], run: runIsActive)
}

private func runStatus(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  let format = try StatusFormat(invocation)
  if invocation.has(.follow) { return try session.follow(invocation, as: format) }
  try session.readStatus(invocation).write(format, to: &session.output)
  return .success
}

private func runIsActive(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  let isActive = try session.isActive(invocation)
  if invocation.has(.json) {
    session.output.jsonLine { json in
      json.member("profile", orNull: invocation.arguments.first)
      json.member("active", value: isActive)
    }
  } else if session.verbosity > .quiet {
    session.output.write(isActive ? "active\n" : "inactive\n")
  }
  return isActive ? .success : .no
}

extension Console {
  /// Returns the state, or its published part if this user may not read the state.
  ///
  /// - Parameter isRepeated: whether the state was read before, so that its defects are already reported.
  mutating func readStatus(
    _ invocation: Invocation, isRepeated: Bool = false
  ) throws(CommandFailure) -> StatusReading {
    let instance = try self.instance(invocation)
    do throws(CommandFailure) {
      var view = try view(instance, isRepeated: isRepeated)
      view.enforcement = try enforcement(invocation, of: instance)
      return .state(view)
    } catch {
      return .published(try publishedStatus(instance, after: error))
    }
  }

  /// Returns whether a session of the named profile runs, or any session if no profile is named.
  fileprivate mutating func isActive(_ invocation: Invocation) throws(CommandFailure) -> Bool {
    let instance = try self.instance(invocation)
    let text = invocation.arguments.first
    let view: StateView
    do throws(CommandFailure) {
      view = try self.view(instance)
    } catch {
      let status = try publishedStatus(instance, after: error)
      return status.bar.sessions.contains { text == nil || $0.profile.text == text }
    }
    if let text { try IntervalQuery.check(keys: [text], view.engine.configuration) }
    let key = text.flatMap { ProfileKey($0) }
    // Sessions are compared by identity, because the profile may have had another key when the session started.
    let profile = key.flatMap { view.engine.configuration.profile($0)?.id }
    return view.sessions.contains { key == nil || $0.profile.id == profile }
  }
}
