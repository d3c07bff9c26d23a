import TestSupport

@testable import Scheduler

/// Layers, users and targets of a small world, in which everything meets everything.
struct RandomShield {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func pick<Element>(_ choices: [Element], atMost count: Int) -> [Element] {
    (0..<Int.random(in: 0...count, using: &random)).map { _ in
      choices[Int.random(in: 0..<choices.count, using: &random)]
    }
  }

  private mutating func one<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }

  /// A name of few labels, many of which share an end.
  mutating func domain() -> DomainName {
    if Int.random(in: 0..<12, using: &random) == 0 {
      return DomainName(checked: one(["localhost", "a.localhost", "desk"]))
    }
    let labels = (0..<Int.random(in: 1...4, using: &random)).map { _ in one(["a", "b", "aa", "x-y"]) }
    return DomainName(checked: (labels + [one(["com", "org"])]).joined(separator: "."))
  }

  private static let names = ["steam", "vlc", "org.example.App", "bash", "run"]
  private static let paths = ["/usr/bin/steam", "/opt/steam", "/usr/bin/vlc", "/opt/app/run", "/bin/bash"]
  private static let categories = ["Game", "Office", "Network"].compactMap { ApplicationCategory($0) }

  private mutating func applicationNames() -> [ApplicationName] {
    pick(Self.names + Self.paths, atMost: 2).map { ApplicationName($0) }
  }

  mutating func application() -> ApplicationIdentity {
    ApplicationIdentity(
      desktopIDs: Set(pick(Self.names, atMost: 1)), paths: Set(pick(Self.paths, atMost: 2)),
      fileNames: Set(pick(Self.names, atMost: 1)), categories: Set(pick(Self.categories, atMost: 2)),
      isDesktopApplication: Bool.random(using: &random))
  }

  mutating func user() -> UserIdentity? {
    one([
      nil, UserIdentity(name: "root", isRoot: true), UserIdentity(name: "kim", groups: ["kim", "students"]),
      UserIdentity(name: "ada", groups: ["ada"]), UserIdentity(name: nil),
      UserIdentity(name: nil, groups: ["students"]),
    ])
  }

  /// Up to four layers, most of them short.
  mutating func layers() -> [Layer] {
    ["a", "b", "c", "d"].prefix(Int.random(in: 0...4, using: &random)).compactMap { key in
      guard let key = ProfileKey(key) else { return nil }
      var layer = Layer(of: ProfileReference(key: key))
      layer.users = pick(["kim", "ada", "root"], atMost: 1)
      layer.groups = pick(["students"], atMost: 1)
      layer.domains.default = one([.allow, .allow, .block])
      layer.domains.block = (0..<Int.random(in: 0...6, using: &random)).map { _ in domain() }
      layer.domains.allow = (0..<Int.random(in: 0...3, using: &random)).map { _ in domain() }
      layer.applications.default = one([.allow, .allow, .block])
      layer.applications.block = applicationNames()
      layer.applications.allow = applicationNames()
      layer.applications.blockCategories = pick(Self.categories, atMost: 1)
      layer.applications.allowCategories = pick(Self.categories, atMost: 1)
      return layer
    }
  }
}
