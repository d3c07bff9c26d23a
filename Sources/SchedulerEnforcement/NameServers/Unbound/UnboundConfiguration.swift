import SchedulerPlatform

/// The local zones that a configuration of unbound lists, as unbound.conf(5) describes it. No command of unbound prints
/// them.
///
///     file    = *( blanks / comment / word )
///     comment = "#" *any LF                          ; only where a word could begin
///     word    = DQUOTE *any DQUOTE / "'" *any "'" / 1*nonblank
struct UnboundConfiguration {
  /// The file of an unbound that was started without the option `-c`.
  static let usualFile = "/etc/unbound/unbound.conf"

  /// The names of the zones, in lower case without a final dot; the root is `.`.
  private(set) var zones: Set<String> = []
  /// Relative paths begin here.
  private var directory = "/etc/unbound"
  private var visited: Set<String> = []
  /// Number of bytes that are still read: block lists are large.
  private var bytesLeft = 256 << 20

  /// Reads a file and those that it includes. What cannot be read counts as empty.
  ///
  /// Complexity: O(bytes).
  init(_ path: String) { read(path) }

  private mutating func read(_ path: String) {
    let reader = FileReader(onlyRegularFiles: true)
    guard visited.insert(path).inserted, let bytes = reader.readIfPossible(path, limit: bytesLeft) else { return }
    bytesLeft -= bytes.count
    var words = Words(bytes)
    while let word = words.next() {
      let parts = word.text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard !word.isQuoted, parts.count == 2,
        ["local-zone", "include", "include-toplevel", "directory"].contains(parts[0])
      else {
        continue
      }
      guard let value = parts[1].isEmpty ? words.next()?.text : String(parts[1]) else { return }
      switch parts[0] {
      case "local-zone": zones.insert(UnboundControl.zoneName(value[...]))
      case "directory": directory = value
      default: for file in files(value) { read(file) }
      }
    }
  }

  /// The files of a path whose last part may have `*` and `?`.
  private func files(_ value: String) -> [String] {
    let path = value.hasPrefix("/") ? value : "\(directory)/\(value)"
    guard let slash = path.lastIndex(of: "/"), path.contains("*") || path.contains("?") else { return [path] }
    let pattern = Array(path[path.index(after: slash)...].utf8)[...]
    let names = DirectoryListing.namesIfReadable(in: String(path[...slash])).sortedByBytes
    return names.filter { !$0.hasPrefix(".") && Self.matches(Array($0.utf8)[...], pattern: pattern) }.map {
      path[...slash] + $0
    }
  }

  private static func matches(_ name: ArraySlice<UInt8>, pattern: ArraySlice<UInt8>) -> Bool {
    guard let first = pattern.first else { return name.isEmpty }
    if first == UInt8(ascii: "*") {
      return (name.startIndex...name.endIndex).contains { matches(name[$0...], pattern: pattern.dropFirst()) }
    }
    guard let byte = name.first, first == byte || first == UInt8(ascii: "?") else { return false }
    return matches(name.dropFirst(), pattern: pattern.dropFirst())
  }

  /// The words of a file.
  private struct Words: IteratorProtocol {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func next() -> (text: String, isQuoted: Bool)? {
      rest = rest.drop { $0 <= UInt8(ascii: " ") }
      while rest.first == UInt8(ascii: "#") {
        rest = rest.drop { $0 != UInt8(ascii: "\n") }.drop { $0 <= UInt8(ascii: " ") }
      }
      guard let first = rest.first else { return nil }
      let isQuoted = first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
      if isQuoted { rest.removeFirst() }
      let word = rest.prefix { isQuoted ? $0 != first : $0 > UInt8(ascii: " ") }
      rest = rest[word.endIndex...].dropFirst(isQuoted ? 1 : 0)
      return (String(decoding: Self.unquoted(word), as: UTF8.self), isQuoted)
    }

    /// A key may be directly before a value in quotes.
    private static func unquoted(_ word: ArraySlice<UInt8>) -> [UInt8] {
      word.filter { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") }
    }
  }
}
