import Foundation
import ProgramTesting
import SchedulerPlatform
import Testing

/// `try` on a machine below a folder, with a reader of its output that reads nothing.
@Suite struct StalledTrialTests {
  private let folder: WorkFolder
  private let foreign = "127.0.0.1 localhost\n"
  private var path: String { folder.path + "/etc/hosts" }
  private var state: String { folder.path + "/var/lib/schedctl" }
  private var text: String? { FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } }

  init() throws {
    folder = try WorkFolder()
    try folder.write(foreign, to: "etc/hosts")
    try folder.write("[profile.focus]\nblock.domains = [\"a.example\"]\n", to: "etc/schedctl/config.toml")
  }

  /// A trial whose output is a pipe that is full from the start, and is read at the end only.
  private func startStalled(_ words: String...) throws -> RunningProgram {
    var run = ProgramRun(arguments: ["try", "focus", "--system"] + words)
    run.environment["SCHEDCTL_ROOT"] = folder.path
    run.launcher = ["/bin/sh", "-c", "head -c 65536 /dev/zero; exec \"$@\"", "sh"]
    let process = try RunningProgram(run)
    #expect(Waiting.until { text?.contains("0.0.0.0 www.a.example www.a.example.\n") == true })
    return process
  }

  @Test func `a reader that has stalled delays neither a signal`() throws {
    let process = try startStalled("--for", "10m")
    process.send(SIGTERM)
    #expect(Waiting.until { text == foreign }, "the names are still blocked")
    let outcome = process.end()
    // The names are in the file before the trial has verified them, and the signal may come between the two.
    let isVerified = !outcome.messages.contains("the trial ended before anything was blocked")
    #expect(outcome.end == .exit(isVerified ? 0 : 1), "\(outcome.messages)")
    #expect(!FileManager.default.fileExists(atPath: state))
  }

  @Test func `nor the end, and gets everything when it reads again`() throws {
    let process = try startStalled("--for", "1s")
    #expect(
      Waiting.until { text == foreign && !FileManager.default.fileExists(atPath: state) }, "the names are still blocked"
    )
    let outcome = process.end()
    #expect(outcome.end == .exit(0))
    #expect(outcome.output.contains("\0adapter ") && outcome.output.contains("\nno attempts\nreverted after "))
  }

  @Test func `after the end a signal does not wait for a reader that has stalled`() throws {
    let process = try startStalled("--for", "1s")
    #expect(Waiting.until { text == foreign && !FileManager.default.fileExists(atPath: state) })
    // It takes effect at once as soon as signals are released.
    process.send(SIGTERM)
    #expect(Waiting.until { ProcessIdentity(process.processID) == nil })
    #expect(process.end().end == .signal(SIGTERM))
  }
}
