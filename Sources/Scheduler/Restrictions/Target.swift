/// A domain, a page of one, or an application, which a layer blocks or allows.
public enum Target: Hashable, Sendable {
  /// An application, by path, file name or desktop ID.
  case application(ApplicationName)
  /// A domain including its subdomains.
  case domain(DomainName)
  /// A page of a site, which `urls` may block.
  case page(SitePath)

  /// The name as the configuration writes it.
  public var text: String {
    switch self {
    case .application(let name): name.text
    case .domain(let name): name.text
    case .page(let page): page.text
    }
  }
}

/// The reason why a text denotes neither a domain nor an application.
public struct TargetProblem: Error, Equatable, Sendable {
  /// One line that states what was found and what was expected.
  public let message: String
  /// Corrections, one line each.
  public var help: [String] = []
}

extension DomainName {
  /// Creates the domain of a text such as `reddit.com` or `münchen.de`, whose international labels become A-labels.
  ///
  /// - Throws: `TargetProblem` if it is not a host name according to RFC 5890 and 1123, with underscores allowed.
  public init(_ text: String) throws(TargetProblem) {
    do throws(TextProblem) { self = try DomainText.domain(text) } catch { throw TargetProblem(error) }
  }
}

extension TargetProblem {
  init(_ problem: TextProblem) { self.init(message: problem.message, help: problem.help) }
}

extension Target {
  /// Returns the targets that a text may mean, one or two, the more likely one first.
  ///
  ///     target      = address / path / desktop-file / name
  ///     address     = ( "http" / "https" ) "://" [ userinfo "@" ] place / place
  ///     place       = host [ ":" port ] [ ( "/" / "?" / "#" ) rest ]    ; without a scheme a host with a dot
  ///     userinfo    = *octet       ; none of "/", "?" and "#"; up to the last "@" (RFC 3986, section 3.2)
  ///     path        = "/" file *( "/" file )        ; an application
  ///     desktop-file = name ".desktop"              ; an application
  ///     name        = host / file                   ; a domain, an application, or either
  ///
  /// An address denotes its host, and with a path a page as well; user, password, port, query and fragment are dropped.
  /// IPv6 addresses are not accepted, because they are not domains. A text that begins with `./`, `../` or `~/` is a relative path, which lists do not
  /// contain. A name with a dot is more likely a domain, such as `reddit.com`, unless it reads like a desktop ID, such
  /// as `org.mozilla.firefox`. A name without a dot is more likely an application, such as `steam`, but may be a host,
  /// such as `intranet`.
  ///
  /// - Throws: `TargetProblem` if it can be neither.
  public static func readings(of text: String) throws(TargetProblem) -> [Target] {
    guard !text.isEmpty else { throw TargetProblem(message: "the target is empty", help: [expectation]) }
    guard text.utf8.count <= longest else {
      throw TargetProblem(
        message: "the target is longer than the \(longest) bytes that a path may have", help: [expectation])
    }
    if text.hasPrefix("/") || text.hasSuffix(".desktop") { return [.application(try application(text))] }
    if let file = relativeFile(text) { throw .relativePath(text, file: file) }
    if let (host, rest) = try host(of: text) {
      let domain = try DomainName(String(host))
      return [.domain(domain)] + (SitePathText.page(of: domain, at: rest).map { [.page($0)] } ?? [])
    }
    do throws(TargetProblem) {
      let domain = Target.domain(try DomainName(text))
      let application = Target.application(ApplicationName(text))
      return readsLikeApplication(text) ? [application, domain] : [domain, application]
    } catch {
      guard isPlausibleFileName(text) else { throw error }
      return [.application(try application(text))]
    }
  }

  /// A text whose most likely reading is this target: its name, with more text if the name alone would be read
  /// differently.
  var unmistakableText: String {
    if Self.likeliest(of: text) == self { return text }
    switch self {
    case .domain, .page: return "http://\(text)"
    case .application: return "\(text).desktop"
    }
  }

  private static func likeliest(of text: String) -> Target? {
    do throws(TargetProblem) { return try readings(of: text).first } catch { return nil }
  }

  /// Maximum length, that of a path in Linux (PATH_MAX, with the null byte at its end). Names are much shorter.
  private static let longest = 4_095

  private static let expectation =
    "a target is a domain such as reddit.com, or an application such as steam, /usr/bin/steam or org.mozilla.firefox"

  /// Returns the host of an address and what is after the authority; nil if the text is not an address.
  private static func host(of text: String) throws(TargetProblem) -> (host: Substring, rest: Substring)? {
    let isWeb = ["http://", "https://"].contains { text.lowercased().hasPrefix($0) }
    guard isWeb || text.contains(where: { "/?#:".contains($0) }) else { return nil }
    let rest = isWeb ? text.drop { $0 != "/" }.dropFirst(2) : text[...]
    let authority = rest.prefix { !"/?#".contains($0) }
    let place = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    if place.hasPrefix("[") { throw .machineAddress(place.prefix { $0 != "]" }.dropFirst()) }
    if !isWeb, let address = HostsAddress.version6(in: text) { throw .machineAddress(address) }
    let host = place.prefix { $0 != ":" }
    // Without a scheme, `lists/feeds` is a relative path, `kim@x.com` a mail address, and `mailto:kim` not an address
    // of the web.
    guard isWeb || (host.contains(".") && place == authority) else {
      throw TargetProblem(message: "'\(text)' is neither a domain nor an application", help: [expectation])
    }
    guard !host.isEmpty else { throw TargetProblem(message: "'\(text)' has no host", help: [expectation]) }
    return (host, rest[authority.endIndex...])
  }

  /// Returns the file name of a path that begins at the current directory or the home directory; nil for other texts.
  private static func relativeFile(_ text: String) -> Substring? {
    guard ["./", "../", "~/"].contains(where: text.hasPrefix) || [".", ".."].contains(text) else { return nil }
    return text.split(separator: "/").last { ![".", "..", "~"].contains($0) } ?? ""
  }

  private static func application(_ text: String) throws(TargetProblem) -> ApplicationName {
    do throws(TextProblem) { return try ApplicationText.application(text) } catch { throw TargetProblem(error) }
  }

  /// Whether a text that can be a domain is more likely an application: it has no dot, begins like a reversed domain,
  /// or ends in a number or a word with a capital letter, as domains do not.
  private static func readsLikeApplication(_ text: String) -> Bool {
    let labels = text.split(separator: ".")
    guard labels.count > 1, let first = labels.first, let last = labels.last else { return text != "localhost" }
    let generic: [Substring] = ["com", "org", "net"]
    if labels.count > 2, generic.contains(first), !generic.contains(last) { return true }
    if last.first.map({ $0.isUppercase }) ?? false, last.contains(where: \.isLowercase) { return true }
    return last.allSatisfy(\.isNumber) && labels.contains { !$0.allSatisfy(\.isNumber) }
  }

  /// Whether a text is plausible as the file name of a program: it has a letter or digit and no character with a
  /// meaning in shells or addresses.
  private static func isPlausibleFileName(_ text: String) -> Bool {
    let isNamed = text.contains { $0.isLetter || $0.isNumber }
    let hasEmptyPart = text.split(separator: ".", omittingEmptySubsequences: false).contains { $0.isEmpty }
    return isNamed && !hasEmptyPart && !text.contains { "?*<>|\"\\,;:=@#%$!^{}[]/".contains($0) }
  }
}

extension TargetProblem {
  fileprivate static func relativePath(_ text: String, file: Substring) -> TargetProblem {
    let name = file.isEmpty ? "steam" : file
    return TargetProblem(
      message: "'\(text)' is a relative path",
      help: ["give the whole path, such as /usr/bin/\(name), or the file name alone: \(name)"])
  }

  fileprivate static func machineAddress(_ address: Substring) -> TargetProblem {
    TargetProblem(message: "'\(address)' is an IPv6 address, not a domain", help: ["give the name of the host"])
  }
}
