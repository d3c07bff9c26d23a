/// What a piece of rendered text is, which decides its colour.
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

/// Text under construction, with colours only if they are asked for.
struct StyledText {
  private(set) var text = ""
  private let color: Bool

  /// An empty text that keeps styles when `color` is true and drops them otherwise.
  init(color: Bool) { self.color = color }

  /// Adds `addition`, which must hold no control character but line feeds.
  mutating func append(_ addition: String, _ style: TextStyle = .plain) {
    if color, !addition.isEmpty, let parameters = style.parameters {
      text += "\u{1B}[\(parameters)m\(addition)\u{1B}[0m"
    } else {
      text += addition
    }
  }
}
