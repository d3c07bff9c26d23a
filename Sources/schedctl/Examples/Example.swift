import SchedulerDiagnostics

/// A built-in configuration: a file of `examples`.
///
/// `ExampleTests` writes the texts in `Texts` and compares them with those files.
struct Example: Sendable {
  /// The name of its file without `.toml`.
  let name: String
  /// The contents of its file.
  let text: String

  /// The purpose: the first comment of the file.
  var summary: String {
    let line = text.prefix { $0 != "\n" }
    return String(line.drop { $0 == "#" || $0 == " " })
  }

  /// All examples; the sample is number 1.
  static let all = [sample] + generated.filter { $0.name != sample.name }

  /// The lines of the list of examples.
  static var list: [String] {
    let width = all.map(\.name.count).max() ?? 0
    let digits = "\(all.count)".count
    return all.enumerated().map { index, example in
      let number = "\(index + 1)"
      let indent = String(repeating: " ", count: digits - number.count)
      return "\(indent)\(number)  \(example.name.padded(to: width))  \(example.summary)"
    }
  }

  /// Returns the example with a number or a name.
  static func named(_ text: String) throws(CommandFailure) -> Example {
    if let number = Int(text), all.indices.contains(number - 1) { return all[number - 1] }
    if let example = all.first(where: { $0.name == text }) { return example }
    let nearest = NearestName.nearest(to: text, among: all.map(\.name))
    throw CommandFailure(
      code: .usage, message: "there is no example '\(text)'",
      help: nearest.map { ["did you mean '\($0)'?"] } ?? list)
  }
}
