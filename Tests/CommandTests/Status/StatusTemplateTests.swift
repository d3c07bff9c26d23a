import Scheduler
import SchedulerCivilTime
import SchedulerJSON
import TestSupport
import Testing

@testable import schedctl

/// How templates are read.
@Suite struct StatusTemplateTests {
  private static let idle: BarStatus = {
    let now = Moment(wall: Instant(epochSeconds: 0), boot: 0, bootID: "")
    let engine = Engine(Configuration(zone: ConfiguredZone(.identifier("UTC"), rules: .utc), profiles: []))
    return BarStatus(LiveState(of: engine, at: now), now: now, zone: .utc)
  }()

  @Test(arguments: [
    ("", ""), ("plain", "plain"), ("{count}", "0"), ("{{{count}}}", "{0}"), ("{{count}}", "{count}"),
    ("a{count}b{state}c", "a0bidlec"), ("🍅{count}", "🍅0"), ("{profile}{count}", "0"), ("}}{{", "}{"),
  ])
  func `a template fills in its fields and prints a doubled brace as one brace`(template: String, line: String) throws {
    #expect(try StatusTemplate(template).line(of: Self.idle) == line)
  }

  @Test(arguments: [
    ("{", "'{' stands alone in the template", "write '{{' for a brace"),
    ("a}", "'}' stands alone in the template", "write '}}' for a brace"),
    ("{count", "'{' stands alone in the template", "write '{{' for a brace"),
    ("{{{", "'{' stands alone in the template", "write '{{' for a brace"),
    ("{count}}", "'}' stands alone in the template", "write '}}' for a brace"),
    ("{tiem}", "unknown field '{tiem}'", "did you mean '{time}'?"),
    ("{remainingSeconds}", "unknown field '{remainingSeconds}'", "did you mean '{remaining_seconds}'?"),
    ("{Profile}", "unknown field '{Profile}'", "did you mean '{profile}'?"),
    ("{ time }", "unknown field '{ time }'", "did you mean '{time}'?"),
  ])
  func `a template error suggests a remedy`(template: String, message: String, help: String) throws {
    let failure = #expect(throws: CommandFailure.self) { try StatusTemplate(template) }
    #expect(failure?.code == .usage && failure?.message == message && failure?.help == [help], "\(failure as Any)")
  }

  @Test(arguments: ["{}", "{xyzzy-and-more}"])
  func `if no field name is near, the help names all fields`(template: String) throws {
    let failure = #expect(throws: CommandFailure.self) { try StatusTemplate(template) }
    #expect(failure?.help.first?.hasPrefix("the fields are profile, session, ") == true)
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `a template prints escaped text unchanged, alone and around a field`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func text() -> String {
      String((0..<Int.random(in: 0...8, using: &random)).map { _ in "ab{}é🍅 \n".randomElement(using: &random)! })
    }
    func escaped(_ text: String) -> String {
      text.map { $0 == "{" || $0 == "}" ? "\($0)\($0)" : "\($0)" }.joined()
    }
    let (a, b) = (text(), text())
    #expect(try StatusTemplate(escaped(a)).line(of: Self.idle) == a, "seed \(seed)")
    let field = StatusField.allCases.randomElement(using: &random)!
    let whole = try StatusTemplate("\(escaped(a)){\(field.rawValue)}\(escaped(b))")
    #expect(whole.line(of: Self.idle) == a + field.text(of: Self.idle) + b, "seed \(seed)")
    // Any text is either read or refused, and what is read gives the same line again.
    if let read = try? StatusTemplate(a) { #expect(try StatusTemplate(a) == read, "seed \(seed)") }
  }

  @Test(arguments: StatusField.allCases)
  func `a template reads each status field by its name and has the pace of that field`(field: StatusField) throws {
    let template = try StatusTemplate("{\(field.rawValue)}")
    #expect(template.parts == [.field(field)] && template.pace == field.pace)
    #expect(try StatusTemplate("{profile}{\(field.rawValue)}").pace == field.pace)
  }
}
