struct BlockDraft {
  var sets: [Located<String>] = []
  var applications: Coverage<Located<ApplicationName>> = .listed([])
  var categories: [Located<ApplicationCategory>] = []
  var domains: Coverage<Located<DomainName>> = .listed([])
  var urls: [Located<SitePath>] = []
  var allowsAppInstallation: Located<Bool>?
  var allowsAppRemoval: Located<Bool>?
}

struct AllowDraft {
  var applications: [Located<ApplicationName>] = []
  var categories: [Located<ApplicationCategory>] = []
  var domains: [Located<DomainName>] = []
}

extension TableSchema where Draft == BlockDraft {
  /// `[profile.deep-work.block]`
  static var block: Self {
    TableSchema(name: "a 'block' table") {
      KeyRow(
        "sets", into: \.sets, value: .list("a list of set names", of: .setName),
        summary: "Named sets, own or built in", default: "[]")
      KeyRow(
        "apps", into: \.applications, value: .coverage("a list of applications or \"all\"", of: .blockedApplication),
        summary: "Applications", default: "[]")
      KeyRow("categories", into: \.categories, value: .categories, summary: "freedesktop.org categories", default: "[]")
      KeyRow(
        "domains", into: \.domains, value: .coverage("a list of domains or \"all\"", of: .domain),
        summary: "Domains with their subdomains", default: "[]")
      KeyRow(
        "urls", into: \.urls, value: .list("a list of urls", of: .url),
        summary: "Pages of a site below a path, in browsers only", default: "[]")
      KeyRow(
        "app-installation", into: \.allowsAppInstallation, value: .located(.boolean),
        summary: "Whether applications may be installed", default: "true")
      KeyRow(
        "app-removal", into: \.allowsAppRemoval, value: .located(.boolean),
        summary: "Whether applications may be removed", default: "true")
    }
  }
}

extension TableSchema where Draft == AllowDraft {
  /// `[profile.deep-work.allow]`
  static var allow: Self { targets(named: "an 'allow' table") }

  /// A table of targets with a name for messages.
  static func targets(named name: String) -> Self {
    TableSchema(name: name) {
      KeyRow(
        "apps", into: \.applications, value: .list("a list of applications", of: .application),
        summary: "Applications", default: "[]")
      KeyRow("categories", into: \.categories, value: .categories, summary: "freedesktop.org categories", default: "[]")
      KeyRow(
        "domains", into: \.domains, value: .list("a list of domains", of: .domain),
        summary: "Domains with their subdomains", default: "[]")
    }
  }
}

extension ValueReader {
  /// A list, or the string `all`.
  static func coverage<Element>(_ expectation: String, of element: ValueReader<Element>) -> Self
  where Output == Coverage<Element> {
    let list = ValueReader<[Element]>.list(expectation, of: element)
    let shape = { ValueShape.anyOf([.choice(["all"]), list.shape()]) }
    return ValueReader(expectation: expectation, shape: shape) { value, reading in
      value.string == "all" ? .all : list.read(value, &reading).map { .listed($0) }
    }
  }
}

extension ValueReader where Output == Located<ApplicationName> {
  static var blockedApplication: Self {
    .located(
      .parsed(
        "the name of an application", pattern: ApplicationText.pattern, example: "steam", parse: ApplicationText.blocked
      ))
  }
  static var application: Self {
    .located(
      .parsed(
        "the name of an application", pattern: ApplicationText.pattern, example: "emacs",
        parse: ApplicationText.application))
  }
}

extension ValueReader where Output == Located<String> {
  /// The name of a set. Which sets exist is known after all files are read.
  static var setName: Self {
    let shape = { ValueShape.string(pattern: ProfileKey.pattern, example: "social") }
    return .located(ValueReader<String>(expectation: "a string", shape: shape, read: ValueReader<String>.string.read))
  }
}

extension ValueReader where Output == Located<DomainName> {
  static var domain: Self {
    .located(.parsed("a domain", pattern: DomainText.pattern, example: "reddit.com", parse: DomainText.domain))
  }
}

extension ValueReader where Output == Located<SitePath> {
  fileprivate static var url: Self {
    .located(
      .parsed("a url", pattern: SitePathText.pattern, example: "youtube.com/shorts", parse: SitePathText.entry))
  }
}

extension ValueReader where Output == [Located<ApplicationCategory>] {
  static var categories: Self {
    let category = ValueReader<ApplicationCategory>.parsed("a category", example: "Game") { text throws(TextProblem) in
      if let category = ApplicationCategory(text) { return category }
      throw .unknownCategory(text)
    }
    let names = ValueReader<ApplicationCategory>(
      expectation: category.expectation, shape: { .choice(ApplicationCategory.registeredNames) }, read: category.read)
    return .list("a list of categories", of: .located(names))
  }
}

extension BlockedTargets {
  init(_ draft: BlockDraft) {
    sets = draft.sets.map(\.value)
    applications = draft.applications.map(\.value)
    categories = draft.categories.map(\.value)
    domains = draft.domains.map(\.value)
    urls = draft.urls.map(\.value)
    deniesAppInstallation = !(draft.allowsAppInstallation?.value ?? true)
    deniesAppRemoval = !(draft.allowsAppRemoval?.value ?? true)
  }
}

extension AllowedTargets {
  init(_ draft: AllowDraft) {
    applications = draft.applications.map(\.value)
    categories = draft.categories.map(\.value)
    domains = draft.domains.map(\.value)
  }
}
