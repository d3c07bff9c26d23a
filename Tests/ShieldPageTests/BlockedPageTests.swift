import Scheduler
import SchedulerJSON
import TestSupport
import Testing

@testable import ShieldPage

/// The page as a text: what a browser is given.
@Suite struct BlockedPageTests {
  static func content(_ change: (inout Layer.Screen) -> Void = { _ in }) throws -> PageContent {
    var block = Scene.Block()
    change(&block.screen)
    return Scene.content(Scene.source(Scene.shield([block]), live: try Scene.live()))
  }

  /// The texts between two others.
  static func parts(of text: String, from start: String, to end: String) -> [String] {
    text.split(separator: start, omittingEmptySubsequences: false).dropFirst().map {
      String($0[..<($0.firstRange(of: end)?.lowerBound ?? $0.endIndex)])
    }
  }

  @Test func `the page shows the texts without its script`() throws {
    let html = BlockedPage(try Self.content { ($0.icon, $0.color) = ("🍅", "#e5484d") }).html
    for text in [
      "<h1 id=\"title\">Stay focused!</h1>", "You chose to focus. Keep going!", "🍅</p>", "2:25:00</p>", "until 11:30",
      "<dt>Site</dt><dd>youtube.com</dd>", "--light-band: #e5484d;", "<html lang=\"en\">", "<main aria-labelledby",
      "role=\"status\" aria-live=\"polite\"", "role=\"timer\" aria-live=\"off\"",
    ] {
      #expect(html.contains(text), "\(text)")
    }
    #expect(!html.contains("{{"))
  }

  @Test func `the policy allows exactly the style and the script of the page`() throws {
    let page = BlockedPage(try Self.content())
    let style = try #require(Self.parts(of: page.html, from: "<style>", to: "</style>").first)
    let script = try #require(Self.parts(of: page.html, from: "<script>", to: "</script>").first)
    for text in [style, script] {
      #expect(page.policy.contains("'sha256-\(Base64.text(of: SHA256(of: Array(text.utf8)).bytes))'"))
    }
    #expect(page.policy.hasPrefix("default-src 'none'; "))
    #expect(!page.policy.contains("unsafe"))
    #expect(!page.html.contains(" style=") && !page.html.contains(" onclick="))
  }

  @Test func `the page loads nothing from elsewhere`() throws {
    let html = BlockedPage(try Self.content()).html
    let addresses = Self.parts(of: html, from: "://", to: "\"")
    #expect(Set(addresses) == ["youtube.com/"])
    #expect(!html.contains("@import") && !html.contains("url("))
  }

  @Test(arguments: [
    "</script><script>alert(1)</script>", "\" onload=\"alert(1)", "<img src=x onerror=alert(1)>", "'&<>\"",
    "{{policy}}",
    "\u{202E}gpj", "\u{0}\u{1B}[0m", "javascript:alert(1)", "<!--", "]]>",
  ])
  func `texts of a profile cannot become markup`(text: String) throws {
    let plain = BlockedPage(try Self.content()).html
    let page = BlockedPage(
      try Self.content { screen in
        (screen.words.title, screen.words.subtitle, screen.words.button) = (text, text, text)
        (screen.icon, screen.color) = (text, text)
      })
    func count(_ mark: String, in text: String) -> Int { text.ranges(of: mark).count }
    // An icon may be hidden by an attribute, but no element and no attribute is added.
    for mark in ["<", "=\""] { #expect(count(mark, in: page.html) == count(mark, in: plain)) }
    #expect(
      !page.html.unicodeScalars.contains { ["\u{0}", "\u{1B}", "\u{202E}"].contains($0) } || text.contains("gpj"))
    let data = try #require(Self.parts(of: page.html, from: "id=\"data\">", to: "</script>").first)
    let value = try JSONValue(parsing: Array(data.utf8))
    #expect(value["title"]?.stringValue == text)
  }

  @Test func `no texts make the page larger than its limit`() throws {
    let long = String(repeating: "\"<", count: 50_000)
    let family = String(repeating: "👨‍👩‍👧‍👦", count: 5_000)
    for text in [long, family, String(repeating: "a\u{301}", count: 100_000)] {
      var blocks: [Scene.Block] = []
      for number in 0..<300 {
        var block = Scene.Block(profile: "p\(number)" + String(repeating: "x", count: 60))
        (block.screen.words.title, block.screen.words.subtitle, block.screen.words.button) = (text, text, text)
        block.screen.icon = text
        blocks.append(block)
      }
      let page = BlockedPage(Scene.content(Scene.source(Scene.shield(blocks), live: try Scene.live())))
      #expect(page.html.utf8.count <= BlockedPage.mostBytes)
      #expect(page.html.contains("and 297 more"))
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `text has enough contrast whatever the colour of the profile`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let edges: [UInt32] = [0x000000, 0xFFFFFF, 0xFFFF00, 0x0000FF, 0x777777, 0x00FF00, 0xEAB308]
    for value in edges + (0..<500).map({ _ in UInt32.random(in: 0...0xFFFFFF, using: &random) }) {
      let colors = PageColors(RGBColor(value).hexadecimal)
      for (scheme, background) in [
        (colors.light, PageColors.lightBackground), (colors.dark, PageColors.darkBackground),
      ] {
        #expect(scheme.accent.contrast(with: background) >= 4.5, "seed \(seed), \(value)")
        #expect(scheme.onFill.contrast(with: scheme.fill) >= 4.5, "seed \(seed), \(value)")
      }
    }
  }

  @Test func `the fixed colours of the style have enough contrast`() throws {
    let backgrounds = ["#ffffff": ["#1c2024", "#60646c"], "#111113": ["#edeef0", "#b0b4ba"]]
    for (background, texts) in backgrounds {
      #expect(Asset.style.contains("--back: \(background)"))
      for text in texts {
        #expect(Asset.style.contains(text))
        let colors = try (#require(RGBColor(hexadecimal: text)), #require(RGBColor(hexadecimal: background)))
        #expect(colors.0.contrast(with: colors.1) >= 4.5)
      }
    }
    #expect(PageColors.lightBackground.hexadecimal == "#ffffff" && PageColors.darkBackground.hexadecimal == "#111113")
  }

  @Test func `sizes grow with the text of the reader`() {
    let sizes = Self.parts(of: Asset.style, from: "font-size: ", to: ";")
    #expect(sizes.count > 3 && sizes.allSatisfy { $0.contains("rem") })
    #expect(Self.parts(of: Asset.style, from: " height: ", to: ";") == ["1px"])
  }
}
