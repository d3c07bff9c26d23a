import SchedulerCivilTime

@testable import Scheduler

extension VirtualMachine {
  /// Asks for access to a domain.
  mutating func access(_ domain: String, for user: UserIdentity? = nil, by requester: Requester = Requester()) {
    let request = AccessRequest(to: .domain(DomainName(checked: domain)), for: user)
    handle(.command(.access(request), by: requester))
  }

  /// Asks for access to an application, as a machine knows it.
  mutating func access(application name: String, _ identity: ApplicationIdentity? = nil) {
    let target = Target.application(ApplicationName(name))
    let request =
      identity.map { AccessRequest(to: target, resolved: .application($0)) } ?? AccessRequest(to: target)
    command(.access(request))
  }

  /// Whether the layers that are applied block a domain for anybody.
  func blocks(_ domain: String) -> Bool { blocks(.domain(DomainName(checked: domain))) }

  /// Those of some domains that are blocked.
  func blocked(_ domains: [String]) -> [String] { domains.filter(blocks) }

  /// Whether the layers that are applied block a target for anybody.
  func blocks(_ target: ResolvedTarget) -> Bool {
    Verdict(on: target, for: nil, layers: engine.shield.map(\.layer), machine: MachineNames()).isBlocked
  }

  /// How many accesses the session of a profile has left.
  func accessesLeft(_ key: String) -> Int64? { session(key)?.accessesLeft(at: present) }
}
