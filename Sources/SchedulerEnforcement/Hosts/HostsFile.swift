import SchedulerPlatform

/// A hosts file with at most one block of this program at its end.
///
/// ```swift
/// try HostsFile("/etc/hosts").block(["example.com", "www.example.com"])
/// ```
/// All other bytes stay, whatever they are. The file is replaced as a whole. If it is a mount point, only the block is
/// written, at the end; a block that other lines follow is then made ineffective with comment signs and stays until the
/// file can be replaced. A block is removed in the same way while the disk is full.
public struct HostsFile: Sendable {
  /// The hosts file of the machine.
  public static let systemPath = "/etc/hosts"

  /// The path of the file. Links are followed.
  public var path: String { file.path }
  let file: SharedFile

  /// Describes a hosts file. Does not access it.
  public init(_ path: String = systemPath) { file = SharedFile(path) }

  /// Number of attempts to write while other programs write, too.
  private static let attemptLimit = 5

  /// Makes the file block exactly these names. Writes nothing if it does already.
  ///
  /// - Parameter names: the names, sorted; not empty.
  /// - Returns: whether the file was written.
  @discardableResult
  func block(_ names: [String]) throws(AdapterError) -> Bool {
    let body = HostsBlock.body(of: names)
    return try change { $0.holds(body) ? nil : body }
  }

  /// Removes every block. Writes nothing if there is none.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  public func unblock() throws(AdapterError) -> Bool {
    let isMountPoint = file.isMountPoint
    return try change { text in
      // What only the replacement of the file can remove, blocks nothing.
      let isDone = isMountPoint ? text.blocks.allSatisfy(\.armed.isEmpty) && !text.endsInBlock : text.own.isEmpty
      return isDone ? nil : []
    }
  }

  /// Reads the file.
  func text() throws(AdapterError) -> HostsText {
    try AdapterError.mapping(HostsText(file.read()), to: AdapterError.init(of:))
  }

  /// Writes the file with another block.
  ///
  /// - Parameter body: the lines between the markers, empty for no block; or nil if nothing is to be written.
  private func change(_ body: (HostsText) -> [UInt8]?) throws(AdapterError) -> Bool {
    for _ in 0..<Self.attemptLimit {
      let text = try text()
      guard let body = body(text) else { return false }
      if try AdapterError.mapping(write(body, to: text), to: AdapterError.init(of:)) {
        refresh()
        return true
      }
    }
    throw AdapterError("another program writes '\(path)' again and again")
  }

  /// Returns false if another program was faster.
  private func write(_ body: [UInt8], to text: HostsText) throws(FileSystemError) -> Bool {
    if body.isEmpty, text.isOwnFile, !file.isMountPoint { return try file.remove(text.bytes) }
    let bytes = body.isEmpty ? text.foreign : text.adding(body)
    do throws(FileSystemError) {
      switch try file.replace(text.isMissing ? nil : text.bytes, with: bytes) {
      case .done: return true
      case .changedMeanwhile: return false
      case .isFixed: return try file.edit(text.bytes, by: text.edit(to: body))
      }
    } catch {
      // A full disk has no room for another file, but the end of this one can be cut off.
      guard error.reason == .full, body.isEmpty else { throw error }
      guard try file.edit(text.bytes, by: text.edit(to: [])) else { return false }
      if text.endsInBlock, text.own.count == 1 { return true }
      // What blocks nothing any more is removed when there is space.
      refresh()
      throw error
    }
  }
}

extension HostsText {
  /// Whether the last bytes of the file belong to a block.
  var endsInBlock: Bool { own.last?.upperBound == bytes.count && !own.isEmpty }

  /// Returns the change in place that makes the file end in a block, or in none if `body` is empty. It touches no
  /// foreign byte, so blocks that foreign lines follow only lose their effect.
  func edit(to body: [UInt8]) -> SharedFile.Edit {
    let start = endsInBlock ? own[own.count - 1].lowerBound : bytes.count
    let endsInLine = start == 0 || bytes[start - 1] == UInt8(ascii: "\n")
    let block = body.isEmpty ? [] : HostsBlock.bytes(body, adding: endsInLine ? .nothing : .newline)
    var edit = SharedFile.Edit(endStart: start, end: block)
    // A person may have indented a line.
    edit.positions = blocks.flatMap(\.armed).filter { $0.lowerBound < start }.map { line in
      bytes[line].firstIndex { ![0x09, 0x20].contains($0) } ?? line.lowerBound
    }
    edit.value = UInt8(ascii: "#")
    return edit
  }
}

extension AdapterError {
  /// The error for a failure of the file system, with what helps.
  init(of error: FileSystemError) {
    self.init("\(error)")
    switch error.reason {
    case .permissionDenied, .notOwned: remedy = "run the daemon as root, and check that the file is not immutable"
    case .readOnly: remedy = "make the file writable"
    case .leadsNowhere: remedy = "remove the link, or make the file to which it leads"
    case .isDirectory: remedy = "move the directory away: a file belongs there"
    case .full: remedy = "free some space on the file system of '\(error.name)'"
    default: break
    }
  }
}
