import SchedulerJSON

/// The standing of each adapter that applies the shield to the machine, as the daemon published it last.
///
/// ```swift
/// let status = EnforcementStatus(adapters: live.adapters)
/// print(status.headline)      // enforced by exec-guard and sweeper; hosts is unavailable: …
/// ```
public struct EnforcementStatus: Hashable, Sendable {
  /// The adapters in use, in the order of their value; empty if no daemon runs or its configuration uses none.
  public var adapters: [AdapterStanding]
  /// The paths of files that contain what an earlier shield left, while no daemon runs.
  public var leftovers: [String] = []
  /// Whether a browser has the extension of this program, and it may know what is blocked. It blocks urls without an
  /// adapter.
  public var hasExtension = false

  /// Creates the status of a machine. Without adapters, nothing enforces the shield.
  public init(adapters: [AdapterStanding] = []) { self.adapters = adapters }

  /// Reads the status from a reply of a daemon. Returns nil for other objects.
  public init?(_ json: JSONObject) {
    guard let list = json["adapters"]?.arrayValue else { return nil }
    do throws(StateProblem) {
      adapters = try list.map { value throws(StateProblem) in
        var reader = ArchiveReader(value.objectValue ?? [:])
        return try AdapterStanding(archive: &reader, of: nil)
      }
    } catch {
      return nil
    }
  }

  /// Whether an adapter can apply a shield here.
  public var isActive: Bool { adapters.contains { $0.canWork } }

  /// Whether a shield is being applied or removed.
  public var isUnderWay: Bool { adapters.contains(where: \.isUnderWay) }

  /// The adapters by which a set is in force.
  public var enforcers: [EnforcementSettings.Adapter] { adapters.filter(\.isEnforcing).map(\.adapter) }

  /// One line: what enforces the shield, and what does not work.
  ///
  /// While no adapter can work it is `computed, not enforced: no adapter is active`.
  public var headline: String {
    guard isActive || isOutOfReach else {
      let left = leftovers.map { "'\($0)' contains what a shield left" }
      return (["computed, not enforced: no adapter is active"] + left).joined(separator: "; ")
    }
    let start = isActive ? summary : "computed, not enforced"
    return ([start].compactMap(\.self) + adapters.compactMap(\.fault)).joined(separator: "; ")
  }

  /// One line, as `headline`, about one target. If no adapter that could block it works, it says so.
  public func headline(about target: Target) -> String {
    let (noun, isMeant): (String, (EnforcementSettings.Adapter) -> Bool) =
      switch target {
      case .domain: ("domains", { $0.blocksDomains })
      case .page: ("urls", { $0.blocksPages })
      case .application: ("applications", { $0.blocksApplications })
      }
    guard isActive || isOutOfReach, !adapters.contains(where: { $0.mayBlock && isMeant($0.adapter) }) else {
      return headline
    }
    if case .page = target, hasExtension {
      return (["enforced by the browser extension, where a browser has it"] + adapters.compactMap(\.fault))
        .joined(separator: "; ")
    }
    let faults = adapters.filter { isMeant($0.adapter) }.compactMap(\.fault)
    return (["computed, not enforced: no adapter for \(noun) is active"] + faults).joined(separator: "; ")
  }

  /// Returns in words whether the adapters apply a layer: `applied`, `applied to applications, not to domains`, or
  /// `published, not enforced`. Of urls it says why: only browsers can tell the pages of a site apart.
  public func words(on layer: Layer) -> String {
    let rules = layer.applications
    let blocksApplications = rules.default == .block || !rules.block.isEmpty || !rules.blockCategories.isEmpty
    let working = adapters.filter(\.mayBlock).map(\.adapter)
    var (applied, missing): ([String], [String]) = ([], [])
    func note(_ noun: String, isBlocked: Bool, by isMeant: (EnforcementSettings.Adapter) -> Bool) {
      let isApplied = working.contains(where: isMeant)
      if isBlocked, isApplied { applied.append(noun) } else if isBlocked { missing.append(noun) }
    }
    note("applications", isBlocked: blocksApplications, by: \.blocksApplications)
    note("domains", isBlocked: !layer.domains.blocksNoDomain, by: \.blocksDomains)
    note("urls", isBlocked: !layer.domains.urls.isEmpty, by: \.blocksPages)
    var remark = missing.contains("urls") ? "; for urls 'chromium' or 'firefox' must be in use" : ""
    if missing.contains("urls"), hasExtension {
      missing.removeAll { $0 == "urls" }
      remark = "; urls are blocked by the browser extension alone"
      if applied.isEmpty, missing.isEmpty { return "applied" + remark }
    }
    if applied.isEmpty { return "published, not enforced" + remark }
    if missing.isEmpty { return "applied" + remark }
    return "applied to \(Self.joined(applied)), not to \(Self.joined(missing))" + remark
  }

  /// The adapters in force that block domains for every user, because they cannot tell users apart.
  public var machineWideEnforcers: [EnforcementSettings.Adapter] { enforcers.filter(\.isMachineWide) }

  /// Whether nothing of the shield is in force because it has only what an adapter cannot express, such as all domains
  /// for a hosts file.
  public var isOutOfReach: Bool { !isUnderWay && enforcers.isEmpty && adapters.contains(where: \.lacksWholeSet) }

  /// What enforces the shield, without faults; nil if there are only faults.
  public var summary: String? {
    var clauses: [String] = []
    let enforcing = names(where: \.isEnforcing)
    if !enforcing.isEmpty { clauses.append("enforced by \(enforcing)") }
    let applying = names(where: \.isUnderWay)
    if !applying.isEmpty { clauses.append("being applied by \(applying)") }
    let ready = names { $0.state == .ready }
    if clauses.isEmpty, !ready.isEmpty { clauses.append("nothing to enforce now for \(ready)") }
    return clauses.isEmpty ? nil : clauses.joined(separator: "; ")
  }

  /// What the adapters cannot apply of the shield in force, one line for each, after the name of the adapter.
  public var limits: [String] {
    adapters.flatMap { standing in standing.limits.map { "\(standing.adapter.rawValue): \($0)" } }
  }

  /// The names of some adapters: `exec-guard, sweeper and hosts`.
  private func names(where isMeant: (AdapterStanding) -> Bool) -> String {
    Self.joined(adapters.filter(isMeant).map(\.adapter.rawValue))
  }

  private static func joined(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}

extension EnforcementStatus {
  /// Writes the status as the members of an object: `headline` and `adapters`.
  public func writeMembers(to json: inout JSONWriter) {
    json.member("headline", value: headline)
    json.array("adapters", of: adapters) { $1.value($0) }
  }
}

/// How an adapter stands, for `status`, `doctor` and `live.json`.
public struct AdapterStanding: Hashable, Sendable {
  /// What it does at present.
  public enum State: Hashable, Sendable {
    /// It has not answered yet whether it can work here.
    case starting
    /// Nothing is shielded that it could apply.
    case ready
    /// It applies a set, or removes one.
    case applying
    /// The set of this generation is in force.
    case applied(generation: Int64)
    /// It does not do all that it should; the reason says what, as a sentence without a full stop. With a generation, the
    /// rest of that set is in force: it contains something that the adapter cannot express.
    case degraded(reason: String, generation: Int64? = nil)
    /// It cannot work here. With a generation it works, and can express nothing of that set.
    case unavailable(reason: String, generation: Int64? = nil)
  }

  /// The adapter.
  public let adapter: EnforcementSettings.Adapter
  /// What it does at present.
  public var state = State.starting
  /// What a person can do about it; empty if nothing is wrong or nothing is known.
  public var remedy = ""
  /// What it cannot apply of the set in force, one sentence each without a full stop.
  public var limits: [String] = []
  /// The number of times that it repaired what another program had changed.
  public var repairCount: Int64 = 0

  /// Creates the standing of an adapter that has not answered yet.
  public init(_ adapter: EnforcementSettings.Adapter) { self.adapter = adapter }

  /// Whether a set is in force by this adapter, at least in part.
  public var isEnforcing: Bool {
    switch state {
    case .applied, .degraded(_, .some): true
    case .starting, .ready, .applying, .degraded(_, nil), .unavailable: false
    }
  }

  /// Whether the set has something that it should apply, and nothing of that can be expressed by it.
  public var lacksWholeSet: Bool { if case .unavailable(_, .some) = state { true } else { false } }

  /// Whether it applies or removes a set, or has not answered yet.
  public var isUnderWay: Bool { state == .applying || state == .starting }

  /// Whether a set is in force by it, or will be soon, as far as it is known, at least in part. After a failure a hosts
  /// file has nothing of it; others have all but one program.
  public var mayBlock: Bool { if case .degraded(_, nil) = state { adapter.blocksApplications } else { canWork } }

  /// Whether it can apply something of the set here, as far as it is known.
  public var canWork: Bool { if case .unavailable = state { false } else { true } }

  /// Its fault in words, such as `hosts is unavailable: there is no file '/etc/hosts'`; nil if nothing is wrong.
  public var fault: String? {
    switch state {
    case .degraded(let reason, _): "\(adapter.rawValue) is degraded: \(reason)"
    case .unavailable(let reason, _): "\(adapter.rawValue) is unavailable: \(reason)"
    case .starting, .ready, .applying, .applied: nil
    }
  }
}

extension AdapterStanding: JSONWritable {
  /// Writes the standing as an object, with null for missing values.
  public func write(to json: inout JSONWriter) { store(in: &json) }
}

extension AdapterStanding: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    adapter = try archive.field("name", of: value?.adapter)
    let word = try archive.field("state", of: value?.state.word)
    let reason = try archive.stated("reason", orNull: value?.state.reason)
    let generation = try archive.stated("generation", orNull: value?.state.generation)
    state = State(word, reason: reason ?? "", generation: generation)
    remedy = try archive.stated("remedy", orNull: (value?.remedy).flatMap { $0.isEmpty ? nil : $0 }) ?? ""
    limits = try archive.stated("limits", of: value?.limits, usual: [])
    repairCount = try archive.field("repairs", of: value?.repairCount)
  }
}

extension EnforcementSettings.Adapter: StoredScalar {}

extension AdapterStanding.State {
  /// The state without its values.
  fileprivate enum Word: String, CaseIterable {
    case starting, ready, applying, applied, degraded, unavailable
  }

  fileprivate init(_ word: Word, reason: String, generation: Int64?) {
    switch word {
    case .starting: self = .starting
    case .ready: self = .ready
    case .applying: self = .applying
    case .applied: self = .applied(generation: generation ?? 0)
    case .degraded: self = .degraded(reason: reason, generation: generation)
    case .unavailable: self = .unavailable(reason: reason, generation: generation)
    }
  }

  fileprivate var word: Word {
    switch self {
    case .starting: .starting
    case .ready: .ready
    case .applying: .applying
    case .applied: .applied
    case .degraded: .degraded
    case .unavailable: .unavailable
    }
  }

  fileprivate var reason: String? {
    switch self {
    case .degraded(let reason, _), .unavailable(let reason, _): reason
    case .starting, .ready, .applying, .applied: nil
    }
  }

  fileprivate var generation: Int64? {
    switch self {
    case .applied(let generation): generation
    case .degraded(_, let generation), .unavailable(_, let generation): generation
    case .starting, .ready, .applying: nil
    }
  }
}

extension AdapterStanding.State.Word: StoredScalar {}
