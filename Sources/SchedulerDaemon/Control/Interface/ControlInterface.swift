import Scheduler

/// `io.schedctl.Control`, the interface for steering and viewing sessions.
///
/// Introspection returns its definition, and parameters are checked against it. There is no second table.
public enum ControlInterface {
  /// The name of the interface.
  public static let name = "io.schedctl.Control"

  /// The maximum number of entries, intervals or sessions in a reply.
  public static let mostEntries = 1_000

  /// The definition in the Varlink interface language.
  public static let definition = heading + types + commands + methods + errors

  private static let heading = """
    # Steers and shows the sessions of schedctl.
    #
    # Times in answers are RFC 3339 with the offset of their zone; those in parameters may also be written as
    # on the command line: "09:00", "tomorrow 9:00", "+90m". A session is meant by the key of its profile, or by
    # its own identity; without either the only one that runs is.
    # Keys may be added to answers, and words to those that are 'string'; clients leave out what they do not know.
    interface io.schedctl.Control


    """

  /// The methods of the session commands.
  private static let commands = CommandRow.all.map { definition(of: $0) }.joined()

  /// Returns the definition of a session command's method, with its comment.
  private static func definition(of row: CommandRow) -> String {
    let remark = row.methodSummary.split(separator: "\n").map { "# \($0)\n" }.joined()
    let keys = row.takesKeys ? ["key: ?string", "keyData: ?string", "text: ?string"] : []
    let parameters = row.members.map { "\($0.member): \($0.interfaceType)" } + keys + ["channel: ?Channel"]
    let input = "method \(row.method)(\(parameters.joined(separator: ", ")))"
    let output = "-> (result: Change, message: string, notes: []string)"
    let isShort = input.utf8.count + output.utf8.count < widestLine
    return remark + input + (isShort ? " " : "\n  ") + output + "\n\n"
  }

  private static let widestLine = 125

  private static let methods = """
    # Do what a link says: start or stop a profile, or only name it (then 'result' is null).
    method Open(url: string) -> (profile: string, result: ?Change, message: string, notes: []string)

    # Deliver a start or an end of an activity by its name, with its user info. The daemon does what is due by itself, so
    # an edge that comes before its time, or twice, changes nothing. 'events' are the starts and ends of the profile that
    # happened.
    method DeliverActivity(name: string, phase: (start, end), userInfo: ?[string]string)
      -> (activity: string, profile: ?string, changed: bool, events: []string, message: string, notes: []string)

    # Report an attempt of the caller to open a domain that a browser has blocked. It is counted once in ten seconds for each
    # domain, and only if a layer blocks the domain for the caller. 'counted' says whether it was.
    method ReportAttempt(domain: string) -> (domain: string, profile: ?string, counted: bool)

    # Report what the caller uses from now on: the application whose window has the focus, by its desktop IDs, the paths of its
    # program, its file names and its categories, and the domain of a tab. Limits count it until the next report, or until the connection
    # ends. 'source' names what measures. If limits concern the caller, 'within' is the number of seconds in which the next
    # report has to come, even if nothing changes. If the caller was idle for some time before that was noticed, 'idleSeconds'
    # takes up to five minutes of that off what was counted. 'pages' says whether a source names the domains of tabs.
    method ReportUse(state: (inUse, idle, locked), source: string, desktopIDs: ?[]string, paths: ?[]string,
      fileNames: ?[]string, categories: ?[]string, domain: ?string, idleSeconds: ?int, pages: ?bool)
      -> (within: ?int)

    # Whether a session of a profile runs, or any.
    method IsActive(profile: ?string) -> (profile: ?string, active: bool)

    # Read the configuration anew.
    method Reload() -> (message: string, pending: int)

    # Consent to the shield, or withdraw that.
    method Authorize(status: (approved, denied, notDetermined))
      -> (authorization: string, awaitedAuthorization: ?string, message: string, notes: []string)

    # The sessions that run, and the other profiles with their next intervals.
    method Status() -> (status: StatusReport)

    # The sessions that ended, the newest last, and those that run: up to 'limit', or all since a time. 'complete' is false when
    # there are older ones.
    method Sessions(limit: ?int, since: ?string) -> (sessions: []SessionEntry, complete: bool)

    # The profiles, followed by the built-in ones.
    method Profiles() -> (profiles: []ProfileEntry)

    # The changes of the configuration that wait.
    method Pending() -> (changes: []PendingChange)

    # The coming intervals of all profiles or of some, up to 'limit' or until a time, and \(mostEntries) at most. 'limits' are
    # those that were used up, or will be at the present pace: for administrators those of all, for others their own.
    method Next(limit: ?int, from: ?string, until: ?string, profiles: ?[]string)
      -> (intervals: []Interval, limits: []LimitInterval)

    # What happened, the newest last: up to 'limit' entries, or all since a time, before a number. 'complete' is false when there
    # are older ones.
    method Log(limit: ?int, since: ?string, before: ?int) -> (entries: []LogEntry, complete: bool)

    # Whether an application or a domain is blocked, and by what, as 'schedctl why --json' prints it; for whoever asks, or
    # for a user. 'live' says that the sessions that run decide, and not the windows alone, as they do with 'at'.
    method Why(target: string, at: ?string, user: ?string)
      -> (target: string, kind: string, at: string, atEpoch: int, user: ?string, groupsKnown: bool, blocked: bool,
      until: ?string, untilEpoch: ?int, live: bool, uncounted: [](profile: string, session: string, until: ?string),
      limits: []LimitStanding,
      profiles: []Stance)

    # What enforces the shield: one line about it, and how each adapter stands.
    method Enforcement() -> (headline: string, adapters: []Adapter)

    # What happens from now on, or since an entry, and what runs whenever that changes. To be called with 'more'.
    # The first reply with 'live' follows the last of the past entries. With 'notices', a reply also has texts for
    # people about entries of the last ten minutes, unless the configuration turns them off.
    method Monitor(since: ?int, notices: ?bool) -> (entries: []LogEntry, notices: []Notice, live: ?Live)


    """

  private static let errors = """
    # It may not be done, or not now. 'allowedAt' is when it would be, null where time alone does not help.
    # Where typing 'text' ends the session all the same, the next Stop or Reset on this connection may hand it in.
    error Refused (reason: string, message: string, help: []string, allowedAt: ?string, candidates: []string,
      textLength: ?int, text: ?string)

    # What was asked is at fault: a length, a time, a target, a session that has to be named.
    error InvalidRequest (reason: string, message: string, help: []string, candidates: []string)

    # There is no profile of that key.
    error UnknownProfile (reason: string, message: string, help: []string, candidates: []string)

    # There is no session of that identity, or no more.
    error UnknownSession (reason: string, message: string, help: []string, candidates: []string)

    # Whoever is at the other end of the connection may not do that.
    error NotPermitted (message: string, help: []string)

    # The configuration is wrong; what was accepted before stays in force. The diagnostics are lines for people.
    error ConfigurationFault (message: string, help: []string, diagnostics: string)

    # The state could not be read or written. 'done' is null if it is unknown whether it was done.
    error StateFault (message: string, help: []string, done: ?bool)

    # The message is none of Varlink's. The connection is closed.
    error MalformedMessage (message: string)

    # The message is longer than 'limit' bytes. The connection is closed.
    error MessageTooLong (limit: int)

    # There are 'limit' connections already. This one is closed.
    error TooManyConnections (limit: int)

    """
}
