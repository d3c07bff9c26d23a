import SchedulerDiagnostics
import SchedulerTOML

/// The files of a configuration, read again when somebody asks where something stands: the model keeps no places.
struct RereadDocuments {
  /// Finds lines and columns in them.
  var locator: SourceLocator
  private var documents: [SourceID: Document] = [:]

  /// The files of a configuration that was read from `sources`. Reads nothing yet.
  init(_ sources: SourceMap) { locator = SourceLocator(sources) }

  /// A file. Complexity: O(bytes) at the first call for it.
  subscript(source: SourceID) -> Document {
    mutating get {
      if let known = documents[source] { return known }
      // It was read without errors before.
      var unheard = DiagnosticList()
      let document = Document(parsing: locator.sources[source], as: source, diagnostics: &unheard)
      documents[source] = document
      return document
    }
  }
}
