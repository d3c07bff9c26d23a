/// The ASCII form of a label with other characters (RFC 3492), without the `xn--` before it.
enum Punycode {
  private static let base = 36
  private static let minimumThreshold = 1
  private static let maximumThreshold = 26

  /// Encodes a label. Returns nil if a number overflows, which is not possible for labels of valid length.
  static func encode(_ label: [Unicode.Scalar]) -> [UInt8]? {
    var output = label.filter(\.isASCII).map { UInt8(ascii: $0) }
    let basicCount = output.count
    if basicCount > 0 { output.append(UInt8(ascii: "-")) }
    var handled = basicCount
    var codePoint = 128
    var delta = 0
    var bias = 72
    while handled < label.count {
      let next = label.lazy.map { Int($0.value) }.filter { $0 >= codePoint }.min() ?? codePoint
      let (step, overflow) = (next - codePoint).multipliedReportingOverflow(by: handled + 1)
      guard !overflow, delta <= Int(UInt32.max) - step else { return nil }
      delta += step
      codePoint = next
      for scalar in label {
        if scalar.value < codePoint { delta += 1 }
        guard scalar.value == codePoint else { continue }
        append(delta, bias: bias, to: &output)
        bias = adapt(delta, first: handled == basicCount, handled: handled + 1)
        delta = 0
        handled += 1
      }
      delta += 1
      codePoint += 1
    }
    return output
  }

  /// Appends a number as digits of variable length (section 3.3).
  private static func append(_ number: Int, bias: Int, to output: inout [UInt8]) {
    var rest = number
    var weight = base
    while true {
      let threshold = min(max(weight - bias, minimumThreshold), maximumThreshold)
      if rest < threshold { break }
      output.append(digit(threshold + (rest - threshold) % (base - threshold)))
      rest = (rest - threshold) / (base - threshold)
      weight += base
    }
    output.append(digit(rest))
  }

  /// Decodes a lower-case label (section 6.2). Returns nil if it is invalid.
  static func decode(_ label: ArraySlice<UInt8>) -> [Unicode.Scalar]? {
    let hyphen = label.lastIndex(of: UInt8(ascii: "-"))
    var output = label[..<(hyphen ?? label.startIndex)].map { Unicode.Scalar($0) }
    var rest = hyphen.map { label[($0 + 1)...] } ?? label
    var codePoint = 128
    var position = 0
    var bias = 72
    while !rest.isEmpty {
      guard let delta = number(at: &rest, bias: bias) else { return nil }
      let count = output.count + 1
      let isFirst = position == 0
      codePoint += (position + delta) / count
      position = (position + delta) % count
      guard codePoint <= 0x10FFFF, let scalar = Unicode.Scalar(UInt32(codePoint)) else { return nil }
      output.insert(scalar, at: position)
      position += 1
      bias = adapt(delta, first: isFirst, handled: count)
    }
    return output
  }

  /// Removes a number from the front. Returns nil if it is incomplete or larger than any in a label.
  private static func number(at rest: inout ArraySlice<UInt8>, bias: Int) -> Int? {
    var number = 0
    var factor = 1
    var weight = base
    while let digit = rest.popFirst().flatMap(value) {
      number += digit * factor
      guard number <= UInt32.max else { return nil }
      let threshold = min(max(weight - bias, minimumThreshold), maximumThreshold)
      if digit < threshold { return number }
      factor = min(factor * (base - threshold), Int(UInt32.max))
      weight += base
    }
    return nil
  }

  private static func value(_ digit: UInt8) -> Int? {
    switch digit {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(digit) - 97
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit) - 48 + 26
    default: nil
    }
  }

  private static func digit(_ value: Int) -> UInt8 { UInt8(value < 26 ? value + 97 : value - 26 + 48) }

  /// Returns the bias for the next number (section 3.4).
  private static func adapt(_ delta: Int, first: Bool, handled: Int) -> Int {
    var delta = first ? delta / 700 : delta / 2
    delta += delta / handled
    var steps = 0
    while delta > (base - minimumThreshold) * maximumThreshold / 2 {
      delta /= base - minimumThreshold
      steps += base
    }
    return steps + (base - minimumThreshold + 1) * delta / (delta + 38)
  }
}
