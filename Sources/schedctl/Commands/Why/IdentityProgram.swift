import Scheduler
import SchedulerPlatform

/// id(1), which asks the name services of a machine, that may know users and groups whom its files do not have: a static
/// program cannot.
struct IdentityProgram: Sendable {
  /// The whole path of the program, and what stands before its arguments.
  var words = ["/usr/bin/id"]

  /// A user of that name; not complete when the groups cannot be had.
  ///
  /// Takes milliseconds, with slow name services up to 10 seconds.
  func user(named name: String) -> UserIdentity {
    guard let groups = groups(of: name) else { return UserIdentity(name: name, isComplete: false) }
    return UserIdentity(name: name, groups: groups)
  }

  /// The names of the groups that a user of that name is in; nil when they cannot be had.
  func groups(of name: String) -> Set<String>? {
    answer(to: ["-Gnz", "--", name]).map { Set($0.split(separator: "\0").map(String.init)) }
  }

  /// The user of this process; not complete when name or groups cannot be had.
  func currentUser() -> UserIdentity {
    guard let name = answer(to: ["-un"])?.split(separator: "\n").first else {
      return UserIdentity(name: nil, isComplete: false)
    }
    return user(named: String(name))
  }

  /// What it prints; nil when it cannot be run, knows no answer or knows a part of it alone.
  private func answer(to arguments: [String]) -> String? {
    do throws(SystemError) {
      let outcome = try ChildProcess(words + arguments).run()
      return outcome.end == .exit(0) ? String(decoding: outcome.output, as: UTF8.self) : nil
    } catch {
      return nil
    }
  }
}
