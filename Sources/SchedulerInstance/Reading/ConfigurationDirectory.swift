/// A directory for a configuration: `config.toml` and the files in `conf.d`.
package struct ConfigurationDirectory {
  package let path: String

  /// The path of a configuration that consists of a single file.
  package var mainFile: String { path + "/config.toml" }
  private var moreFiles: String { path + "/conf.d" }
  /// The paths on which the configuration depends.
  var watchedPaths: [WatchedPath] { [WatchedPath(mainFile), WatchedPath(moreFiles, isDirectory: true)] }

  /// Returns the one file to edit, or nil if there is none.
  ///
  /// - Throws: `severalFiles` if `conf.d` contains several files and there is no `config.toml`, and `inputOutput`.
  func editedFile() throws(InstanceError) -> String? {
    if FileWriter().isTaken(mainFile) { return mainFile }
    let names = try moreNames()
    guard names.count > 1 else { return names.first.map { "\(moreFiles)/\($0)" } }
    throw InstanceError(
      .severalFiles, message: "the configuration consists of \(names.count) files, and one is edited at a time",
      help: ["'--config FILE' names it: " + names.map { "\(moreFiles)/\($0)" }.joined(separator: ", ")])
  }

  /// Returns whether there is a configuration. Throws `inputOutput` if the directory cannot be read.
  package func isPresent() throws(InstanceError) -> Bool {
    if FileWriter().isTaken(mainFile) { return true }
    return try !moreNames().isEmpty
  }

  /// Returns the texts with their title, or nil if there is neither `config.toml` nor a file in `conf.d`.
  ///
  /// Files in `conf.d` are ordered by the bytes of their names. Hidden files and files whose names do not end in
  /// `.toml` are ignored.
  func read(by reader: inout TextReader) throws(InstanceError) -> (texts: [SourceText], title: String)? {
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
    return (texts, title)
  }

  private func moreNames() throws(InstanceError) -> [String] {
    try InstanceError.mapping(
      DirectoryListing.names(in: moreFiles)?.filter { !$0.hasPrefix(".") && $0.hasSuffix(".toml") } ?? []
    ) { .init($0, tooLarge: .configuration) }
  }
}
