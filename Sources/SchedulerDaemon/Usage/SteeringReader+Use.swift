import Scheduler
import SchedulerJSON

extension SteeringReader {
  /// Returns the use that a call reports. Categories that are not registered are left out.
  func use() throws(ControlError) -> ControlRequest {
    let source = parameters.text("source") ?? ""
    guard ReportLimits.isName(source), source != UseReport.runningPrograms else { throw .invalidParameter("source") }
    var targets: [UsedTarget] = []
    if parameters.text("state") == "inUse" {
      let application = ApplicationIdentity(
        desktopIDs: Set(try texts("desktopIDs")), paths: Set(try texts("paths")),
        fileNames: Set(try texts("fileNames")),
        categories: Set(try texts("categories").compactMap { ApplicationCategory($0) }), isDesktopApplication: true)
      targets = [UsedTarget(application: application, domain: try domain())]
    }
    let idleSeconds = parameters["idleSeconds"]?.integerValue ?? 0
    guard ReportLimits.idleSeconds.contains(idleSeconds), targets.isEmpty || idleSeconds == 0 else {
      throw .invalidParameter("idleSeconds")
    }
    let report = UseReport(
      of: call.role.user, targets: targets, source: source, idleSeconds: idleSeconds,
      knowsPages: parameters["pages"]?.boolValue)
    return .use(report, from: call.connection, userID: call.role.userID)
  }

  private func texts(_ key: String) throws(ControlError) -> [String] {
    let texts = (parameters[key]?.arrayValue ?? []).compactMap(\.stringValue)
    let isPath = key == "paths"
    let areFit = texts.allSatisfy { text in
      !text.isEmpty && text.utf8.count <= ReportLimits.longestText && (!isPath || text.hasPrefix("/"))
    }
    guard texts.count <= ReportLimits.mostTexts, areFit else { throw .invalidParameter(key) }
    return texts
  }

  private func domain() throws(ControlError) -> DomainName? {
    guard let text = parameters.text("domain"), !text.isEmpty else { return nil }
    do throws(TargetProblem) { return try DomainName(text) } catch {
      throw .invalid("targetInvalid", message: error.message, help: error.help)
    }
  }
}

/// The most that a report of use may contain.
private enum ReportLimits {
  /// The length of a text in bytes: that of the longest path.
  static let longestText = 4096
  /// The number of texts of a kind.
  static let mostTexts = 64

  /// The length of idleness: a day at most.
  static let idleSeconds: ClosedRange<Int64> = 0...86_400

  /// Whether a text may name a source: 1 to 64 printable characters of ASCII, which status shows.
  static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { (UInt8(ascii: " ")...UInt8(ascii: "~")).contains($0) }
  }
}
