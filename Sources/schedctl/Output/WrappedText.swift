import SchedulerDiagnostics

extension String {
  /// The words of the text in lines of up to `width` terminal columns. A longer word has a line of its own.
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

  /// The words of the text in lines of up to `width` columns. Longer words are broken.
  func folded(toColumns width: Int) -> [String] { wrapped(toColumns: width).flatMap { $0.broken(toColumns: width) } }

  private func broken(toColumns width: Int) -> [String] {
    guard DisplayWidth.columns(of: self) > width else { return [self] }
    var lines = [""]
    for character in self {
      let line = lines[lines.count - 1]
      if !line.isEmpty, DisplayWidth.columns(of: line + String(character)) > width { lines.append("") }
      lines[lines.count - 1].append(character)
    }
    return lines
  }
}
