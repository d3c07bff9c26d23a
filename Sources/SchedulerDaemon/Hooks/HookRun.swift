import CivilTime
import DurableStore
import JSON
import Scheduler

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

  /// The runs that a line of history makes due, in the order of the hooks.
  ///
  /// - Parameters:
  ///   - line: a JSON object as history has it.
  ///   - engine: the rules, whose hooks are run, and what goes on.
  public static func due(by line: [UInt8], in engine: Engine) -> [HookRun] {
    let hooks = engine.configuration.hooks
    guard !hooks.isEmpty, let object = HookEvent(line) else { return [] }
    let texts = object.texts(in: engine)
    return hooks.filter { $0.events.contains(object.name) }.map { hook in
      HookRun(
        hook: hook, number: object.number, event: object.name,
        words: hook.command.prefix(1) + hook.command.dropFirst().map { Self.filled($0, texts) },
        variables: texts.map { "SCHEDCTL_\($0.name.uppercased())=\($0.text.withoutNull)" },
        input: line.last == UInt8(ascii: "\n") ? line : line + [UInt8(ascii: "\n")])
    }
  }

  /// An argument with its names replaced; braces around anything else stay, such as those of JSON.
  private static func filled(_ argument: String, _ texts: [HookEvent.Text]) -> String {
    var result = ""
    var rest = argument[...]
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      rest = rest[open...]
      let inside = rest.dropFirst()
      guard let close = inside.firstIndex(of: "}"),
        let found = texts.first(where: { $0.isPlaceholder && $0.name == inside[..<close] })
      else {
        result += "{"
        rest = inside
        continue
      }
      result += found.text.withoutNull
      rest = inside[close...].dropFirst()
    }
    return result + rest
  }
}

extension String {
  /// An argument of a program ends at the first null character.
  fileprivate var withoutNull: String { utf8.contains(0) ? String(filter { $0 != "\0" }) : self }
}
