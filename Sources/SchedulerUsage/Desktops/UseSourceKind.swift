import SchedulerPlatform

/// The kinds of sources, the best first: a source is opened only if no earlier one says what it says.
enum UseSourceKind: CaseIterable, Sendable {
  case logind, session, screenSaver, sway, wayland, wlroots
  // Under i3, X11 also says which process has opened a window.
  case x11, i3
  case mutter, shell, kwin
  case activityWatch
  case browsers

  /// Its name for people.
  var name: String {
    switch self {
    case .logind, .session: "logind"
    case .screenSaver: "screen saver"
    case .sway: "sway"
    case .wayland: "Wayland"
    case .wlroots: "wlroots"
    case .x11: "X11"
    case .i3: "i3"
    case .mutter: "Mutter"
    case .shell: "GNOME Shell"
    case .kwin: "KWin"
    case .activityWatch: "ActivityWatch"
    case .browsers: "browsers"
    }
  }

  /// What it says.
  var subjects: Set<SourceReport.Subject> {
    switch self {
    case .logind: [.lock, .seat]
    case .session: [.seat]
    case .screenSaver: [.screen]
    case .sway, .wlroots, .i3, .shell, .kwin: [.focus]
    case .wayland, .mutter: [.idleness]
    case .x11, .activityWatch: [.focus, .idleness]
    case .browsers: [.pages]
    }
  }

  /// The time after which it reports idleness if it decides that itself, in nanoseconds; nil if it takes ours.
  var ownPatience: Int64? {
    // The usual time of its AFK watcher is three minutes; to these come its period and ours.
    self == .activityWatch ? 200_000_000_000 : nil
  }

  /// Whether it may come to a session later. It is then looked for when something else wakes us.
  var mayComeLater: Bool { subjects.isSubset(of: [.lock, .seat, .screen]) }

  /// The path of its socket or file in a session, or its address.
  ///
  /// - Throws: `SourceFailure.missing` if the session does not have it, or `unsupported`.
  func path(in environment: ProcessEnvironment) throws(SourceFailure) -> String {
    switch self {
    case .logind, .screenSaver, .mutter, .shell, .kwin: return try addresses(in: environment)[0]
    case .session:
      guard let path = SessionSource.path(in: environment) else { throw .missing("logind has no session") }
      return path
    case .sway: return try Self.value(of: "SWAYSOCK", in: environment)
    case .i3:
      if environment["SWAYSOCK"] != nil { throw .missing("the session is one of sway") }
      return try Self.value(of: "I3SOCK", in: environment)
    case .wayland, .wlroots:
      let name = try Self.value(of: "WAYLAND_DISPLAY", in: environment)
      if name.hasPrefix("/") { return name }
      return try Self.value(of: "XDG_RUNTIME_DIR", in: environment) + "/" + name
    case .x11:
      // Under Wayland, the X server knows the windows and the input of its own clients only.
      if environment["WAYLAND_DISPLAY"] != nil { throw .missing("the session is one of Wayland") }
      return try Self.display(in: environment).path
    case .activityWatch:
      // Only a desktop has watchers; elsewhere nothing asks for its server in vain.
      if environment["WAYLAND_DISPLAY"] == nil { _ = try Self.value(of: "DISPLAY", in: environment) }
      return "127.0.0.1:\(ActivityWatchSource.usualPort)"
    case .browsers:
      let runtime = try Self.value(of: "XDG_RUNTIME_DIR", in: environment)
      guard FileStatus(path: runtime)?.userID == environment.effectiveUserID,
        let path = PageSockets.directory(in: environment)
      else { throw .missing("'\(runtime)' is no directory of yours") }
      return path
    }
  }

  /// The sockets of its bus.
  private func addresses(in environment: ProcessEnvironment) throws(SourceFailure) -> [String] {
    switch self {
    case .logind:
      _ = try Self.session(in: environment)
      return try BusAddress.system(in: environment)
    case .mutter, .shell, .kwin:
      let desktop = try Self.value(of: "XDG_CURRENT_DESKTOP", in: environment)
      let wanted = self == .kwin ? "KDE" : "GNOME"
      guard desktop.split(separator: ":").contains(wanted[...]) else { throw .missing("the desktop is not \(wanted)") }
      return try BusAddress.session(in: environment)
    default: return try BusAddress.session(in: environment)
    }
  }

  /// Opens the source.
  ///
  /// - Parameter onlyAsks: whether other programs must not be made to do anything.
  func open(
    in environment: ProcessEnvironment, patience: Int64, onlyAsks: Bool, at now: UseMoment
  ) throws(SourceFailure) -> any UseSource {
    let path = try path(in: environment)
    let user = environment.effectiveUserID
    switch self {
    case .logind:
      let identifier = try Self.session(in: environment)
      return try LogindSource(addresses: addresses(in: environment), identifier: identifier, user: user, at: now)
    case .screenSaver: return try ScreenSaverSource(addresses: addresses(in: environment), user: user, at: now)
    case .mutter:
      return try MutterIdleSource(addresses: addresses(in: environment), user: user, patience: patience, at: now)
    case .shell: return try ShellFocusSource(addresses: addresses(in: environment), user: user, at: now)
    case .kwin:
      let folder = try Self.value(of: "XDG_RUNTIME_DIR", in: environment)
      return try KWinFocusSource(
        addresses: addresses(in: environment), user: user, folder: onlyAsks ? nil : folder, at: now)
    case .session: return try SessionSource(path: path)
    case .sway, .i3: return try I3Source(path: path, at: now)
    case .wayland: return try WaylandIdleSource(path: path, patience: patience, at: now)
    case .wlroots: return try WaylandFocusSource(path: path, at: now)
    case .x11:
      let display = try Self.display(in: environment)
      return try X11Source(
        path: path, screen: display.screen, cookie: X11Authority.cookie(for: display, in: environment),
        patience: patience, at: now)
    case .activityWatch:
      return try ActivityWatchSource(port: ActivityWatchSource.usualPort, user: user, at: now)
    case .browsers: return try BrowserSource(directory: path, user: user)
    }
  }

  private static func display(in environment: ProcessEnvironment) throws(SourceFailure) -> X11Display {
    let name = try value(of: "DISPLAY", in: environment)
    guard let display = X11Display(name) else { throw .unsupported("'\(name)' is no display of this machine") }
    return display
  }

  private static func session(in environment: ProcessEnvironment) throws(SourceFailure) -> String {
    guard let name = SessionSource.identifier(in: environment) else { throw .missing("logind has no session") }
    return name
  }

  private static func value(of name: String, in environment: ProcessEnvironment) throws(SourceFailure) -> String {
    guard let value = environment[name] else { throw .missing("$\(name) is not set") }
    return value
  }
}

/// A source as it stands.
public struct SourceStanding: Hashable, Sendable {
  /// What a source does at present.
  public enum State: Hashable, Sendable {
    /// It says what it is asked.
    case working
    /// It was asked and has not answered yet.
    case starting
    /// An earlier source says what it would say.
    case unneeded
    /// The session does not have it.
    case missing(String)
    /// It cannot be used.
    case failed(String)
  }

  /// Its kind and its place, such as `sway on '/run/user/1000/sway-ipc.sock'`.
  public let title: String
  /// Its kind, such as `sway`.
  public let name: String
  /// Whether it says which window has the focus.
  public let reportsFocus: Bool
  /// Whether it says whether the person is idle.
  public let reportsIdleness: Bool
  /// Whether it says which page a browser has in front.
  public let reportsPages: Bool
  /// Whether it says whether the screen is locked.
  public let reportsLocks: Bool
  /// Whether it says whether another session has the seat.
  public let reportsSeat: Bool
  /// What it does.
  public let state: State
  /// The names of the programs that are connected with it, sorted.
  public let programs: [String]
  /// Why it has dropped a program last; nil if it has dropped none.
  public let lastDrop: String?

  init(_ kind: UseSourceKind, path: String?, state: State, source: (any UseSource)?) {
    name = kind.name
    title = path.map { "\(kind.name) on '\($0)'" } ?? kind.name
    reportsFocus = kind.subjects.contains(.focus)
    reportsIdleness = kind.subjects.contains(.idleness)
    reportsPages = kind.subjects.contains(.pages)
    (programs, lastDrop) = (source?.programs ?? [], source?.lastDrop)
    reportsLocks = kind.subjects.contains(.screen)
    reportsSeat = kind.subjects.contains(.seat)
    self.state = state
  }
}
