import TestSupport
import Testing

@testable import Scheduler

/// What a change of a profile's entries does to targets.
@Suite struct TargetComparisonTests {
  /// The entries of a profile before and after, and what becomes of which targets.
  struct Edit: CustomTestStringConvertible {
    let old: String
    let new: String
    let changes: [String]
    var testDescription: String { "\(old) -> \(new)" }

    init(_ old: String, _ new: String, _ changes: String...) {
      self.old = old
      self.new = new
      self.changes = changes
    }
  }

  private func layer(_ entries: String) throws -> Layer {
    let configuration = try configuration("[profile.p]\n\(entries.replacing("; ", with: "\n"))\n")
    return configuration.layer(of: configuration.profiles[0])
  }

  @Test(arguments: domains + applications)
  func `only a target that is treated differently is a change`(edit: Edit) throws {
    let changes = TargetChange.changes(from: try layer(edit.old), to: try layer(edit.new))
    #expect(changes.map(\.words) == edit.changes)
  }

  static let domains = [
    Edit("block.domains = ['a.org']", "block.domains = ['a.org']"),
    Edit("block.domains = ['a.org', 'b.org']", "block.domains = ['b.org', 'a.org', 'a.org']"),
    Edit("block.domains = ['a.org']", "block.domains = ['b.org']", "unblocked domains a.org", "blocked domains b.org"),
    // What another entry covers changes nothing.
    Edit("block.domains = ['a.org', 'x.a.org']", "block.domains = ['a.org']"),
    Edit("block.domains = ['a.org']", "block.domains = ['a.org']; allow.domains = ['b.org']"),
    Edit(
      "block.domains = ['a.org']", "block.domains = ['a.org']; allow.domains = ['x.a.org']", "unblocked domains x.a.org"
    ),
    Edit(
      "block.domains = ['a.org']", "block.domains = ['a.org']; allow.domains = ['a.org']", "unblocked domains a.org"),
    Edit(
      "block.domains = ['a.org', 'x.a.org']; allow.domains = ['x.a.org']",
      "block.domains = ['a.org', 'x.a.org']", "blocked domains x.a.org"),
    // What is listed beside all is blocked as before.
    Edit("block.domains = ['a.org']", "block.domains = 'all'", "blocked other-domains"),
    Edit("block.urls = ['a.org/p']", "block.urls = ['https://A.org/p', 'a.org/p/q', 'x.a.org/p']"),
    Edit("block.urls = ['a.org/p']", "block.urls = ['b.org/p']", "unblocked urls a.org/p", "blocked urls b.org/p"),
    Edit("block.urls = ['a.org/p/q']", "block.urls = ['a.org/p']", "blocked urls a.org/p"),
    Edit("block.urls = ['a.org/p']", "block.domains = ['a.org']", "blocked domains a.org"),
    Edit("block.urls = ['a.org/p']", "block.urls = ['a.org/p']; allow.domains = ['a.org', 'b.org']"),
    Edit(
      "block.urls = ['a.org/p']", "block.urls = ['a.org/p']; allow.domains = ['x.a.org']", "unblocked urls x.a.org/p"),
    Edit(
      "block.domains = ['a.org']; block.urls = ['a.org/p']", "block.urls = ['a.org/p']", "unblocked domains a.org"),
    Edit(
      "block.domains = 'all'; allow.domains = ['a.org']", "block.domains = ['a.org']", "unblocked other-domains",
      "blocked domains a.org"),
    Edit(
      "block.domains = 'all'; block.sets = ['s']\n[set.s]\ndomains = ['a.org']", "block.domains = 'all'"),
    // The names of every machine for itself are never blocked.
    Edit("block.domains = 'all'", "block.domains = 'all'; allow.domains = ['localhost', 'a.localhost', '127.0.0.1']"),
    Edit("block.domains = ['localhost', 'a.localhost', 'ip6-loopback']", "block.domains = []"),
    Edit("block.domains = ['notlocalhost']", "block.domains = ['localhost']", "unblocked domains notlocalhost"),
  ]

  static let applications = [
    Edit("block.apps = ['one', 'two']", "block.apps = ['two', 'three']", "unblocked apps one", "blocked apps three"),
    // All means desktop applications: what was listed may be none.
    Edit("block.apps = ['one']", "block.apps = 'all'", "blocked other-apps", "narrowed apps one"),
    Edit("block.apps = 'all'", "block.apps = ['one']", "unblocked other-apps", "widened apps one"),
    Edit(
      "block.apps = ['one']; block.sets = ['s']\n[set.s]\napps = ['two']",
      "block.apps = 'all'; block.sets = ['s']\n[set.s]\napps = ['one']", "blocked other-apps", "narrowed apps two"),
    Edit(
      "block.apps = 'all'; block.sets = ['s']\n[set.s]\napps = ['one']", "block.apps = 'all'", "narrowed apps one"),
    // A category may let it pass.
    Edit(
      "block.apps = ['one']", "block.apps = 'all'; allow.categories = ['Office']", "blocked other-apps",
      "unblocked apps one", "excepted categories Office"),
    Edit("block.categories = ['Game']", "block.apps = 'all'", "blocked other-apps", "narrowed categories Game"),
    Edit("block.apps = 'all'", "block.categories = ['Game']", "unblocked other-apps", "widened categories Game"),
    Edit(
      "block.categories = ['Game']", "block.apps = 'all'; allow.categories = ['Office']", "blocked other-apps",
      "excepted categories Office", "narrowed categories Game"),
    Edit(
      "block.apps = 'all'", "block.apps = 'all'; allow.categories = ['Office']", "unblocked categories Office"),
    Edit("block.apps = 'all'", "block.apps = 'all'; allow.apps = ['one']", "unblocked apps one"),
    Edit(
      "block.categories = ['Game']", "block.categories = ['Game']; allow.apps = ['one']", "excepted apps one"),
    Edit(
      "block.categories = ['Game']; allow.apps = ['one']", "block.categories = ['Game']", "unexcepted apps one"),
    Edit("allow.apps = ['one']", "name = 'Nothing is blocked that could be excepted'"),
    Edit(
      "block.categories = ['Game']", "block.categories = ['Game', 'Chat']; allow.categories = ['Office']",
      "excepted categories Office", "blocked categories Chat"),
    Edit("lock = 'none'", "lock = 'strict'", "blocked denials app-removal"),
    Edit("lock = 'strict'", "lock = 'none'; block.app-removal = false"),
    Edit("block.app-installation = false", "lock = 'none'", "unblocked denials app-installation"),
  ]

  @Test(arguments: Laws.cases(1...300 as ClosedRange<UInt64>, few: 20))
  func `a comparison names exactly the domains that it blocks or unblocks`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (old, new) = (
      RandomConfigurations.domainRules(using: &random), RandomConfigurations.domainRules(using: &random)
    )
    let changes = TargetChange.domainChanges(from: old, to: new)
    for name in changes.flatMap(\.names) {
      let isBlocked = RandomConfigurations.blocks(new, name)
      #expect(isBlocked != RandomConfigurations.blocks(old, name), "seed \(seed) \(name)")
      #expect(changes.first { $0.names.contains(name) }?.effect == (isBlocked ? .blocked : .unblocked))
    }
    let differs = RandomConfigurations.probes.contains {
      RandomConfigurations.blocks(old, $0) != RandomConfigurations.blocks(new, $0)
    }
    #expect(changes.isEmpty == !differs, "seed \(seed)")
  }

  @Test func `blocking a target tightens, and letting it pass loosens`() {
    let directions = [TargetChange.Effect.blocked, .unblocked, .excepted, .unexcepted, .narrowed, .widened].map {
      TargetChange(kind: .domains, effect: $0, names: ["a.org"]).direction
    }
    #expect(directions == [.tightens, .loosens, .loosens, .tightens, .loosens, .tightens])
  }
}

extension TargetChange {
  /// What it says, in one line.
  fileprivate var words: String { ([effect.rawValue, kind.rawValue] + names).joined(separator: " ") }
}
