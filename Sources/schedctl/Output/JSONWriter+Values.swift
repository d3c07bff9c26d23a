import SchedulerDiagnostics
import SchedulerJSON

extension JSONWriter {
  /// Writes a diagnostic with its positions as an object.
  mutating func diagnostic(_ diagnostic: LocatedDiagnostic) {
    object { json in
      json.member("severity", value: diagnostic.severity.rawValue)
      json.member("code", value: diagnostic.code.name)
      json.member("message", value: diagnostic.message)
      if let primary = diagnostic.primary { json.members(of: primary.location) }
      json.array("labels") { json in
        if let primary = diagnostic.primary, !primary.message.isEmpty { json.label(primary) }
        for label in diagnostic.secondary { json.label(label) }
      }
      json.member("help", value: diagnostic.help)
    }
  }

  private mutating func label(_ label: LocatedLabel) {
    object { json in
      json.members(of: label.location)
      json.member("message", value: label.message)
    }
  }

  private mutating func members(of location: SourceLocation) {
    member("file", value: location.file)
    member("line", value: location.line)
    member("column", value: location.column)
    member("endLine", value: location.endLine)
    member("endColumn", value: location.endColumn)
  }
}
