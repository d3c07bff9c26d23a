import Scheduler
import Testing

@testable import ShieldPage

/// What a page says about a site.
@Suite struct PageSourceTests {
  private static let other = "9728ec22-0566-504d-a90d-ec328f43a2f3"

  @Test func `a blocked site has the texts of its profile and the end of the block`() throws {
    var block = Scene.Block()
    block.screen.words.title = "Write!"
    block.screen.icon = "🍅"
    let content = Scene.content(Scene.source(Scene.shield([block]), live: try Scene.live()), for: "www.youtube.com")
    #expect(content.state == .blocked)
    #expect(content.title == "Write!")
    #expect(content.icon == "🍅")
    #expect(content.secondsLeft == 8_700)
    #expect(content.untilText == "until 11:30")
    #expect(content.facts.map { "\($0.name): \($0.value)" } == ["Site: www.youtube.com", "Blocked by: deep-work"])
    #expect(content.note == "")
  }

  @Test func `a blocked page of an open site has the texts of the profile that blocks it`() throws {
    var shield = Scene.shield([Scene.Block(domains: [])])
    var layer = shield.layers[0].layer
    layer.screen.words.title = "No shorts"
    layer.domains.urls = [try #require(SitePath(host: Scene.domain("youtube.com"), path: "/shorts"))]
    shield.layers = [
      AppliedLayer(layer: layer, session: shield.layers[0].session, origins: [.schedule], until: shield.layers[0].until)
    ]
    let source = Scene.source(shield, live: try Scene.live())
    let site = Scene.domain("www.youtube.com")
    let page = SitePath(host: site, path: "/shorts/abc")
    let content = source.content(for: site, page: page, at: Scene.moment)
    #expect(content.state == .blocked && content.title == "No shorts")
    #expect(source.content(for: site, at: Scene.moment).state == .open)
    #expect(source.content(for: nil, at: Scene.moment).state == .blocked)
    #expect(source.blocks(site, page: page, at: Scene.moment) && !source.blocks(site, at: Scene.moment))
  }

  @Test func `a site is open when its last layer ends, and the session that comes first gives the texts`() throws {
    var second = Scene.Block(profile: "writing", session: Self.other, until: Scene.now.adding(seconds: 60))
    second.screen.words.title = "Second"
    let source = Scene.source(
      Scene.shield([Scene.Block(), second]),
      live: try Scene.live([
        Scene.session(
          Self.other, profile: "writing", mode: ("focus", "Focus", "FOCUS TIME"), end: "2026-11-23T09:06:00Z")
      ]))
    let content = Scene.content(source)
    #expect(content.title == "Second")
    #expect(content.profiles.map(\.text) == ["writing", "deep-work"])
    #expect(content.until == Scene.now.adding(seconds: 8_700))
    #expect(content.nextBreak == Scene.now.adding(seconds: 60))
  }

  @Test func `a layer without an end leaves the end open`() throws {
    let content = Scene.content(
      Scene.source(Scene.shield([Scene.Block(), Scene.Block(until: nil)]), live: try Scene.live()))
    #expect(content.until == nil)
    #expect(content.untilText == "until it is stopped")
  }

  @Test func `another site, a break, and an empty shield are open`() throws {
    let shield = Scene.shield([Scene.Block()])
    #expect(Scene.content(Scene.source(shield, live: try Scene.live()), for: "example.com").state == .open)
    let lifted = Scene.session(
      Self.other, state: "paused", lift: #"{"kind": "break", "until": "2026-11-23T09:20:00Z"}"#)
    let content = Scene.content(Scene.source(Scene.shield([]), live: try Scene.live([lifted], shield: "notInFocus")))
    #expect(content.state == .open)
    #expect(content.title == "'youtube.com' is not blocked")
    #expect(content.note == "There is a break until 09:20.")
  }

  @Test func `every time on the page is one of the zone of the configuration`() throws {
    let tokyo = try ZoneRules(identifier: "Tokyo", posixRule: "JST-9")
    let shield = Scene.shield([Scene.Block()])
    let session = Scene.session(shield.layers[0].session.description, end: "2026-11-23T09:30:00Z")
    let source = PageSource(live: try Scene.live([session]), shield: shield, isKept: false, zone: tokyo)
    let content = source.content(for: nil, at: Scene.moment)
    #expect(content.untilText == "until 20:30" && content.note.hasSuffix(" This was written at 18:05."))
    #expect(content.facts.contains { $0.name == "Next break" && $0.value == "18:30" })
  }

  @Test func `a layer for some users counts only for them`() throws {
    let shield = Scene.shield([Scene.Block(users: ["kim"])])
    func state(of name: String) throws -> PageContent.State {
      let source = PageSource(
        live: try Scene.live(), shield: shield, isKept: true, zone: .utc, user: UserIdentity(name: name))
      return Scene.content(source).state
    }
    #expect(try state(of: "kim") == .blocked)
    #expect(try state(of: "ana") == .open)
  }

  @Test func `without files nothing is known, and private files are not told`() throws {
    #expect(Scene.content(Scene.source(nil, live: nil, isKept: false)).state == .unknown)
    let hidden = PageSource(
      live: try Scene.live(), shield: Scene.shield([Scene.Block()]), isKept: true, zone: .utc, isPrivate: true)
    let content = Scene.content(hidden)
    #expect(content.state == .hidden)
    #expect(content.profiles.isEmpty && content.until == nil)
    #expect(!BlockedPage(content).html.contains("deep-work"))
    #expect(!hidden.blocks(Scene.domain("youtube.com"), at: Scene.moment))
  }

  @Test func `files that no daemon keeps are said to be old, and an expired shield blocks nothing`() throws {
    let source = Scene.source(Scene.shield([Scene.Block()]), live: try Scene.live(), isKept: false)
    let content = Scene.content(source)
    #expect(content.state == .blocked)
    #expect(content.note == "No daemon is running, so this may be out of date. This was written at 09:05.")
    let late = Moment(wall: Scene.now.adding(seconds: 8_700), boot: 0, bootID: "boot")
    #expect(source.content(for: Scene.domain("youtube.com"), at: late).state == .open)
  }

  @Test func `without a site, everything that is blocked counts`() throws {
    let content = Scene.content(
      Scene.source(Scene.shield([Scene.Block(domains: [], blocksAll: true)]), live: try Scene.live()), for: nil)
    #expect(content.state == .blocked)
    #expect(content.domain == nil)
    #expect(
      Scene.content(Scene.source(Scene.shield([]), live: try Scene.live()), for: nil).title == "Nothing is blocked")
  }
}
