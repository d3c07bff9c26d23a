/// A colour as a value: nothing is drawn here.
///
/// A colour has one set of components for the light and one for the dark appearance, which are equal except in the
/// system's and in dynamic colours. Two colours are equal if all their components are.
public final class UIColor: Equatable, Hashable, Sendable {
  /// What a colour is made of: 0 to 1 each, in extended sRGB.
  package struct Components: Hashable, Sendable {
    package let red: CGFloat
    package let green: CGFloat
    package let blue: CGFloat
    package let alpha: CGFloat
  }

  package let light: Components
  package let dark: Components
  /// The name in the asset catalog of a colour that was made by name.
  package let assetName: String?

  init(light: Components, dark: Components, assetName: String? = nil) {
    self.light = light
    self.dark = dark
    self.assetName = assetName
  }

  /// Makes a colour of sRGB components, 0 to 1 each.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    let components = Components(red: red, green: green, blue: blue, alpha: alpha)
    self.init(light: components, dark: components)
  }

  /// Makes a colour of Display P3 components. The components are kept as they are, not converted to sRGB.
  public convenience init(displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Makes a grey, from 0 for black to 1 for white.
  public convenience init(white: CGFloat, alpha: CGFloat) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// Makes a colour of hue, saturation and brightness, 0 to 1 each.
  public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
    let sector = (hue - hue.rounded(.down)) * 6
    func component(_ offset: CGFloat) -> CGFloat {
      let place = (offset + sector).truncatingRemainder(dividingBy: 6)
      return brightness * (1 - saturation * max(0, min(place, 4 - place, 1)))
    }
    self.init(red: component(5), green: component(3), blue: component(1), alpha: alpha)
  }

  /// Makes a colour that depends on the appearance. The provider is called at once, for light and for dark.
  public convenience init(dynamicProvider: (UITraitCollection) -> UIColor) {
    let light = dynamicProvider(UITraitCollection(userInterfaceStyle: .light))
    let dark = dynamicProvider(UITraitCollection(userInterfaceStyle: .dark))
    self.init(light: light.light, dark: dark.dark)
  }

  /// Makes a colour that is known by its name in an asset catalog. There are no catalogs here: the colour is always
  /// made and its components are those of clear.
  public convenience init?(named name: String) {
    self.init(light: Self.clear.light, dark: Self.clear.dark, assetName: name)
  }

  /// Returns the colour with another alpha.
  public func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    func changed(_ components: Components) -> Components {
      Components(red: components.red, green: components.green, blue: components.blue, alpha: alpha)
    }
    return UIColor(light: changed(light), dark: changed(dark), assetName: assetName)
  }

  /// Whether all components of two colours are equal.
  public static func == (lhs: UIColor, rhs: UIColor) -> Bool {
    lhs.light == rhs.light && lhs.dark == rhs.dark && lhs.assetName == rhs.assetName
  }

  /// Feeds the components to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(light)
    hasher.combine(dark)
    hasher.combine(assetName)
  }
}
