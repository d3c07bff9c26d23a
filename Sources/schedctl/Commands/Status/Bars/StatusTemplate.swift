import SchedulerDiagnostics

/// A line for a status bar with fields in braces: `{time} {profile}`.
///
///     template = *( text / "{{" / "}}" / "{" name "}" )
struct StatusTemplate: Equatable {
  /// A part of a template.
  enum Part: Equatable {
    case text(String)
    case field(StatusField)
  }

  /// The parts in order. Texts are never empty, and two texts are never adjacent.
  private(set) var parts: [Part] = []

  /// Parses a template.
  ///
  /// Throws a usage error for a single brace, and for an unknown field with the nearest name.
  init(_ text: String) throws(CommandFailure) {
    var rest = Substring(text)
    while let character = rest.popFirst() {
      switch (character, rest.first) {
      case ("{", "{"), ("}", "}"): add(rest.removeFirst())
      case ("{", _): parts.append(.field(try Self.field(&rest)))
      case ("}", _): throw Self.alone("}")
      default: add(character)
      }
    }
  }

  /// Returns the line for a status, without a line feed.
  func line(of status: BarStatus) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .field(let field): field.text(of: status)
      }
    }
    .joined()
  }

  /// The rate at which the line changes while nothing happens.
  var pace: StatusField.Pace {
    parts.map { if case .field(let field) = $0 { field.pace } else { .never } }.max() ?? .never
  }

  /// Parses a name and the brace after it.
  private static func field(_ rest: inout Substring) throws(CommandFailure) -> StatusField {
    guard let end = rest.firstIndex(of: "}") else { throw alone("{") }
    let name = String(rest[..<end])
    rest = rest[rest.index(after: end)...]
    if let field = StatusField(rawValue: name) { return field }
    let names = StatusField.allCases.map(\.rawValue)
    let nearest = NearestName.nearest(to: name, among: names).map { "did you mean '{\($0)}'?" }
    throw .usage("unknown field '{\(name)}'", help: nearest ?? "the fields are \(names.joined(separator: ", "))")
  }

  private static func alone(_ brace: String) -> CommandFailure {
    .usage("'\(brace)' stands alone in the template", help: "write '\(brace)\(brace)' for a brace")
  }

  private mutating func add(_ character: Character) {
    if case .text(let text) = parts.last {
      parts[parts.count - 1] = .text(text + String(character))
    } else {
      parts.append(.text(String(character)))
    }
  }
}
