import Scheduler
import SchedulerJSON

/// The self-contained page in place of a blocked site: one HTML text with its style, its script and its content.
///
/// It loads nothing from elsewhere, and its Content-Security-Policy allows exactly its own style and script, by their
/// hashes. Every text is escaped.
public struct BlockedPage: Sendable {
  /// The size that no page exceeds, in bytes. Texts that would make it larger are cut.
  public static let mostBytes = 30_000

  /// The page as HTML in UTF-8.
  public let html: String
  /// The value of the header `Content-Security-Policy`, which allows what the page contains.
  public let policy: String

  /// Renders a content.
  ///
  /// Complexity: O(bytes) of the page.
  public init(_ content: PageContent) {
    let content = content.cut
    let style = Self.colorRule(content.colors) + Asset.style
    let policy = Self.policy(style: style, script: Asset.script)
    var slots = Self.texts(of: content)
    // The element knows everything but who may put the page into a frame.
    slots["policy"] = "<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">\n"
    slots["style"] = "<style>\(style)</style>\n"
    slots["script"] = "<script>\(Asset.script)</script>\n"
    slots["data"] = "<script type=\"application/json\" id=\"data\">\(Self.data(of: content))</script>\n"
    html = Asset.template.filled(with: slots)
    self.policy = policy + "; frame-ancestors 'none'"
  }

  /// The texts of the template.
  private static func texts(of content: PageContent) -> [String: String] {
    let facts = content.facts.map { fact in
      "<dt>\(fact.name.escapedForHTML)</dt><dd>\(fact.value.escapedForHTML)</dd>\n"
    }
    let isOpen = content.state == .open && content.address != nil
    return [
      "title": content.title.escapedForHTML,
      "subtitle": content.subtitle.escapedForHTML,
      "icon": content.icon.escapedForHTML, "iconHidden": hidden(content.icon.isEmpty),
      "left": content.secondsLeft.map(LiveSession.countdown) ?? "", "until": content.untilText.escapedForHTML,
      "timeHidden": hidden(content.state != .blocked), "facts": facts.joined(),
      "note": content.note.escapedForHTML, "noteHidden": hidden(content.note.isEmpty),
      "button": content.screen.words.button.escapedForHTML,
      "address": (content.address ?? "").escapedForHTML, "addressHidden": hidden(!isOpen),
      "domain": (content.domain?.text ?? "").escapedForHTML,
    ]
  }

  private static func hidden(_ isHidden: Bool) -> String { isHidden ? " hidden" : "" }

  private static func colorRule(_ colors: PageColors) -> String {
    ":root { " + colors.variables.map { "--\($0.name): \($0.value);" }.joined(separator: " ") + " }\n"
  }

  private static func policy(style: String, script: String) -> String {
    func hash(_ text: String) -> String { "'sha256-\(Base64.text(of: SHA256(of: Array(text.utf8)).bytes))'" }
    return "default-src 'none'; style-src \(hash(style)); script-src \(hash(script)); img-src data:; "
      + "connect-src 'self'; base-uri 'none'; form-action 'none'"
  }

  /// The content for the script. No `<` is left in it, so that no text can end its element.
  private static func data(of content: PageContent) -> String {
    var json = JSONWriter()
    json.value(content)
    return String(decoding: json.bytes, as: UTF8.self).map { letter in
      switch letter {
      case "<": "\\u003c"
      case ">": "\\u003e"
      case "&": "\\u0026"
      default: String(letter)
      }
    }.joined()
  }
}

extension PageContent {
  /// The content with texts that fit on a page of `BlockedPage.mostBytes`, even if each of their bytes is escaped.
  fileprivate var cut: PageContent {
    var content = self
    content.screen.words.title = screen.words.title.cut(toBytes: 200)
    content.screen.words.subtitle = screen.words.subtitle.cut(toBytes: 500)
    content.screen.words.button = screen.words.button.cut(toBytes: 100)
    // A family or a flag is one character of many bytes.
    content.screen.icon = screen.icon.cut(toBytes: 64)
    content.profiles = Array(profiles.prefix(Self.mostProfiles))
    content.furtherProfileCount += profiles.count - content.profiles.count
    return content
  }

  /// The number of profiles that a page names.
  private static let mostProfiles = 3
}

/// The files in `Assets`, which the compiler puts into the program.
enum Asset {
  static let template = HTMLTemplate(String(decoding: PackageResources.page_html, as: UTF8.self))
  static let style = String(decoding: PackageResources.page_css, as: UTF8.self)
  static let script = String(decoding: PackageResources.page_js, as: UTF8.self)
}
