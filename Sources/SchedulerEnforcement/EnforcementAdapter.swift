import Scheduler
import SchedulerPlatform

/// A component of the machine that applies the shield set: an adapter, such as the guard of executables or the hosts
/// file.
///
/// A `Conductor` decides when each function is called, and an `AdapterThread` calls them, never two at once. An adapter
/// may therefore block: it delays no edge and no other adapter. It resolves users and applications itself, because only
/// it knows what the component can express.
///
/// ```swift
/// struct Firewall: EnforcementAdapter {
///   let name = EnforcementSettings.Adapter.nftables
///   mutating func probe() -> AdapterAvailability { .available }
///   mutating func apply(_ shield: ShieldSet) throws(AdapterError) -> AdapterEffect { … }
///   mutating func verify() throws(AdapterError) { … }
///   mutating func revert() throws(AdapterError) { … }
/// }
/// ```
public protocol EnforcementAdapter: Sendable {
  /// The name by which `[enforce]`, `status` and `doctor` refer to it.
  var name: EnforcementSettings.Adapter { get }

  /// Returns whether the adapter can work here. Changes nothing on the machine.
  mutating func probe() -> AdapterAvailability

  /// Makes the machine match a shield set, and nothing if it already does. A set without layers is applied by `revert`
  /// instead.
  ///
  /// - Returns: what the set means here.
  /// - Throws: why it could not be applied. What was applied before may still be in force, or a part of the set.
  mutating func apply(_ shield: ShieldSet) throws(AdapterError) -> AdapterEffect

  /// Asks the component itself whether the last applied set is in force, never an own record of it.
  ///
  /// - Throws: what is not in force.
  mutating func verify() throws(AdapterError)

  /// Removes what carries the adapter's marker, and leaves the rest as it is, byte for byte. Does nothing if nothing was
  /// applied.
  ///
  /// - Throws: what could not be removed.
  mutating func revert() throws(AdapterError)

  /// A descriptor that is readable while `work` has something to do; nil for none. The default is nil.
  var descriptor: OpenDescriptor? { get }

  /// Does what is due: takes attempts from the component, repairs what was tampered with, examines what cannot be
  /// watched. It is called when the descriptor is readable, at the time that the last call returned, and before the
  /// adapter's thread ends. The default does nothing.
  ///
  /// - Parameter boot: the reading of CLOCK_BOOTTIME, in nanoseconds.
  mutating func work(atBoot boot: Int64) -> AdapterWork
}

extension EnforcementAdapter {
  /// Nothing happens by itself.
  public var descriptor: OpenDescriptor? { nil }

  /// Does nothing.
  public mutating func work(atBoot boot: Int64) -> AdapterWork { AdapterWork() }
}

/// Whether an adapter can work on this machine.
public enum AdapterAvailability: Hashable, Sendable {
  /// It can do all that it promises.
  case available
  /// It can do a part. The reason says which part it cannot do, as a sentence without a full stop.
  case degraded(reason: String, remedy: String)
  /// It can do nothing. The reason says why.
  case unavailable(reason: String, remedy: String)
  /// Its component is not installed, or is not meant to be used. It can do nothing, and is shown only if the
  /// configuration names it.
  case absent(reason: String, remedy: String)

  /// Whether it can do nothing.
  var isNone: Bool {
    switch self {
    case .unavailable, .absent: true
    case .available, .degraded: false
    }
  }
}

/// What an applied set means for an adapter.
public struct AdapterEffect: Hashable, Sendable {
  /// Whether the adapter applies anything of the set. An adapter for domains does nothing for a shield of applications.
  public var isConcerned: Bool
  /// What of the set the adapter cannot apply, or applies to more than it says, one sentence each without a full stop;
  /// for example that other users are covered, too.
  public var limits: [String]
  /// What the set blocks and the adapter cannot express, so that it is not blocked; nil if there is nothing. The rest is
  /// applied, and the order is not repeated earlier than usual.
  public var gap: AdapterError?

  /// Creates an effect.
  public init(isConcerned: Bool = true, limits: [String] = [], gap: AdapterError? = nil) {
    self.isConcerned = isConcerned
    self.limits = limits
    self.gap = gap
  }
}

extension AdapterEffect {
  /// How the adapter stands after the set of a generation was applied and verified.
  func state(of generation: Int64) -> AdapterStanding.State {
    switch (gap, isConcerned) {
    case (nil, false): .ready
    case (nil, true): .applied(generation: generation)
    case (let gap?, false): .unavailable(reason: gap.reason, generation: generation)
    case (let gap?, true): .degraded(reason: gap.reason, generation: generation)
    }
  }
}

/// The reason why an adapter failed or cannot express a set, as a sentence without a full stop, and what helps.
public struct AdapterError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What failed, or what cannot be expressed.
  public let reason: String
  /// What a person can do about it; empty if nothing is known.
  public var remedy = ""
  /// Whether the component belongs to another daemon.
  var isOfAnotherDaemon = false

  /// Creates an error.
  public init(_ reason: String, remedy: String = "") {
    self.reason = reason
    self.remedy = remedy
  }

  /// The reason.
  public var description: String { reason }
}

/// What an adapter did by itself.
public struct AdapterWork: Sendable {
  /// The attempts to use what is blocked, oldest first.
  public var attempts: [BlockAttempt] = []
  /// The number of attempts that were blocked and could not be kept, because there were too many, or because the process
  /// that tried could not be identified.
  public var lostAttemptCount = 0
  /// What another program changed and the adapter repaired, one sentence each without a full stop.
  public var repairs: [String] = []
  /// What has become of the component since the last call, so that the set is applied again; nil for no change.
  public var change: ComponentChange?
  /// The time of the next call, in nanoseconds of CLOCK_BOOTTIME; nil for never. Soon after the end of a shield it is nil.
  public var nextBoot: Int64?

  /// Creates a result without any event.
  public init() {}

  /// A change of the component of an adapter.
  public enum ComponentChange: Sendable {
    /// It has stopped to block.
    case lost
    /// It is there again, so that a failed order need not be waited for.
    case back
  }
}

/// One attempt of a user to use what a layer blocks: to start an application, or to open a domain.
public struct BlockAttempt: Hashable, Sendable {
  /// The adapter that blocked it.
  public let adapter: EnforcementSettings.Adapter
  /// How it was blocked.
  public let outcome: ShieldAttempt.Outcome
  /// The name of the application, as the layer or its desktop entry has it, or the domain.
  public let name: String
  /// The path of the executable file; empty for a domain.
  public let program: String
  /// The user who tried, by ID; nil if the adapter cannot know, as a name server.
  public let user: UInt32?
  /// The process that tried; nil if the adapter cannot know.
  public let process: Int32?
  /// The profile whose layer blocks it. If several do, the first.
  public let profile: ProfileReference
  /// The session of that profile.
  public let session: SessionID
  /// The time, in nanoseconds of CLOCK_BOOTTIME.
  public let boot: Int64

  /// Creates an attempt.
  public init(
    adapter: EnforcementSettings.Adapter, outcome: ShieldAttempt.Outcome, name: String, program: String = "",
    user: UInt32? = nil, process: Int32? = nil, profile: ProfileReference, session: SessionID, boot: Int64
  ) {
    (self.adapter, self.outcome, self.name, self.program) = (adapter, outcome, name, program)
    (self.user, self.process, self.profile, self.session, self.boot) = (user, process, profile, session, boot)
  }
}

extension Layer {
  /// What an adapter that knows the names of sites alone says of a layer with `urls`; nil for one without.
  var limitOfNames: String? {
    domains.urls.isEmpty
      ? nil : "the urls of '\(profile.key.text)' are not covered: only browsers can tell the pages of a site apart"
  }
}
