/// The ASCII form of a label with other characters (RFC 3492), without the `xn--` before it.
enum Punycode {
  private static let base = 36
  private static let minimumThreshold = 1
  private static let maximumThreshold = 26

  /// Encodes a label; nil when a number overflows, which no label of a host name comes near.
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

  /// A number as digits of variable length (section 3.3).
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

  private static func digit(_ value: Int) -> UInt8 { UInt8(value < 26 ? value + 97 : value - 26 + 48) }

  /// The bias for the next number (section 3.4).
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
