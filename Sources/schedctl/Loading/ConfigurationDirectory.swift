import SchedulerDiagnostics
import SchedulerPlatform

/// A directory in which a configuration may be: `config.toml`, and the files of `conf.d` beside it.
struct ConfigurationDirectory {
  let path: String

  /// Where a single file would be written.
  var mainFile: String { path + "/config.toml" }
  private var moreFiles: String { path + "/conf.d" }
  /// What decides what it says.
  var watchedPaths: [WatchedPath] { [WatchedPath(mainFile), WatchedPath(moreFiles, isDirectory: true)] }

  /// The one file that a person means who edits the configuration in it; nil when there is none.
  ///
  /// Throws with code 64 when there are several in `conf.d` and no `config.toml`, with 74 when that cannot be known.
  func editedFile() throws(CommandFailure) -> String? {
    if FileWriter().isTaken(mainFile) { return mainFile }
    let names = try moreNames()
    guard names.count > 1 else { return names.first.map { "\(moreFiles)/\($0)" } }
    throw CommandFailure(
      code: .usage, message: "the configuration consists of \(names.count) files, and one is edited at a time",
      help: ["'--config FILE' names it: " + names.map { "\(moreFiles)/\($0)" }.joined(separator: ", ")])
  }

  /// Whether there is a configuration in it.
  ///
  /// Throws with code 74 when that cannot be known.
  func isPresent() throws(CommandFailure) -> Bool {
    if FileWriter().isTaken(mainFile) { return true }
    return try !moreNames().isEmpty
  }

  /// The configuration in it; nil when there is neither `config.toml` nor a file in `conf.d`.
  ///
  /// Files of `conf.d` come in the order of the bytes of their names; hidden ones and those whose name does not end in
  /// `.toml` are left out.
  ///
  /// Throws with code 74 when something that is there cannot be read, with 78 when it is too large.
  func read(_ reader: inout TextReader) throws(CommandFailure) -> ConfigurationTexts? {
    var texts: [SourceText] = []
    let main = try reader.readIfPresent(mainFile)
    if let main { texts.append(main) }
    let more = try moreNames()
    for name in more { texts.append(try reader.read("\(moreFiles)/\(name)")) }
    guard !texts.isEmpty else { return nil }
    let title: String
    switch (main, more.count) {
    case (_?, 0): title = mainFile
    case (_?, let count): title = "\(mainFile) and \(count == 1 ? "1 file" : "\(count) files") in conf.d"
    case (nil, 1): title = texts[0].name
    case (nil, let count): title = "\(count) files in \(moreFiles)"
    }
    return ConfigurationTexts(texts, title: title, isNamed: false)
  }

  private func moreNames() throws(CommandFailure) -> [String] {
    do throws(FileError) {
      return try DirectoryListing.names(in: moreFiles)?.filter { !$0.hasPrefix(".") && $0.hasSuffix(".toml") } ?? []
    } catch {
      throw CommandFailure(error, tooLarge: .configuration)
    }
  }
}
