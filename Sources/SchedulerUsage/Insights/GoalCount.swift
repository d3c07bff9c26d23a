import Scheduler
import SchedulerCivilTime

/// The use that a goal counts, by the names that its applications have on this machine.
public struct GoalTargets: Sendable {
  private let countsEverything: Bool
  private let names: Set<String>
  private let categories: Set<String>
  private let domains: [String]

  /// Creates the targets of a goal that counts use; nil for one that counts focus.
  ///
  /// - Parameter identity: returns the application of a name as the machine knows it.
  public init?(_ goal: Goal, identity: (ApplicationName) -> ApplicationIdentity) {
    let (applications, categories, domains): ([ApplicationName], [ApplicationCategory], [DomainName])
    switch goal.subject {
    case .focus: return nil
    case .allUse: (applications, categories, domains) = ([], [], [])
    case .use(let names, let groups, let places): (applications, categories, domains) = (names, groups, places)
    }
    countsEverything = goal.subject == .allUse
    names = applications.reduce(into: []) { $0.formUnion(identity($1).ledgerNames(of: $1)) }
    self.categories = Set(categories.map(\.name))
    self.domains = domains.map(\.text)
  }

  /// Whether use of a key counts.
  public func contains(_ key: UseKey) -> Bool {
    if countsEverything || names.contains(key.application) { return true }
    if domains.contains(where: { key.domain == $0 || key.domain.hasSuffix("." + $0) }) { return true }
    return !categories.isEmpty && key.categories.split(separator: ";").contains { categories.contains(String($0)) }
  }
}

extension ApplicationIdentity {
  /// The names under which the ledger may have an application that a configuration names.
  public func ledgerNames(of name: ApplicationName) -> Set<String> {
    desktopIDs.union(fileNames).union([name.text, String(name.fileName)])
  }
}

/// What a goal has come to in one of its periods.
public struct GoalCount: Sendable {
  /// The goal.
  public let goal: Goal
  /// The first date of the period.
  public let date: CivilDate
  /// The seconds counted so far; nil if the period is before the first use that was measured.
  public let seconds: Int64?
  /// Whether nothing is lost of what the goal counts in the period.
  public let isWhole: Bool
  /// Whether the goal was kept; nil while that is open, without seconds, and if it depends on what is lost.
  public let isKept: Bool?

  /// Judges a count.
  ///
  /// - Parameters:
  ///   - isWhole: whether nothing is lost of what the goal counts in the period.
  ///   - isOver: whether the period has ended. Before its end, and where something is lost, only a goal is judged whose
  ///     verdict more seconds cannot change.
  public init(_ goal: Goal, date: CivilDate, seconds: Int64?, isWhole: Bool = true, isOver: Bool) {
    (self.goal, self.date, self.seconds, self.isWhole) = (goal, date, seconds, isWhole)
    guard let seconds else {
      isKept = nil
      return
    }
    let isWithin = goal.isKept(by: seconds)
    isKept = isOver && isWhole || isWithin == (goal.bound == .atLeast) ? isWithin : nil
  }
}
