import Glibc

extension AccountDatabase {
  /// Whether this process may not give its files to a group, because its user is not in it. False for root, unless
  /// `asksForOwnGroups` is set, and if the group cannot be determined.
  public func isOutside(group name: String) -> Bool {
    guard asksForOwnGroups, geteuid() != 0, let id = groupID(named: name) else { return false }
    return id != getegid() && !Self.ownGroups.contains(id)
  }

  /// The supplementary groups of this process; see getgroups(2).
  private static var ownGroups: [UInt32] {
    let count = getgroups(0, nil)
    var groups = [gid_t](repeating: 0, count: Int(max(0, count)))
    return Array(groups.prefix(Int(max(0, getgroups(Int32(groups.count), &groups)))))
  }
}
