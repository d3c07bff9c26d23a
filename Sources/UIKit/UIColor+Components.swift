extension UIColor {
  /// Writes the components of the light appearance, 0 to 1 each, where a place is given. Returns true.
  @discardableResult
  public func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
    blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    red?.pointee = light.red
    green?.pointee = light.green
    blue?.pointee = light.blue
    alpha?.pointee = light.alpha
    return true
  }

  /// Writes the brightness of a grey and its alpha. Returns false and writes nothing if the colour is no grey.
  @discardableResult
  public func getWhite(_ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?) -> Bool {
    guard light.red == light.green, light.green == light.blue else { return false }
    white?.pointee = light.red
    alpha?.pointee = light.alpha
    return true
  }

  /// Writes hue, saturation and brightness of the light appearance, 0 to 1 each, where a place is given. Returns true.
  @discardableResult
  public func getHue(
    _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?,
    brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let most = max(light.red, light.green, light.blue)
    let range = most - min(light.red, light.green, light.blue)
    hue?.pointee = Self.hue(of: light, most: most, range: range)
    saturation?.pointee = most == 0 ? 0 : range / most
    brightness?.pointee = most
    alpha?.pointee = light.alpha
    return true
  }

  private static func hue(of components: Components, most: CGFloat, range: CGFloat) -> CGFloat {
    guard range > 0 else { return 0 }
    let (red, green, blue) = (components.red, components.green, components.blue)
    let sector: CGFloat =
      switch most {
      case red: (green - blue) / range
      case green: (blue - red) / range + 2
      default: (red - green) / range + 4
      }
    return (sector < 0 ? sector + 6 : sector) / 6
  }

  /// Returns the colour of one appearance.
  public func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
    let components = traitCollection.userInterfaceStyle == .dark ? dark : light
    return UIColor(light: components, dark: components, assetName: assetName)
  }
}

extension UIColor: CustomStringConvertible {
  /// The components, such as `UIColor(red: 1.0, green: 0.5, blue: 0.0, alpha: 1.0)`.
  public var description: String {
    func text(_ components: Components) -> String {
      "red: \(components.red), green: \(components.green), blue: \(components.blue), alpha: \(components.alpha)"
    }
    if let assetName { return "UIColor(named: \(assetName))" }
    return light == dark ? "UIColor(\(text(light)))" : "UIColor(light: (\(text(light))), dark: (\(text(dark))))"
  }
}

/// Light or dark.
public enum UIUserInterfaceStyle: Int, Sendable {
  /// Not known.
  case unspecified
  /// Light.
  case light
  /// Dark.
  case dark
}

/// What a dynamic colour can depend on: here, only the appearance.
public final class UITraitCollection: Sendable {
  /// Light or dark.
  public let userInterfaceStyle: UIUserInterfaceStyle

  /// Makes a collection with an appearance.
  public init(userInterfaceStyle: UIUserInterfaceStyle) { self.userInterfaceStyle = userInterfaceStyle }

  /// The collection of the running code: light.
  public static let current = UITraitCollection(userInterfaceStyle: .light)
}
