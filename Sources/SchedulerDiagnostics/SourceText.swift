/// A text that diagnostics can point into: a name to show and the bytes as they were read.
///
/// The bytes need not be valid UTF-8: a renderer replaces what it cannot show.
public struct SourceText: Sendable {
  /// How the text is called in messages, usually its path as the user wrote it; `<stdin>` for standard input.
  public let name: String
  /// The whole text, unchanged. At most `UInt32.max` bytes; every reader of texts has a lower limit of its own.
  public let bytes: [UInt8]

  /// A text from bytes.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// A text from a string.
  public init(name: String, _ text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }
}

/// Which text of a `SourceMap` is meant.
public struct SourceID: Hashable, Sendable {
  /// The position of the text in its map, from 0.
  public let index: UInt32

  /// An identifier for the text at `index`.
  public init(index: UInt32) { self.index = index }
}

/// The texts that one set of diagnostics points into, in the order in which they were added.
public struct SourceMap: Sendable {
  /// All texts; `SourceID.index` is the position.
  public private(set) var texts: [SourceText] = []

  /// A map without texts.
  public init() {}

  /// Adds a text and returns the identifier that spans into it carry.
  public mutating func add(_ text: SourceText) -> SourceID {
    texts.append(text)
    return SourceID(index: UInt32(texts.count - 1))
  }

  /// Whether there is a text of an identity that another map may have given.
  public func contains(_ id: SourceID) -> Bool { id.index < texts.count }

  /// The text of an identifier that this map returned.
  public subscript(id: SourceID) -> SourceText { texts[Int(id.index)] }
}
