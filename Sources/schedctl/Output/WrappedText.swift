import Diagnostics

extension String {
  /// The words of the text in lines of at most `width` terminal columns; a longer word has a line of its own.
  func wrapped(toColumns width: Int) -> [String] {
    guard DisplayWidth.columns(of: self) > width else { return [self] }
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ").map(String.init) {
      if line.isEmpty {
        line = word
      } else if DisplayWidth.columns(of: line) + 1 + DisplayWidth.columns(of: word) <= width {
        line += " " + word
      } else {
        lines.append(line)
        line = word
      }
    }
    return lines + [line]
  }
}
