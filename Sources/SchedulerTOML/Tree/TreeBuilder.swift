import SchedulerDiagnostics

/// Adds parsed statements to the tree and checks whether they are allowed there.
///
/// The rules are those of the sections "Keys", "Table", "Inline Table" and "Array of Tables" of TOML 1.1.0.
struct TreeBuilder {
  private(set) var tree: Tree
  /// The elements of open arrays, those of the innermost array last.
  private(set) var pending: [ValueRecord] = []
  /// The parts of the keys being parsed, those of the innermost key last.
  var path: [KeyRecord] = []
  let source: ByteView

  init(source: ByteView, seed: UInt64) {
    self.source = source
    tree = Tree(seed: seed, byteCount: source.count)
  }

  /// Returns the finished tree.
  consuming func finish() -> Tree {
    tree.layOutTableArrays()
    return tree
  }

  /// Removes the parts of keys from `base` on.
  @inline(__always) mutating func clearPath(to base: Int) {
    while path.count > base { path.removeLast() }
  }

  // MARK: Key/value pairs

  /// Adds an entry with a simple key.
  @inline(__always)
  mutating func insert(_ key: KeyRecord, value: ValueRecord, into table: TableID) throws(TableProblem) {
    if let existing = find(key, in: table) {
      return try insertAgain(key, value: value, existing: existing)
    }
    tree.append(key, value: value, to: table)
  }

  @inline(never)
  private mutating func insertAgain(
    _ key: KeyRecord, value: ValueRecord, existing: EntryID
  ) throws(TableProblem) {
    if tree[existing].value.isErroneous { return tree.replaceErroneous(existing, key: key, value: value) }
    // The mistake is in the value and is already reported.
    if value.isErroneous { return }
    throw problem(.duplicateKey, part: key, existing: existing)
  }

  /// Returns the table that `part` of a dotted key names in `table`. Adds it if it does not exist.
  ///
  /// Returns nil if the name has a value that could not be read; that mistake is already reported.
  mutating func descend(_ part: KeyRecord, from table: TableID) throws(TableProblem) -> TableID? {
    guard let existing = find(part, in: table) else {
      return appendTable(.dotted, key: part, span: part.range, to: table)
    }
    guard let kind = tree[existing].value.kind else { return nil }
    guard let child = tree[existing].value.table else {
      throw problem(.notATable(kind), part: part, existing: existing)
    }
    switch tree[child].definition {
    case .dotted: break
    case .implied: tree[child].definition = .dotted
    case .header: throw problem(.dottedIntoHeader, part: part, existing: existing)
    case .inline: throw problem(.closedTable, part: part, existing: existing)
    }
    return child
  }

  // MARK: Headers

  /// Returns the table that `[path]` defines; `span` covers the path. Returns nil if the path leads through a value
  /// that could not be read.
  mutating func openTable(span: Range<Int>) throws(TableProblem) -> TableID? {
    guard let parent = try descendHeader(span: span) else { return nil }
    let last = path[path.count - 1]
    guard let existing = find(last, in: parent) else { return appendTable(.header, key: last, span: span, to: parent) }
    guard let kind = tree[existing].value.kind else { return nil }
    guard let table = tree[existing].value.table else {
      throw problem(
        newestElement(existing) != nil ? .tableAfterArray : .notATable(kind), part: last, existing: existing)
    }
    switch tree[table].definition {
    case .implied: break
    case .header: throw problem(.duplicateTable, part: last, existing: existing)
    case .dotted: throw problem(.headerAfterDotted, part: last, existing: existing)
    case .inline: throw problem(.closedTable, part: last, existing: existing)
    }
    tree[table].definition = .header
    tree[table].span = ByteSpan(lower: span.lowerBound, upper: span.upperBound)
    return table
  }

  /// Returns the table that `[[path]]` adds to an array of tables. Returns nil if the path leads through a value that
  /// could not be read.
  mutating func openElement(span: Range<Int>) throws(TableProblem) -> TableID? {
    guard let parent = try descendHeader(span: span) else { return nil }
    let last = path[path.count - 1]
    guard let existing = find(last, in: parent) else { return appendTableArray(last, span: span, to: parent) }
    guard let kind = tree[existing].value.kind else { return nil }
    guard let array = tree[existing].value.array, newestElement(existing) != nil else {
      switch kind {
      case .array: throw problem(.closedArray, part: last, existing: existing)
      case .table where isInline(existing): throw problem(.closedTable, part: last, existing: existing)
      case .table: throw problem(.arrayAfterTable, part: last, existing: existing)
      default: throw problem(.notATable(kind), part: last, existing: existing)
      }
    }
    let table = makeTable(.header, span: span, in: parent)
    tree.append(table, to: array)
    return table
  }

  /// Returns a table without an entry, for the keys below an unusable header.
  mutating func openDetached(span: Range<Int>) -> TableID { makeTable(.header, span: span, in: .root) }

  /// Walks from the root through all parts of a header but the last.
  private mutating func descendHeader(span: Range<Int>) throws(TableProblem) -> TableID? {
    var table = TableID.root
    for position in 0..<path.count - 1 {
      let part = path[position]
      guard let existing = find(part, in: table) else {
        table = appendTable(.implied, key: part, span: span.lowerBound..<part.range.upperBound, to: table)
        continue
      }
      guard let kind = tree[existing].value.kind else { return nil }
      if let child = tree[existing].value.table {
        if tree[child].definition == .inline { throw problem(.closedTable, part: part, existing: existing) }
        table = child
      } else if let newest = newestElement(existing) {
        table = newest
      } else {
        throw problem(.notATable(kind), part: part, existing: existing)
      }
    }
    return table
  }

  // MARK: Arrays and inline tables

  mutating func push(_ element: ValueRecord) { pending.append(element) }

  /// Removes the pending elements from `base` on.
  mutating func discard(from base: Int) { while pending.count > base { pending.removeLast() } }

  /// Returns an array of the pending elements from `base` on.
  mutating func closeArray(from base: Int, range: Range<Int>) -> ValueRecord {
    let array = tree.appendArray(pending, from: base)
    discard(from: base)
    return ValueRecord(.array, range: range, payload: array.rawValue)
  }

  /// Adds an inline table that no entry refers to yet.
  mutating func openInlineTable(depth: Int) -> TableID {
    tree.makeTable(TableRecord(.inline, span: ByteSpan(lower: 0, upper: 0), depth: depth))
  }

  /// Ends the inline table at `range`.
  mutating func closeInlineTable(_ table: TableID, range: Range<Int>) -> ValueRecord {
    tree[table].span = ByteSpan(lower: range.lowerBound, upper: range.upperBound)
    return ValueRecord(table)
  }

  // MARK: Parts

  @inline(__always) private func find(_ key: KeyRecord, in table: TableID) -> EntryID? {
    if key.form.isEscaped { return findEscaped(key, in: table) }
    return tree.find(source[key.form.content(of: key.range, in: source)], hash: key.hash, in: table, source: source)
  }

  @inline(never) private func findEscaped(_ key: KeyRecord, in table: TableID) -> EntryID? {
    StringPieces(key.form.content(of: key.range, in: source), in: source).decoded().withUnsafeBytes {
      tree.find(ByteView($0), hash: key.hash, in: table, source: source)
    }
  }

  private mutating func makeTable(
    _ definition: TableRecord.Definition, span: Range<Int>, in parent: TableID
  ) -> TableID {
    let depth = Int(tree[parent].depth) + 1
    return tree.makeTable(
      TableRecord(definition, span: ByteSpan(lower: span.lowerBound, upper: span.upperBound), depth: depth))
  }

  private mutating func appendTable(
    _ definition: TableRecord.Definition, key: KeyRecord, span: Range<Int>, to parent: TableID
  ) -> TableID {
    let table = makeTable(definition, span: span, in: parent)
    tree.append(key, value: ValueRecord(table), to: parent)
    return table
  }

  private mutating func appendTableArray(_ key: KeyRecord, span: Range<Int>, to parent: TableID) -> TableID {
    let table = makeTable(.header, span: span, in: parent)
    let array = tree.appendArray(.tables(first: table, last: table))
    tree.append(key, value: ValueRecord(.array, range: span, payload: array.rawValue), to: parent)
    return table
  }

  /// Returns the newest table of an array of tables, or nil for other values.
  private func newestElement(_ entry: EntryID) -> TableID? {
    guard let array = tree[entry].value.array, case .tables(_, let last) = tree[array] else { return nil }
    return last
  }

  private func isInline(_ entry: EntryID) -> Bool {
    tree[entry].value.table.map { tree[$0].definition == .inline } ?? false
  }

  private func problem(_ reason: TableProblem.Reason, part: KeyRecord, existing: EntryID) -> TableProblem {
    TableProblem(reason: reason, part: part.range, path: part.range, first: tree[existing].key.range)
  }
}
