import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerTOML

extension TableSchema where Draft == ProfileDraft {
  /// `[profile.deep-work]`
  static var profile: Self {
    TableSchema(
      "a profile",
      [
        KeyRow("id", .located(.uuid), "Identity that outlives renaming", default: "derived from the profile's key") {
          $0.id = $1
        },
        KeyRow("name", .located(.string), "What it is called on screen", default: "the profile's key") {
          $0.displayName = $1
        },
        KeyRow("description", .string, "What it is for", default: "\"\"") { $0.description = $1 },
        KeyRow("icon", .string, "A symbol for it, usually an emoji", default: "\"\"") { $0.icon = $1 },
        KeyRow("color", .color, "Its colour on pages and bars") { $0.color = $1 },
        KeyRow("enabled", .boolean, "Whether its windows fire and its shield is applied", default: "true") {
          $0.isEnabled = $1
        },
        KeyRow("timezone", .located(.string), "Zone of its windows", default: "the file's") { $0.zone = $1 },
        KeyRow("window", .windows, "When it holds: strings or tables", default: "[]") { $0.windows = $1 },
        .table("block", .block, "What its shield covers") { draft, read in read(&draft.block) },
        .table("allow", .allow, "What its shield leaves out") { draft, read in read(&draft.allow) },
      ] + audienceRows + sessionRows
    ) { draft, entry, _ in draft.extensions[entry.key.text] = entry.value }
  }
}

extension TableSchema where Draft == ProfileDraft {
  /// Whom it shields, and how hard it is to end.
  private static var audienceRows: [KeyRow<ProfileDraft>] {
    [
      KeyRow(
        "users", .nonEmpty(.list("a list of users", of: .located(.string)), "a user"), "Users whom it shields",
        default: "everybody but root"
      ) { $0.users = $1 },
      KeyRow(
        "groups", .nonEmpty(.list("a list of groups", of: .located(.string)), "a group"),
        "Groups whose members it shields"
      ) {
        $0.groups = $1
      },
      KeyRow(
        "may", .list("a list of permissions", of: .choice("permission")),
        "What its users may do to loosen it when an administrator wrote it", default: "all that the lock allows"
      ) { $0.permissions = $1 },
      KeyRow("lock", .located(.choice("lock")), "How hard it is to end", default: "\"none\"") { $0.lock = $1 },
      KeyRow(
        "overlap", .choice("kind of overlap"), "What its start does to other sessions", default: "\"stack\""
      ) { $0.overlap = $1 },
      KeyRow("cooldown", .located(.duration), "How long loosening edits wait", default: "that of [daemon]") {
        $0.cooldown = $1
      },
    ]
  }

  /// What its sessions may do and show.
  private static var sessionRows: [KeyRow<ProfileDraft>] {
    [
      KeyRow("break", .table("a table", .breaks), "Breaks of a session", default: "none") { $0.breaks = $1 },
      KeyRow("strategy", .table("a table", .strategy), "What 'schedctl start' runs") { $0.strategy = $1 },
      KeyRow("pause", .table("a table", .pause), "Pauses of a session", default: "none") { $0.pause = $1 },
      KeyRow("access", .table("a table", .access), "Opening one target for some minutes", default: "never") {
        $0.access = $1
      },
      KeyRow("limit", .table("a table", .limit), "How much of some targets may be used") { $0.limit = $1 },
      KeyRow("shield", .table("a table", .screen), "What a blocked person sees") { $0.screen = $1 },
      KeyRow("reminder", .table("a table", .reminder), "A reminder after a session ends") { $0.reminder = $1 },
      KeyRow("unlock", .list("a list of keys", of: .table("a key", .unlockKey)), "Keys that stop it") {
        $0.unlockKeys = $1
      },
    ]
  }
}

extension TableSchema where Draft == BlockDraft {
  /// `[profile.deep-work.block]`
  static var block: Self {
    TableSchema(
      "a 'block' table",
      [
        KeyRow(
          "sets", .list("a list of set names", of: .setName), "Named sets, own or built in", default: "[]"
        ) { $0.sets = $1 },
        KeyRow(
          "apps", .coverage("a list of applications or \"all\"", of: .blockedApplication), "Applications", default: "[]"
        ) { $0.applications = $1 },
        KeyRow("categories", .categories, "freedesktop.org categories", default: "[]") { $0.categories = $1 },
        KeyRow(
          "domains", .coverage("a list of domains or \"all\"", of: .domain), "Domains with their subdomains",
          default: "[]"
        ) { $0.domains = $1 },
        KeyRow("app-installation", .located(.boolean), "Whether applications may be installed", default: "true") {
          $0.allowsAppInstallation = $1
        },
        KeyRow("app-removal", .located(.boolean), "Whether applications may be removed", default: "true") {
          $0.allowsAppRemoval = $1
        },
      ])
  }
}

extension TableSchema where Draft == AllowDraft {
  /// `[profile.deep-work.allow]`
  static var allow: Self {
    TableSchema(
      "an 'allow' table",
      [
        KeyRow("apps", .list("a list of applications", of: .application), "Applications", default: "[]") {
          $0.applications = $1
        },
        KeyRow("categories", .categories, "freedesktop.org categories", default: "[]") { $0.categories = $1 },
        KeyRow("domains", .list("a list of domains", of: .domain), "Domains with their subdomains", default: "[]") {
          $0.domains = $1
        },
      ])
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
        "the name of an application", pattern: ApplicationText.pattern, example: "steam", ApplicationText.blocked))
  }
  static var application: Self {
    .located(
      .parsed(
        "the name of an application", pattern: ApplicationText.pattern, example: "emacs", ApplicationText.application))
  }
}

extension ValueReader where Output == Located<String> {
  /// The name of a set; which there are is known when all files are read.
  fileprivate static var setName: Self {
    let shape = { ValueShape.string(pattern: ProfileKey.pattern, example: "social") }
    return .located(ValueReader<String>(expectation: "a string", shape: shape, read: ValueReader<String>.string.read))
  }
}

extension ValueReader where Output == Located<DomainName> {
  static var domain: Self {
    .located(.parsed("a domain", pattern: DomainText.pattern, example: "reddit.com", DomainText.domain))
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

extension ValueReader where Output == String {
  fileprivate static var color: Self {
    .parsed("a colour such as \"#e5484d\"", pattern: "#[0-9A-Fa-f]{6}", example: "#e5484d") {
      text throws(TextProblem) in
      let digits = text.utf8.dropFirst()
      let isHexadecimal = digits.allSatisfy { isASCIIDigit($0) || (0x61...0x66).contains($0 | 0x20) }
      if text.utf8.first == UInt8(ascii: "#"), digits.count == 6, isHexadecimal { return text.lowercased() }
      throw TextProblem(
        code: .invalidColor, range: 0..<text.utf8.count, message: "'\(text)' is not a colour",
        help: ["write it as # and six hexadecimal digits: \"#e5484d\""])
    }
  }
}
