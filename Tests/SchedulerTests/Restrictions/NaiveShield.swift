@testable import Scheduler

/// Shield rules once more, by splitting strings and looking through everything, to compare with.
enum NaiveShield {
  /// Whether a target is blocked for a user by any of the layers.
  static func isBlocked(
    _ target: ResolvedTarget, for user: UserIdentity?, by layers: [Layer], machine: [String]
  ) -> Bool {
    for layer in layers where covers(layer, user) {
      switch target {
      case .domain(let domain): if blocks(layer, domain.text, machine) { return true }
      case .page(let page): if blocks(layer, page.host.text, machine) { return true }
      case .application(let application): if blocks(layer, application) { return true }
      }
    }
    return false
  }

  private static func covers(_ layer: Layer, _ user: UserIdentity?) -> Bool {
    guard let user else { return true }
    if layer.users == [] && layer.groups == [] { return user.isRoot == false }
    return layer.users.contains { $0 == user.name } || layer.groups.contains { user.groups.contains($0) }
  }

  /// Takes labels off the front until a listed name is left.
  private static func blocks(_ layer: Layer, _ domain: String, _ machine: [String]) -> Bool {
    var labels = domain.split(separator: ".")
    while !labels.isEmpty {
      let name = labels.joined(separator: ".")
      if layer.domains.allow.contains(where: { $0.text == name }) { return false }
      if layer.domains.block.contains(where: { $0.text == name }) { return true }
      labels.removeFirst()
    }
    let isMachine = machine.contains(domain) || domain.split(separator: ".").last == "localhost"
    return layer.domains.default == .block && !isMachine
  }

  /// Gives each entry that names the application a weight, an allowed one a little more, and lets the heaviest decide.
  private static func blocks(_ layer: Layer, _ application: ApplicationIdentity) -> Bool {
    if application.fileNames.contains("bash") { return false }
    let rules = layer.applications
    let all = rules.default == .block && application.isDesktopApplication
    var votes: [(weight: Int, blocks: Bool)] = [(0, all)]
    for name in rules.block { votes.append((weight(name.text, application), true)) }
    for name in rules.allow { votes.append((weight(name.text, application) + 1, false)) }
    for category in rules.blockCategories { votes.append((application.categories.contains(category) ? 10 : -9, true)) }
    for category in rules.allowCategories { votes.append((application.categories.contains(category) ? 11 : -9, false)) }
    return votes.max { $0.weight < $1.weight }?.blocks ?? false
  }

  private static func weight(_ name: String, _ application: ApplicationIdentity) -> Int {
    if name.hasPrefix("/") { return application.paths.contains(name) ? 30 : -9 }
    return application.desktopIDs.contains(name) || application.fileNames.contains(name) ? 20 : -9
  }
}
