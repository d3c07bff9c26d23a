import Scheduler

/// The page schedctl.toml(5), generated from the key table.
extension ManualPage {
  static let configuration = ManualPage(
    name: "schedctl.toml", section: 5, summary: "configuration of schedctl",
    parts: [
      Part("Description", blocks: [.text(description)]),
      Part("Keys", blocks: tables(of: ConfigurationReference.file, "", isList: false)),
      Part("Values", blocks: values),
      Part("Example", blocks: [.example(Sample.text)]),
      seeAlso("schedctl(1)", "schedctl.time(7)"),
    ])

  private static let description = """
    A text in TOML; all of TOML 1.1 is read. Unknown keys, wrong types and impossible values are errors with file, line and
    column; nothing is ignored. 'schedctl check' reports all of them at once, 'schedctl check --explain CODE' explains one,
    and 'schedctl schema' prints a JSON Schema for editors.

    Several files, named by repeating --config, are one configuration. What is opened or given in two of them is an error.
    Keys that begin with x- may stand in any table: they are kept for programs that use the library and never judged.
    """

  /// Returns the keys of a table, followed by its tables, each under its header.
  private static func tables(of table: TableReference, _ path: String, isList: Bool) -> [Block] {
    let header = path.isEmpty ? "At the top" : isList ? "[[\(path)]]" : "[\(path)]"
    let own = [.heading(header)] + table.keys.map(item)
    return own
      + table.keys.flatMap { inner($0.shape, at: path.isEmpty ? $0.name : "\(path).\($0.name)", isList: false) }
  }

  private static func inner(_ shape: ValueShape, at path: String, isList: Bool) -> [Block] {
    switch shape {
    case .table(let table): tables(of: table, path, isList: isList)
    case .namedTables(let table, _): tables(of: table, "\(path).\(path == "profile" ? "KEY" : "NAME")", isList: false)
    case .list(let element, _), .sequence(_, let element): inner(element, at: path, isList: true)
    case .oneOrMany(let element): inner(element, at: path, isList: isList)
    case .anyOf(let shapes): shapes.flatMap { inner($0, at: path, isList: isList) }
    default: []
    }
  }

  private static func item(_ key: KeyReference) -> Block {
    var meaning = "\(key.summary): \(words(key))."
    if let value = key.defaultValue { meaning += " Default: \(value)." }
    if key.isRequired { meaning += " It must be given." }
    return .item([.bold(key.name)], meaning)
  }

  /// The maximum number of choices in a list. Longer lists are left to other documents.
  private static let longestChoice = 24

  /// Returns the kind of the value, with all choices if there are few.
  private static func words(_ key: KeyReference) -> String {
    switch key.shape {
    case .choice(let names): "one of " + list(names)
    case .list(.choice(let names), _) where names.count <= longestChoice: "a list of " + list(names)
    default: key.expectation
    }
  }

  private static func list(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ", ") }

  private static let values = blocks(
    """
    Windows in short form, days, times, gaps and repeats are explained in schedctl.time(7).

    A profile's key, of a-z, 0-9, - and _, is its handle on the command line.

    *Durations*
      "90s", "25m", "1h30m", "1h 30m", "2d", "4w": whole numbers, the largest unit first, each unit once, at most
      5,300 weeks.

    *Applications*
      Absolute paths, file names or desktop ids. Programs without which a machine could not be used cannot be blocked.

    *Domains*
      Host names, which cover their subdomains; international ones may be written as they are read.

    *Limits*
      A file has at most 16 MiB and 128 levels of nesting; a configuration at most 100,000 profiles, 1,000 windows a profile
      and 1,000,000 domains.
    """)
}
