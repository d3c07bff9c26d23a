import ShieldPage
import TestSupport
import Testing

@testable import schedctl

/// Colours that can be told apart by everybody, in both schemes.
@Suite struct ColorTests {
  @Test(arguments: [
    ("#000000", "#ffffff", 21.0), ("#ffffff", "#ffffff", 1), ("#777777", "#ffffff", 4.48), ("#0000ff", "#ffffff", 8.59),
    ("#ff0000", "#000000", 5.25),
  ])
  func `contrast follows the WCAG formula`(first: String, second: String, ratio: Double) throws {
    let a = try #require(RGBColor(hexadecimal: first))
    let b = try #require(RGBColor(hexadecimal: second))
    #expect(abs(a.contrast(with: b) - ratio) < 0.01)
    #expect(a.contrast(with: b) == b.contrast(with: a))
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `any colour has enough contrast with background and text in both schemes`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let color = RGBColor(UInt32.random(in: 0...0xFFFFFF, using: &random))
      for scheme in [PictureScheme.light, .dark] {
        let what: Comment = "seed \(seed), \(color.hexadecimal)"
        #expect(scheme.accent(color).contrast(with: scheme.fill(color)) >= 3, what)
        #expect(scheme.accent(color).contrast(with: scheme.background) >= 3, what)
        #expect(scheme.ink.contrast(with: scheme.fill(color)) >= 4.5, what)
      }
    }
  }

  @Test(arguments: [PictureScheme.light, .dark])
  func `titles, hours and remarks of the picture have enough contrast`(scheme: PictureScheme) {
    for background in [scheme.background, scheme.weekend, scheme.hourLine] {
      #expect(scheme.ink.contrast(with: background) >= 7)
      #expect(scheme.muted.contrast(with: background) >= 4.5)
      #expect(scheme.present.contrast(with: background) >= 3)
    }
    #expect(scheme.background.contrast(with: scheme.present) >= 3)
  }

  @Test func `a colour with enough contrast stays unchanged`() {
    let red = RGBColor(0xC62A2F)
    #expect(PictureScheme.light.accent(red) == red)
    #expect(RGBColor(0xFFFFFF).readable(on: [.white], ratio: 3, towards: .black).contrast(with: .white) < 3.2)
  }

  @Test(arguments: [
    ("#000000", 16), ("#ffffff", 231), ("#ff0000", 196), ("#e5484d", 167), ("#808080", 244), ("#5f87af", 67),
  ])
  func `a colour maps to the nearest of the 256 terminal colours`(color: String, number: Int) throws {
    #expect(try #require(RGBColor(hexadecimal: color)).nearestOf256 == number)
  }

  @Test(arguments: ["#E5484D", "#e5484d", "#000000", "#0000ff"])
  func `hexadecimal colours are read and written`(text: String) throws {
    #expect(try #require(RGBColor(hexadecimal: text)).hexadecimal == text.lowercased())
  }

  @Test(arguments: ["", "e5484d", "#e5484", "#e5484d0", "#ggg000", "red"])
  func `a text that is not a hexadecimal colour is refused`(text: String) {
    #expect(RGBColor(hexadecimal: text) == nil)
  }
}
