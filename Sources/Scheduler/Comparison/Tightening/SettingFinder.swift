import SchedulerDiagnostics
import SchedulerTOML

/// Finds the place of a setting in configuration files, by the key of its `SettingChange`.
///
/// The model stores no places for settings: the first query for a file parses its text again, as in `EntryFinder`.
public struct SettingFinder: Sendable {
  private var documents: SourceDocuments

  /// Creates a finder for a configuration that was read from `sources`.
  public init(in sources: SourceMap) { documents = SourceDocuments(sources) }

  /// The place of the value of a key, or nil if the files do not contain the key. Keys of a profile are `lock` or
  /// `break`, keys of the files `emergency` or `daemon.cooldown`.
  ///
  /// - Parameters:
  ///   - key: the key as `SettingChange` names it. For a profile also `window`, `block`, `allow`, or empty for its
  ///     table.
  ///   - profile: the profile that has the key; nil for a key of the files.
  /// - Complexity: O(bytes) of each file at the first call for it.
  public mutating func place(of key: String, in profile: ProfileKey?) -> SourceLocation? {
    span(of: key, in: profile).map { documents.locator.locate($0) }
  }

  /// The bytes of the value of a key, as `place(of:in:)`.
  public mutating func span(of key: String, in profile: ProfileKey?) -> SourceSpan? {
    // `users` stands for users and groups; either place will do.
    let keys = profile != nil && key == "users" ? ["users", "groups"] : [key]
    for key in keys {
      let path = (profile.map { ["profile", $0.text] } ?? []) + key.split(separator: ".").map(String.init)
      if let span = span(of: path) { return span }
    }
    return nil
  }

  private mutating func span(of path: [String]) -> SourceSpan? {
    for index in documents.locator.sources.texts.indices {
      var value: Value?
      var table: Table? = documents[SourceID(index: UInt32(index))].root
      for key in path {
        value = table?[key]?.value
        table = value?.table
      }
      if let value { return value.span }
    }
    return nil
  }
}
