import SchedulerDiagnostics

/// All of a kind of target, or the listed ones.
public enum Coverage<Element: Hashable & Sendable>: Hashable, Sendable {
  /// Every one.
  case all
  /// Those; none when empty.
  case listed([Element])

  /// Whether nothing is covered.
  public var isEmpty: Bool { self == .listed([]) }

  /// The listed elements; empty for `all`.
  public var listed: [Element] {
    switch self {
    case .all: []
    case .listed(let elements): elements
    }
  }

  /// The same coverage of what `transform` makes of each element.
  func map<Other>(_ transform: (Element) -> Other) -> Coverage<Other> {
    switch self {
    case .all: .all
    case .listed(let elements): .listed(elements.map(transform))
    }
  }
}

/// A named set of targets, `[set.feeds]`.
public struct TargetSet: Hashable, Sendable {
  /// Its name; nil for sets made in code.
  public var name: String?
  /// Where the configuration opens it; nil for built-in sets and those made in code.
  public var source: SourceSpan?
  /// Its applications.
  public var applications: [ApplicationName]
  /// Its domains.
  public var domains: [DomainName]

  /// A set of applications and domains.
  public init(applications: [ApplicationName] = [], domains: [DomainName] = []) {
    self.applications = applications
    self.domains = domains
  }
}

/// What a profile's shield covers: its own entries and those of its sets together.
public struct BlockedTargets: Hashable, Sendable {
  /// The names of its sets, which exist.
  public var sets: [String] = []
  /// Applications.
  public var applications: Coverage<ApplicationName> = .listed([])
  /// freedesktop.org categories of applications.
  public var categories: [ApplicationCategory] = []
  /// Domains with their subdomains.
  public var domains: Coverage<DomainName> = .listed([])
  /// Whether installing applications is denied.
  public var deniesAppInstallation = false
  /// Whether removing applications is denied.
  public var deniesAppRemoval = false

  /// Nothing.
  public init() {}

  /// Whether nothing at all is blocked or denied; a set that is named counts, whatever is in it.
  public var isEmpty: Bool { sets.isEmpty && isEmptyButForSets }

  /// Whether nothing is blocked or denied beside what the sets hold.
  var isEmptyButForSets: Bool {
    applications.isEmpty && categories.isEmpty && domains.isEmpty && !deniesAppInstallation
      && !deniesAppRemoval
  }
}

extension BlockedTargets {
  /// The same with the targets of its sets, which `set` looks up, among its own.
  func takingIn(_ set: (String) -> TargetSet?) -> BlockedTargets {
    var block = self
    block.sets = []
    for set in sets.compactMap(set) {
      if case .listed(let listed) = block.applications { block.applications = .listed(listed + set.applications) }
      if case .listed(let listed) = block.domains { block.domains = .listed(listed + set.domains) }
    }
    return block
  }
}

/// What a profile's shield leaves out.
public struct AllowedTargets: Hashable, Sendable {
  /// Applications.
  public var applications: [ApplicationName] = []
  /// freedesktop.org categories of applications.
  public var categories: [ApplicationCategory] = []
  /// Domains with their subdomains.
  public var domains: [DomainName] = []

  /// Nothing.
  public init() {}
}

/// An application as a configuration names it: an absolute path, the file name of a program, or a desktop id.
public struct ApplicationName: Hashable, Comparable, Sendable {
  /// The name as written.
  public let text: String

  /// A name that was checked, or made in code.
  public init(_ text: String) { self.text = text }

  /// Whether it names one file by its whole path.
  public var isPath: Bool { text.utf8.first == UInt8(ascii: "/") }

  /// What is behind the last slash.
  public var fileName: Substring { text.split(separator: "/").last ?? "" }

  /// Orders by bytes.
  public static func < (a: ApplicationName, b: ApplicationName) -> Bool {
    a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
  }
}

/// A host name in lower case with international labels as A-labels (RFC 5890); it covers its subdomains.
public struct DomainName: Hashable, Comparable, Sendable {
  /// The name, without a final dot.
  public let text: String

  init(checked text: String) { self.text = text }

  /// Orders by bytes.
  public static func < (a: DomainName, b: DomainName) -> Bool { a.text.utf8.lexicographicallyPrecedes(b.text.utf8) }
}
