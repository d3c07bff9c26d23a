import Diagnostics
import Platform
import Scheduler

/// A configuration of which one file has other contents than it has on disk, and all that there is to say about it.
struct EditedConfiguration {
  let sources: SourceMap
  /// The file that is edited.
  let text: SourceText
  /// In the order of the texts.
  let diagnostics: DiagnosticList
  /// Nil when there are errors.
  let configuration: Configuration?

  var isValid: Bool { configuration != nil && !diagnostics.hasErrors }
}

extension Session {
  /// Reads the configuration in use, or that of the files named, with `bytes` for the contents of the file at `path`.
  mutating func readConfiguration(
    _ files: [String], replacing path: String, with bytes: [UInt8]
  ) throws(CommandFailure) -> EditedConfiguration {
    let text = SourceText(name: path, bytes: bytes)
    var sources = SourceMap()
    for other in try configurationSources(named: files).0.texts { _ = sources.add(other.name == path ? text : other) }
    var diagnostics = DiagnosticList()
    let configuration = Configuration(reading: sources, zones: zones, diagnostics: &diagnostics)
    for finding in configuration?.findings(at: now) ?? [] { diagnostics.report(finding) }
    return EditedConfiguration(
      sources: sources, text: text, diagnostics: diagnostics.inSourceOrder, configuration: configuration)
  }

  /// Says what becomes different when one configuration takes the place of another.
  mutating func showDifference(old: EditedConfiguration, new: EditedConfiguration) {
    let (before, after) = Self.changedLineCounts(old.text, new.text)
    say("schedctl: lines that are changed: \(before) before, \(after) now")
  }

  /// How many lines lie between the first and the last that differ, in both texts.
  private static func changedLineCounts(_ old: SourceText, _ new: SourceText) -> (old: Int, new: Int) {
    let before = old.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let after = new.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let fewest = min(before.count, after.count)
    let first = zip(before, after).prefix { $0 == $1 }.count
    let last = zip(before.reversed(), after.reversed()).prefix(fewest - first).prefix { $0 == $1 }.count
    return (before.count - first - last, after.count - first - last)
  }
}
