import ScreenTimeTesting
import Testing

@Suite struct PolicyVariantTests {
  @Test func `the variants are the default and one policy for each other value of a choice, without repeats`() {
    let variants = SemanticsPolicy.allVariants
    #expect(variants.first == .documented)
    #expect(Set(variants).count == variants.count)
    #expect(Set(variants.map(\.description)).count == variants.count)
  }

  @Test func `every property of a policy has a variant`() {
    let documented = Mirror(reflecting: SemanticsPolicy.documented)
    for (property, value) in documented.children {
      let isVaried = SemanticsPolicy.allVariants.contains { variant in
        Mirror(reflecting: variant).children.contains { $0.label == property && "\($0.value)" != "\(value)" }
      }
      #expect(isVaried, "\(property ?? "")")
    }
  }

  @Test func `a policy describes what differs from the default`() {
    #expect(SemanticsPolicy.documented.description == "documented")
    let policy = SemanticsPolicy.documented.with(\.reboot, .losesMonitoring).with(\.latency, .observed)
    #expect(policy.description == "reboot: losesMonitoring, latency: observed")
  }
}
