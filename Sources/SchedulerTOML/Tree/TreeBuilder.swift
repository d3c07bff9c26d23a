import SchedulerDiagnostics

/// Puts what the parser reads into the tree, and judges whether it may be there.
///
/// The rules are those of the sections "Keys", "Table", "Inline Table" and "Array of Tables" of TOML 1.1.0.
struct TreeBuilder {
  private(set) var tree: Tree
  /// Elements of arrays that are still open, those of the innermost last.
  private(set) var pending: [ValueRecord] = []
  /// The parts of the keys being read; those of the innermost are last.
  var path: [KeyRecord] = []
  let source: ByteView

  init(source: ByteView, seed: UInt64) {
    self.source = source
    tree = Tree(seed: seed, byteCount: source.count)
  }

  /// The finished tree.
  consuming func finish() -> Tree {
    tree.layOutTableArrays()
    return tree
  }

  /// Forgets the parts of keys from `base` on.
  @inline(__always) mutating func clearPath(to base: Int) {
    while path.count > base { path.removeLast() }
  }

  // MARK: Key/value pairs

  /// Adds an entry with a simple key.
  @inline(__always)
  mutating func insert(_ key: KeyRecord, _ value: ValueRecord, into table: TableID) throws(TableProblem) {
    if let existing = find(key, in: table) {
      return try insertAgain(key, value, existing)
    }
    tree.append(key, value, to: table)
  }

  @inline(never)
  private mutating func insertAgain(
    _ key: KeyRecord, _ value: ValueRecord, _ existing: EntryID
  ) throws(TableProblem) {
    if tree[existing].value.isErroneous { return tree.replaceErroneous(existing, key, value) }
    // The mistake is in the value then, and was reported.
    if value.isErroneous { return }
    throw problem(.duplicateKey, key, existing)
  }

  /// Goes from `table` into the table that `part` of a dotted key names, which is made if it is not there.
  ///
  /// Returns nil when the name stands for a value that could not be read: the mistake there is the cause.
  mutating func descend(_ part: KeyRecord, from table: TableID) throws(TableProblem) -> TableID? {
    guard let existing = find(part, in: table) else {
      return appendTable(.dotted, part, span: part.range, to: table)
    }
    guard let kind = tree[existing].value.kind else { return nil }
    guard let child = tree[existing].value.table else { throw problem(.notATable(kind), part, existing) }
    switch tree[child].definition {
    case .dotted: break
    case .implied: tree[child].definition = .dotted
    case .header: throw problem(.dottedIntoHeader, part, existing)
    case .inline: throw problem(.closedTable, part, existing)
    }
    return child
  }

  // MARK: Headers

  /// The table that `[path]` defines; `span` covers the path. Nil when a value that could not be read is in its way.
  mutating func openTable(span: Range<Int>) throws(TableProblem) -> TableID? {
    guard let parent = try descendHeader(span: span) else { return nil }
    let last = path[path.count - 1]
    guard let existing = find(last, in: parent) else { return appendTable(.header, last, span: span, to: parent) }
    guard let kind = tree[existing].value.kind else { return nil }
    guard let table = tree[existing].value.table else {
      throw problem(newestElement(existing) != nil ? .tableAfterArray : .notATable(kind), last, existing)
    }
    switch tree[table].definition {
    case .implied: break
    case .header: throw problem(.duplicateTable, last, existing)
    case .dotted: throw problem(.headerAfterDotted, last, existing)
    case .inline: throw problem(.closedTable, last, existing)
    }
    tree[table].definition = .header
    tree[table].span = ByteSpan(span.lowerBound, span.upperBound)
    return table
  }

  /// The table that `[[path]]` adds to an array of tables. Nil when a value that could not be read is in its way.
  mutating func openElement(span: Range<Int>) throws(TableProblem) -> TableID? {
    guard let parent = try descendHeader(span: span) else { return nil }
    let last = path[path.count - 1]
    guard let existing = find(last, in: parent) else { return appendTableArray(last, span: span, to: parent) }
    guard let kind = tree[existing].value.kind else { return nil }
    guard let array = tree[existing].value.array, newestElement(existing) != nil else {
      switch kind {
      case .array: throw problem(.closedArray, last, existing)
      case .table where isInline(existing): throw problem(.closedTable, last, existing)
      case .table: throw problem(.arrayAfterTable, last, existing)
      default: throw problem(.notATable(kind), last, existing)
      }
    }
    let table = makeTable(.header, span: span, in: parent)
    tree.append(table, to: array)
    return table
  }

  /// A table that no entry leads to, for the keys below a header that cannot be used.
  mutating func openDetached(span: Range<Int>) -> TableID { makeTable(.header, span: span, in: .root) }

  /// Goes from the root through the parts of a header before its last one.
  private mutating func descendHeader(span: Range<Int>) throws(TableProblem) -> TableID? {
    var table = TableID.root
    for position in 0..<path.count - 1 {
      let part = path[position]
      guard let existing = find(part, in: table) else {
        table = appendTable(.implied, part, span: span.lowerBound..<part.range.upperBound, to: table)
        continue
      }
      guard let kind = tree[existing].value.kind else { return nil }
      if let child = tree[existing].value.table {
        if tree[child].definition == .inline { throw problem(.closedTable, part, existing) }
        table = child
      } else if let newest = newestElement(existing) {
        table = newest
      } else {
        throw problem(.notATable(kind), part, existing)
      }
    }
    return table
  }

  // MARK: Arrays and inline tables

  mutating func push(_ element: ValueRecord) { pending.append(element) }

  /// Forgets the pending elements from `base` on.
  mutating func discard(from base: Int) {
    while pending.count > base { pending.removeLast() }
  }

  /// Makes an array of the pending elements from `base` on.
  mutating func closeArray(from base: Int, range: Range<Int>) -> ValueRecord {
    let array = tree.appendArray(pending, from: base)
    discard(from: base)
    return ValueRecord(.array, range, payload: array.rawValue)
  }

  /// A table in braces that no entry refers to yet.
  mutating func openInlineTable(depth: Int) -> TableID {
    tree.makeTable(TableRecord(.inline, ByteSpan(0, 0), depth: depth))
  }

  /// Ends the table in braces at `range`.
  mutating func closeInlineTable(_ table: TableID, range: Range<Int>) -> ValueRecord {
    tree[table].span = ByteSpan(range.lowerBound, range.upperBound)
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
    return tree.makeTable(TableRecord(definition, ByteSpan(span.lowerBound, span.upperBound), depth: depth))
  }

  private mutating func appendTable(
    _ definition: TableRecord.Definition, _ key: KeyRecord, span: Range<Int>, to parent: TableID
  ) -> TableID {
    let table = makeTable(definition, span: span, in: parent)
    tree.append(key, ValueRecord(table), to: parent)
    return table
  }

  private mutating func appendTableArray(_ key: KeyRecord, span: Range<Int>, to parent: TableID) -> TableID {
    let table = makeTable(.header, span: span, in: parent)
    let array = tree.appendArray(.tables(first: table, last: table))
    tree.append(key, ValueRecord(.array, span, payload: array.rawValue), to: parent)
    return table
  }

  /// The newest table of an array of tables; nil for other values.
  private func newestElement(_ entry: EntryID) -> TableID? {
    guard let array = tree[entry].value.array, case .tables(_, let last) = tree[array] else { return nil }
    return last
  }

  private func isInline(_ entry: EntryID) -> Bool {
    tree[entry].value.table.map { tree[$0].definition == .inline } ?? false
  }

  private func problem(_ reason: TableProblem.Reason, _ part: KeyRecord, _ existing: EntryID) -> TableProblem {
    TableProblem(reason: reason, part: part.range, path: part.range, first: tree[existing].key.range)
  }
}
