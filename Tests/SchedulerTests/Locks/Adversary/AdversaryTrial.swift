import SchedulerCivilTime

@testable import Scheduler

/// One world, and the shortest trace that is found of a promise that it breaks.
enum AdversaryTrial {
  /// Runs the world of a seed.
  ///
  /// - Returns: what was broken, with a trace; nil when every promise was kept.
  static func run(seed: UInt64, zones: [ZoneRules]) -> (report: String?, evaluations: Int) {
    let startsFalsely = seed % 4 == 3
    func broken(by moves: [AdversaryMove]) -> AdversaryWorld {
      var world = AdversaryWorld(seed: seed, zones: zones, startsFalsely: startsFalsely)
      _ = world.run(moves)
      return world
    }
    var moves = AdversaryWorld.moves(seed: seed)
    var world = broken(by: moves)
    let evaluations = world.evaluations
    guard world.problem != nil else { return (nil, evaluations) }
    // Moves are left out as long as something is broken without them.
    var isShorter = true
    while isShorter {
      isShorter = false
      for index in moves.indices.reversed() {
        var fewer = moves
        fewer.remove(at: index)
        let shorter = broken(by: fewer)
        guard let problem = shorter.problem, problem.prefix(2) == world.problem?.prefix(2) else { continue }
        (moves, world, isShorter) = (fewer, shorter, true)
      }
    }
    let lines = [world.problem ?? "", world.setting] + world.script
    return (lines.joined(separator: "\n  "), evaluations)
  }
}
