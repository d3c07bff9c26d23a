import SchedulerDiagnostics

/// All targets of a kind, or a list of them.
public enum Coverage<Element: Hashable & Sendable>: Hashable, Sendable {
  /// All targets.
  case all
  /// The listed targets; empty for none.
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

  /// Returns the same coverage with `transform` applied to each element.
  func map<Other>(_ transform: (Element) -> Other) -> Coverage<Other> {
    switch self {
    case .all: .all
    case .listed(let elements): .listed(elements.map(transform))
    }
  }
}

/// A named set of targets, `[set.feeds]`.
public struct TargetSet: Hashable, Sendable {
  /// The name; nil for sets created in code.
  public var name: String?
  /// The place in the configuration; nil for built-in sets and those created in code.
  public var source: SourceSpan?
  /// The applications of the set.
  public var applications: [ApplicationName]
  /// The domains of the set.
  public var domains: [DomainName]

  /// Creates a set of applications and domains.
  public init(applications: [ApplicationName] = [], domains: [DomainName] = []) {
    self.applications = applications
    self.domains = domains
  }
}

/// The targets that a profile's shield covers: its own entries and those of its sets.
public struct BlockedTargets: Hashable, Sendable {
  /// The names of its sets. Each of them exists.
  public var sets: [String] = []
  /// The blocked applications.
  public var applications: Coverage<ApplicationName> = .listed([])
  /// The blocked freedesktop.org categories of applications.
  public var categories: [ApplicationCategory] = []
  /// The blocked domains, including their subdomains.
  public var domains: Coverage<DomainName> = .listed([])
  /// The blocked pages of sites, by the beginning of their paths.
  public var urls: [SitePath] = []
  /// Whether installing applications is denied.
  public var deniesAppInstallation = false
  /// Whether removing applications is denied.
  public var deniesAppRemoval = false

  /// Creates an empty value.
  public init() {}

  /// Whether nothing is blocked or denied. A named set counts as not empty, whatever it contains.
  public var isEmpty: Bool { sets.isEmpty && isEmptyButForSets }

  /// Whether nothing is blocked or denied in addition to the sets.
  var isEmptyButForSets: Bool {
    applications.isEmpty && categories.isEmpty && domains.isEmpty && urls.isEmpty
      && !deniesAppInstallation && !deniesAppRemoval
  }
}

extension BlockedTargets {
  /// Returns a copy that includes the targets of its sets. `set` looks up a set by name.
  func including(_ set: (String) -> TargetSet?) -> BlockedTargets {
    var block = self
    block.sets = []
    for set in sets.compactMap(set) {
      if case .listed(let listed) = block.applications { block.applications = .listed(listed + set.applications) }
      if case .listed(let listed) = block.domains { block.domains = .listed(listed + set.domains) }
    }
    return block
  }
}

/// The exceptions from a profile's shield.
public struct AllowedTargets: Hashable, Sendable {
  /// The allowed applications.
  public var applications: [ApplicationName] = []
  /// The allowed freedesktop.org categories of applications.
  public var categories: [ApplicationCategory] = []
  /// The allowed domains, including their subdomains.
  public var domains: [DomainName] = []

  /// Creates an empty value.
  public init() {}
}

/// An application as named by a configuration: an absolute path, the file name of a program, or a desktop ID.
public struct ApplicationName: Hashable, Comparable, Sendable {
  /// The name as written.
  public let text: String

  /// Creates a name, which is not checked.
  public init(_ text: String) { self.text = text }

  /// Whether the name is an absolute path.
  public var isPath: Bool { text.utf8.first == UInt8(ascii: "/") }

  /// The part after the last slash.
  public var fileName: Substring { text.split(separator: "/").last ?? "" }

  /// Orders by bytes.
  public static func < (a: ApplicationName, b: ApplicationName) -> Bool {
    a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
  }
}

/// A host name in lower case with international labels as A-labels (RFC 5890). It includes its subdomains.
public struct DomainName: Hashable, Comparable, Sendable {
  /// The name, without a final dot.
  public let text: String

  init(checked text: String) { self.text = text }

  /// Orders by bytes.
  public static func < (a: DomainName, b: DomainName) -> Bool { a.text.utf8.lexicographicallyPrecedes(b.text.utf8) }
}

/// A category of applications registered by freedesktop.org (Desktop Menu Specification 1.1, appendix A).
public struct ApplicationCategory: Hashable, Comparable, Sendable {
  /// The registered name, such as `Game`.
  public let name: String

  /// Creates the category with exactly that registered name. Returns nil for other names.
  public init?(_ name: String) {
    guard Self.registeredNames.contains(name) else { return nil }
    self.name = name
  }

  private init(registered name: String) { self.name = name }

  /// The category of browsers.
  public static let webBrowser = ApplicationCategory(registered: "WebBrowser")

  /// Orders by bytes.
  public static func < (a: ApplicationCategory, b: ApplicationCategory) -> Bool {
    a.name.utf8.lexicographicallyPrecedes(b.name.utf8)
  }

  /// The main and additional categories.
  public static let registeredNames: [String] = [
    "AudioVideo", "Audio", "Video", "Development", "Education", "Game", "Graphics", "Network", "Office", "Science",
    "Settings", "System", "Utility", "Building", "Debugger", "IDE", "GUIDesigner", "Profiling", "RevisionControl",
    "Translation", "Calendar", "ContactManagement", "Database", "Dictionary", "Chart", "Email", "Finance",
    "FlowChart", "PDA", "ProjectManagement", "Presentation", "Spreadsheet", "WordProcessor", "2DGraphics",
    "VectorGraphics", "RasterGraphics", "3DGraphics", "Scanning", "OCR", "Photography", "Publishing", "Viewer",
    "TextTools", "DesktopSettings", "HardwareSettings", "Printing", "PackageManager", "Dialup", "InstantMessaging",
    "Chat", "IRCClient", "Feed", "FileTransfer", "HamRadio", "News", "P2P", "RemoteAccess", "Telephony",
    "TelephonyTools", "VideoConference", "WebBrowser", "WebDevelopment", "Midi", "Mixer", "Sequencer", "Tuner", "TV",
    "AudioVideoEditing", "Player", "Recorder", "DiscBurning", "ActionGame", "AdventureGame", "ArcadeGame",
    "BoardGame", "BlocksGame", "CardGame", "KidsGame", "LogicGame", "RolePlaying", "Shooter", "Simulation",
    "SportsGame", "StrategyGame", "Art", "Construction", "Music", "Languages", "ArtificialIntelligence", "Astronomy",
    "Biology", "Chemistry", "ComputerScience", "DataVisualization", "Economy", "Electricity", "Geography", "Geology",
    "Geoscience", "History", "Humanities", "ImageProcessing", "Literature", "Maps", "Math", "NumericalAnalysis",
    "MedicalSoftware", "Physics", "Robotics", "Spirituality", "Sports", "ParallelComputing", "Amusement", "Archiving",
    "Compression", "Electronics", "Emulator", "Engineering", "FileTools", "FileManager", "TerminalEmulator",
    "Filesystem", "Monitor", "Security", "Accessibility", "Calculator", "Clock", "TextEditor", "Documentation",
    "Adult", "Core", "KDE", "GNOME", "XFCE", "DDE", "GTK", "Qt", "Motif", "Java", "ConsoleOnly",
  ]
}
