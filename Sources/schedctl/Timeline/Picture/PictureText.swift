import SchedulerDiagnostics

/// How long texts are in a picture, where no font can be asked.
enum PictureText {
  /// Letters of usual sans-serif fonts are about this wide on average, in parts of the font size; a little more than
  /// most, so that texts stay inside of what they stand in.
  private static let columnShare = 0.61

  /// The width of a text.
  static func width(of text: some StringProtocol, size: Double) -> Double {
    Double(DisplayWidth.columns(of: String(text))) * columnShare * size
  }

  /// The text, or as much of it as fits before an ellipsis; nil when hardly a word does.
  static func fitting(_ text: String, size: Double, width: Double) -> String? {
    if self.width(of: text, size: size) <= width { return text }
    var rest = Substring(text)
    while !rest.isEmpty, self.width(of: rest + "…", size: size) > width { rest.removeLast() }
    while rest.last == " " { rest.removeLast() }
    return rest.count >= shortestCut ? rest + "…" : nil
  }

  /// The words of a text in at most two lines, the last of which may be cut; nil when there is hardly room for a word.
  static func lines(of text: String, size: Double, width: Double) -> [String]? {
    guard self.width(of: text, size: size) > width else { return [text] }
    let words = text.split(separator: " ")
    let fits = words.indices.last { self.width(of: words[...$0].joined(separator: " "), size: size) <= width }
    guard let fits else { return fitting(text, size: size, width: width).map { [$0] } }
    let rest = words[(fits + 1)...].joined(separator: " ")
    let second = fitting(rest, size: size, width: width)
    return [words[...fits].joined(separator: " ")] + (second.map { [$0] } ?? [])
  }

  /// Fewer letters of a name say nothing.
  private static let shortestCut = 4
}
