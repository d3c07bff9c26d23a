import Foundation
import SchedulerJSON
import ScreenTimeTesting
import Testing

/// A row of `observations.json`: what was done on a device, and what came of it. docs/conformance.md describes the format.
struct Observation: Sendable, CustomTestStringConvertible {
  /// On what a row rests.
  enum Basis: String, CaseIterable {
    case measured, documented, choice
  }

  /// The name of the row, unique in the file.
  let id: String
  let basis: Basis
  /// What was observed, as a sentence without a full stop.
  let title: String
  /// The repository and file of a log, the page of a document, or the decision.
  let source: String
  /// The version of iOS; `unknown` if the source does not say. Empty unless measured.
  let system: String
  /// `device` or `simulator`, or both. Empty unless measured.
  let place: String
  /// The date and time at which the device stands at first.
  let start: String
  let zone: String
  let isAuthorized: Bool
  /// The choices under which the row holds.
  let policy: SemanticsPolicy
  /// The seconds by which callbacks may differ from what is expected.
  let tolerance: Int64
  let steps: [(text: String, step: ConformanceStep)]
  let expectations: [(text: String, expectation: ConformanceExpectation)]

  var testDescription: String { id }
}

/// What is wrong with a row.
struct MalformedRow: Error, CustomStringConvertible {
  let row: String
  let problem: String
  var description: String { "row '\(row)': \(problem)" }
}

extension Observation {
  private static let keys: Set<String> = [
    "id", "basis", "title", "source", "system", "place", "start", "zone", "authorized", "policy", "within", "steps",
    "expect",
  ]
  private static let places: Set<String> = ["device", "simulator", "device and simulator"]

  /// Reads a row.
  ///
  /// - Throws: `MalformedRow` for a member that is missing, superfluous or of another form.
  init(_ object: JSONObject) throws(MalformedRow) {
    let row = Row(id: object["id"]?.stringValue ?? "?", object: object)
    if let key = object.members.first(where: { !Self.keys.contains($0.key) })?.key {
      throw row.problem("unknown member '\(key)'")
    }
    id = try row.text("id")
    guard id.allSatisfy({ $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }), !id.isEmpty else {
      throw row.problem("an id has lower-case letters, digits and hyphens")
    }
    guard let basis = Basis(rawValue: try row.text("basis")) else {
      throw row.problem("'basis' is 'measured', 'documented' or 'choice'")
    }
    self.basis = basis
    title = try row.text("title")
    source = try row.text("source")
    let isMeasured = basis == .measured
    system = try isMeasured ? row.text("system") : row.absent("system")
    place = try isMeasured ? row.text("place") : row.absent("place")
    guard !isMeasured || Self.places.contains(place) else {
      throw row.problem("'place' is 'device', 'simulator' or 'device and simulator'")
    }
    start = try row.text("start", otherwise: "2026-08-13 13:26")
    guard ConformanceStep.isDateAndTime(start) else { throw row.problem("'start' is no date and time") }
    zone = try row.text("zone", otherwise: "America/Los_Angeles")
    guard TimeZone(identifier: zone) != nil else { throw row.problem("no time zone '\(zone)'") }
    isAuthorized = try row.flag("authorized", otherwise: true)
    policy = try row.policy()
    tolerance = try row.seconds("within", otherwise: 5)
    steps = try row.list("steps") { text in ConformanceStep(text).map { (text, $0) } }
    expectations = try row.list("expect") { text in ConformanceExpectation(text).map { (text, $0) } }
  }

  /// Reads a file of rows.
  ///
  /// - Throws: `MalformedRow`, and the errors of JSON.
  static func rows(in bytes: [UInt8]) throws -> (rows: [Observation], unexpressed: [Unexpressed]) {
    let file = try JSONValue(parsing: bytes)
    guard let rows = file["rows"]?.arrayValue, let rest = file["unexpressed"]?.arrayValue,
      file.objectValue?.members.count == 2
    else { throw MalformedRow(row: "?", problem: "a file has the lists 'rows' and 'unexpressed'") }
    let observations = try rows.map { try Observation($0.objectValue ?? JSONObject()) }
    let unexpressed = try rest.map { try Unexpressed($0.objectValue ?? JSONObject()) }
    var seen: Set<String> = []
    for id in observations.map(\.id) + unexpressed.map(\.id) where !seen.insert(id).inserted {
      throw MalformedRow(row: id, problem: "the id is not unique")
    }
    return (observations, unexpressed)
  }
}

/// A measurement that no row can express yet.
struct Unexpressed: Sendable {
  let id: String
  let title: String
  let source: String
  let system: String
  let place: String
  /// Why there is no row.
  let reason: String

  /// Reads one.
  init(_ object: JSONObject) throws(MalformedRow) {
    let row = Row(id: object["id"]?.stringValue ?? "?", object: object)
    id = try row.text("id")
    title = try row.text("title")
    source = try row.text("source")
    system = try row.text("system")
    place = try row.text("place")
    reason = try row.text("reason")
    if object.members.count != 6 { throw row.problem("there are members beside the six that exist") }
  }
}

/// The members of a row, with its name for messages.
private struct Row {
  let id: String
  let object: JSONObject

  func problem(_ problem: String) -> MalformedRow { MalformedRow(row: id, problem: problem) }

  func text(_ key: String, otherwise standard: String? = nil) throws(MalformedRow) -> String {
    guard let value = object[key] else {
      guard let standard else { throw problem("'\(key)' is missing") }
      return standard
    }
    guard let text = value.stringValue, !text.isEmpty else { throw problem("'\(key)' is a text that is not empty") }
    return text
  }

  /// Checks that there is no such member.
  func absent(_ key: String) throws(MalformedRow) -> String {
    if object[key] != nil { throw problem("'\(key)' belongs to what is measured") }
    return ""
  }

  func flag(_ key: String, otherwise standard: Bool) throws(MalformedRow) -> Bool {
    guard let value = object[key] else { return standard }
    guard let flag = value.boolValue else { throw problem("'\(key)' is true or false") }
    return flag
  }

  func seconds(_ key: String, otherwise standard: Int64) throws(MalformedRow) -> Int64 {
    guard let value = object[key] else { return standard }
    guard let seconds = value.integerValue, 0...60 ~= seconds else { throw problem("'\(key)' is 0 to 60 seconds") }
    return seconds
  }

  /// The variant of a policy whose description the row has.
  func policy() throws(MalformedRow) -> SemanticsPolicy {
    let name = try text("policy", otherwise: "documented")
    guard let policy = SemanticsPolicy.allVariants.first(where: { $0.description == name }) else {
      throw problem("no policy '\(name)'")
    }
    return policy
  }

  func list<Element>(_ key: String, of make: (String) -> Element?) throws(MalformedRow) -> [Element] {
    guard let values = object[key]?.arrayValue, !values.isEmpty else {
      throw problem("'\(key)' is a list with entries")
    }
    var elements: [Element] = []
    for value in values {
      guard let text = value.stringValue, let element = make(text) else {
        throw problem("'\(key)' has '\(value.stringValue ?? "no text")', which means nothing")
      }
      elements.append(element)
    }
    return elements
  }
}
