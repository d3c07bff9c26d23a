/// A colour of the sRGB space.
struct RGBColor: Hashable {
  let red: UInt8
  let green: UInt8
  let blue: UInt8

  init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// A colour as `0xE5484D`.
  init(_ value: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
      blue: UInt8(truncatingIfNeeded: value))
  }

  /// The colour that `#e5484d` writes, or nil.
  init?(hexadecimal text: String) {
    guard text.utf8.count == 7, text.hasPrefix("#"), let value = UInt32(text.dropFirst(), radix: 16) else { return nil }
    self.init(value)
  }

  /// `#e5484d`.
  var hexadecimal: String {
    let digits = String(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue), radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.utf8.count) + digits
  }

  static let white = RGBColor(0xFFFFFF)
  static let black = RGBColor(0x000000)

  /// The colours of profiles that name none, in turn: neighbours are easily told apart.
  static func usual(_ position: Int) -> RGBColor { usualColors[position % usualColors.count] }

  private static let usualColors: [RGBColor] = [
    0x3E63DD, 0x0F9D8A, 0xE5762D, 0xAB4ABA, 0x46A758, 0xD6409F, 0x0894CE, 0xA18072,
  ].map(RGBColor.init(_:))
}
