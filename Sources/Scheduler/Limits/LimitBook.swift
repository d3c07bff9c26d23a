import SchedulerCivilTime
import SchedulerJSON
import SchedulerStore

/// What people use now, and what the limits have counted.
struct LimitBook: Hashable, Sendable {
  /// A person whose use is reported.
  struct Person: Hashable, Sendable {
    /// The user.
    let user: UserIdentity
    /// What is in use: at most one target where the focus is known, all running ones where it is not.
    var targets: [UsedTarget]
    /// What measures the use, such as `sway`, or `UseReport.runningPrograms`.
    var source: String
    /// Whether a source names the domain of the tab in front; nil if that is only known once one was named.
    var knowsPages: Bool?
    /// The elapsed time since which these targets have been in use, without a suspension meanwhile.
    var since: Int64
    /// The elapsed time since which only the running programs are known; nil if more is.
    var programsSince: Int64?
    /// The limits that count what is in use.
    var counting: Set<LimitKey> = []
    /// What was in use before, in order, as far as later idleness may take it off; empty after a suspension, and after it
    /// was found that the person was idle.
    var earlier: [Earlier] = []
  }

  /// The number of earlier uses of a person that are remembered: more than windows change in that time.
  private static let earlierLimit = 256

  /// What counted for a person until other targets were in use.
  struct Earlier: Hashable, Sendable {
    let counting: Set<LimitKey>
    let since: Int64
    let end: Int64
  }

  /// The people whose use is reported, by name.
  private(set) var people: [String: Person] = [:]
  /// The counters of the present periods.
  private(set) var counters: [LimitKey: LimitCounter] = [:]
  /// What measures the use of each person, by name. It is stored, so that status can show it.
  private(set) var sources: [String: UseMeasurement] = [:]
  /// The names of the people whose agents have named the pages in front. While only their running programs are known,
  /// their browsers count for limits on domains.
  private(set) var pageUsers: Set<String> = []
  private var changed: Set<LimitKey> = []
  private var areSourcesChanged = false
  /// Whether the record of the sources has to be written, which may wait for `sourceInterval`.
  private var areSourcesUnsaved = false
  /// The elapsed time at which it was written last; nil if that was before a start.
  private var sourceSavingTime: Int64?
  /// Epoch seconds at which the wall clock next ends a period; `Int64.max` for never.
  var nextWall = Int64.max
  /// The elapsed time at which use next reaches something; `Int64.max` for never.
  var nextElapsed = Int64.max

  /// Whether a limit was reached in the present periods.
  var hasReached: Bool { counters.values.contains { $0.reached != nil } }

  /// The counter of a limit and a person; nil if nothing was used in the period.
  subscript(key: LimitKey) -> LimitCounter? { counters[key] }

  /// Whether a counter is stored at the end of this evaluation.
  func isChanged(_ key: LimitKey) -> Bool { changed.contains(key) }

  /// Changes a counter. The next evaluation stores it.
  mutating func change(_ key: LimitKey, by change: (inout LimitCounter) -> Void) {
    guard let position = counters.index(forKey: key) else { return }
    change(&counters.values[position])
    changed.insert(key)
  }

  /// Ends a period.
  mutating func remove(_ key: LimitKey) {
    if counters.removeValue(forKey: key) != nil { changed.insert(key) }
  }

  /// Counts a limit from now on, in a period. Another session or window than before begins without use.
  mutating func begin(_ key: LimitKey, in period: LimitPeriod, at elapsed: Int64) {
    if counters[key].map({ !period.isPeriod(of: $0) }) ?? true {
      counters[key] = LimitCounter(in: period)
      changed.insert(key)
    }
    counters[key]?.use.begin(at: elapsed)
  }

  /// Counts a limit no longer, because none of its targets is in use.
  mutating func pause(_ key: LimitKey, at elapsed: Int64) {
    counters[key]?.use.count(until: elapsed, continuing: false)
  }

  /// Stores what has not been stored for long.
  mutating func noteUnsaved(at elapsed: Int64) {
    for (key, counter) in counters where counter.isUnsaved(at: elapsed) { changed.insert(key) }
    if nextSourceSaving(at: elapsed).map({ $0 <= elapsed }) ?? false { areSourcesChanged = true }
  }

  /// The elapsed time at which the record of the sources should be stored; nil if it is.
  func nextSourceSaving(at elapsed: Int64) -> Int64? {
    guard areSourcesUnsaved, !areSourcesChanged else { return nil }
    return sourceSavingTime.map { $0 + Self.sourceInterval } ?? elapsed
  }

  /// The shortest time between two writings of the sources, in nanoseconds. Clients may come and go often.
  private static let sourceInterval = Nanoseconds.of(seconds: 10)

  /// Leaves out time in which the machine was suspended from everything that is counted.
  mutating func leaveOut(_ nanoseconds: Int64, at elapsed: Int64) {
    for key in counters.keys { counters[key]?.use.leaveOut(nanoseconds, at: elapsed) }
    for name in people.keys { forgetEarlier(name, at: elapsed) }
  }

  /// Takes off what was counted for a person in the last seconds, in which they were idle: of what is in use now, and of
  /// what was before, which a block may have ended meanwhile. Nothing is taken off `fixed` counters, nor off what
  /// running programs counted, which says nothing of idleness.
  mutating func takeOff(seconds: Int64, of name: String, at elapsed: Int64, except fixed: Set<LimitKey>) {
    guard seconds > 0, let person = people[name], person.source != UseReport.runningPrograms else { return }
    let begin = elapsed - UseReport.believedIdleness(seconds: seconds)
    let current = Earlier(counting: person.counting, since: person.since, end: elapsed)
    for use in person.earlier + [current] {
      let length = use.end - max(use.since, begin)
      guard length > 0 else { continue }
      for key in use.counting where !fixed.contains(key) { change(key) { $0.use.takeOff(length, at: elapsed) } }
    }
    forgetEarlier(name, at: elapsed)
  }

  /// Takes off nothing later that was counted before a time.
  private mutating func forgetEarlier(_ name: String, at elapsed: Int64) {
    people[name]?.since = elapsed
    people[name]?.earlier = []
  }

  /// Changes what a person uses; nil ends the reports about them. Returns whether this ends a gap in the measurement of
  /// their use that was noted.
  mutating func setPerson(_ name: String, to person: Person?) -> Bool {
    let former = people[name]
    people[name] = person
    if let person, person.source == UseReport.runningPrograms {
      people[name]?.programsSince = former?.programsSince ?? person.since
    }
    if let former, let person, former.source != UseReport.runningPrograms {
      if Set(former.targets) == Set(person.targets) {
        people[name]?.since = former.since
        people[name]?.earlier = former.earlier
      } else {
        let use = Earlier(counting: former.counting, since: former.since, end: person.since)
        let uses = former.earlier.filter { person.since - $0.end < UseReport.longestIdleness } + [use]
        people[name]?.earlier = uses.suffix(Self.earlierLimit)
      }
    }
    var measurement = person.map { UseMeasurement(user: name, source: $0.source) }
    let isSameSource = sources[name]?.source == measurement?.source
    let knewPages = isSameSource && sources[name]?.knowsPages ?? false
    measurement?.knowsPages = knowsPages(person, named: name) ?? knewPages
    let gap = sources[name]?.gap
    measurement?.gap = isSameSource ? gap : nil
    // Another name alone is written with the next change, so that reports do not make the disk busy.
    if sources[name]?.knowsPages != measurement?.knowsPages { areSourcesUnsaved = true }
    if gap != measurement?.gap { areSourcesChanged = true }
    sources[name] = measurement
    return gap != nil && !isSameSource
  }

  /// Returns whether the pages in front of a person are known; nil if that is as before. Remembers who has named some.
  private mutating func knowsPages(_ person: Person?, named name: String) -> Bool? {
    if person?.source == UseReport.runningPrograms { return pageUsers.contains(name) }
    let namesPage = person?.targets.contains { $0.domain != nil } ?? false
    let areKnown = namesPage ? true : person?.knowsPages
    if areKnown ?? false, pageUsers.insert(name).inserted { areSourcesChanged = true }
    return areKnown
  }

  /// Finds the limits that count what each person uses, after limits or uses changed.
  mutating func match(_ limits: [CountedLimit]) { for name in people.keys { match(limits, of: name) } }

  /// Finds the limits that count what a person uses.
  mutating func match(_ limits: [CountedLimit], of name: String) {
    guard let person = people[name] else { return }
    let counting = limits.filter { limit in
      limit.covers(person.user)
        && person.targets.contains { target in
          person.source == UseReport.runningPrograms
            ? limit.countsProgram(target.application, forDomains: pageUsers.contains(name)) : limit.counts(target)
        }
    }
    people[name]?.counting = Set(
      counting.map { LimitKey(profile: $0.profile.id, position: $0.position, user: name) })
  }
}

// The gaps in the measurement of use.
extension LimitBook {
  /// A gap that ends.
  struct GapEnd {
    let user: String
    /// When the gap was last known to continue, if the program has ended meanwhile; nil if it continued until now.
    var lastSeen: Instant?
  }

  /// Begins or continues a gap, if only the running programs of a person have been known for long. Returns the elapsed
  /// time at which it began; nil if none begins.
  mutating func noteGap(of name: String, at elapsed: Int64, wall: Instant) -> Int64? {
    guard let start = people[name]?.programsSince, elapsed - start >= UseMeasurement.shortestGap else { return nil }
    let seen = sources[name]?.gap
    if let seen, (0..<UseMeasurement.gapInterval).contains(wall.seconds(since: seen)) { return nil }
    sources[name]?.gap = wall
    areSourcesChanged = true
    return seen == nil ? start : nil
  }

  /// Ends the gaps at the beginning of a suspension. Others may begin after it. Returns the names of their people.
  mutating func suspendGaps(at elapsed: Int64) -> [String] {
    for name in people.keys where people[name]?.programsSince != nil { people[name]?.programsSince = elapsed }
    let names = sources.keys.filter { sources[$0]?.gap != nil }.sorted()
    for name in names { sources[name]?.gap = nil }
    areSourcesChanged = areSourcesChanged || !names.isEmpty
    return names
  }

  /// Ends all reports, and stores what was counted. Returns the gaps that this ends.
  mutating func forgetPeople(at elapsed: Int64) -> [GapEnd] {
    for key in counters.keys {
      counters[key]?.use.count(until: elapsed, continuing: false)
      changed.insert(key)
    }
    defer { areSourcesChanged = areSourcesChanged || areSourcesUnsaved }
    return Set(people.keys).union(sources.keys).sorted().compactMap { name in
      let end = GapEnd(user: name, lastSeen: people[name] == nil ? sources[name]?.gap : nil)
      return setPerson(name, to: nil) ? end : nil
    }
  }
}

// The records.
extension LimitBook {
  /// All records, sorted by key.
  func records(at elapsed: Int64) -> [StateChange] {
    let hasSources = !sources.isEmpty || !pageUsers.isEmpty
    return counters.keys.sorted().map { record(of: $0, at: elapsed) } + (hasSources ? [sourceRecord] : [])
  }

  /// The key of the record of what measures the use of people.
  static let sourceKey = "measured"

  private var sourceRecord: StateChange {
    guard !sources.isEmpty || !pageUsers.isEmpty else { return .removal(of: Self.sourceKey) }
    let measured = MeasuredPeople(people: sources.values.sorted { $0.user < $1.user }, pageUsers: pageUsers)
    return StateChange(key: Self.sourceKey, payload: JSONWriter.bytes(of: measured))
  }

  /// Whether there are records to write or remove.
  var isChanged: Bool { !changed.isEmpty || areSourcesChanged }

  /// Returns the records that changed since the last call, sorted by key.
  mutating func takeChangedRecords(at elapsed: Int64) -> [StateChange] {
    defer { (changed, areSourcesChanged) = ([], false) }
    for key in changed { counters[key]?.noteSaved(at: elapsed) }
    if areSourcesChanged { (areSourcesUnsaved, sourceSavingTime) = (false, elapsed) }
    return changed.sorted().map { record(of: $0, at: elapsed) } + (areSourcesChanged ? [sourceRecord] : [])
  }

  /// Restores a counter that was stored.
  mutating func restore(_ counter: LimitCounter, of key: LimitKey) { counters[key] = counter }

  /// Restores what measured the use of people.
  mutating func restore(_ measured: MeasuredPeople) {
    for measurement in measured.people { sources[measurement.user] = measurement }
    pageUsers = measured.pageUsers
  }

  /// Makes the next evaluation rewrite or remove the record of what measures the use of people.
  mutating func rewriteSources() { areSourcesChanged = true }

  /// Makes the next evaluation rewrite or remove a record.
  mutating func rewrite(_ key: LimitKey) { changed.insert(key) }

  private func record(of key: LimitKey, at elapsed: Int64) -> StateChange {
    guard var counter = counters[key] else { return .removal(of: key.recordKey) }
    counter.use.count(until: elapsed, continuing: true)
    return StateChange(key: key.recordKey, payload: JSONWriter.bytes(of: counter))
  }
}
