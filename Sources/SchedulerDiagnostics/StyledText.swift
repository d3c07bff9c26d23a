/// The role of a piece of rendered text, which determines its colour.
enum TextStyle: Equatable {
  case plain
  /// The severity word and the marks of the primary label.
  case severity(Severity)
  /// The message of a diagnostic.
  case message
  /// Line numbers, bars, arrows, and the marks of secondary labels.
  case gutter
  /// The word `help`.
  case help

  /// The parameters of the SGR control sequence (ECMA-48, 8.3.117); nil for none.
  fileprivate var parameters: String? {
    switch self {
    case .plain: nil
    case .severity(.error): "1;31"
    case .severity(.warning): "1;33"
    case .severity(.note): "1;36"
    case .message: "1"
    case .gutter: "34"
    case .help: "32"
    }
  }
}

/// Text under construction, optionally with colours.
struct StyledText {
  private(set) var text = ""
  private let color: Bool

  /// Creates an empty text that applies styles if `color` is true and drops them otherwise.
  init(color: Bool) { self.color = color }

  /// Appends `addition`, which must not hold control characters other than line feeds.
  mutating func append(_ addition: String, style: TextStyle = .plain) {
    if color, !addition.isEmpty, let parameters = style.parameters {
      text += "\u{1B}[\(parameters)m\(addition)\u{1B}[0m"
    } else {
      text += addition
    }
  }
}
