import Testing

@testable import Scheduler

@Suite struct LengthWordsTests {
  @Test(
    arguments: [
      (0, "0 s"), (45, "45 s"), (12_600, "3 h 30 min"), (-1, "-1 s"), (-60, "-1 min"), (-3_661, "-1 h 1 min 1 s"),
      (.max, "2562047788015215 h 30 min 7 s"), (.min, "-2562047788015215 h 30 min 8 s"),
    ] as [(Int64, String)])
  func `a length is written in hours, minutes and seconds, a negative one with a minus`(seconds: Int64, words: String) {
    #expect(LengthWords.text(seconds: seconds) == words)
  }
}
