import Testing

@testable import Scheduler

@Suite struct LengthExpressionTests {
  @Test(arguments: [("90s", 90), ("25m", 1_500), ("1h30m", 5_400), ("1h 30m", 5_400), ("2d", 172_800), ("0s", 0)])
  func `a typed length has the same form as a length in the configuration`(text: String, seconds: Int64) throws {
    #expect(try LengthExpression.seconds(text) == seconds)
  }

  @Test(arguments: ["", "25", "m", "1x", "30m1h", "-5m", "99999999999999h"])
  func `a text that is not a duration is an error`(text: String) {
    #expect {
      try LengthExpression.seconds(text)
    } throws: { error in
      (error as? TimeExpression.Problem)?.message.hasPrefix("'\(text)' is not a duration: ") ?? false
    }
  }
}
