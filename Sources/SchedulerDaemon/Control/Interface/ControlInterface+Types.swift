import Scheduler

extension ControlInterface {
  /// The types of the methods' parameters and replies.
  static let types = """
    # How a command came: by a person at a terminal, by a link that was opened, or by a program, which is what is
    # assumed. A lock may want to hear of a person.
    type Channel (\(words(Requester.Channel.self)))

    # What runs a profile that is started by hand.
    type Strategy (\(words(Strategy.Kind.self)))

    # What a command did, to which profile and session. 'from' and 'until' are when it holds, or the interval that is
    # meant.
    type Change (change: string, profile: string, session: ?string, from: ?string, until: ?string,
      nextStart: ?string, others: ?[]string, target: ?string, usesLeft: ?int,
      grantedSeconds: ?int)

    # An open target.
    type OpenTarget (target: string, until: string)

    # What keeps a session: its origin is schedule, manual, timer or pomodoro. A pomodoro that does not run waits for
    # 'start', which begins the phase 'nextMode', or for 'resume'.
    type Hold (origin: string, start: string, until: ?string, mode: ?string, state: ?string, phaseEnd: ?string,
      waitsFor: ?string, nextMode: ?string)

    # A break or a pause that is open.
    type Lift (kind: string, until: ?string)

    # A session that runs.
    type RunningSession (session: string, profile: string, start: string, until: ?string, shielding: bool, lock: string,
      holds: []Hold, lift: ?Lift, breakSecondsLeft: ?int, accessesLeft: ?int, accessRefill: ?string, open: []OpenTarget)

    # A start that was planned.
    type PlannedStart (profile: string, start: string, strategy: string, seconds: ?int)

    # A limit, and how much of it a user has used, measured by 'source'. At the present pace it is reached at 'expected'.
    type LimitStanding (profile: string, limit: string, user: ?string, source: ?string, usedSeconds: int,
      allowedSeconds: int, extrasLeft: int, reached: ?string, lifted: bool, expected: ?string, until: ?string)

    # A profile beside the sessions.
    type ProfileState (profile: string, enabled: bool, active: bool, next: ?(start: string, end: string))

    # What 'schedctl status --format json' prints.
    type StatusReport (at: string, configuration: string, state: string, evaluatedAt: ?string, due: int, fault: ?string,
      authorization: string, awaitedAuthorization: ?string, shield: ?(generation: ?int, behind: bool),
      enforcement: (headline: string, adapters: []Adapter), sessions: []RunningSession, planned: []PlannedStart,
      limits: []LimitStanding, profiles: []ProfileState)

    # A line of 'schedctl sessions --json'.
    type SessionEntry (session: string, profile: string, id: string, origins: []string, start: string, end: ?string,
      realStart: string, realEnd: ?string, seconds: int, enforcingSeconds: ?int, breakSeconds: int, pauseSeconds: ?int,
      waitingSeconds: ?int, focusSeconds: ?int, rounds: ?int, attempts: ?int, running: bool, lost: ?bool,
      open: []OpenTarget)

    # A line of 'schedctl profiles --json'; 'apps' and 'domains' are numbers, or "all"; 'urls' is there if there are any.
    type ProfileEntry (profile: string, id: string, name: string, description: string, icon: string, enabled: bool,
      active: ?bool, timezone: string, windows: int, apps: object, categories: int, domains: object,
      urls: ?int, builtIn: bool)

    # A line of 'schedctl pending --json'.
    type PendingChange (profile: string, key: string, old: ?string, new: ?string, since: string, until: ?string,
      sessions: []string, file: ?string, line: ?int, limits: []string)

    # A line of 'schedctl next --json'.
    type Interval (activity: string, profile: string, windows: []string, start: string, end: string, startEpoch: int,
      endEpoch: int, seconds: int, running: bool, remarks: []string)

    # The line of a limit in 'schedctl next --json'. 'expected' is whether it is not used up yet.
    type LimitInterval (activity: ?string, profile: string, windows: []string, start: string, end: ?string,
      startEpoch: int, endEpoch: ?int, seconds: ?int, running: bool, remarks: []string, limit: string, user: string,
      expected: bool)

    # A line of history, as 'schedctl log --json' prints it. Times are in UTC.
    type LogEntry (sequence: int, event: string, activity: ?string, profile: ?string, id: ?string, session: ?string,
      planned: ?string, delivered: ?string, late: ?bool, message: ?string, mode: ?string,
      adapter: ?string, outcome: ?string, program: ?string, user: ?string, count: ?int,
      intervals: ?[](start: string, end: string), further: ?int,
      origins: ?[]string, start: ?string, end: ?string, realStart: ?string, realEnd: ?string, seconds: ?int,
      enforcingSeconds: ?int, breakSeconds: ?int, pauseSeconds: ?int, waitingSeconds: ?int, focusSeconds: ?int,
      rounds: ?int, attempts: ?int)

    # What a person is told of the entry of a number.
    type Notice (number: int, title: string, body: string, urgent: bool)

    # A place in a file of the configuration.
    type Place (file: ?string, line: ?int, column: ?int)

    # The entry of a configuration that decides; 'kind' is domain, url, application, category, all, or what 'all' leaves out.
    type Entry (kind: string, name: ?string, set: ?string, file: ?string, line: ?int, column: ?int)

    # What a profile says of a target; 'interval' is the one that contains the time, or the next one.
    type Stance (profile: string, blocks: bool, enabled: bool, holds: bool, openUntil: ?string, coversUser: ?bool,
      users: []string, groups: []string, by: Entry,
      interval: ?(start: string, end: string, startEpoch: int, endEpoch: int, windows: []string, windowPlaces: []Place),
      lifts: (lock: string, breakSeconds: ?int, pauseSeconds: ?int, accessSeconds: ?int, unlockKeys: []string),
      exception: ?(key: string, name: string))

    # The content of live.json. Times are in UTC; 'timezone' is the zone of the configuration, in which to show them.
    type Live (version: int, writtenAt: string, timezone: ?string, shield: string, sessions: []LiveSession,
      limits: []LiveLimit, keeper: ?Keeper, adapters: []Adapter)

    # A limit of use and a user. The use was counted at 'writtenAt'.
    type LiveLimit (profile: string, limit: string, user: string, blocking: bool, until: ?string, usedSeconds: ?int,
      allowedSeconds: ?int, expected: ?string, timezone: ?string)

    # An adapter, which applies the shield to a part of the machine. 'state' is starting, ready, applying, applied, degraded
    # or unavailable. 'generation' is that of the shield that it applies. An adapter that is unavailable has one, too, if it
    # can block nothing of that shield. 'limits' says what it cannot apply of the shield in force.
    type Adapter (name: string, state: string, reason: ?string, generation: ?int, remedy: ?string, limits: []string,
      repairs: int)

    # The daemon that keeps live.json up to date: its process, the boot in which it runs, and when it started.
    type Keeper (pid: int, bootId: string, since: string)

    # A session as bars and lock screens show it.
    type LiveSession (id: string, profile: string, link: string, remainingSeconds: ?int, elapsedSeconds: int,
      totalDuration: ?int, modeIdentifier: string, modeDisplayName: string, modeLabel: string, stateIdentifier: string,
      displayTime: string, timerEndDate: ?string, sessionCount: int, staleDate: ?string, color: string, lift: ?Lift,
      access: []OpenTarget, nextBreak: ?string, attempts: int, timezone: ?string)


    """

  /// Returns the cases of an enumeration, separated by commas.
  private static func words<Word: CaseIterable & RawRepresentable<String>>(_ type: Word.Type) -> String {
    type.allCases.map(\.rawValue).joined(separator: ", ")
  }
}
