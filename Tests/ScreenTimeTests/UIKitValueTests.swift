import Testing
import UIKit

@Suite struct UIKitValueTests {
  @Test(arguments: [
    (UIColor.black, [0.0, 0, 0, 1]), (.white, [1, 1, 1, 1]), (.red, [1, 0, 0, 1]), (.orange, [1, 0.5, 0, 1]),
    (.clear, [0, 0, 0, 0]), (.gray, [0.5, 0.5, 0.5, 1]), (UIColor(white: 0.25, alpha: 0.5), [0.25, 0.25, 0.25, 0.5]),
    (UIColor(displayP3Red: 0.5, green: 0, blue: 1, alpha: 1), [0.5, 0, 1, 1]),
    (UIColor(hue: 0, saturation: 1, brightness: 1, alpha: 1), [1, 0, 0, 1]),
    (UIColor(hue: 1.0 / 3, saturation: 1, brightness: 0.5, alpha: 1), [0, 0.5, 0, 1]),
    (UIColor(hue: 2.0 / 3, saturation: 0.5, brightness: 1, alpha: 1), [0.5, 0.5, 1, 1]),
    (UIColor.red.withAlphaComponent(0.5), [1, 0, 0, 0.5]),
  ])
  func `the components of a colour are readable`(color: UIColor, components: [CGFloat]) {
    var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (-1, -1, -1, -1)
    #expect(color.getRed(&red, green: &green, blue: &blue, alpha: &alpha))
    for (component, expected) in zip([red, green, blue, alpha], components) {
      #expect(abs(component - expected) < 1e-9)
    }
  }

  @Test(arguments: stride(from: 0.0, to: 1, by: 1.0 / 24).map { $0 })
  func `hue, saturation and brightness come back`(hue: Double) {
    var (first, second, third, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (-1, -1, -1, -1)
    let color = UIColor(hue: hue, saturation: 0.5, brightness: 0.75, alpha: 0.25)
    #expect(color.getHue(&first, saturation: &second, brightness: &third, alpha: &alpha))
    for (component, expected) in zip([first, second, third, alpha], [hue, 0.5, 0.75, 0.25]) {
      #expect(abs(component - expected) < 1e-9)
    }
  }

  @Test func `only a grey has a white component`() {
    var (white, alpha): (CGFloat, CGFloat) = (-1, -1)
    #expect(!UIColor.red.getWhite(&white, alpha: &alpha))
    #expect(white == -1)
    #expect(UIColor.lightText.getWhite(&white, alpha: &alpha))
    #expect(white == 1)
    #expect(alpha == 0.6)
  }

  @Test func `a dynamic colour resolves by appearance`() {
    let color = UIColor { $0.userInterfaceStyle == .dark ? .white : .black }
    #expect(color.resolvedColor(with: UITraitCollection(userInterfaceStyle: .dark)) == .white)
    #expect(color.resolvedColor(with: UITraitCollection(userInterfaceStyle: .light)) == .black)
    #expect(color != .black)
    #expect(UIColor.label.resolvedColor(with: .current) == .black)
    #expect(UIColor.systemBackground.resolvedColor(with: .current) == .white)
  }

  @Test func `colours describe themselves`() {
    #expect(UIColor.red.description == "UIColor(red: 1.0, green: 0.0, blue: 0.0, alpha: 1.0)")
    #expect(UIColor(named: "Brand")?.description == "UIColor(named: Brand)")
    #expect(UIColor(named: "Brand") != UIColor.clear)
    #expect(UIColor.label.description.hasPrefix("UIColor(light: (red: 0.0"))
    #expect(Set([UIColor.red, UIColor(red: 1, green: 0, blue: 0, alpha: 1)]).count == 1)
  }

  @Test func `images remember how they were made`() {
    #expect(UIImage(named: "logo")?.description == "UIImage(named: logo)")
    #expect(UIImage(named: "logo", in: nil, compatibleWith: nil) == UIImage(named: "logo"))
    #expect(UIImage(named: "logo", in: .main, with: nil) == UIImage(named: "logo"))
    #expect(UIImage(named: "") == nil)
    #expect(UIImage(systemName: "lock")?.description == "UIImage(systemName: lock)")
    #expect(UIImage(systemName: "") == nil)
    #expect(UIImage(data: Data([1, 2]))?.description == "UIImage(data: 2 bytes)")
    #expect(UIImage(data: Data()) == nil)
    #expect(UIImage(contentsOfFile: "/nowhere") == nil)
    #expect(UIImage(contentsOfFile: "/")?.description == "UIImage(contentsOfFile: /)")
    #expect(UIImage().description == "UIImage()")
    #expect(Set([UIImage.checkmark, .add, .remove]).count == 3)
  }

  @Test func `symbols take a configuration, a tint and a rendering mode`() throws {
    let light = UIImage.SymbolConfiguration(pointSize: 44, weight: .light)
    let image = try #require(UIImage(systemName: "lock", withConfiguration: light))
    #expect(image.symbolConfiguration == light)
    #expect(image.withTintColor(.red) != image)
    #expect(image.withTintColor(.red, renderingMode: .alwaysOriginal).renderingMode == .alwaysOriginal)
    #expect(image.withRenderingMode(.alwaysTemplate).renderingMode == .alwaysTemplate)
    #expect(image.withConfiguration(.init(scale: .large)).symbolConfiguration == .init(scale: .large))
    let both = image.applyingSymbolConfiguration(.init(weight: .bold))?.symbolConfiguration
    #expect(both == UIImage.SymbolConfiguration(pointSize: 44, weight: .bold))
    #expect(light.applying(.init(paletteColors: [.red])) == light.applying(.init(hierarchicalColor: .red)))
    #expect(UIImage(systemName: "lock")?.applyingSymbolConfiguration(light) == image)
  }

  @Test func `a blur is its style`() {
    #expect(UIBlurEffect(style: .dark) == UIBlurEffect(style: .dark))
    #expect(UIBlurEffect(style: .dark) != UIBlurEffect(style: .light))
    #expect(UIBlurEffect.Style.allCases.count == 21)
    #expect(UIBlurEffect.Style.systemChromeMaterialDark.rawValue == 20)
    #expect(UIBlurEffect.Style(rawValue: 6) == .systemUltraThinMaterial)
  }
}
