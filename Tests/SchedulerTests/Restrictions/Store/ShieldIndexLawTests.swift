import SchedulerCivilTime
import Testing

@testable import Scheduler

/// A shield set and its index block what a naive second implementation blocks.
@Suite struct ShieldIndexLawTests {
  private static let machine = MachineNames([DomainName(checked: "desk")])
  private static let machineNames = ["desk", "localhost", "localhost.localdomain", "ip6-localhost", "ip6-loopback"]

  private func set(of layers: [Layer]) -> ShieldSet {
    let session = SessionID(UUIDValue(version5Of: "s", in: .urlNamespace))
    return ShieldSet(
      writtenAt: Instant(epochSeconds: 0), bootID: "boot",
      layers: layers.map { AppliedLayer(layer: $0, session: session, origins: [.manual], until: nil) })
  }

  /// Where the instance is a user's, a layer that names nobody names its owner.
  private func naming(_ owner: String?, _ layers: [Layer]) -> [Layer] {
    guard let owner else { return layers }
    return layers.map { layer in
      var layer = layer
      if layer.users.isEmpty, layer.groups.isEmpty { layer.users = [owner] }
      return layer
    }
  }

  @Test(
    arguments: [1, 2, 3, 4, 5, 6] as [UInt64],
    [(.exceptRoot, nil), (.owner("kim"), "kim"), (.owner("root"), "root")] as [(Everybody, String?)])
  func `a target is blocked if any layer that covers the user blocks it`(
    seed: UInt64, instance: (everybody: Everybody, owner: String?)
  ) {
    var shield = RandomShield(seed: seed)
    var counts = [true: 0, false: 0]
    for _ in 0..<300 {
      let layers = shield.layers()
      let set = set(of: layers)
      let index = ShieldIndex(set, where: instance.everybody, machine: Self.machine)
      let user = shield.user()
      func naive(_ target: ResolvedTarget) -> Bool {
        NaiveShield.isBlocked(target, for: user, by: naming(instance.owner, layers), machine: Self.machineNames)
      }
      let place: Comment = "seed \(seed): for \(String(describing: user)) by \(layers)"
      for domain in [shield.domain(), shield.domain()] {
        #expect(index.blocks(domain, for: user) == naive(.domain(domain)), place)
        #expect(
          set.blocks(domain, for: user, where: instance.everybody, machine: Self.machine) == naive(.domain(domain)),
          place)
        counts[naive(.domain(domain)), default: 0] += 1
      }
      for application in [shield.application(), shield.application()] {
        #expect(index.blocks(application, for: user) == naive(.application(application)), "\(place) \(application)")
        #expect(
          set.blocks(application, for: user, where: instance.everybody) == naive(.application(application)), place)
        counts[naive(.application(application)), default: 0] += 1
      }
    }
    #expect(counts.values.allSatisfy { $0 > 60 }, "seed \(seed): \(counts)")
  }

  @Test(
    arguments: [
      ("kim", true, false), ("sam", false, true), ("root", false, false), (nil, true, true),
    ] as [(String?, Bool, Bool)])
  func `a layer denies app installation and removal to the users that it covers`(
    user: String?, installation: Bool, removal: Bool
  ) throws {
    var first = Layer(of: ProfileReference(key: try #require(ProfileKey("a"))))
    first.users = ["kim"]
    first.deniesAppInstallation = true
    var second = Layer(of: ProfileReference(key: try #require(ProfileKey("b"))))
    second.groups = ["students"]
    second.deniesAppRemoval = true
    let index = ShieldIndex(set(of: [first, second]), where: .exceptRoot, machine: MachineNames())
    let identity = user.map { UserIdentity(name: $0, groups: $0 == "sam" ? ["students"] : [], isRoot: $0 == "root") }
    #expect(index.deniesAppInstallation(for: identity) == installation)
    #expect(index.deniesAppRemoval(for: identity) == removal)
  }
}
