import SchedulerDiagnostics

/// A configuration that the program brings with it: a file of `examples`.
///
/// The texts in `Texts` are written by `ExampleTests`, which compares them with those files.
struct Example: Sendable {
  /// The name of its file without `.toml`.
  let name: String
  /// The contents of its file.
  let text: String

  /// What it is for: its first comment.
  var summary: String {
    let line = text.prefix { $0 != "\n" }
    return String(line.drop { $0 == "#" || $0 == " " })
  }

  /// All of them, the sample first, which is number 1.
  static let all = [sample] + generated.filter { $0.name != sample.name }

  /// The lines of a list of all.
  static var list: [String] {
    let width = all.map(\.name.count).max() ?? 0
    let digits = "\(all.count)".count
    return all.enumerated().map { index, example in
      let number = "\(index + 1)"
      let indent = String(repeating: " ", count: digits - number.count)
      return "\(indent)\(number)  \(example.name.padded(to: width))  \(example.summary)"
    }
  }

  /// The example of a number or name.
  static func named(_ text: String) throws(CommandFailure) -> Example {
    if let number = Int(text), all.indices.contains(number - 1) { return all[number - 1] }
    if let example = all.first(where: { $0.name == text }) { return example }
    let nearest = NearestName.nearest(to: text, among: all.map(\.name))
    throw CommandFailure(
      code: .usage, message: "there is no example '\(text)'",
      help: nearest.map { ["did you mean '\($0)'?"] } ?? list)
  }
}
