import SchedulerCivilTime
import Testing

@testable import Scheduler

/// A change of one profile where another one ends sessions.
@Suite struct ReplacingComparisonTests {
  private static let day = Instant(epochSeconds: 0)..<Instant(epochSeconds: 86_400)
  private static let replacing = "[profile.r]\nwindow = ['09:00-10:00']\noverlap = 'replace'\n"

  /// The difference that lines of a profile make beside another one.
  private func difference(
    _ old: String?, _ new: String?, beside others: (old: String, new: String)
  ) throws -> ConfigurationDifference {
    func text(_ lines: String?) -> String { lines.map { "[profile.p]\n\($0)\n" } ?? "" }
    return ConfigurationDifference(
      from: try configuration(others.old + text(old)), to: try configuration(others.new + text(new)), in: Self.day
    ).restricted(to: [try #require(ProfileKey("p"))])
  }

  private static let stacking = replacing.replacing("'replace'", with: "'stack'")
  private static let disabled = replacing + "enabled = false\n"
  private static let windowless = "[profile.r]\noverlap = 'replace'\n"

  /// Lines of a profile before and after, and whether the other one's intervals end it or wait for it.
  @Test(
    arguments: [
      // It started in the other one's interval and went on after it; now it ends with its start.
      ("window = ['09:30-11:00']", "window = ['08:30-11:00']", true), ("", "window = ['08:30-09:30']", true),
      ("", "window = ['09:59-11:00']", true), (nil, "window = ['08:30-09:30']", true),
      // It only touches it.
      ("", "window = ['08:00-09:00', '10:00-11:00']", false), (nil, "window = ['10:00-11:00']", false),
      // It keeps the other one waiting.
      ("lock = 'none'", "lock = 'strict'", true), ("lock = 'remote'", "lock = 'strict'", true),
      (nil, "unlock = [{ type = 'text', length = 8 }]", true),
      (
        "strategy = { type = 'timer', length = '1h' }",
        "strategy = { type = 'timer', length = '1h', early-stop = false }", true
      ),
      ("lock = 'none'", "lock = 'remote'", false), (nil, "lock = 'strict'", true), (nil, "lock = 'remote'", false),
    ] as [(String?, String, Bool)])
  func `a change that holds more loosens if it meets a profile that replaces sessions`(
    old: String?, new: String, meets: Bool
  ) throws {
    for others in [(Self.replacing, Self.replacing), (Self.replacing, Self.stacking), (Self.stacking, Self.replacing)] {
      let difference = try difference(old, new, beside: others)
      #expect(difference.direction == (meets ? .loosens : .tightens))
      let profile = try #require(difference.profiles.first)
      let isMixed = profile.intervalGroups.contains(where: \.isMixed) || profile.settings.contains(where: \.isMixed)
      #expect(isMixed == meets)
    }
    for other in [Self.stacking, Self.disabled, Self.windowless] {
      #expect(try difference(old, new, beside: (other, other)).direction == .tightens)
    }
  }

  /// Lines of a profile before and after, and from which hour of the day on what its starts bring about is over.
  @Test(
    arguments: [
      ("overlap = 'replace'\nwindow = ['09:00-12:00']", "overlap = 'replace'\nwindow = ['08:00-12:00']", 9),
      ("lock = 'strict'\nwindow = ['09:00-12:00']", "lock = 'strict'\nwindow = ['09:00-10:00', '10:00-12:00']", 11),
      ("window = ['09:00-10:00', '10:00-12:00']", "window = ['09:00-12:00']", 10),
      ("window = ['09:00-12:00']", "window = ['08:30-12:00']", 10),
    ])
  func `a start before the range has no effect on the direction of a change`(old: String, new: String, hour: Int64)
    throws
  {
    func direction(from start: Int64) throws -> ChangeDirection {
      let range = Instant(epochSeconds: start * 3600)..<Instant(epochSeconds: 86_400)
      let old = try configuration(Self.replacing + "[profile.p]\n\(old)\n")
      let new = try configuration(Self.replacing + "[profile.p]\n\(new)\n")
      return ConfigurationDifference(from: old, to: new, in: range).direction
    }
    #expect(try direction(from: 0) == .loosens)
    #expect(try direction(from: hour) == .neutral)
  }

  @Test func `the comparison of a replacing profile ignores overlaps with itself`() throws {
    let lines = "overlap = 'replace'; window = ['09:00-10:00']; lock =".replacing("; ", with: "\n")
    #expect(try difference("\(lines) 'none'", "\(lines) 'strict'", beside: ("", "")).direction == .tightens)
  }
}
