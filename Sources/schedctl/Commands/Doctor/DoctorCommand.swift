import Scheduler
import SchedulerEnforcement
import SchedulerInstance
import SchedulerUsage

extension Subcommand {
  static let doctor = Subcommand(
    name: "doctor", arguments: "", argumentCount: 0...0, summary: "Check that everything works",
    discussion: """
      Checks the configuration, the state directory with its journal and history, the shield on disk, the clocks, the zone,
      the consent, each adapter that enforces the shield, and the browsers and name servers that it reaches. In a desktop
      session, checks what says which window is in use and whether you are idle. Lists what measures each limit, and the
      limits that nothing measures. Prints a line for each finding: ok, note (worth knowing) or problem (needs action),
      with a remedy. It changes nothing.

      '--json' prints an object per finding, with code, gravity, text and remedy, which may be null. Exits with 1 if there
      is a problem, else with 0.
      """,
    examples: [("schedctl doctor", "what is well, and what is not")], run: runDoctor)
}

private func runDoctor(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  let instance = try session.instance(invocation)
  var (inspection, error) = try CommandFailure.mapping(instance.inspect())
  inspection.enforcement = try session.enforcement(invocation, of: instance)
  inspection.components = session.components(of: instance)
  if !session.host.places.isElsewhere { inspection.components += UseFindings.all(in: session.environment) }
  inspection.showsAbsentLimits = !UseFindings.isOfDesktop(session.environment)
  inspection.hasExtension = session.hasExtension
  inspection.removesExpired = session.removesExpired
  inspection.leftovers =
    session.leftovers(of: instance)
    + session.leftovers(of: instance, unusedBy: inspection.enforcement.adapters.map(\.adapter))
  inspection.evaluationCommand = session.evaluationCommand(invocation)
  if let error { session.reportDetails(of: CommandFailure(error)) }
  let findings = inspection.findings
  if invocation.has(.json) {
    for finding in findings { session.output.write(finding) }
  } else {
    let at = ZonedText(inspection.now, in: inspection.zone)
    let heading =
      "\(inspection.configuration.title) · \(inspection.zone.identifier) · \(at.day) \(at.time) · state in "
      + instance.directory
    session.output.write(lines: heading)
    session.output.write("\n")
    for finding in findings { session.output.write(row: finding) }
  }
  return findings.contains { $0.gravity == .problem } ? .no : .success
}

extension Console {
  /// Returns the findings about browsers and name servers, which concern the system's instance alone.
  fileprivate func components(of instance: Instance) -> [Finding] {
    guard host.isSystem(instance) else { return [] }
    return ComponentFindings.all(root: host.places.root, examinesProcesses: host.isRoot)
      + [plainPort].compactMap(\.self)
  }

  /// The finding that another program has port 80, if the socket of the page is installed and not active.
  private var plainPort: Finding? {
    let socket = ShieldPageSocketUnit.http.name
    guard !host.places.isElsewhere,
      host.places.systemUnits.contains(where: { FileWriter().isTaken("\($0)/\(socket)") }),
      systemControl(of: .system)?.isActive(socket) == false
    else { return nil }
    return PlainPort.finding
  }

  /// Returns the paths of files that contain what a shield left; none while a daemon runs or may run, and none that cannot
  /// be read. Files of the machine belong to the system's instance.
  func leftovers(of instance: Instance) -> [String] {
    guard instance.holder == .free else { return [] }
    let isSystem = host.isSystem(instance)
    return present(host.artefacts(in: instance.directory).filter { isSystem || $0.adapter == .sweeper })
  }

  /// Returns those that a running daemon of the system does not remove, because it uses other adapters; none if it is not
  /// known which ones it uses.
  fileprivate func leftovers(of instance: Instance, unusedBy used: [EnforcementSettings.Adapter]) -> [String] {
    guard instance.holder != .free, !used.isEmpty, host.isSystem(instance) else { return [] }
    return present(host.artefacts(in: instance.directory).filter { !used.contains($0.adapter) })
  }

  private func present(_ artefacts: [any FileArtefact]) -> [String] {
    artefacts.compactMap { artefact in
      do throws(AdapterError) { return try artefact.isPresent() ? artefact.path : nil } catch { return nil }
    }
  }

  /// Returns the command that evaluates the state that an invocation names, as crontab(5) takes it: with absolute paths,
  /// because cron runs it in the home directory and searches few directories for programs.
  fileprivate func evaluationCommand(_ invocation: Invocation) -> String {
    var words = [SymbolicLink.target(of: places.program) ?? "schedctl", "run", "--once"]
    if invocation.has(.system) { words.append("--system") }
    if invocation.has(.user) { words.append("--user") }
    for file in invocation.values(of: .config) { words += ["--config", absolute(file)] }
    for directory in invocation.values(of: .state) { words += ["--state", absolute(directory)] }
    return words.map(\.inCrontab).joined(separator: " ")
  }

  /// Returns an absolute path of a file; the path itself if the working directory is unknown.
  private func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    do throws(SystemError) { return try WorkingDirectory.path() + "/" + path } catch { return path }
  }
}

extension String {
  /// The text as one word of a command in crontab(5), where a percent sign stands for a new line.
  fileprivate var inCrontab: String {
    let isPlain = utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "-")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "@"): true
      default: byte >= 0x80
      }
    }
    if isPlain, !isEmpty { return self }
    var word = "'"
    for character in self {
      switch character {
      case "'": word += "'\\''"
      case "%": word += "\\%"
      default: word.append(character)
      }
    }
    return word + "'"
  }
}

extension TextOutput {
  private static let gravityWidth = 9

  /// Writes a finding as a JSON object.
  fileprivate mutating func write(_ finding: Finding) {
    jsonLine { json in
      json.member("code", value: finding.code.rawValue)
      json.member("gravity", value: finding.gravity.rawValue)
      json.member("text", value: finding.text)
      json.member("remedy", orNull: finding.remedy)
    }
  }

  /// Writes a finding as text, followed by a line with its remedy.
  fileprivate mutating func write(row finding: Finding) {
    write(lines: finding.text, after: finding.gravity.rawValue)
    if let remedy = finding.remedy { write(lines: "help: " + remedy, after: "") }
  }

  /// Writes a wrapped text in a column to the right of a word.
  private mutating func write(lines text: String, after word: String) {
    let width = columns.map { max(1, $0 - Self.gravityWidth) } ?? .max
    for (index, line) in PrintableText.printable(text).wrapped(toColumns: width).enumerated() {
      write((index == 0 ? word : "").padded(to: Self.gravityWidth) + line + "\n")
    }
  }

  fileprivate mutating func write(lines text: String) {
    for line in PrintableText.printable(text).wrapped(toColumns: columns ?? .max) { write(line + "\n") }
  }
}
