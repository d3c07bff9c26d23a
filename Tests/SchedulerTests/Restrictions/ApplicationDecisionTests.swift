import Testing

@testable import Scheduler

/// Which entry decides about an application, and what a machine knows of one.
@Suite struct ApplicationDecisionTests {
  private static let steam = ApplicationIdentity(
    desktopIDs: ["com.valvesoftware.Steam"], paths: ["/usr/games/steam", "/opt/steam/steam.sh"], categories: [.game],
    isDesktopApplication: true)

  /// `/path`, `name`, `+name` for an allowed one, `@Category`, `+@Category`, `*` for all.
  private func rules(_ text: String) -> Layer.ApplicationRules {
    var rules = Layer.ApplicationRules()
    for word in text.split(separator: " ").map(String.init) {
      let isAllowed = word.hasPrefix("+")
      let name = word.drop { $0 == "+" || $0 == "@" }
      if word == "*" {
        rules.default = .block
      } else if word.contains("@"), let category = ApplicationCategory(String(name)) {
        if isAllowed { rules.allowCategories.append(category) } else { rules.blockCategories.append(category) }
      } else {
        let name = ApplicationName(String(name))
        if isAllowed { rules.allow.append(name) } else { rules.block.append(name) }
      }
    }
    return rules
  }

  private static func named(_ text: String) -> Decision.Ground { .application(ApplicationName(text)) }

  @Test(
    arguments: [
      ("", false, .unlisted), ("steam", true, named("steam")), ("steam.sh", true, named("steam.sh")),
      ("Steam", false, .unlisted), ("com.valvesoftware.Steam", true, named("com.valvesoftware.Steam")),
      ("com.valvesoftware.steam", false, .unlisted), ("/usr/games/steam", true, named("/usr/games/steam")),
      ("/opt/steam/steam.sh", true, named("/opt/steam/steam.sh")), ("/usr/bin/steam", false, .unlisted),
      ("@Game", true, .category(.game)), ("@Office", false, .unlisted), ("*", true, .unlisted),
      ("steam +steam", false, named("steam")),
      ("steam +com.valvesoftware.Steam", false, named("com.valvesoftware.Steam")),
      ("@Game +steam", false, named("steam")), ("+@Game steam", true, named("steam")),
      ("@Game +@Game", false, .category(.game)), ("/usr/games/steam +steam", true, named("/usr/games/steam")),
      ("+/usr/games/steam steam @Game *", false, named("/usr/games/steam")),
      ("/usr/games/steam +/opt/steam/steam.sh", false, named("/opt/steam/steam.sh")),
      ("* +@Game", false, .category(.game)),
      ("* +emacs", true, .unlisted),
    ] as [(String, Bool, Decision.Ground)])
  func `a path outranks a name, a name outranks a category, and allow wins at equal rank`(
    rules: String, isBlocked: Bool, ground: Decision.Ground
  ) {
    #expect(self.rules(rules).decision(for: Self.steam) == Decision(isBlocked: isBlocked, by: ground))
  }

  @Test(arguments: ["bash", "python3.11", "systemd", "gnome-shell", "flatpak", "schedctl", "swaylock", "sshd", "ls"])
  func `an application that is never shielded passes, whatever is listed`(name: String) {
    let shell = ApplicationIdentity(
      desktopIDs: [name], paths: ["/usr/bin/" + name], categories: [.game], isDesktopApplication: true)
    for text in ["*", "@Game", name, "/usr/bin/" + name] {
      #expect(
        rules(text).decision(for: shell) == Decision(isBlocked: false, by: .exempt(.neverShielded)), "\(text)")
    }
  }

  @Test(arguments: ["TerminalEmulator", "Accessibility", "Settings"])
  func `blocking all applications spares terminals, aids and settings unless they are named`(category: String) {
    let tool = ApplicationIdentity(
      desktopIDs: ["org.example.Tool"], categories: Set([ApplicationCategory(category)].compactMap { $0 }),
      isDesktopApplication: true)
    #expect(rules("*").decision(for: tool) == Decision(isBlocked: false, by: .exempt(.sparedByAll)))
    #expect(!ApplicationIndex(rules("*")).blocks(tool))
    for text in ["* org.example.Tool", "* @\(category)"] {
      #expect(rules(text).decision(for: tool).isBlocked)
      #expect(ApplicationIndex(rules(text)).blocks(tool))
    }
  }

  @Test func `blocking all applications covers only desktop applications`() {
    let tool = ApplicationIdentity(paths: ["/usr/bin/rsync"])
    #expect(rules("*").decision(for: tool) == Decision(isBlocked: false, by: .exempt(.noDesktopApplication)))
    #expect(rules("* rsync").decision(for: tool).isBlocked)
  }
}

extension ApplicationCategory {
  static let game = known("Game")

  private static func known(_ name: String) -> ApplicationCategory {
    guard let category = ApplicationCategory(name) else { preconditionFailure("'\(name)' is not registered") }
    return category
  }
}
