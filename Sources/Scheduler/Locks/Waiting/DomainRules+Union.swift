extension Layer.DomainRules {
  /// The rules that block exactly what these or others block, with the fewest names.
  ///
  /// The longest listed name decides. So for a domain each of both rules decides as for the longest name above it that
  /// either lists, and it is enough to look at the listed names, each below those above it.
  ///
  /// One thing cannot be said: that a name follows `all`, which leaves out the machine's own names, while one above it is
  /// blocked. It is then blocked too, also where it is the machine's.
  ///
  /// Complexity: O(n log n) for n names.
  func joined(with other: Layer.DomainRules) -> Layer.DomainRules {
    let rules = [ListedDomains(self), ListedDomains(other)]
    var joined = Layer.DomainRules()
    joined.default = rules.contains(where: \.blocksByDefault) ? .block : .allow
    var listed = ListedDomains(joined)
    let names = Set(block + allow + other.block + other.allow)
    // A name above another is shorter.
    for name in names.sorted(by: { ($0.text.utf8.count, $0) < ($1.text.utf8.count, $1) }) {
      let verdict = ListedDomains.Verdict.strictest(of: rules.map { $0.verdict(on: name) })
      let above = listed.verdict(on: name)
      switch verdict {
      case .block where above != .block:
        joined.block.append(name)
        listed.list(name, .block)
      case .allow where above != .allow:
        joined.allow.append(name)
        listed.list(name, .allow)
      default: break
      }
    }
    joined.block.sort()
    joined.allow.sort()
    return joined
  }
}

/// The names of rules for domains, to be looked up.
private struct ListedDomains {
  /// What rules say of a name.
  enum Verdict: Equatable {
    case block, allow
    /// It is blocked by `all`, unless it is the machine's own.
    case blockAsUnlisted

    /// What blocks whatever one of them blocks.
    static func strictest(of verdicts: [Verdict]) -> Verdict {
      verdicts.contains(.block) ? .block : verdicts.contains(.blockAsUnlisted) ? .blockAsUnlisted : .allow
    }
  }

  let blocksByDefault: Bool
  private var verdicts: [DomainName: Verdict] = [:]

  init(_ rules: Layer.DomainRules) {
    blocksByDefault = rules.default == .block
    for name in rules.block { verdicts[name] = .block }
    for name in rules.allow { verdicts[name] = .allow }
  }

  mutating func list(_ name: DomainName, _ verdict: Verdict) { verdicts[name] = verdict }

  /// What the longest name says that is a domain or above it, else the default.
  func verdict(on domain: DomainName) -> Verdict {
    domain.withParents.lazy.compactMap { verdicts[$0] }.first ?? (blocksByDefault ? .blockAsUnlisted : .allow)
  }
}
