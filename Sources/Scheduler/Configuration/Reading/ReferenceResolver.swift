import SchedulerCivilTime

/// Converts drafts to the model: resolves names and checks rules across keys.
struct ReferenceResolver<Zones: ZoneSource> {
  private let draft: ConfigurationDraft
  private let zones: Zones
  /// The results of zone look-ups so far, usually one.
  private var answers: [(name: String, result: Result<ConfiguredZone, ZoneError>)] = []
  /// The machine's own zone once it was needed; contains nil if it could not be read, which was reported.
  private var machineZone: ConfiguredZone??
  /// All zone identifiers once a suggestion was needed.
  private var identifiers: [String]?
  /// The sets defined by the files.
  private let sets: [String: TargetSet]

  init(draft: ConfigurationDraft, zones: Zones) {
    self.draft = draft
    self.zones = zones
    var sets: [String: TargetSet] = [:]
    for set in draft.sets.drafts { sets[set.name.value] = TargetSet(set) }
    self.sets = sets
  }

  /// Returns the configuration, or nil if there were errors. Findings that are probably not intended are reported only
  /// without errors.
  mutating func configuration(_ reading: inout Reading) -> Configuration? {
    let calendars = calendars
    for calendar in draft.calendars.drafts { reportName("calendar", name: calendar.name, reading: &reading) }
    for set in draft.sets.drafts { reportName("set", name: set.name, reading: &reading) }
    for goal in draft.goals.drafts { reportName("goal", name: goal.name, reading: &reading) }
    let goals = draft.goals.drafts.compactMap { $0.goal(&reading) }
    reportLimits(&reading)
    let zone = draft.zone.map { self.zone(named: $0, reading: &reading) } ?? systemZone(&reading)
    var profiles: [Profile] = []
    profiles.reserveCapacity(draft.profiles.drafts.count)
    for profileDraft in draft.profiles.drafts {
      if let profile = profile(profileDraft, calendars: calendars, reading: &reading) { profiles.append(profile) }
    }
    reportDuplicateIDs(of: profiles, reading: &reading)
    guard let zone, !reading.diagnostics.hasErrors else { return nil }
    reading.checkAccounts(of: draft)
    for set in draft.sets.drafts { reading.checkLoopback(set.domains) }
    let setNamed = set(named:)
    // Without errors, each draft has become a profile.
    for (index, profileDraft) in draft.profiles.drafts.enumerated() {
      reading.checkTargets(of: profileDraft, profiles[index].block, set: setNamed)
      reading.checkLimits(of: profileDraft, profiles[index], set: setNamed)
      reading.checkLock(of: profileDraft, draft)
      reading.checkNames(of: profileDraft)
    }
    var configuration = Configuration(zone: zone, profiles: consume profiles)
    configuration.calendars = calendars
    configuration.sets = sets
    configuration.emergency = draft.emergency
    configuration.goals = goals.sorted { $0.name < $1.name }
    configuration.hooks = draft.hooks
    configuration.daemon = draft.daemon.settings
    configuration.daemon.group = draft.daemon.group?.value
    configuration.enforcement = draft.enforcement
    configuration.listFiles = draft.listFiles
    configuration.extensions = draft.extensions.merging(reading.extensions) { first, _ in first }
    return configuration
  }

  private var calendars: [String: DateSet] {
    var calendars: [String: DateSet] = [:]
    for calendar in draft.calendars.drafts {
      calendars[calendar.name.value] = DateSet(ranges: calendar.dates.map { $0...$0 } + calendar.ranges)
    }
    return calendars
  }

  /// Returns the set with a name: that of the files, else the built-in one.
  private func set(named name: String) -> TargetSet? { sets[name] ?? BuiltInSets.set(named: name) }

  private mutating func profile(
    _ draft: ProfileDraft, calendars: [String: DateSet], reading: inout Reading
  ) -> Profile? {
    let zone = draft.zone.map { self.zone(named: $0, reading: &reading) } ?? nil
    var windows: [Window] = []
    windows.reserveCapacity(draft.windows.count)
    let skip = reading.dates(draft.skip, calendars: calendars)
    for (index, window) in draft.windows.enumerated() {
      let window = Window(window, place: index + 1, skip: skip, calendars: calendars, reading: &reading)
      if let window { windows.append(window) }
    }
    let limitSets = draft.limits.flatMap { $0.value.sets ?? [] }
    for name in draft.block.sets + limitSets where set(named: name.value) == nil {
      reading.reportError(.unknownSet(name, known: (Array(sets.keys) + BuiltInSets.allNames).sorted()))
    }
    guard let key = ProfileKey(draft.name.value) else {
      reading.report(.invalidName("profile", name: draft.name))
      return nil
    }
    var profile = Profile(
      ProfileReference(key: key, id: draft.id.map { ProfileID($0.value) }), name: draft.displayName?.value)
    profile.zone = zone
    profile.windows = windows
    profile.copySettings(of: draft)
    return profile
  }

  /// Returns the zone with a name, or nil after reporting an error, which is done for each place that names it.
  private mutating func zone(named name: Located<String>, reading: inout Reading) -> ConfiguredZone? {
    if name.value == "system" { return systemZone(&reading) }
    switch answer(for: name.value) {
    case .success(let zone): return zone
    case .failure(let failure):
      let known = identifiers ?? zones.identifiers()
      identifiers = known
      reading.reportError(.zone(name, failure: failure, known: known))
      return nil
    }
  }

  private mutating func answer(for name: String) -> Result<ConfiguredZone, ZoneError> {
    if let known = answers.first(where: { $0.name == name }) { return known.result }
    let result = Result { () throws(ZoneError) in
      ConfiguredZone(.identifier(name), rules: try zones.rules(for: name))
    }
    answers.append((name, result))
    return result
  }

  private mutating func systemZone(_ reading: inout Reading) -> ConfiguredZone? {
    if let known = machineZone { return known }
    do throws(ZoneError) {
      machineZone = .some(ConfiguredZone(.system, rules: try zones.systemRules()))
    } catch {
      reading.report(.systemZone(error))
      machineZone = .some(nil)
    }
    return machineZone ?? nil
  }

  private func reportName(_ kind: String, name: Located<String>, reading: inout Reading) {
    if !ProfileKey.isValid(name.value) { reading.report(.invalidName(kind, name: name)) }
  }

  private func reportLimits(_ reading: inout Reading) {
    let profiles = draft.profiles.drafts
    if profiles.count > ConfigurationLimits.profiles {
      reading.report(.tooManyProfiles(profiles.count, first: profiles[ConfigurationLimits.profiles].name))
    }
    for profile in profiles where profile.block.urls.count > ConfigurationLimits.urlsPerProfile {
      reading.report(.tooManyURLs(profile.block.urls))
    }
    let domains = draft.writtenDomainCount
    if domains > ConfigurationLimits.domains { reading.report(.tooManyDomains(domains)) }
  }

  private func reportDuplicateIDs(of profiles: [Profile], reading: inout Reading) {
    guard draft.profiles.drafts.contains(where: { $0.id != nil }) else { return }
    var owners: [ProfileID: Profile] = [:]
    for profile in profiles {
      guard let first = owners.updateValue(profile, forKey: profile.id) else { continue }
      guard let here = draft.profiles[profile.key.text], let there = draft.profiles[first.key.text] else { continue }
      reading.report(.duplicateID(profile.id, profile: here.idOrKey, first: there.idOrKey))
    }
    for builtIn in BuiltInProfiles.profiles {
      guard let profile = owners[builtIn.id], profile.key != builtIn.key else { continue }
      guard let draft = draft.profiles[profile.key.text] else { continue }
      reading.report(.idOfBuiltIn(draft.idOrKey, builtIn: builtIn.key))
    }
  }
}

extension ProfileDraft {
  /// The profile's key, at the place of its `id` if it states one.
  fileprivate var idOrKey: Located<String> { Located(value: name.value, span: id?.span ?? name.span) }
}

extension TargetSet {
  fileprivate init(_ draft: SetDraft) {
    self.init(applications: draft.applications.map(\.value), domains: draft.domains.map(\.value) + draft.listedDomains)
    name = draft.name.value
    source = draft.name.span
  }
}
