import ProgramTesting
import SchedulerDiagnostics
import SchedulerPlatform
import TestSupport
import Testing

@testable import schedctl

/// Weeks on terminals, as agreed; `SCHEDCTL_WRITE_GOLDENS=1 swift test --filter WeekGridTests` writes them anew.
@Suite struct WeekGridTests {
  /// A week on a terminal.
  struct Case: CustomTestStringConvertible {
    let name: String
    let path: String
    let time: String
    var now = "1999-01-01"
    var columns: Int? = 80
    var marks = GridMarks.blocks
    var testDescription: String { name }

    init(
      _ name: String, _ path: String, _ time: String, now: String = "1999-01-01", columns: Int? = 80,
      marks: GridMarks = .blocks
    ) {
      (self.name, self.path, self.time, self.now, self.columns, self.marks) = (name, path, time, now, columns, marks)
    }
  }

  private static let five = ExampleWeek.fiveProfiles

  @Test(arguments: [
    Case("sample", "examples/sample.toml", "2026-11-23"),
    Case("sample-now", "examples/sample.toml", "2026-11-23", now: "2026-11-26 14:05"),
    Case("sample-no-terminal", "examples/sample.toml", "2026-11-23", now: "2026-11-23 09:40", columns: nil),
    Case("student", "examples/student.toml", "2026-12-21"),
    Case("night-shift", "examples/night-shift.toml", "2026-10-28"),
    Case("traveller", "examples/traveller.toml", "2026-11-23", columns: 60),
    Case("gap", five, "2026-03-29"),
    Case("repeat", five, "2026-10-25"),
    Case("five-20", five, "2026-10-25", columns: 20),
    Case("five-40", five, "2026-11-10", now: "2026-11-11 12:40", columns: 40),
    Case("five-60", five, "2026-11-10", columns: 60),
    Case("five-120", five, "2026-10-25", columns: 120),
    Case("five-200", five, "2026-11-10", now: "2026-11-11 12:40", columns: 200),
    Case("five-ascii", five, "2026-03-29", now: "2026-03-29 17:00", marks: .ascii),
  ])
  func `the grid of a week matches its golden file`(this: Case) throws {
    let layout = try ExampleWeek.layout(this.path, this.time, now: this.now)
    let grid = WeekGrid(layout, columns: this.columns, marks: this.marks, colors: .none)
    let page = grid.page(heading: "\(this.path) · \(layout.title)", columns: this.columns)
    let golden = Golden("Tests/CommandTests/Goldens/timeline-\(this.name).txt")
    #expect(try page == golden.agreed(with: page))
  }

  @Test(arguments: [five, "examples/sample.toml", "examples/night-shift.toml"], ["2026-10-25", "2026-03-29"])
  func `no line of a grid is wider than its terminal`(path: String, time: String) throws {
    let layout = try ExampleWeek.layout(path, time, now: time + " 23:59")
    for columns in stride(from: 20, through: 220, by: Laws.areWhole ? 1 : 9) {
      let text = WeekGrid(layout, columns: columns, marks: .blocks, colors: .none).text
      let lines = text.split(separator: "\n")
      #expect(lines.allSatisfy { DisplayWidth.columns(of: String($0)) <= columns }, "\(columns)\n\(text)")
    }
  }

  @Test(arguments: [TerminalColors.palette, .exact])
  func `colours leave the text of the grid unchanged`(colors: TerminalColors) throws {
    let layout = try ExampleWeek.layout(Self.five, "2026-10-25", now: "2026-10-25 12:40")
    let plain = WeekGrid(layout, columns: 80, marks: .blocks, colors: .none).text
    let colored = WeekGrid(layout, columns: 80, marks: .blocks, colors: colors).text
    #expect(!plain.contains("\u{1B}"))
    let controls = #/\u{1B}\[[0-9;]*m/#
    let stripped = colored.replacing(controls, with: "").split(separator: "\n", omittingEmptySubsequences: false)
    let trimmed = stripped.map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
    #expect(trimmed.joined(separator: "\n") == plain)
    // The red of deep-work is #e5484d; the nearest of the cube is (215, 95, 95).
    #expect(colored.contains(colors == .exact ? "\u{1B}[38;2;229;72;77m█" : "\u{1B}[38;5;167m█"))
  }

  @Test func `an ASCII grid contains only ASCII characters`() throws {
    let layout = try ExampleWeek.layout(Self.five, "2026-10-25", now: "2026-10-25 12:40")
    for columns in [20, 80] {
      let text = WeekGrid(layout, columns: columns, marks: .ascii, colors: .none).text
      #expect(text.utf8.allSatisfy { $0 < 0x80 })
    }
    #expect(layout.remarks(dash: "-").allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
  }

  @Test(
    arguments: [
      ([:], true), (["LANG": "C"], false), (["LANG": "de_DE.UTF-8"], true), (["LANG": "C.utf8"], true),
      (["LANG": "de_DE.UTF-8", "LC_ALL": "POSIX"], false), (["LANG": "C", "LC_CTYPE": "C.UTF-8"], true),
      (["LANG": ""], true), (["LC_ALL": "", "LANG": "de_DE@euro"], false),
    ] as [([String: String], Bool)])
  func `the locale decides whether the grid uses block characters`(variables: [String: String], hasBlocks: Bool) {
    let marks = GridMarks.suiting(ProcessEnvironment(variables: variables, effectiveUserID: 0))
    #expect(marks.full == (hasBlocks ? "█" : "#"))
  }

  @Test(arguments: [("truecolor", true), ("24bit", true), ("yes", false), ("", false)])
  func `a terminal whose COLORTERM is truecolor or 24bit gets exact colours`(value: String, isExact: Bool) {
    let environment = ProcessEnvironment(variables: ["COLORTERM": value], effectiveUserID: 0)
    #expect((TerminalColors.suiting(environment) == .exact) == isExact)
  }

  @Test(arguments: [(1, "A", "A"), (26, "A", "Z"), (27, "AA", "BA"), (703, "AAA", "BBA")])
  func `letters tell any number of profiles apart`(count: Int, first: String, last: String) {
    let letters = ProfileLetters.texts(count: count)
    #expect(letters.first == first && letters.last == last)
    #expect(Set(letters).count == count)
  }
}
