import SchedulerInstance

/// systemctl(1), which makes systemd reload, start and stop units, or another program that asks systemd.
struct SystemControl {
  fileprivate var name = "systemctl"
  fileprivate let words: [String]

  /// Runs it and waits for it. Its output goes to standard error.
  ///
  /// - Throws: code 69 if it fails.
  func run(_ arguments: [String]) throws(CommandFailure) {
    var end: ProcessEnd?
    do throws(SystemError) { end = try ForegroundProcess.run(words + arguments) } catch {}
    guard end != .exit(0) else { return }
    let line = ([name] + words.dropFirst() + arguments).joined(separator: " ")
    throw CommandFailure(
      code: .unavailable, message: "'\(line)' failed", help: ["run it again when what it says is mended"])
  }
}

extension SystemControl {
  /// Whether a unit is active.
  func isActive(_ unit: String) -> Bool {
    do throws(SystemError) { return try ChildProcess(words + ["is-active", unit]).run().end == .exit(0) } catch {
      return false
    }
  }
}

extension Console {
  /// Returns the systemd of a machine or a user, or nil if none runs.
  func systemControl(of instance: InstanceScope, by program: String = "systemctl") -> SystemControl? {
    let directory =
      switch instance {
      case .system: host.places.systemdRuntime
      case .user: environment["XDG_RUNTIME_DIR"].map { $0 + "/systemd" }
      }
    guard let directory, FileWriter().isTaken(directory),
      let path = ProgramSearch(environment).paths(of: program).first
    else { return nil }
    return SystemControl(name: program, words: [path] + (instance == .user ? ["--user"] : []) + ["--quiet"])
  }

  /// Whether a unit of systemd removes what an expired shield left in files of the machine.
  var removesExpired: Bool {
    systemControl(of: .system) != nil
      && host.places.systemUnits.contains { FileWriter().isTaken("\($0)/\(RevertPathUnit.name)") }
  }

  /// Notifies desktops that keep a list of handlers that a link handler was added or removed.
  func tellDesktops(of paths: [String], at place: InstallationPlace) {
    guard place.root.isEmpty, paths.contains(where: { $0.hasPrefix(place.applications) }),
      let program = ProgramSearch(environment).paths(of: "update-desktop-database").first
    else { return }
    do throws(SystemError) {
      _ = try ChildProcess([program, "-q", place.applications]).run()
    } catch {
      // A failure is ignored, because the next change of any entry updates the list.
    }
  }
}
