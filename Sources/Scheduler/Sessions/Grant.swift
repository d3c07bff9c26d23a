import SchedulerCivilTime
import SchedulerJSON

/// A target that a session leaves open for a while, as an `allow` in its own layer does. It always has a stored end.
public struct Grant: Hashable, Sendable {
  /// The identity, which follows from the session, the instant of the opening and the number of the grant.
  public let id: GrantID
  /// The open target: as requested, or the host of a requested page.
  public let target: Target
  /// For an application: those of its paths that the layer blocks as paths. Allowing the name alone would not open
  /// them.
  public let paths: [ApplicationName]
  /// The planned instant of the start.
  public let start: Instant
  /// The elapsed time at which the grant ends by itself, in nanoseconds.
  public let deadline: Int64
  /// The members that a newer version wrote.
  var unknown = JSONObject()

  /// Returns the activity whose interval the grant is.
  func activity(of profile: ProfileID, _ session: SessionID) -> ActivityName {
    .access(profile, session: session, grant: id)
  }

  /// Returns the identity of a grant: UUID version 5 of `<epoch seconds of the opening instant>:<number>`, both in
  /// decimal, in the namespace of the session's identity.
  static func identity(session: SessionID, start: Instant, number: Int64) -> GrantID {
    GrantID(UUIDValue(version5Of: "\(start.epochSeconds):\(number)", in: session.uuid))
  }
}

extension Layer {
  /// Returns the layer that leaves the targets of grants open, each as an entry of its `allow` would. A domain is open
  /// with all its pages. Complexity: O(n log n) for n entries.
  func opened(by grants: [Grant]) -> Layer {
    var layer = self
    for grant in grants {
      switch grant.target {
      case .domain(let name):
        layer.domains.allow = (layer.domains.allow + [name]).sortedOnce
        layer.domains.urls.removeAll { $0.host.isEqualOrSubdomain(of: name) }
      case .page: break  // No grant has one: its host is open.
      case .application(let name):
        layer.applications.allow = (layer.applications.allow + [name] + grant.paths).sortedOnce
      }
    }
    return layer
  }

  /// Returns the paths of a target that the layer blocks as paths. Complexity: O(entries).
  func blockedPaths(of target: ResolvedTarget) -> [ApplicationName] {
    guard case .application(let application) = target else { return [] }
    return applications.block.filter { $0.isPath && application.paths.contains($0.text) }
  }
}

extension Grant: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    id = try archive.field("id", of: value?.id)
    let domain = try archive.optional("domain", of: value?.target.domain)
    let application = try archive.optional("application", of: value?.target.application)
    try archive.require(domain != nil || application != nil, of: "application", expecting: "a text")
    target = domain.map(Target.domain) ?? .application(application ?? ApplicationName(""))
    paths = try archive.list("paths", of: value?.paths)
    start = try archive.instant("start", of: value?.start)
    deadline = try archive.field("deadline", of: value?.deadline)
    unknown = archive.unknown(value?.unknown)
  }
}

extension Target {
  fileprivate var domain: DomainName? { if case .domain(let name) = self { name } else { nil } }
  fileprivate var application: ApplicationName? { if case .application(let name) = self { name } else { nil } }
}
