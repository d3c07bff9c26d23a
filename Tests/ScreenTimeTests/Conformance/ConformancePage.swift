import Foundation

/// The tables of docs/conformance.md.
enum ConformancePage {
  /// Returns the tables of each basis, and what has no row.
  static func text(of rows: [Observation], unexpressed: [Unexpressed]) -> String {
    var text = ""
    for basis in Observation.Basis.allCases {
      text += "\n## \(heading(of: basis))\n\n"
      switch basis {
      case .measured:
        text += table(
          ["what was observed", "what was done", "where", "source", "row"],
          rows.filter { $0.basis == basis }.map {
            [$0.title + remark(on: $0), steps(of: $0), "\($0.system), \($0.place)", $0.source, "`\($0.id)`"]
          })
      case .documented, .choice:
        text += table(
          [
            basis == .choice ? "what the device does" : "what is documented", "what is done",
            basis == .choice ? "policy" : "source", "row",
          ],
          rows.filter { $0.basis == basis }.map { [$0.title + remark(on: $0), steps(of: $0), $0.source, "`\($0.id)`"] })
      }
    }
    text += "\n## Measured, and not held by a row\n\n"
    text += table(
      ["what was observed", "where", "source", "why there is no row"],
      unexpressed.map { [$0.title, "\($0.system), \($0.place)", $0.source, $0.reason] })
    return text + "\n"
  }

  private static func heading(of basis: Observation.Basis) -> String {
    switch basis {
    case .measured: "Measured"
    case .documented: "Documented"
    case .choice: "Our choice"
    }
  }

  private static func remark(on row: Observation) -> String {
    row.policy == .documented ? "" : " (under the policy `\(row.policy)`, which is not the default)"
  }

  /// The steps; of many that differ in a number only, the first and the last.
  private static func steps(of row: Observation) -> String {
    let steps = row.steps.map { "`\($0.text)`" }
    return steps.count > 8 ? "\(steps[0]) … \(steps[steps.count - 1])" : steps.joined(separator: "; ")
  }

  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    let lines = [head, head.map { _ in "---" }] + rows
    return lines.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }
}
