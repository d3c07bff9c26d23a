import Scheduler
import SchedulerJSON

extension ControlService {
  /// Requests to record an attempt of the caller to open a blocked domain, or one with blocked pages. Replies at once if
  /// there is nothing to record.
  mutating func report(
    _ call: ControlCall, for pending: PendingRequest, using source: some ControlSource
  ) throws(ControlError) -> [ControlAction] {
    let domain: DomainName
    do throws(TargetProblem) {
      domain = try DomainName(call.parameters.text("domain") ?? "")
    } catch {
      throw .invalid("targetInvalid", message: error.message, help: error.help)
    }
    let layer = source.engine.shield.first { applied in
      applied.layer.covers(call.role.user)
        && (applied.layer.decision(on: .domain(domain), machine: MachineNames()).isBlocked
          || applied.layer.domains.urls.contains { domain.isEqualOrSubdomain(of: $0.host) })
    }
    guard let layer, reports.admits(domain, of: call.role.userID, atBoot: source.now.boot) else {
      let bytes = VarlinkReply.bytes {
        $0.write(attemptOn: domain.text, profile: layer?.layer.profile.key, isCounted: false)
      }
      if !call.isOneway { connections[call.connection]?.send(bytes, at: source.now.boot) }
      return []
    }
    let attempt = ShieldAttempt(
      adapter: .shieldPage, outcome: .denied, application: domain.text, program: "",
      user: call.role.user.name ?? "\(call.role.userID)", count: 1, profile: layer.layer.profile, session: layer.session
    )
    return [ask(.attempt(attempt), for: pending)]
  }
}

/// Limits the attempts that clients report: one of a user for a domain in ten seconds, as a page that is loaded again and
/// again is one attempt.
struct ReportPace: Sendable {
  /// The time in which a further attempt is not counted, in nanoseconds.
  static let interval: Int64 = 10_000_000_000
  /// The most attempts of one user in that time. Further ones are not counted, so that no client fills the history.
  static let mostOfUser = 16
  /// The most attempts of all users in that time.
  static let mostRemembered = 256

  private struct Subject: Hashable {
    let domain: DomainName
    let user: UInt32
  }

  private var last: [Subject: Int64] = [:]

  /// Returns whether an attempt counts at this reading of CLOCK_BOOTTIME, in nanoseconds, and remembers that it does.
  ///
  /// Complexity: O(remembered attempts).
  mutating func admits(_ domain: DomainName, of user: UInt32, atBoot boot: Int64) -> Bool {
    last = last.filter { boot - $0.value < Self.interval }
    let subject = Subject(domain: domain, user: user)
    guard last[subject] == nil, last.count < Self.mostRemembered else { return false }
    guard last.keys.count(where: { $0.user == user }) < Self.mostOfUser else { return false }
    last[subject] = boot
    return true
  }
}

extension JSONWriter {
  /// Writes the answer to a reported attempt.
  mutating func write(attemptOn domain: String, profile: ProfileKey?, isCounted: Bool) {
    member("domain", value: domain)
    member("profile", orNull: profile?.text)
    member("counted", value: isCounted)
  }
}
