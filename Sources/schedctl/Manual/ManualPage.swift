import Scheduler

/// A manual page as data; `roff` is the page as man(1) reads it.
struct ManualPage {
  /// What `man` calls it.
  let name: String
  /// 1 for commands, 5 for files, 7 for everything else.
  let section: Int
  /// A line for indexes, such as `whatis` shows, that goes on from the name: lower case, no full stop.
  let summary: String
  /// Its sections.
  let parts: [Part]

  /// A section of a page, or a part of one.
  struct Part {
    let title: String
    let blocks: [Block]

    init(_ title: String, _ blocks: [Block]) {
      self.title = title
      self.blocks = blocks
    }
  }

  /// What a section is made of.
  enum Block {
    /// Text that is filled; an empty line ends a paragraph.
    case text(String)
    /// A word, and below it what it means.
    case item([Span], String)
    /// Lines that stay as they are.
    case example(String)
    /// A heading within the section.
    case heading(String)
    /// A line of marked text, such as the way a command is typed.
    case line([Span])
  }

  /// A piece of a line.
  enum Span {
    case plain(String)
    /// What is typed as it stands.
    case bold(String)
    /// What stands for something else.
    case italic(String)
  }

  /// Every page, in the order of sections.
  static var all: [ManualPage] { [.program, .configuration, .time] }

  /// The day of the version that the pages are about; they are dated by it.
  static let date = "2026-11-21"

  /// The last section of each page: names of other pages with their sections, as in `schedctl(1)`.
  static func seeAlso(_ names: String...) -> Part {
    var spans: [Span] = []
    for name in names {
      if !spans.isEmpty { spans.append(.plain(", ")) }
      spans += [.bold(String(name.prefix { $0 != "(" })), .plain(String(name.drop { $0 != "(" }))]
    }
    return Part("See also", [.line(spans)])
  }
}
