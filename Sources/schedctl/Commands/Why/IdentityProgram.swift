import Scheduler
import SchedulerPlatform

/// id(1), which asks the name services of a machine. They may know users and groups that the files of the machine do
/// not contain, and a static program cannot ask them.
struct IdentityProgram: Sendable {
  /// The absolute path of the program, and the words before its arguments.
  var words = ["/usr/bin/id"]

  /// Returns the user of a name. The result is incomplete if the groups are unknown.
  ///
  /// Takes milliseconds; with slow name services up to 10 seconds.
  func user(named name: String) -> UserIdentity {
    guard let groups = groups(of: name) else { return UserIdentity(name: name, isComplete: false) }
    return UserIdentity(name: name, groups: groups)
  }

  /// Returns the names of the groups of a user; nil if they are unknown.
  func groups(of name: String) -> Set<String>? {
    answer(to: ["-Gnz", "--", name]).map { Set($0.split(separator: "\0").map(String.init)) }
  }

  /// Returns the user of this process. The result is incomplete if the name or the groups are unknown.
  func currentUser() -> UserIdentity {
    guard let name = answer(to: ["-un"])?.split(separator: "\n").first else {
      return UserIdentity(name: nil, isComplete: false)
    }
    return user(named: String(name))
  }

  /// Returns the output of the program; nil if it cannot be run, or has no answer or only a part of it.
  private func answer(to arguments: [String]) -> String? {
    do throws(SystemError) {
      let outcome = try ChildProcess(words + arguments).run()
      return outcome.end == .exit(0) ? String(decoding: outcome.output, as: UTF8.self) : nil
    } catch {
      return nil
    }
  }
}
