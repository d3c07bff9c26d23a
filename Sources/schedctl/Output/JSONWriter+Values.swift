import SchedulerDiagnostics
import SchedulerJSON

extension JSONWriter {
  /// Writes a diagnostic with its positions as an object.
  mutating func diagnostic(_ diagnostic: LocatedDiagnostic) {
    object { json in
      json.member("severity", diagnostic.severity.rawValue)
      json.member("code", diagnostic.code.name)
      json.member("message", diagnostic.message)
      if let primary = diagnostic.primary { json.members(of: primary.location) }
      json.array("labels") { json in
        if let primary = diagnostic.primary, !primary.message.isEmpty { json.label(primary) }
        for label in diagnostic.secondary { json.label(label) }
      }
      json.member("help", diagnostic.help)
    }
  }

  private mutating func label(_ label: LocatedLabel) {
    object { json in
      json.members(of: label.location)
      json.member("message", label.message)
    }
  }

  private mutating func members(of location: SourceLocation) {
    member("file", location.file)
    member("line", location.line)
    member("column", location.column)
    member("endLine", location.endLine)
    member("endColumn", location.endColumn)
  }
}
