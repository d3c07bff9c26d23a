import Scheduler
import SchedulerCivilTime
import SchedulerJSON
import SchedulerStore

/// A hook that is to be run for one event.
///
/// Source: `[[hook]]` of the configuration. Names in braces in its arguments are replaced; the same texts are in variables
/// (`SCHEDCTL_EVENT`, `SCHEDCTL_PROFILE` and so on), and the line of history that records the event is standard input.
public struct HookRun: Hashable, Sendable {
  /// The hook as the configuration has it: its runs come one after the other.
  public let hook: Hook
  /// The number of the event in history; a run that is repeated after a crash has the same one.
  public let number: Int64
  /// The event.
  public let event: EventName
  /// The program and its arguments.
  public let words: [String]
  /// What is added to its environment, `NAME=value` each.
  public let variables: [String]
  /// What it finds on standard input.
  public let input: [UInt8]

  /// The runs that an event makes due, in the order of the hooks.
  ///
  /// - Parameter engine: the rules, whose hooks are run, and what goes on.
  static func due(by event: HookEvent, in engine: Engine) -> [HookRun] {
    let hooks = engine.configuration.hooks.filter { $0.events.contains(event.name) }
    guard !hooks.isEmpty else { return [] }
    let texts = event.texts(in: engine)
    let variables = texts.map { "SCHEDCTL_\($0.name.uppercased())=\($0.text.withoutNull)" }
    return hooks.map { hook in
      let arguments = hook.command.dropFirst().map { argument in
        Hook.filled(argument) { name in texts.first { $0.name == name }?.text.withoutNull }
      }
      return HookRun(
        hook: hook, number: event.number, event: event.name, words: hook.command.prefix(1) + arguments,
        variables: variables, input: event.line)
    }
  }
}

extension String {
  /// An argument of a program ends at the first null character.
  fileprivate var withoutNull: String { utf8.contains(0) ? String(filter { $0 != "\0" }) : self }
}
