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
struct ShellFocusSource: BusSource {
  private(set) var bus: BusConnection
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
/// KWin reads the script from a file. The script calls our connection with each window that gets the focus. The script and
/// its file have a name for each process, so that two agents do not end each other's.
struct KWinFocusSource: UseSource {
  private var bus: BusConnection
  /// The file of the script; nil if KWin is only asked whether it runs scripts.
  private let file: String?
  private let plugin: String
  /// The open question.
  private var step: (serial: UInt32, meaning: Step)?
  private var hasBegun = false
  /// When the script was started, while it has not called.
  private var startedAt: Int64?
  /// When the script has called, or KWin has said that it runs it, for the last time.
  private var seenAt: Int64?

  private enum Step { case ask, unload, load, start, confirm }

  private static let scripting = BusObject(
    service: "org.kde.KWin", path: "/Scripting", interface: "org.kde.kwin.Scripting")
  /// The time for which the script counts as running without a sign of it, in nanoseconds.
  private static let trust: Int64 = 60_000_000_000

  /// Connects.
  ///
  /// - Parameters:
  ///   - folder: the directory for the file of the script; nil to run no script, and ask only whether KWin runs some.
  ///   - processID: the process after which the script is named.
  init(
    addresses: [String], user: UInt32, folder: String?, processID: Int32 = RunningProcess.own, at now: UseMoment
  ) throws(SourceFailure) {
    plugin = "schedctl-\(processID)"
    file = folder.map { "\($0)/schedctl-kwin-\(processID).js" }
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
        guard isThere, !hasBegun else { throw isThere ? .ended : .unfit("KWin is not on the bus") }
        hasBegun = true
        try writeScript()
        try call(file == nil ? "isScriptLoaded" : "unloadScript", as: file == nil ? .ask : .unload, at: now)
      case .answer(let message, let serial):
        guard let step, step.serial == serial else { break }
        self.step = nil
        reports += try handle(message, of: step.meaning, at: now)
      case .call(let message):
        try bus.answer(message)
        guard message.interface == FocusInterface.name, message.member == "Changed" else { break }
        if seenAt == nil { removeFile() }
        (startedAt, seenAt) = (nil, now.monotonic)
        reports.append(.focus(try FocusedWindow(of: message)))
      case .signal: break
      }
    }
    return reports
  }

  private mutating func handle(
    _ message: BusMessage, of meaning: Step, at now: UseMoment
  ) throws(SourceFailure) -> [SourceReport] {
    let script = file ?? plugin
    switch meaning {
    case .ask:
      guard message.kind == .answer else { throw .unfit("KWin runs no scripts") }
      return [.focus(nil)]
    // It fails if an earlier connection of this process has loaded none.
    case .unload:
      step = (
        try bus.call("loadScript", with: [.string(script), .string(plugin)], on: Self.scripting, at: now), .load
      )
    case .load:
      guard message.kind == .answer, case .number(let number)? = try message.values().first, number >= 0 else {
        throw .unfit("KWin does not load the script '\(script)'")
      }
      // The script may call before KWin answers. It is not run by its number, which may be that of another script.
      startedAt = now.monotonic
      step = (try bus.call("start", on: Self.scripting, at: now), .start)
    case .start: guard message.kind == .answer else { throw .unfit("KWin does not run the script '\(script)'") }
    case .confirm:
      guard message.kind == .answer, try message.values().first?.truth == true else {
        throw .outdated("KWin does not run the script '\(script)' any more", since: seenAt)
      }
      seenAt = now.monotonic
    }
    return []
  }

  /// Asks whether KWin still runs the script, unless there was a sign of it lately.
  mutating func confirm(at now: UseMoment) throws(SourceFailure) {
    guard step == nil, let seenAt, now.monotonic - seenAt >= Self.trust else { return }
    try call("isScriptLoaded", as: .confirm, at: now)
  }

  /// Calls a method with the name of the script.
  private mutating func call(_ member: String, as meaning: Step, at now: UseMoment) throws(SourceFailure) {
    step = (try bus.call(member, with: [.string(plugin)], on: Self.scripting, at: now), meaning)
  }

  mutating func end() {
    guard hasBegun, file != nil else { return }
    removeFile()
    // A script that stays calls a connection that has ended.
    do throws(SourceFailure) { try bus.post("unloadScript", with: [.string(plugin)], on: Self.scripting) } catch {
      return
    }
  }

  private func writeScript() throws(SourceFailure) {
    guard let file else { return }
    do throws(FileSystemError) {
      try FileWriter().replace(
        file, with: Array(Self.script(calling: bus.name ?? "").utf8), permissions: 0o600, followsLinks: false)
    } catch {
      throw .unfit("\(error)")
    }
  }

  /// Removes the file, which KWin reads once.
  private func removeFile() {
    guard let file else { return }
    // The directory ends with the session, and a file that stays is harmless.
    do throws(FileSystemError) { try FileWriter().remove(file) } catch { return }
  }

  /// Returns the script, in the JavaScript of 2009 that KWin 5 has. Plasma 6 has windows where Plasma 5 has clients; some
  /// of their names are bytes there.
  ///
  /// - Parameter name: our name on the bus.
  static func script(calling name: String) -> String {
    """
    // Tells schedctl which window has the focus. It is loaded until schedctl or KWin ends.
    function text(value) {
      return value ? String(value) : "";
    }
    function report(window) {
      var names = window ? [window.desktopFileName, window.resourceClass, window.resourceName, window.pid] : ["", "", "", 0];
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
