/// A manual page as data. `roff` is its text for man(1).
struct ManualPage {
  /// The name for `man`.
  let name: String
  /// The section number: 1 for commands, 5 for files, 7 for everything else.
  let section: Int
  /// A line for indexes, for example of `whatis`. It follows the name: lower case, no full stop.
  let summary: String
  /// Its sections.
  let parts: [Part]

  /// A section of a page, or a part of one.
  struct Part {
    let title: String
    let blocks: [Block]

    init(_ title: String, blocks: [Block]) {
      self.title = title
      self.blocks = blocks
    }
  }

  /// An element of a section.
  enum Block {
    /// Filled text. An empty line ends a paragraph.
    case text(String)
    /// A term, with its explanation below it.
    case item([Span], String)
    /// Lines that are not filled.
    case example(String)
    /// A heading within the section.
    case heading(String)
    /// A line of marked text, for example a usage line.
    case line([Span])
  }

  /// A part of a line.
  enum Span {
    case plain(String)
    /// A word that is typed literally.
    case bold(String)
    /// A placeholder.
    case italic(String)
  }

  /// Returns the blocks of a text: paragraphs, and items, whose meaning is indented below the term. In a term asterisks
  /// enclose what is typed literally.
  static func blocks(_ text: String) -> [Block] {
    text.split(separator: "\n", omittingEmptySubsequences: false).split(separator: "").map { lines in
      guard let second = lines.dropFirst().first, second.hasPrefix(" ") else {
        return .text(lines.joined(separator: "\n"))
      }
      let term = lines[lines.startIndex].split(separator: "*", omittingEmptySubsequences: false).enumerated()
      let spans = term.map { $0.isMultiple(of: 2) ? Span.plain(String($1)) : .bold(String($1)) }
      return .item(spans, lines.dropFirst().map { $0.drop { $0 == " " } }.joined(separator: "\n"))
    }
  }

  /// All pages, in the order of sections.
  static var all: [ManualPage] { [.program, .configuration, .time] }

  /// The date of the pages, which is the day of the version that they describe.
  static let date = "2026-11-21"

  /// Returns the last section of a page: the names of other pages with their sections, for example `schedctl(1)`.
  static func seeAlso(_ names: String...) -> Part {
    var spans: [Span] = []
    for name in names {
      if !spans.isEmpty { spans.append(.plain(", ")) }
      spans += [.bold(String(name.prefix { $0 != "(" })), .plain(String(name.drop { $0 != "(" }))]
    }
    return Part("See also", blocks: [.line(spans)])
  }
}
