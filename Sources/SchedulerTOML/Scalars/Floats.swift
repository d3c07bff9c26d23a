/// Converts a well-formed decimal float.
struct FloatReader {
  private let bytes: ByteView
  private let range: Range<Int>

  init(_ bytes: ByteView, range: Range<Int>) {
    self.bytes = bytes
    self.range = range
  }

  /// The powers of ten that a `Double` represents exactly.
  private static let exactPowers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]

  /// The nearest `Double`, ties to even; infinite beyond the largest.
  var value: Double { shortValue ?? longValue }

  /// The value for at most 15 digits and a power of ten up to 22. Both are exact, and one division or multiplication
  /// rounds once (Clinger 1990).
  private var shortValue: Double? {
    var digits: Int64 = 0
    var digitCount = 0
    var exponent = 0
    var position = range.lowerBound
    var sawDot = false
    scan: while position < range.upperBound {
      let byte = bytes[position]
      switch byte {
      case .dot: sawDot = true
      case .plus, .hyphen, .underscore: break
      case _ where byte.isDigit:
        digits = digits &* 10 &+ Int64(byte &- .zero)
        if digits > 0 { digitCount += 1 }
        if sawDot { exponent -= 1 }
      default: break scan
      }
      guard digitCount <= 15 else { return nil }
      position += 1
    }
    guard let written = writtenExponent(from: position), abs(exponent + written) <= 22 else { return nil }
    let magnitude = Double(digits)
    let power = exponent + written
    let value = power < 0 ? magnitude / Self.exactPowers[-power] : magnitude * Self.exactPowers[power]
    return bytes[range.lowerBound] == .hyphen ? -value : value
  }

  /// Returns the exponent after the `e` at `start`, 0 if there is none, and nil if it is not small.
  private func writtenExponent(from start: Int) -> Int? {
    guard start < range.upperBound else { return 0 }
    var value = 0
    var isNegative = false
    for position in start + 1..<range.upperBound {
      let byte = bytes[position]
      if byte == .hyphen { isNegative = true }
      guard byte.isDigit else { continue }
      value = value * 10 + Int(byte - .zero)
      if value > 1000 { return nil }
    }
    return isNegative ? -value : value
  }

  /// The value as computed by the standard library, which rounds correctly at any length.
  private var longValue: Double {
    var text = ""
    text.reserveCapacity(range.count)
    for position in range where bytes[position] != .underscore {
      text.unicodeScalars.append(Unicode.Scalar(bytes[position]))
    }
    return Double(text) ?? .nan
  }
}
