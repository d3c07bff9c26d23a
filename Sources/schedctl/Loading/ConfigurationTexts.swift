import SchedulerDiagnostics

/// The texts of a configuration, before they are understood.
struct ConfigurationTexts {
  /// The texts, in the order in which they are merged.
  var sources = SourceMap()
  /// What they are called in headings, made harmless.
  let title: String
  /// Whether a person or the environment named them; else they were looked up.
  let isNamed: Bool
  /// Whether they are the built-in sample, because there is no other.
  var isSample = false

  init(_ texts: [SourceText], title: String, isNamed: Bool) {
    for text in texts { _ = sources.add(text) }
    self.title = PrintableText.printable(title)
    self.isNamed = isNamed
  }

  /// Files that were named, which are all called by their names.
  init(named texts: [SourceText]) {
    let title = texts.reduce(into: "") { $0 += ($0.isEmpty ? "" : ", ") + $1.name }
    self.init(texts, title: title, isNamed: true)
  }

  /// Takes a text in the place of the one of its name; without one of that name nothing is changed.
  mutating func replace(with text: SourceText) {
    var replaced = SourceMap()
    for other in sources.texts { _ = replaced.add(other.name == text.name ? text : other) }
    sources = replaced
  }

  /// The built-in sample.
  static var sample: ConfigurationTexts {
    var texts = ConfigurationTexts([SourceText(name: Sample.title, Sample.text)], title: Sample.title, isNamed: false)
    texts.isSample = true
    return texts
  }
}
