import ProgramTesting
import Scheduler
import Testing

/// What happens on a machine, step by step, and what is said: the text of a golden.
struct Transcript: CustomTestStringConvertible {
  let name: String
  let configuration: String
  /// What the state directory starts with.
  var authorization = AuthorizationStatus.approved
  let steps: [Step]

  /// A thing that happens.
  enum Step {
    /// Time passes until the clocks of Berlin show this.
    case at(String)
    /// Somebody types this behind `schedctl`; words behind `@` are files in the folder of the machine.
    case run(String)
    /// The configuration is written anew, or removed.
    case write(String?)
    /// The machine's zone is another.
    case zone(String)
    /// Somebody sets the wall clock forward, or back.
    case set(seconds: Int64)
    /// From now on the kernel calls the wall clock synchronised.
    case synchronise
    /// There is a file, with this text.
    case file(String, String)
    /// A file of the state gets other bytes at its end, or goes.
    case damage(String, [UInt8]?)
  }

  var testDescription: String { name }

  /// Lets it happen.
  func text() throws -> String {
    let machine = try OfflineMachine(configuration)
    machine.firstAuthorization = authorization
    var text = ""
    for step in steps { text += try self.text(of: step, on: machine) }
    return text
  }

  private func text(of step: Step, on machine: OfflineMachine) throws -> String {
    switch step {
    case .at(let time):
      try machine.wait(until: time)
      return "# \(time)\n"
    case .run(let line):
      let words = line.split(separator: " ").map { word in
        word.hasPrefix("@") ? "\(machine.folder.path)/\(word.dropFirst())" : String(word)
      }
      let outcome = try machine.run(words)
      let code = outcome.end == .exit(0) ? "" : "[\(outcome.end)]\n".replacing("exit", with: "")
      return "$ schedctl \(line.replacing("@", with: ""))\n\(outcome.messages)\(outcome.output)\(code)"
    case .write(let configuration):
      try machine.write(configuration)
      return configuration == nil ? "# the configuration is gone\n" : "# the configuration is another\n"
    case .zone(let identifier):
      machine.zone = identifier
      return "# the machine is in \(identifier)\n"
    case .set(let seconds):
      machine.moment.wall = machine.moment.wall.adding(seconds: seconds)
      return "# the clock is set by \(seconds) s\n"
    case .synchronise:
      machine.isSynchronised = true
      return "# the clock is synchronised\n"
    case .file(let name, let text):
      try machine.folder.write(text, to: name)
      return "# there is a file '\(name)'\n"
    case .damage(let name, let bytes):
      try machine.damage(name, bytes)
      return bytes == nil ? "# '\(name)' is gone\n" : "# '\(name)' is damaged\n"
    }
  }
}
