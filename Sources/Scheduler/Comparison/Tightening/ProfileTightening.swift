import SchedulerCivilTime

/// Makes a profile of a newer configuration as tight as one of an older configuration.
struct ProfileTightening {
  /// The profile, at first as the newer configuration has it.
  private(set) var subject: ConfiguredProfile
  /// What it blocks beside `all`, which only a set can say.
  private(set) var ownSet: TargetSet?
  /// Whether anything of it had to stay.
  private(set) var isChanged = false
  private let range: Range<Instant>
  /// The intervals of other profiles that end sessions.
  private let others: ReplacingIntervals

  /// Begins with a profile that says all of itself.
  init(_ subject: ConfiguredProfile, in range: Range<Instant>, among others: ReplacingIntervals) {
    self.subject = subject
    self.subject.meetsReplacing = !others.isEmpty
    self.range = range
    self.others = others
  }

  /// Lets a profile that was not there before leave other sessions alone.
  mutating func spareOthers() {
    let blank = subject.blank
    for row in SettingRow.profile where row.loosensOthers {
      isChanged = row.tighten(&subject, from: blank) || isChanged
    }
  }

  /// Lets what an older profile has and this one has not stay.
  mutating func tighten(from older: ConfiguredProfile) {
    var old = older
    old.meetsReplacing = !others.isEmpty
    if !old.profile.isEnabled {
      // It blocks nothing: whatever it says of time, targets and users may change.
      old.block(as: subject)
    } else if !subject.profile.isEnabled {
      subject.block(as: old)
      write(subject.layer)
      isChanged = true
    }
    if old.profile.hasNoTimes { old.profile.zone = subject.zone }
    // What stays of one thing can make another thing loosen: a removed key where the lock stays low, an overlap where the
    // windows stay.
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

  /// Whether it can end other sessions where the older profile did not.
  private func startsAnew(beside old: ConfiguredProfile) -> Bool {
    subject.profile.replacesOthers && intervals(from: old).contains(where: \.canEndOthers)
  }

  /// Lets the older windows hold beside the newer ones, or in their place.
  private mutating func tightenSchedule(from old: ConfiguredProfile) {
    let changes = intervals(from: old)
    if changes.contains(where: \.takesFromSessions) {
      let missing = old.profile.windows.filter { window in
        !subject.profile.windows.contains { $0.holdsSurelyAs(window) }
      }
      keep(subject.profile.windows + missing.unplaced)
      // What is longer than seven dates together is cut at Mondays, where a session of before went on.
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

  /// What its intervals do otherwise than those of an older profile.
  private func intervals(from old: ConfiguredProfile) -> [IntervalChange] {
    IntervalComparison.changes(
      from: old.timeline, to: subject.timeline, in: range, rules: StartRules(subject.profile, among: others))
  }
}

extension IntervalChange {
  /// Whether something that was held is held no longer, or only by another session.
  fileprivate var takesFromSessions: Bool { freedSeconds > 0 || dividesSession }
}

extension ProfileTightening {
  /// Blocks what an older layer blocks as well.
  private mutating func tightenTargets(from old: Layer) {
    let newer = subject.layer
    let loosened = TargetChange.changes(from: old, to: newer).filter { $0.direction == .loosens }
    guard !loosened.isEmpty else { return }
    var layer = newer
    if loosened.contains(where: { [.domains, .otherDomains].contains($0.kind) }) {
      layer.domains = layer.domains.joined(with: old.domains)
    }
    if loosened.contains(where: { [.applications, .categories, .otherApplications].contains($0.kind) }) {
      layer.applications = layer.applications.joined(with: old.applications)
    }
    layer.deniesAppInstallation = layer.deniesAppInstallation || old.deniesAppInstallation
    layer.deniesAppRemoval = layer.deniesAppRemoval || old.deniesAppRemoval
    // What looked like loosening may have been none.
    guard !TargetChange.changes(from: newer, to: layer).isEmpty else { return }
    write(layer)
    isChanged = true
  }

  /// Lets a profile of the older configuration say itself what its sets hold: the newer one may have others.
  mutating func restoreTargets() {
    subject.profile.source = nil
    subject.profile.windows = subject.profile.windows.unplaced
    write(subject.layer)
    isChanged = true
  }

  /// Lets the profile block what a layer does, without sets of the files.
  private mutating func write(_ layer: Layer) {
    var block = BlockedTargets()
    var set = TargetSet()
    if layer.applications.default == .block { set.applications = layer.applications.block }
    if layer.domains.default == .block { set.domains = layer.domains.block }
    block.applications = layer.applications.default == .block ? .all : .listed(layer.applications.block)
    block.domains = layer.domains.default == .block ? .all : .listed(layer.domains.block)
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
  /// Takes over when another profile holds, what it blocks and for whom.
  fileprivate mutating func block(as other: ConfiguredProfile) {
    configuration = other.configuration
    profile.zone = other.zone
    profile.windows = other.profile.windows.unplaced
    profile.block = other.profile.block
    profile.allow = other.profile.allow
    profile.users = other.profile.users
    profile.groups = other.profile.groups
  }
}

extension Profile {
  /// Whether nothing of it is read in a zone.
  fileprivate var hasNoTimes: Bool { windows.isEmpty && breaks?.reset == nil }
}

extension [Window] {
  /// The same without their places in files, which are those of an older configuration.
  var unplaced: [Window] {
    map { window in
      var window = window
      window.source = nil
      return window
    }
  }
}
