import SchedulerCivilTime
import Testing

@testable import Scheduler

/// Profiles in the place of built-in ones, which were there before without being defined.
@Suite struct BuiltInComparisonTests {
  private static let day = Instant(epochSeconds: 0)..<Instant(epochSeconds: 86_400)

  private func difference(_ old: String, _ new: String) throws -> ConfigurationDifference {
    ConfigurationDifference(from: try configuration(old), to: try configuration(new), in: Self.day)
  }

  private func words(_ profile: ProfileDifference) -> [String] {
    profile.targets.map { "\($0.effect) \($0.kind)" } + profile.settings.map(\.key)
  }

  @Test func `a profile of your own is compared with the built-in profile that it replaces`() throws {
    let own = "[profile.social]\nblock.domains = ['example.org']\nlock = 'strict'\nbreak.length = '5m'\n"
    let taken = try difference("", own)
    let profile = try #require(taken.profiles.first)
    #expect(profile.presence == .kept && profile.wasBuiltIn && !profile.isBuiltIn && taken.profiles.count == 1)
    #expect(
      words(profile) == [
        "unblocked applications", "unblocked domains", "blocked domains", "blocked denials", "lock", "break",
      ])
    #expect(profile.settings.map(\.direction) == [.tightens, .loosens] && taken.direction == .loosens)
    let given = try #require(try difference(own, "").profiles.first)
    #expect(given.presence == .kept && !given.wasBuiltIn && given.isBuiltIn)
    #expect(given.settings.map(\.direction) == [.loosens, .tightens])
  }

  @Test func `a profile of your own that blocks the same as the built-in one adds only its windows`() throws {
    let same = try difference("", "[profile.social]\nblock.sets = ['social']\n")
    #expect(same.isEmpty && same.profiles.map(\.wasBuiltIn) == [true])
    let more = try difference("", "[profile.social]\nblock.sets = ['social']\nwindow = ['09:00-10:00']\n")
    #expect(more.direction == .tightens && more.profiles.map(\.intervals.count) == [1])
    #expect(more.profiles.allSatisfy { $0.targets.isEmpty && $0.settings.isEmpty })
  }

  @Test func `a set of your own changes the built-in profiles that use the built-in set of that name`() throws {
    let changed = try difference("", "[set.social]\ndomains = ['example.org']\n")
    #expect(changed.profiles.map(\.reference.key.text) == ["focus", "social"])
    #expect(changed.profiles.allSatisfy { $0.wasBuiltIn && $0.isBuiltIn } && changed.direction == .loosens)
    #expect(try difference("", "[set.other]\ndomains = ['example.org']\n").profiles.isEmpty)
  }

  @Test func `the difference does not report a built-in profile that a rename only hides or reveals`() throws {
    let id = "id = '6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10'"
    let renamed = try difference("[profile.focus]\n\(id)\n", "[profile.writing]\n\(id)\n")
    #expect(renamed.profiles.map(\.isRenamed) == [true])
    let back = try difference("[profile.writing]\n\(id)\n", "[profile.focus]\n\(id)\n")
    #expect(back.profiles.map(\.isRenamed) == [true])
  }
}
