/// How a shield looks. A property that is nil has the look of the system.
public struct ShieldConfiguration {
  /// A text with its colour.
  public struct Label {
    /// The text.
    public let text: String
    /// The colour of the text.
    public let color: UIColor

    /// Makes a label.
    public init(text: String, color: UIColor) {
      self.text = text
      self.color = color
    }
  }

  /// The blur behind the shield.
  public let backgroundBlurStyle: UIBlurEffect.Style?
  /// The colour behind the shield.
  public let backgroundColor: UIColor?
  /// The image above the title.
  public let icon: UIImage?
  /// The title.
  public let title: Label?
  /// The text below the title.
  public let subtitle: Label?
  /// The text of the upper button.
  public let primaryButtonLabel: Label?
  /// The colour of the upper button.
  public let primaryButtonBackgroundColor: UIColor?
  /// The text of the lower button, which exists only with a text.
  public let secondaryButtonLabel: Label?
  /// The items of the menu that the lower button opens. The system shows at most three. Of iOS 26.4.
  public let secondaryButtonSubmenuItems: [String]?

  /// Makes a configuration. Of iOS 26.4.
  public init(
    backgroundBlurStyle: UIBlurEffect.Style? = nil, backgroundColor: UIColor? = nil, icon: UIImage? = nil,
    title: Label? = nil, subtitle: Label? = nil, primaryButtonLabel: Label? = nil,
    primaryButtonBackgroundColor: UIColor? = nil, secondaryButtonLabel: Label? = nil,
    secondaryButtonSubmenuItems: [String]? = nil
  ) {
    self.backgroundBlurStyle = backgroundBlurStyle
    self.backgroundColor = backgroundColor
    self.icon = icon
    self.title = title
    self.subtitle = subtitle
    self.primaryButtonLabel = primaryButtonLabel
    self.primaryButtonBackgroundColor = primaryButtonBackgroundColor
    self.secondaryButtonLabel = secondaryButtonLabel
    self.secondaryButtonSubmenuItems = secondaryButtonSubmenuItems
  }
}

// Additions for tests: Apple's structures are neither equatable nor sendable.
extension ShieldConfiguration: Equatable, Sendable {}
extension ShieldConfiguration.Label: Equatable, Sendable {}

/// Says how shields look. An app's shield configuration extension subclasses it.
open class ShieldConfigurationDataSource: NSObject {
  /// Makes a data source. The system makes one for each question.
  public override init() { super.init() }

  /// Returns the look of the shield of an application. The look of the system unless overridden.
  open func configuration(shielding application: Application) -> ShieldConfiguration { ShieldConfiguration() }

  /// Returns the look of the shield of an application that its category shields. The look of the system unless
  /// overridden.
  open func configuration(shielding application: Application, in category: ActivityCategory) -> ShieldConfiguration {
    ShieldConfiguration()
  }

  /// Returns the look of the shield of a web domain. The look of the system unless overridden.
  open func configuration(shielding webDomain: WebDomain) -> ShieldConfiguration { ShieldConfiguration() }

  /// Returns the look of the shield of a web domain that its category shields. The look of the system unless
  /// overridden.
  open func configuration(shielding webDomain: WebDomain, in category: ActivityCategory) -> ShieldConfiguration {
    ShieldConfiguration()
  }
}
