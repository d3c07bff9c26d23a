import SchedulerPlatform

/// How our extension of GNOME Shell and our script of KWin speak over D-Bus.
///
///     Get() and Changed: (desktop-id class instance process)   ; three texts and a number, all empty for no window
public enum FocusInterface {
  /// The name of the interface.
  public static let name = "io.schedctl.Focus"
  /// The path of its object.
  public static let path = "/io/schedctl/Focus"
}

/// The focus on GNOME under Wayland, from our extension of GNOME Shell on the bus of the session.
///
/// GNOME Shell itself tells other programs nothing of its windows. The extension speaks from the connection of GNOME Shell,
/// so that no other program can speak for it.
///
/// GNOME Shell disables extensions and enables them again. An extension that is enabled says so with `Changed`, so that
/// nothing has to be asked again.
struct ShellFocusSource: UseSource {
  private var bus: BusConnection
  private var question: UInt32?

  private static let shell = BusObject(
    service: "org.gnome.Shell", path: FocusInterface.path, interface: FocusInterface.name)
  private static let noExtension = SourceReport.focusIsUnknown(
    "the extension of schedctl does not run in GNOME Shell; 'schedctl install --user' turns it on from the next login on"
  )

  /// Connects.
  init(addresses: [String], user: UInt32, at now: UseMoment) throws(SourceFailure) {
    let service = BusService(
      name: Self.shell.service, signals: [[FocusInterface.name, "Changed"], [FocusInterface.name, "Ended"]])
    bus = try BusConnection(to: addresses, user: user, services: [service], at: now)
  }

  var descriptor: OpenDescriptor { bus.descriptor }
  var askedAt: Int64? { bus.askedAt }

  mutating func read(at now: UseMoment) throws(SourceFailure) -> [SourceReport] {
    var reports: [SourceReport] = []
    for event in try bus.read(at: now) {
      switch event {
      case .service(_, let isThere):
        question = isThere ? try bus.call("Get", on: Self.shell, at: now) : nil
        if !isThere { reports.append(.focusIsUnknown("GNOME Shell is not on the bus")) }
      case .answer(let message, let serial):
        guard serial == question else { break }
        reports.append(message.kind == .answer ? .focus(try FocusedWindow(of: message)) : Self.noExtension)
      case .signal(let message) where message.interface == FocusInterface.name:
        reports.append(message.member == "Changed" ? .focus(try FocusedWindow(of: message)) : Self.noExtension)
      case .signal, .call: break
      }
    }
    return reports
  }
}

/// The focus on KDE under Wayland, from a script that KWin runs for us.
///
/// KWin reads the script from a file. The script calls our connection with each window that gets the focus. KWin keeps it
/// until it ends; the next agent replaces it.
struct KWinFocusSource: UseSource {
  private var bus: BusConnection
  private let file: String
  private var step: (serial: UInt32, meaning: Step)?
  private var number: Int64 = 0
  /// When the script was started, while it has not called.
  private var startedAt: Int64?

  private enum Step { case unload, load, run, runInOldPlace }

  private static let scripting = BusObject(
    service: "org.kde.KWin", path: "/Scripting", interface: "org.kde.kwin.Scripting")
  private static let plugin = "schedctl"

  /// Connects.
  ///
  /// - Parameter folder: the directory for the file of the script.
  init(addresses: [String], user: UInt32, folder: String, at now: UseMoment) throws(SourceFailure) {
    file = "\(folder)/schedctl-kwin.js"
    bus = try BusConnection(
      to: addresses, user: user, services: [BusService(name: Self.scripting.service)], at: now)
  }

  var descriptor: OpenDescriptor { bus.descriptor }
  var askedAt: Int64? { bus.askedAt ?? startedAt }

  mutating func read(at now: UseMoment) throws(SourceFailure) -> [SourceReport] {
    var reports: [SourceReport] = []
    for event in try bus.read(at: now) {
      switch event {
      case .service(_, let isThere):
        guard isThere, step == nil else { throw isThere ? .ended : .unfit("KWin is not on the bus") }
        try writeScript()
        try call("unloadScript", with: [.string(Self.plugin)], as: .unload, at: now)
      case .answer(let message, let serial):
        if let step, step.serial == serial { try handle(message, of: step.meaning, at: now) }
      case .call(let message):
        try bus.answer(message)
        guard message.interface == FocusInterface.name, message.member == "Changed" else { break }
        startedAt = nil
        reports.append(.focus(try FocusedWindow(of: message)))
      case .signal: break
      }
    }
    return reports
  }

  private mutating func handle(
    _ message: BusMessage, of meaning: Step, at now: UseMoment
  ) throws(SourceFailure) {
    switch meaning {
    // It fails if no agent has loaded one before.
    case .unload: try call("loadScript", with: [.string(file), .string(Self.plugin)], as: .load, at: now)
    case .load:
      guard message.kind == .answer, case .number(let number)? = try message.values().first, number >= 0 else {
        throw .unfit("KWin does not load the script '\(file)'")
      }
      self.number = number
      // The script may call before KWin answers.
      startedAt = now.monotonic
      try run(at: "/Scripting/Script\(number)", as: .run, now: now)
    case .run where message.kind == .failure: try run(at: "/\(number)", as: .runInOldPlace, now: now)
    case .runInOldPlace where message.kind == .failure: throw .unfit("KWin does not run the script '\(file)'")
    case .run, .runInOldPlace: break
    }
  }

  /// Runs the script. Plasma 5 and 6 have it at different paths.
  private mutating func run(at path: String, as meaning: Step, now: UseMoment) throws(SourceFailure) {
    let script = BusObject(service: Self.scripting.service, path: path, interface: "org.kde.kwin.Script")
    step = (try bus.call("run", on: script, at: now), meaning)
  }

  private mutating func call(
    _ member: String, with arguments: [BusValue], as meaning: Step, at now: UseMoment
  ) throws(SourceFailure) {
    step = (try bus.call(member, with: arguments, on: Self.scripting, at: now), meaning)
  }

  private func writeScript() throws(SourceFailure) {
    do throws(FileSystemError) {
      try FileWriter().replace(
        file, with: Array(Self.script(calling: bus.name ?? "").utf8), permissions: 0o600, followsLinks: false)
    } catch {
      throw .unfit("\(error)")
    }
  }

  /// Returns the script. Plasma 6 has windows where Plasma 5 has clients; some of their names are bytes there.
  ///
  /// - Parameter name: our name on the bus.
  static func script(calling name: String) -> String {
    """
    // Tells schedctl which window has the focus. It is loaded until KWin ends.
    function report(window) {
      const text = value => value ? String(value) : "";
      const names = window ? [window.desktopFileName, window.resourceClass, window.resourceName, window.pid] : ["", "", "", 0];
      callDBus("\(name)", "\(FocusInterface.path)", "\(FocusInterface.name)", "Changed",
        text(names[0]), text(names[1]), text(names[2]), text(names[3]));
    }
    (workspace.windowActivated || workspace.clientActivated).connect(report);
    report(workspace.activeWindow || workspace.activeClient);

    """
  }
}

extension FocusedWindow {
  /// Reads a window in a message: the ID of its desktop entry, its class and its instance, and the number of its process,
  /// which may be a text. Returns nil if all are empty: no window has the focus.
  fileprivate init?(of message: BusMessage) throws(SourceFailure) {
    let values = try message.values()
    guard values.count == 4 else { throw .malformed("a window of \(values.count) values") }
    let names = values.prefix(3).map { $0.text.flatMap { $0.isEmpty ? nil : $0 } }
    let process: Int32? =
      switch values[3] {
      case .uint32(let number): Int32(exactly: number)
      case let value: value.text.flatMap { Int32($0) }
      }
    if names.allSatisfy({ $0 == nil }), process ?? 0 <= 0 { return nil }
    self.init(applicationID: names[0], windowClass: names[1], instance: names[2], processID: process)
  }
}
