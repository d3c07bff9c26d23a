import SchedulerCivilTime
import Testing

@testable import Scheduler

/// What a profile's layer is made of, and which layers the windows give.
@Suite struct LayerTests {
  private func layer(_ toml: String) throws -> Layer {
    let configuration = try configuration("[profile.p]\n" + toml)
    return configuration.layer(of: configuration.profiles[0])
  }

  @Test func `a layer holds the entries of its profile and of its sets, sorted and without duplicates`() throws {
    let layer = try layer(
      """
      icon = "🍅"
      color = "#E5484D"
      users = ["kim", "ada", "kim"]
      groups = ["students"]
      shield.title = "Later"
      block.sets = ["feeds", "more"]
      block.apps = ["vlc", "steam"]
      block.categories = ["Network", "Game"]
      block.domains = ["youtube.com", "reddit.com"]
      block.app-installation = false
      allow.apps = ["emacs"]
      allow.categories = ["Office"]
      allow.domains = ["music.youtube.com"]
      [set.feeds]
      apps = ["steam", "/usr/bin/discord"]
      domains = ["reddit.com", "x.com"]
      [set.more]
      domains = ["a.org"]
      """)
    #expect(layer.profile == ProfileReference(key: try #require(ProfileKey("p"))))
    #expect(layer.users == ["ada", "kim"] && layer.groups == ["students"])
    #expect(layer.applications.default == .allow && layer.domains.default == .allow)
    #expect(layer.applications.block.map(\.text) == ["/usr/bin/discord", "steam", "vlc"])
    #expect(layer.applications.allow.map(\.text) == ["emacs"])
    #expect(layer.applications.blockCategories.map(\.name) == ["Game", "Network"])
    #expect(layer.applications.allowCategories.map(\.name) == ["Office"])
    #expect(layer.domains.block.map(\.text) == ["a.org", "reddit.com", "x.com", "youtube.com"])
    #expect(layer.domains.allow.map(\.text) == ["music.youtube.com"])
    #expect(layer.deniesAppInstallation && !layer.deniesAppRemoval)
    #expect(layer.screen.words.title == "Later" && layer.screen.icon == "🍅" && layer.screen.color == "#e5484d")
  }

  @Test(arguments: [
    ("block.domains = [\"a.org\", \"b.org\"]", "block.domains = [\"b.org\", \"a.org\", \"b.org\"]"),
    ("block.apps = [\"steam.desktop\"]", "block.apps = [\"steam\"]"),
    ("block.domains = [\"a.org\"]", "block.sets = [\"s\"]\n[set.s]\ndomains = [\"A.org.\"]"),
    ("lock = \"strict\"\nblock.app-removal = true", "lock = \"strict\"\nblock.app-removal = false"),
  ])
  func `layers of the same meaning are equal`(one: String, other: String) throws {
    #expect(try layer(one) == layer(other))
  }

  @Test(arguments: [
    ("block.domains = [\"a.org\"]", "block.domains = [\"a.org\", \"b.org\"]"),
    ("block.domains = [\"a.org\"]", "allow.domains = [\"a.org\"]"),
    ("block.domains = \"all\"", "block.apps = \"all\""),
    ("lock = \"strict\"", "lock = \"remote\""),
    ("users = [\"kim\"]", "groups = [\"kim\"]"),
    ("name = \"p\"", "shield.button = \"Back\""),
  ])
  func `layers of different meaning are not equal`(one: String, other: String) throws {
    #expect(try layer(one) != layer(other))
  }

  @Test func `a layer that blocks all domains still lists the domains of its sets`() throws {
    let layer = try layer("block.domains = \"all\"\nblock.sets = [\"s\"]\n[set.s]\ndomains = [\"a.org\"]")
    #expect(layer.domains.default == .block && layer.domains.block.map(\.text) == ["a.org"])
    #expect(layer.applications.default == .allow)
  }

  @Test(arguments: [
    ("2026-11-23 08:59:59", []), ("2026-11-23 09:00", ["deep"]), ("2026-11-23 12:00", ["deep", "noon"]),
    ("2026-11-23 12:30", ["noon"]), ("2026-11-23 13:00", []), ("2026-11-28 12:00", ["noon"]),
  ])
  func `the layers at an instant are those of enabled profiles whose windows contain it, sorted by key`(
    at text: String, keys: [String]
  ) throws {
    let configuration = try configuration(
      """
      timezone = "Europe/Berlin"
      [profile.noon]
      window = ["12:00-13:00"]
      [profile.deep]
      window = ["mon-fri 09:00-12:30"]
      [profile.off]
      enabled = false
      window = ["00:00-24:00"]
      [profile.manual]
      """)
    let instant = try instant(text, zone("Europe/Berlin"))
    #expect(configuration.layers(at: instant).map(\.profile.key.text) == keys)
  }
}
