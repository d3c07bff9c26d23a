import SchedulerDiagnostics
import SchedulerTOML

/// Finds where configuration files write a setting, by the key under which a `SettingChange` tells it.
///
/// As with `EntryFinder` the model keeps no places: the text of a file is read again when somebody asks.
public struct SettingFinder {
  private var documents: RereadDocuments

  /// A finder for a configuration that was read from `sources`.
  public init(in sources: SourceMap) { documents = RereadDocuments(sources) }

  /// Where the value of a key stands: `lock` or `break` of a profile, else `emergency` or `daemon.cooldown` of the files.
  /// Nil when it is not written.
  ///
  /// - Parameters:
  ///   - key: the key as `SettingChange` names it; of a profile also `window`, `block` and `allow`, and none for its table.
  ///   - profile: the profile whose key it is; nil for the files'.
  /// - Complexity: O(bytes) of each file at the first call for it.
  public mutating func place(of key: String, in profile: ProfileKey?) -> SourceLocation? {
    // Of users and groups one is enough.
    let keys = profile != nil && key == "users" ? ["users", "groups"] : [key]
    for key in keys {
      let path = (profile.map { ["profile", $0.text] } ?? []) + key.split(separator: ".").map(String.init)
      if let span = span(of: path) { return documents.locator.locate(span) }
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
