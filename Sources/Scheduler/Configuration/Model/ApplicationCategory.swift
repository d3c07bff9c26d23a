/// A category of applications registered by freedesktop.org (Desktop Menu Specification 1.1, appendix A).
public struct ApplicationCategory: Hashable, Comparable, Sendable {
  /// The registered name, such as `Game`.
  public let name: String

  /// Creates the category with exactly that registered name. Returns nil for other names.
  public init?(_ name: String) {
    guard Self.registeredNames.contains(name) else { return nil }
    self.name = name
  }

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
