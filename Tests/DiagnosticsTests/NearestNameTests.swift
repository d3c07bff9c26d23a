import SchedulerDiagnostics
import TestSupport
import Testing

@Suite struct NearestNameTests {
  private static let keys = ["window", "warn", "skip", "start", "end", "strategy", "every", "from", "until", "enabled"]

  @Test(arguments: [
    ("windws", "window"), ("widnow", "window"), ("Window", "window"), ("WINDOW", "window"), ("stat", "start"),
    ("strat", "start"), ("untill", "until"), ("form", "from"), ("evry", "every"), ("enabld", "enabled"),
  ])
  func `a misspelt name finds the name that was meant`(name: String, meant: String) {
    #expect(NearestName.nearest(to: name, among: Self.keys) == meant)
  }

  @Test(arguments: ["", "x", "colour", "completely-different", "日本語"])
  func `a name that resembles no known name finds no nearest name`(name: String) {
    #expect(NearestName.nearest(to: name, among: Self.keys) == nil)
  }

  @Test(arguments: [
    ("berlin", ["Berlin", "BERLIN", "merlin"], "Berlin"), ("focus", ["Focus", "focuz"], "Focus"),
    ("ab", ["ac", "aa"], "aa"), ("über", ["uber", "ober"], "ober"),
  ])
  func `ties are broken by case, then by the order of names`(name: String, candidates: [String], meant: String) {
    #expect(NearestName.nearest(to: name, among: candidates) == meant)
    #expect(NearestName.nearest(to: name, among: candidates.reversed()) == meant)
  }

  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("ab", "ba", 1), ("ca", "abc", 3), ("kitten", "sitting", 3), ("abcd", "badc", 2),
    ("a", "A", 1),
  ])
  func `the distance counts insertions, deletions, replacements and swaps`(a: String, b: String, distance: Int) {
    #expect(NearestName.distance(from: a, to: b, limit: 5) == distance)
    #expect(NearestName.distance(from: b, to: a, limit: distance) == distance)
    if distance > 0 { #expect(NearestName.distance(from: a, to: b, limit: distance - 1) == nil) }
  }

  @Test(arguments: Laws.cases(0..<300 as Range<UInt64>, few: 40))
  func `the limited distance equals the distance of the full table`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let a = word(&random)
    let b = word(&random)
    let full = fullDistance(Array(a), Array(b))
    for limit in 0...12 {
      #expect(NearestName.distance(from: a, to: b, limit: limit) == (full <= limit ? full : nil), "\(a) \(b) \(limit)")
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `the nearest name is the one that an exhaustive search finds`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let candidates = (0..<50).map { _ in word(&random) }
    let name = word(&random)
    let ranked = candidates.filter { fullDistance(Array(name), Array($0)) <= NearestName.limit(for: name) }
      .min { rank($0, name) < rank($1, name) }
    #expect(NearestName.nearest(to: name, among: candidates) == ranked)
  }

  private func rank(_ candidate: String, _ name: String) -> (Int, Int, String) {
    (fullDistance(Array(name), Array(candidate)), zip(name, candidate).count { $0 != $1 }, candidate)
  }

  private func word(_ random: inout SeededGenerator) -> String {
    String((0..<Int.random(in: 0...9, using: &random)).map { _ in "abcé".randomElement(using: &random)! })
  }

  private func fullDistance(_ a: [Character], _ b: [Character]) -> Int {
    var table = Array(repeating: Array(0...b.count), count: a.count + 1)
    for i in 0...a.count { table[i][0] = i }
    for i in 1..<(a.count + 1) {
      for j in 1..<(b.count + 1) {
        var best = min(table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { best = min(best, table[i - 2][j - 2] + 1) }
        table[i][j] = best
      }
    }
    return table[a.count][b.count]
  }
}
