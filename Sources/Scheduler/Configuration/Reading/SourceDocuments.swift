import SchedulerDiagnostics
import SchedulerTOML

/// The files of a configuration, parsed again when a place is requested. The model does not store places.
struct SourceDocuments {
  /// Computes lines and columns in the files.
  var locator: SourceLocator
  private var documents: [SourceID: Document] = [:]

  /// Creates the documents of a configuration that was read from `sources`. Parses nothing yet.
  init(_ sources: SourceMap) { locator = SourceLocator(sources) }

  /// The document of a file.
  ///
  /// Complexity: O(bytes) at the first access.
  subscript(source: SourceID) -> Document {
    mutating get {
      if let known = documents[source] { return known }
      // The file was read without errors before.
      var ignoredDiagnostics = DiagnosticList()
      let document = Document(parsing: locator.sources[source], as: source, diagnostics: &ignoredDiagnostics)
      documents[source] = document
      return document
    }
  }
}
