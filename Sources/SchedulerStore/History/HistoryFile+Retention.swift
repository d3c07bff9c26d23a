extension HistoryFile {
  /// Removes the oldest lines, if there are any that are much too old: older files of which the newest line is, and from
  /// `history.jsonl` what stands before its first line that is not. The newest line of that stays in any case.
  ///
  /// - Parameters:
  ///   - limit: how old a line may be, in seconds.
  ///   - slack: `history.jsonl` is only written again when its oldest line is older by more than so many seconds.
  ///   - age: how old a line is, in seconds; nil for one that does not say, which stays or goes with those before it.
  /// - Throws: what the file system reports. Lines that are to stay are then where they were.
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

  /// Where the lines begin that stay.
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
