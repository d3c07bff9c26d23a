import Scheduler
import SchedulerEnforcement
import SchedulerPlatform

extension Subcommand {
  static let apps = Subcommand(
    name: "apps", arguments: "[PATTERN]", argumentCount: 0...1, argumentKinds: ["PATTERN"],
    summary: "List the installed applications, with the line that blocks each",
    discussion: """
      Lists the applications of this machine that menus show, with the line for the table of a profile that blocks each:
      its id, name, categories and executables. With PATTERN, lists those whose id or name contains it, in upper or lower
      case, also those that menus do not show. Exits with 1 if there are none. Needs no configuration.

      A program without a desktop entry is blocked by its file name or its path.

      Each line of '--json' has id, name, categories, executables, launcher (the program that runs it, such as flatpak;
      null for none), shown, all (whether apps = "all" includes it) and line (null if it is never blocked).
      """,
    options: [],
    examples: [
      ("schedctl apps", "lists the installed applications"),
      ("schedctl apps browser", "those with 'browser' in their name"),
    ], run: runApps)
}

private func runApps(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  let pattern = invocation.arguments.first?.lowercased()
  var resolver = ApplicationResolver.ofThisMachine(session.environment)
  let found = resolver.installed().filter { program in
    guard let pattern else { return program.isShown }
    return program.id.lowercased().contains(pattern) || program.name.lowercased().contains(pattern)
  }
  for program in found {
    if invocation.has(.json) { session.writeJSON(of: program) } else { session.write(program) }
  }
  if found.isEmpty {
    session.say("schedctl: no application \(pattern == nil ? "is installed" : "has that id or name")")
  }
  return found.isEmpty ? .no : .success
}

extension Console {
  fileprivate mutating func write(_ program: InstalledProgram) {
    var lines = [program.name == program.id ? program.id : "\(program.id) · \(program.name)"]
    if !program.categories.isEmpty {
      lines.append("  categories: " + program.categories.map(\.name).joined(separator: ", "))
    }
    let files = program.executables.isEmpty ? [program.launcher].compactMap { $0 } : program.executables
    lines.append("  executables: " + (files.isEmpty ? "none found" : files.joined(separator: ", ")))
    lines.append("  " + (program.configurationLine ?? "never blocked"))
    for line in lines { output.write(PrintableText.printable(line) + "\n") }
  }

  fileprivate mutating func writeJSON(of program: InstalledProgram) {
    output.jsonLine(isSample: false) { json in
      json.member("id", value: program.id)
      json.member("name", value: program.name)
      json.member("categories", value: program.categories.map(\.name))
      json.member("executables", value: program.executables)
      json.member("launcher", orNull: program.launcher)
      json.member("shown", value: program.isShown)
      json.member("all", value: program.isOfAll)
      json.member("line", orNull: program.configurationLine)
    }
  }
}

extension InstalledProgram {
  /// The line for the table of a profile that blocks it; nil if it is never blocked, or its ID cannot be written.
  var configurationLine: String? {
    let isWritable = id.unicodeScalars.allSatisfy {
      $0.properties.generalCategory != .control && $0 != "\"" && $0 != "\\"
    }
    return isNeverShielded || !isWritable ? nil : "block.apps = [\"\(id)\"]"
  }
}
