extension UIImage {
  /// What symbols and other images are configured with: here, always a symbol configuration.
  public typealias Configuration = SymbolConfiguration

  /// How thick a symbol is.
  public enum SymbolWeight: Int, Hashable, Sendable {
    /// Not given.
    case unspecified
    /// Thinner than thin.
    case ultraLight
    /// Thin.
    case thin
    /// Light.
    case light
    /// Regular.
    case regular
    /// Medium.
    case medium
    /// Half bold.
    case semibold
    /// Bold.
    case bold
    /// Heavy.
    case heavy
    /// Black.
    case black
  }

  /// How large a symbol is beside text.
  public enum SymbolScale: Int, Hashable, Sendable {
    /// As the place where it is drawn asks.
    case `default` = -1
    /// Not given.
    case unspecified = 0
    /// Small.
    case small = 1
    /// Medium.
    case medium = 2
    /// Large.
    case large = 3
  }

  /// How a symbol is drawn: its size, weight and colours.
  public final class SymbolConfiguration: Equatable, Hashable, Sendable {
    package let pointSize: CGFloat?
    package let weight: SymbolWeight
    package let scale: SymbolScale
    package let colors: [UIColor]

    init(pointSize: CGFloat?, weight: SymbolWeight, scale: SymbolScale, colors: [UIColor]) {
      self.pointSize = pointSize
      self.weight = weight
      self.scale = scale
      self.colors = colors
    }

    /// Makes a configuration with a size in points, a weight and a scale.
    public convenience init(
      pointSize: CGFloat, weight: SymbolWeight = .unspecified, scale: SymbolScale = .unspecified
    ) {
      self.init(pointSize: pointSize, weight: weight, scale: scale, colors: [])
    }

    /// Makes a configuration with a weight.
    public convenience init(weight: SymbolWeight) {
      self.init(pointSize: nil, weight: weight, scale: .unspecified, colors: [])
    }

    /// Makes a configuration with a scale.
    public convenience init(scale: SymbolScale) {
      self.init(pointSize: nil, weight: .unspecified, scale: scale, colors: [])
    }

    /// Makes a configuration with one colour in several shades.
    public convenience init(hierarchicalColor color: UIColor) { self.init(paletteColors: [color]) }

    /// Makes a configuration with a colour for each layer.
    public convenience init(paletteColors colors: [UIColor]) {
      self.init(pointSize: nil, weight: .unspecified, scale: .unspecified, colors: colors)
    }

    /// Returns a configuration that has what the other one gives, and the rest of this one.
    public func applying(_ other: SymbolConfiguration) -> SymbolConfiguration {
      SymbolConfiguration(
        pointSize: other.pointSize ?? pointSize, weight: other.weight == .unspecified ? weight : other.weight,
        scale: other.scale == .unspecified ? scale : other.scale, colors: other.colors.isEmpty ? colors : other.colors)
    }

    /// Whether two configurations give the same size, weight, scale and colours.
    public static func == (lhs: SymbolConfiguration, rhs: SymbolConfiguration) -> Bool {
      lhs.pointSize == rhs.pointSize && lhs.weight == rhs.weight && lhs.scale == rhs.scale && lhs.colors == rhs.colors
    }

    /// Feeds what the configuration gives to the hasher.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(pointSize)
      hasher.combine(weight)
      hasher.combine(scale)
      hasher.combine(colors)
    }
  }

  /// Returns the image in a colour.
  public func withTintColor(_ color: UIColor) -> UIImage { withTintColor(color, renderingMode: .automatic) }

  /// Returns the image in a colour and a rendering mode.
  public func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage {
    UIImage(
      source: source, symbolConfiguration: symbolConfiguration, renderingMode: renderingMode, tintColor: color)
  }

  /// Returns the image in a rendering mode.
  public func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage {
    UIImage(
      source: source, symbolConfiguration: symbolConfiguration, renderingMode: renderingMode, tintColor: tintColor)
  }

  /// Returns the image with a configuration in place of its own.
  public func withConfiguration(_ configuration: Configuration) -> UIImage {
    UIImage(
      source: source, symbolConfiguration: configuration, renderingMode: renderingMode, tintColor: tintColor)
  }

  /// Returns the image with what the configuration gives added to its own.
  public func applyingSymbolConfiguration(_ configuration: SymbolConfiguration) -> UIImage? {
    withConfiguration(symbolConfiguration.map { $0.applying(configuration) } ?? configuration)
  }
}
