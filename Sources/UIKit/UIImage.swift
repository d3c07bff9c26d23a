/// An image as a value: nothing is read or drawn, the image remembers how it was made.
public final class UIImage: Equatable, Hashable, Sendable {
  /// Where an image comes from.
  package enum Source: Hashable, Sendable {
    /// The asset catalog or the bundle.
    case asset(String)
    /// The symbols of the system.
    case symbol(String)
    /// A file.
    case file(String)
    /// Bytes in memory.
    case data(Data)
    /// No content.
    case empty
  }

  /// How an image is coloured.
  public enum RenderingMode: Int, Hashable, Sendable {
    /// As the place where it is drawn asks.
    case automatic
    /// In its own colours.
    case alwaysOriginal
    /// In the tint colour.
    case alwaysTemplate
  }

  package let source: Source
  /// The configuration of a symbol; nil unless one was given.
  public let symbolConfiguration: SymbolConfiguration?
  /// How the image is coloured.
  public let renderingMode: RenderingMode
  /// The tint colour; nil unless one was given.
  package let tintColor: UIColor?

  init(
    source: Source, symbolConfiguration: SymbolConfiguration? = nil, renderingMode: RenderingMode = .automatic,
    tintColor: UIColor? = nil
  ) {
    self.source = source
    self.symbolConfiguration = symbolConfiguration
    self.renderingMode = renderingMode
    self.tintColor = tintColor
  }

  /// Makes an image without content.
  public convenience init() { self.init(source: .empty) }

  /// Makes an image that is known by its name in the asset catalog. Returns nil only for an empty name: there are no
  /// catalogs here.
  public convenience init?(named name: String) {
    guard !name.isEmpty else { return nil }
    self.init(source: .asset(name))
  }

  /// Makes an image that is known by its name in the asset catalog of a bundle. Returns nil only for an empty name.
  public convenience init?(named name: String, in bundle: Bundle?, compatibleWith traits: UITraitCollection?) {
    self.init(named: name)
  }

  /// Makes an image that is known by its name in the asset catalog of a bundle. Returns nil only for an empty name.
  public convenience init?(named name: String, in bundle: Bundle?, with configuration: Configuration?) {
    guard !name.isEmpty else { return nil }
    self.init(source: .asset(name), symbolConfiguration: configuration)
  }

  /// Makes a symbol of the system. Returns nil only for an empty name: whether the symbol exists is not known here.
  public convenience init?(systemName name: String) { self.init(systemName: name, withConfiguration: nil) }

  /// Makes a symbol of the system. Returns nil only for an empty name: whether the symbol exists is not known here.
  public convenience init?(systemName name: String, withConfiguration configuration: Configuration?) {
    guard !name.isEmpty else { return nil }
    self.init(source: .symbol(name), symbolConfiguration: configuration)
  }

  /// Makes an image of a file, which is not read. Returns nil if there is no such file.
  public convenience init?(contentsOfFile path: String) {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    self.init(source: .file(path))
  }

  /// Makes an image of bytes, which are not decoded. Returns nil if there are none.
  public convenience init?(data: Data) {
    guard !data.isEmpty else { return nil }
    self.init(source: .data(data))
  }

  /// The check mark of the system.
  public static let checkmark = UIImage(source: .symbol("checkmark"))
  /// The cross of the system.
  public static let remove = UIImage(source: .symbol("minus"))
  /// The plus of the system.
  public static let add = UIImage(source: .symbol("plus"))

  /// Whether two images were made in one way.
  public static func == (lhs: UIImage, rhs: UIImage) -> Bool {
    lhs.source == rhs.source && lhs.symbolConfiguration == rhs.symbolConfiguration
      && lhs.renderingMode == rhs.renderingMode && lhs.tintColor == rhs.tintColor
  }

  /// Feeds how the image was made to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(source)
    hasher.combine(symbolConfiguration)
    hasher.combine(renderingMode)
    hasher.combine(tintColor)
  }
}

extension UIImage: CustomStringConvertible {
  /// How the image was made, such as `UIImage(systemName: hourglass)`.
  public var description: String {
    switch source {
    case .asset(let name): "UIImage(named: \(name))"
    case .symbol(let name): "UIImage(systemName: \(name))"
    case .file(let path): "UIImage(contentsOfFile: \(path))"
    case .data(let data): "UIImage(data: \(data.count) bytes)"
    case .empty: "UIImage()"
    }
  }
}
