import Scheduler

/// The bytes of a hosts file, and which of them are a block of this program. All others are foreign and never change.
///
/// A block whose length and hash are right is removed as a whole. Otherwise the markers are the program's own, and the
/// lines of today's form wherever they are, with a comment that was added to one: an editor may lose the markers, and
/// nothing else writes such lines. Lines of the form of earlier versions are its own between two of their markers, and
/// directly above the end marker if the other one is missing.
struct HostsText {
  /// The bytes of the file.
  let bytes: [UInt8]
  /// Whether there is no file.
  let isMissing: Bool
  /// The blocks, in their order.
  private(set) var blocks: [FoundBlock] = []
  /// The ranges of all own bytes, ascending, disjoint.
  private(set) var own: [Range<Int>] = []

  /// A block in the file.
  struct FoundBlock {
    /// The position of its first line.
    let start: Int
    /// The positions of the lines that block names.
    var armed: [Range<Int>] = []
    /// The range of the lines between the markers; nil if they were changed.
    var body: Range<Int>?
    /// What was added with it.
    var addition = HostsBlock.Addition.nothing
  }

  /// Finds the blocks. Complexity: O(bytes).
  ///
  /// - Parameter bytes: the whole file; nil if there is none.
  init(_ bytes: [UInt8]?) {
    self.bytes = bytes ?? []
    isMissing = bytes == nil
    var position = 0
    /// The start of the lines of a block's form directly before the position.
    var run = 0
    while position < self.bytes.count {
      let line = line(at: position)
      if line.starts(with: HostsBlock.beginning) {
        position = readBlock(at: position)
        run = position
      } else if let end = HostsBlock.end(line) {
        readBlock(endingIn: line, end, notBefore: run)
        position = line.endIndex
        run = position
      } else {
        position = line.endIndex
        readStray(line)
        if HostsBlock.kind(of: line) == nil { run = position }
      }
    }
    joinAddedLineEnds()
  }

  /// Whether the names of `body` are blocked by one unchanged block, and no other block blocks anything.
  func holds(_ body: [UInt8]) -> Bool {
    let armed = blocks.filter { !$0.armed.isEmpty }
    guard armed.count == 1, let range = armed[0].body else { return false }
    return bytes[range].elementsEqual(body)
  }

  /// The names that the blocks contain.
  var names: Set<String> { Set(blocks.flatMap(\.armed).compactMap { HostsBlock.name(in: bytes[$0]) }) }

  /// All bytes that are not the program's own.
  var foreign: [UInt8] {
    var result: [UInt8] = []
    var position = 0
    for range in own {
      result += bytes[position..<range.lowerBound]
      position = range.upperBound
    }
    return result + bytes[position...]
  }

  /// Whether the file exists only because of the block.
  var isOwnFile: Bool {
    foreign.isEmpty && (isMissing || blocks.contains { $0.addition == .file })
  }

  /// Returns the file with one block at its end.
  func adding(_ body: [UInt8]) -> [UInt8] {
    let foreign = foreign
    let endsInLine = foreign.last.map { $0 == UInt8(ascii: "\n") } ?? true
    return foreign + HostsBlock.bytes(body, adding: isOwnFile ? .file : endsInLine ? .nothing : .newline)
  }

  private func line(at position: Int) -> ArraySlice<UInt8> {
    let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n"))
    return bytes[position..<(end.map { $0 + 1 } ?? bytes.count)]
  }

  private func lines(in range: Range<Int>) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var position = range.lowerBound
    while position < range.upperBound {
      lines.append(line(at: position).indices)
      position = lines[lines.count - 1].upperBound
    }
    return lines
  }

  private func armedLines(in range: Range<Int>) -> [Range<Int>] {
    lines(in: range).filter { HostsBlock.kind(of: bytes[$0]) == .armed }
  }
}

extension HostsText {
  /// Reads the block that begins at a position, and returns the position after it.
  private mutating func readBlock(at start: Int) -> Int {
    let begin = line(at: start)
    var block = FoundBlock(start: start)
    if begin.last == UInt8(ascii: "\n"), let header = HostsBlock.header(begin.dropLast()) {
      block.addition = header.addition
      if let body = unchangedBody(header, from: begin.endIndex) {
        let end = line(at: body.upperBound)
        let hasEnd = HostsBlock.end(end) != nil
        if hasEnd, end.last == UInt8(ascii: "\n") { block.body = body }
        block.armed = armedLines(in: body)
        blocks.append(block)
        // The end line may be torn or missing.
        let isTorn = end.last != UInt8(ascii: "\n") && HostsBlock.isTorn(end)
        own.append(start..<(hasEnd || isTorn ? end.endIndex : body.upperBound))
        return own[own.count - 1].upperBound
      }
    }
    own.append(begin.indices)
    let end = readChangedLines(of: &block, from: begin.endIndex)
    blocks.append(block)
    return end
  }

  /// Returns the range of the lines of a block whose length and hash are right; nil if they were changed.
  private func unchangedBody(_ header: HostsBlock.Header, from start: Int) -> Range<Int>? {
    guard header.length <= bytes.count - start else { return nil }
    let body = start..<start + header.length
    return SHA256(of: Array(bytes[body])) == header.digest ? body : nil
  }

  /// Reads a line of today's form that is in no block.
  private mutating func readStray(_ line: ArraySlice<UInt8>) {
    guard let kind = HostsBlock.aliasLine(line) else { return }
    own.append(line.indices)
    blocks.append(FoundBlock(start: line.startIndex, armed: kind == .armed ? [line.indices] : []))
  }

  /// Reads a block without its begin line. Lines of today's form were read already.
  ///
  /// - Parameter run: the position from which on all lines have the form of a block's.
  private mutating func readBlock(endingIn line: ArraySlice<UInt8>, _ end: HostsBlock.End, notBefore run: Int) {
    let found = end == .plain ? lines(in: run..<line.startIndex).filter { HostsBlock.aliasLine(bytes[$0]) == nil } : []
    own += found + [line.indices]
    let armed = found.filter { HostsBlock.kind(of: bytes[$0]) == .armed }
    blocks.append(FoundBlock(start: found.first?.lowerBound ?? line.startIndex, armed: armed))
  }

  /// Finds the own lines of a changed block, and returns the position after its last one.
  private mutating func readChangedLines(of block: inout FoundBlock, from start: Int) -> Int {
    let end = nextEnd(from: start)
    var position = start
    while position < bytes.count {
      let line = line(at: position)
      let kind = HostsBlock.aliasLine(line) ?? (end == .plain ? HostsBlock.kind(of: line) : nil)
      let isEnd = HostsBlock.end(line) != nil
      let isTorn = line.last != UInt8(ascii: "\n") && HostsBlock.isTorn(line)
      if kind != nil || isEnd || isTorn {
        own.append(line.indices)
        if kind == .armed { block.armed.append(line.indices) }
      } else if end == nil {
        return position
      }
      position = line.endIndex
      if isEnd { return position }
    }
    return position
  }

  /// The end line that comes before the next begin line; nil if there is none.
  private func nextEnd(from start: Int) -> HostsBlock.End? {
    var position = start
    while position < bytes.count {
      let line = line(at: position)
      if let end = HostsBlock.end(line) { return end }
      if line.starts(with: HostsBlock.beginning) { return nil }
      position = line.endIndex
    }
    return nil
  }

  /// Counts the added line end before a block as its own, unless foreign bytes follow the block: they would become a
  /// part of the line before.
  private mutating func joinAddedLineEnds() {
    var merged: [Range<Int>] = []
    for range in own.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, last.upperBound == range.lowerBound {
        merged[merged.count - 1] = last.lowerBound..<range.upperBound
      } else if !range.isEmpty {
        merged.append(range)
      }
    }
    own = merged
    guard let last = own.last, last.upperBound == bytes.count, last.lowerBound > 0,
      bytes[last.lowerBound - 1] == UInt8(ascii: "\n"),
      blocks.contains(where: { $0.addition == .newline && $0.start == last.lowerBound })
    else { return }
    own[own.count - 1] = last.lowerBound - 1..<bytes.count
  }
}
