import Testing

@testable import Scheduler

@Suite struct ProfileLinkTests {
  private static let id = "6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10"

  @Test(
    arguments: [
      ("schedctl://profile/deep-work", "schedctl://profile/deep-work"),
      ("schedctl://navigate/deep-work/", "schedctl://navigate/deep-work"),
      ("SCHEDCTL://profile/\(id.uppercased())", "schedctl://profile/\(id)"),
      ("https://example.org/profile/\(id)", "schedctl://profile/\(id)"),
      ("HTTPS://any.host/navigate/\(id)", "schedctl://navigate/\(id)"),
      ("https://192.0.2.7/profile/\(id)/", "schedctl://profile/\(id)"),
    ])
  func `a profile link is read and printed in its canonical form`(text: String, canonical: String) throws {
    let link = try ProfileLink(text)
    #expect("\(link)" == canonical)
    #expect(try ProfileLink(canonical) == link)
  }

  @Test(
    arguments: [
      ("", "begins neither with"), ("http://a/profile/\(id)", "begins neither with"),
      ("schedctl:profile/x", "neither with"),
      ("schedctl://profile", "its path is"), ("schedctl://open/x", "its path is"),
      ("schedctl://Profile/x", "its path is"),
      ("schedctl://profile/x/y", "its path is"), ("schedctl://profile/", "neither the identity nor the key"),
      ("schedctl://profile/Deep Work", "neither the identity nor the key"),
      ("schedctl://profile/x?y", "neither the identity nor the key"), ("schedctl://profile/x#y", "nor the key"),
      ("https:///profile/\(id)", "has no host"), ("https://a:8/profile/\(id)", "has no host"),
      ("https://kim@a/profile/\(id)", "has no host"), ("https://a/profile/deep-work", "which is a UUID"),
      ("https://a/x/profile/\(id)", "its path is"), (String(repeating: "x", count: 3_000), "at most 2048"),
    ])
  func `a link that names no profile is refused with the reason`(text: String, words: String) {
    let problem = #expect(throws: LinkProblem.self) { try ProfileLink(text) }
    #expect(problem?.message.contains(words) == true, "\(problem?.message ?? "")")
  }
}
