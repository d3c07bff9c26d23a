/// A blur, which on Linux is only its style.
public final class UIBlurEffect: Equatable, Hashable, Sendable {
  /// How a blur looks.
  public enum Style: Int, Hashable, Sendable, CaseIterable {
    /// Lighter than the content below.
    case extraLight = 0
    /// Light.
    case light
    /// Dark.
    case dark
    /// Darker than the content below.
    case extraDark
    /// Follows the appearance.
    case regular
    /// Follows the appearance, more visible.
    case prominent
    /// Very thin, follows the appearance.
    case systemUltraThinMaterial
    /// Thin, follows the appearance.
    case systemThinMaterial
    /// Of usual thickness, follows the appearance.
    case systemMaterial
    /// Thick, follows the appearance.
    case systemThickMaterial
    /// Of the look of the system's bars, follows the appearance.
    case systemChromeMaterial
    /// Very thin, always light.
    case systemUltraThinMaterialLight
    /// Thin, always light.
    case systemThinMaterialLight
    /// Of usual thickness, always light.
    case systemMaterialLight
    /// Thick, always light.
    case systemThickMaterialLight
    /// Of the look of the system's bars, always light.
    case systemChromeMaterialLight
    /// Very thin, always dark.
    case systemUltraThinMaterialDark
    /// Thin, always dark.
    case systemThinMaterialDark
    /// Of usual thickness, always dark.
    case systemMaterialDark
    /// Thick, always dark.
    case systemThickMaterialDark
    /// Of the look of the system's bars, always dark.
    case systemChromeMaterialDark
  }

  /// The style.
  package let style: Style

  /// Makes a blur of a style.
  public init(style: Style) { self.style = style }

  /// Whether two blurs have one style.
  public static func == (lhs: UIBlurEffect, rhs: UIBlurEffect) -> Bool { lhs.style == rhs.style }

  /// Feeds the style to the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(style) }
}
