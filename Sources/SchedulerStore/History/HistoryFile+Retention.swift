extension HistoryFile {
  /// Removes the oldest lines if some are past the limit: whole older files whose newest line is, and from
  /// `history.jsonl` the lines before the first one within the limit. The newest line of `history.jsonl` is always
  /// kept.
  ///
  /// - Parameters:
  ///   - limit: maximum age of a line, in seconds.
  ///   - slack: `history.jsonl` is rewritten only if its oldest line is older than the limit by more than this, in
  ///     seconds.
  ///   - age: returns the age of a line in seconds, or nil for a line without a time, which is treated like the lines
  ///     before it.
  /// - Throws: errors of the file system. No line that is to be kept is then lost.
  public mutating func removeLines(
    olderThan limit: Int64, slack: Int64, in files: inout some FileSystem & ~Copyable, age: (HistoryLine) -> Int64?
  ) throws(FileSystemError) {
    for name in Self.olderNames(in: try files.names()) {
      let size = try files.metadata(of: name).size
      let end = HistoryLine.lines(in: try files.read(name, from: max(0, size - Self.pieceSize), limit: .max))
      guard let newest = end.reversed().lazy.compactMap(age).first, newest > limit else { return }
      try files.removeIfPresent(name)
    }
    guard case .open = state, size > 0 else { return }
    let oldestLines = HistoryLine.lines(in: try files.read(Self.name, from: 0, limit: Self.pieceSize))
    guard let oldest = oldestLines.lazy.compactMap(age).first, oldest > limit + slack else { return }
    let bytes = try files.read(Self.name, from: 0, limit: size)
    let start = Self.start(ofLinesTo: limit, in: bytes, age: age)
    if start > 0 { try replace(with: Array(bytes[start...]), in: &files) }
  }

  /// Returns the start of the first line to keep.
  private static func start(ofLinesTo limit: Int64, in bytes: [UInt8], age: (HistoryLine) -> Int64?) -> Int {
    var start = 0
    var newest = 0
    for bytes in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let line = HistoryLine(reading: bytes) else { continue }
      newest = bytes.startIndex
      guard let age = age(line) else { continue }
      if age <= limit { return start }
      start = bytes.endIndex + 1
    }
    return min(start, newest)
  }

  private mutating func replace(
    with bytes: [UInt8], in files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) {
    guard case .open(let file) = state else { return }
    var replaced = AtomicFile(Self.name, permissions: permissions)
    try replaced.prepare(bytes, in: &files)
    files.close(file)
    do throws(FileSystemError) {
      try replaced.publish(in: &files)
      state = .open(try files.open(Self.name))
      size = bytes.count
    } catch {
      state = .stopped(error)
      throw error
    }
  }
}
