import Scheduler
import SchedulerPlatform

/// Resolves the users and groups of layers to the IDs of users.
struct LayerUsers: Sendable {
  private let accounts: AccountDatabase
  private let owner: ApplicationResolver.Owner
  /// The last answer about each name.
  private var answers: [Account: Set<UInt32>] = [:]

  private enum Account: Hashable, Sendable {
    case user(String)
    case group(String)

    var text: String {
      switch self {
      case .user(let name): "user '\(name)'"
      case .group(let name): "group '\(name)'"
      }
    }
  }

  init(accounts: AccountDatabase, owner: ApplicationResolver.Owner) {
    (self.accounts, self.owner) = (accounts, owner)
  }

  /// Returns the users that a layer covers, and what could not be determined.
  ///
  /// An account that does not exist covers no one. While the name services fail, the last answer about an account holds.
  /// Without one, a layer of a strict session covers everybody but root, and another layer covers no one by that name.
  mutating func covered(by applied: AppliedLayer) -> (users: CoveredUsers, problems: [String]) {
    let layer = applied.layer
    var problems: [String] = []
    var named: CoveredUsers = layer.coversEverybody ? .everybodyButRoot : .only([])
    for account in layer.users.map({ Account.user($0) }) + layer.groups.map({ Account.group($0) }) {
      switch answer(about: account) {
      case .users(let users): named.add(users)
      case .unknown: problems.append("there is no \(account.text)")
      case .unavailable:
        problems.append(
          "the name services do not answer about \(account.text), so that the layer covers "
            + (applied.isStrict ? "every user but root" : "no user by that name"))
        if applied.isStrict { named = .everybodyButRoot }
      }
    }
    guard case .user(let id) = owner else { return (named, problems) }
    let isCovered = layer.coversEverybody || named.contains(id)
    return (.only(isCovered ? [id] : []), problems)
  }

  private mutating func answer(about account: Account) -> AccountAnswer {
    let answer =
      switch account {
      case .user(let name): accounts.userID(named: name)
      case .group(let name): accounts.members(ofGroup: name)
      }
    switch answer {
    case .users(let users): answers[account] = users
    case .unknown: answers[account] = nil
    case .unavailable: if let last = answers[account] { return .users(last) }
    }
    return answer
  }
}

extension CoveredUsers {
  /// Adds users. Everybody but root stays everybody but root.
  fileprivate mutating func add(_ users: Set<UInt32>) {
    if case .only(let others) = self { self = .only(others.union(users)) }
  }
}

/// The layers that an adapter applies which cannot tell users apart: all that cover at least one user. A layer whose users do
/// not exist covers none, and must not cover all of them instead.
public struct CoveringLayers: Sendable {
  private var users: LayerUsers?

  /// Creates a choice of layers. Looks no user up yet.
  ///
  /// - Parameter accounts: finds users and groups; nil to take each for one that exists.
  public init(accounts: AccountDatabase?) { users = accounts.map { LayerUsers(accounts: $0, owner: .system) } }

  /// Returns a set without the layers that cover no one, and what could not be determined, one sentence each.
  ///
  /// Cost: some milliseconds for layers with users; a name that no file of accounts has may take up to 10 seconds with
  /// slow name services.
  public mutating func select(from shield: ShieldSet) -> (shield: ShieldSet, problems: [String]) {
    guard users != nil else { return (shield, []) }
    var selected = shield
    var problems: [String] = []
    selected.layers = shield.layers.filter { applied in
      guard !applied.layer.coversEverybody, let (covered, found) = users?.covered(by: applied) else { return true }
      problems += found
      return covered != .only([])
    }
    return (selected, problems)
  }
}
