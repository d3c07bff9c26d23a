import SchedulerCivilTime

/// Makes a profile of a newer configuration as tight as its counterpart in an older one.
struct ProfileTightening {
  /// The profile, initially as in the newer configuration.
  private(set) var subject: ConfiguredProfile
  /// A set for listed targets beside `all`, which the profile's own list cannot express.
  private(set) var ownSet: TargetSet?
  /// Whether any older value had to stay.
  private(set) var isChanged = false
  private let range: Range<Instant>
  /// The intervals of other profiles that end sessions.
  private let others: ReplacingIntervals

  /// Starts with a profile whose inherited values are written out.
  init(_ subject: ConfiguredProfile, in range: Range<Instant>, among others: ReplacingIntervals) {
    self.subject = subject
    self.subject.meetsReplacing = !others.isEmpty
    self.range = range
    self.others = others
  }

  /// Removes the settings of an added profile that would loosen others.
  mutating func spareOthers() {
    let blank = subject.blank
    for row in SettingRow.profile { isChanged = row.spareOthers(&subject, beside: blank) || isChanged }
  }

  /// Keeps the values of an older profile that are tighter.
  mutating func tighten(from older: ConfiguredProfile) {
    var old = older
    old.meetsReplacing = !others.isEmpty
    if !old.profile.isEnabled {
      // A disabled profile blocks nothing: its times, targets and users may change freely.
      old.block(as: subject)
    } else if !subject.profile.isEnabled {
      subject.profile.limits = subject.wholeLimits
      subject.block(as: old)
      write(subject.layer)
      isChanged = true
    }
    if old.profile.hasNoTimes { old.profile.zone = subject.zone }
    // A value that stays can make another one loosen: a removed unlock key if the lock stays low, an overlap if the
    // windows stay. Hence the second pass.
    tightenSettings(from: old)
    tightenSchedule(from: old)
    tightenSettings(from: old)
    if startsAnew(beside: old) {
      subject.profile.overlap = .stack
      isChanged = true
    }
    tightenTargets(from: old.layer)
  }

  private mutating func tightenSettings(from old: ConfiguredProfile) {
    for row in SettingRow.profile { isChanged = row.tighten(&subject, from: old) || isChanged }
  }

  /// Whether the profile can end other sessions that the older one did not.
  private func startsAnew(beside old: ConfiguredProfile) -> Bool {
    subject.profile.replacesOthers && intervals(from: old).contains(where: \.canEndOthers)
  }

  /// Keeps the older windows beside the newer ones or in their place.
  private mutating func tightenSchedule(from old: ConfiguredProfile) {
    let changes = intervals(from: old)
    if changes.contains(where: \.takesFromSessions) {
      let missing = old.profile.windows.filter { window in
        !subject.profile.windows.contains { $0.holdsSurelyAs(window) }
      }
      keep(subject.profile.windows + missing.unplaced)
      // A union over more than seven dates is cut at Mondays, where an old session would have continued.
      if intervals(from: old).contains(where: { $0.dividesSession || $0.meetsReplacing }) {
        keep(old.profile.windows.unplaced)
      }
    } else if changes.contains(where: \.meetsReplacing)
      || changes.contains(where: \.joinsSessions) && changes.allSatisfy({ $0.heldSeconds == 0 })
    {
      keep(old.profile.windows.unplaced)
    }
  }

  private mutating func keep(_ windows: [Window]) {
    subject.profile.windows = windows
    isChanged = true
  }

  /// The changes from the intervals of an older profile.
  private func intervals(from old: ConfiguredProfile) -> [IntervalChange] {
    IntervalComparison.changes(
      from: old.timeline, to: subject.timeline, in: range, rules: StartRules(subject.profile, among: others))
  }
}

extension IntervalChange {
  /// Whether some time is no longer covered, or only by another session.
  fileprivate var takesFromSessions: Bool { freedSeconds > 0 || dividesSession }
}

extension ProfileTightening {
  /// Adds the targets that an older layer blocks.
  private mutating func tightenTargets(from old: Layer) {
    let newer = subject.layer
    let loosened = TargetChange.changes(from: old, to: newer).filter { $0.direction == .loosens }
    guard !loosened.isEmpty else { return }
    var layer = newer
    if loosened.contains(where: { [.domains, .otherDomains, .urls].contains($0.kind) }) {
      layer.domains = layer.domains.joined(with: old.domains)
    }
    if loosened.contains(where: { [.applications, .categories, .otherApplications].contains($0.kind) }) {
      layer.applications = layer.applications.joined(with: old.applications)
    }
    layer.deniesAppInstallation = layer.deniesAppInstallation || old.deniesAppInstallation
    layer.deniesAppRemoval = layer.deniesAppRemoval || old.deniesAppRemoval
    // The merged layer may equal the newer one.
    guard !TargetChange.changes(from: newer, to: layer).isEmpty else { return }
    write(layer)
    isChanged = true
  }

  /// Writes out the targets of the sets of an older profile and of its limits, because the newer configuration may define
  /// other sets.
  mutating func restoreTargets() {
    subject.profile.limits = subject.wholeLimits
    subject.profile.source = nil
    subject.profile.windows = subject.profile.windows.unplaced
    write(subject.layer)
    isChanged = true
  }

  /// Makes the profile block the targets of a layer without named sets.
  private mutating func write(_ layer: Layer) {
    var block = BlockedTargets()
    var set = TargetSet()
    if layer.applications.default == .block { set.applications = layer.applications.block }
    if layer.domains.default == .block { set.domains = layer.domains.block }
    block.applications = layer.applications.default == .block ? .all : .listed(layer.applications.block)
    block.domains = layer.domains.default == .block ? .all : .listed(layer.domains.block)
    block.urls = layer.domains.urls
    block.categories = layer.applications.blockCategories
    block.deniesAppInstallation = layer.deniesAppInstallation
    block.deniesAppRemoval = layer.deniesAppRemoval
    subject.profile.block = block
    var allow = AllowedTargets()
    allow.applications = layer.applications.allow
    allow.categories = layer.applications.allowCategories
    allow.domains = layer.domains.allow
    subject.profile.allow = allow
    ownSet = set.applications.isEmpty && set.domains.isEmpty ? nil : set
  }
}

extension ConfiguredProfile {
  /// Takes the windows, targets and users of another profile.
  fileprivate mutating func block(as other: ConfiguredProfile) {
    adoptConfiguration(of: other)
    profile.zone = other.zone
    profile.windows = other.profile.windows.unplaced
    profile.block = other.profile.block
    profile.allow = other.profile.allow
    profile.users = other.profile.users
    profile.groups = other.profile.groups
  }
}

extension Profile {
  /// Whether the profile has no civil times, so that its zone has no effect.
  fileprivate var hasNoTimes: Bool {
    windows.isEmpty && breaks?.reset == nil && !limits.contains { $0.period == .day }
  }
}

extension [Window] {
  /// The windows without their places in files, which belong to an older configuration.
  var unplaced: [Window] {
    map { window in
      var window = window
      window.source = nil
      return window
    }
  }
}
