import SchedulerPlatform

/// The users who ask name servers elsewhere for the whole machine, or of whom no person can be one: their questions are
/// neither redirected nor refused.
struct NameServiceUsers: Hashable, Sendable {
  /// The users of name servers, by ID, whatever their numbers.
  var services: Set<UInt32> = []

  /// The lowest user ID of a person. Users below are services.
  static let firstPerson: UInt32 = 1000
  /// The user of programs that own nothing. dnsmasq(8) runs as this one unless it was built for another.
  static let overflow: UInt32 = 65_534
  /// The users that systemd makes for units with `DynamicUser=`, such as those of encrypted DNS; see systemd.exec(5).
  static let dynamic: ClosedRange<UInt32> = 61_184...65_519

  /// Whether a user is one of services by its number alone, so that no person can start programs as it.
  static func areServices(_ user: UInt32) -> Bool {
    user < firstPerson || dynamic.contains(user) || user == overflow
  }

  /// The users as whom name servers run, by name. Most have a number of a service; those that were installed by hand may
  /// have that of a person.
  private static let names: Set<String> = [
    "_dnscrypt-proxy", "adguardhome", "bind", "coredns", "dnscrypt-proxy", "dnsmasq", "knot-resolver", "named", "pdns",
    "pdns-recursor", "pihole", "stubby", "systemd-resolve", "unbound",
  ]

  /// Creates the users that have any number.
  init() {}

  /// Reads the users of name servers from the file of users. If it cannot be read there are none.
  init(of accounts: AccountDatabase) { services = accounts.userIDs(inFile: Self.names) }

  /// Whether a user may ask name servers elsewhere: root, and those that this type describes. Services below the first
  /// person are covered if a layer names them.
  func contains(_ user: UInt32) -> Bool {
    user == 0 || user == Self.overflow || Self.dynamic.contains(user) || services.contains(user)
  }

  /// The users with the number of a person or a higher one, without the dynamic ones.
  var beyondServices: Set<UInt32> { services.filter { $0 >= Self.firstPerson }.union([Self.overflow]) }
}
