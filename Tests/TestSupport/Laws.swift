import Foundation

/// How much of the laws over many worlds, zones and kills a run of the tests checks: some of them, so that the whole suite
/// takes a few minutes, or with `SCHEDCTL_LAWS=1` in the environment all of them.
public enum Laws {
  /// Whether all of them are checked.
  public static let areWhole = ProcessInfo.processInfo.environment["SCHEDCTL_LAWS"] == "1"

  /// All cases of a law, or a few of them from the first to the last at even distances.
  public static func cases<Case>(_ all: some Collection<Case>, few: Int = 5) -> [Case] {
    let cases = Array(all)
    if areWhole || cases.count <= few { return cases }
    return (0..<few).map { cases[$0 * cases.count / few] }
  }

  /// How often something is tried: as often as it takes, or a few times.
  public static func count(_ all: Int, few: Int) -> Int { areWhole ? all : few }
}
