import SchedulerDiagnostics
import SchedulerJSON

extension JSONWriter {
  /// Ends the object of a line, which says when it is made from the built-in sample.
  mutating func endSampleObject(_ isSample: Bool) {
    if isSample {
      key("sample")
      bool(true)
    }
    endObject()
  }

  /// A diagnostic with its places.
  mutating func diagnostic(_ diagnostic: LocatedDiagnostic) {
    beginObject()
    key("severity")
    string(diagnostic.severity.rawValue)
    key("code")
    string(diagnostic.code.name)
    key("message")
    string(diagnostic.message)
    if let primary = diagnostic.primary { members(of: primary.location) }
    key("labels")
    beginArray()
    for label in (diagnostic.primary.map { $0.message.isEmpty ? [] : [$0] } ?? []) + diagnostic.secondary {
      beginObject()
      members(of: label.location)
      key("message")
      string(label.message)
      endObject()
    }
    endArray()
    key("help")
    strings(diagnostic.help)
    endObject()
  }

  private mutating func members(of location: SourceLocation) {
    key("file")
    string(location.file)
    key("line")
    integer(location.line)
    key("column")
    integer(location.column)
    key("endLine")
    integer(location.endLine)
    key("endColumn")
    integer(location.endColumn)
  }
}
