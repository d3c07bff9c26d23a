import ScreenTimeTesting
import Testing

@Suite struct ModulesTests {
  @Test func `the testing module exports Foundation`() { #expect(Calendar(identifier: .gregorian).firstWeekday > 0) }
}
