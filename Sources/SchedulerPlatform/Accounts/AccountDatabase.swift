import Glibc

/// The users and groups of a machine: its files, and behind them what `getent` answers.
///
/// A static program cannot ask the name services that a machine may have besides its files (LDAP and the like); getent(1)
/// can. It is asked only about single names that the files do not have. Holds nothing and keeps no file open.
public struct AccountDatabase: Sendable {
  private let passwordPath: String
  private let groupPath: String
  private let getentPath: String?

  /// A database in two files; `getent` is the program that is asked about other names, nil for none.
  public init(passwordFile: String, groupFile: String, getent: String?) {
    passwordPath = passwordFile
    groupPath = groupFile
    getentPath = getent
  }

  /// A user of the files.
  public struct User: Hashable, Sendable {
    /// The name to log in with.
    public let name: String
    /// The number of the user; 0 is root.
    public let id: UInt32
    /// The names of the groups that the user is in, the own one first.
    public let groups: [String]
  }

  /// That of this machine. Reads nothing yet.
  public static let system = AccountDatabase(
    passwordFile: "/etc/passwd", groupFile: "/etc/group", getent: "/usr/bin/getent")

  /// The names of the users in the file, in its order; none when it cannot be read. For suggestions.
  public func users() -> [String] { entries(of: passwordPath).map { String($0.name) } }

  /// The names of the groups in the file, in its order; none when it cannot be read. For suggestions.
  public func groups() -> [String] { entries(of: groupPath).map { String($0.name) } }

  /// The user of a name in the files; nil when they have none.
  ///
  /// - Throws: `FileError` when one of them cannot be read: without its groups a user would be another.
  public func user(named name: String) throws(FileError) -> User? { try user { $0.name == name } }

  /// The first user of a number in the files; nil when they have none.
  ///
  /// - Throws: as `user(named:)`.
  public func user(withID id: UInt32) throws(FileError) -> User? { try user { $0.id == id } }

  private func user(_ isMeant: (Entry) -> Bool) throws(FileError) -> User? {
    guard let user = try read(passwordPath).first(where: isMeant) else { return nil }
    let groups = try read(groupPath)
    let own = groups.filter { "\($0.id)" == user.fourth }
    let others = groups.filter { $0.fourth.split(separator: ",").contains(user.name) }
    return User(name: String(user.name), id: user.id, groups: (own + others).map { String($0.name) })
  }

  /// Whether there is a user of that name; a number is none. When the name services cannot answer, a name that is not in
  /// the file may be right and is taken: an outage is no mistake in a configuration. Complexity: linear in the file,
  /// and for a name that it does not have a child process, which takes milliseconds, with slow name services up to 10
  /// seconds.
  public func hasUser(_ name: String) -> Bool { has(name, in: passwordPath, "passwd") }

  /// Whether there is a group of that name; see `hasUser`.
  public func hasGroup(_ name: String) -> Bool { has(name, in: groupPath, "group") }

  /// The name of a user in the file; nil when it has none of that number.
  public func userName(of id: UInt32) -> String? { name(of: id, in: passwordPath) }

  /// The name of a group in the file; nil when it has none of that number.
  public func groupName(of id: UInt32) -> String? { name(of: id, in: groupPath) }

  /// The number of a group; nil when there is none of that name, or when that cannot be known. Complexity: as `hasUser`.
  public func groupID(named name: String) -> UInt32? {
    if let entry = entries(of: groupPath).first(where: { $0.name == name }) { return entry.id }
    guard let getentPath, hasGroup(name) else { return nil }
    do throws(SystemError) {
      let answer = try ChildProcess([getentPath, "group", name]).run()
      return Self.entries(in: answer.output).first { $0.name == name }?.id
    } catch {
      return nil
    }
  }

  private func name(of id: UInt32, in path: String) -> String? {
    entries(of: path).first { $0.id == id }.map { String($0.name) }
  }

  private func has(_ name: String, in path: String, _ database: String) -> Bool {
    // What no account can be called, getent could take for an option or for a number.
    guard let first = name.utf8.first, first != UInt8(ascii: "-"), !name.utf8.contains(where: Self.cannotBeInName)
    else {
      return false
    }
    if entries(of: path).contains(where: { $0.name == name }) { return true }
    guard let getentPath else { return false }
    do throws(SystemError) {
      let answer = try ChildProcess([getentPath, database, name]).run()
      switch answer.end {
      // It also looks for a user of that number, whose name is another.
      case .exit(0): return Self.entries(in: answer.output).contains { $0.name == name }
      case .exit(Self.unknownName): return false
      // Nobody knows.
      case .exit, .signal: return true
      }
    } catch {
      // Without getent there are no name services.
      return error != .missingFile
    }
  }

  /// What getent(1) exits with when no service has the name.
  private static let unknownName: Int32 = 2

  private static func cannotBeInName(_ byte: UInt8) -> Bool {
    byte <= UInt8(ascii: " ") || byte == UInt8(ascii: ":") || byte == 0x7F
  }

  /// An account.
  private struct Entry {
    let name: Substring
    let id: UInt32
    /// The number of a user's own group; the names of a group's members.
    let fourth: Substring
  }

  /// The accounts in a file; none when it cannot be read.
  private func entries(of path: String) -> [Entry] {
    Self.entries(in: FileReader(onlyRegularFiles: true).readIfPossible(path, limit: Self.sizeLimit) ?? [])
  }

  private func read(_ path: String) throws(FileError) -> [Entry] {
    Self.entries(in: try FileReader(onlyRegularFiles: true).read(path, limit: Self.sizeLimit))
  }

  /// Some hundred thousand accounts; more are not kept in files.
  private static let sizeLimit = 16 << 20

  /// The accounts in the lines of a file as passwd(5) and group(5) describe them. Lines that begin with `+` or `-` are
  /// references to other services, those with `#` are comments.
  private static func entries(in bytes: [UInt8]) -> [Entry] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let fields = line.split(separator: ":", maxSplits: 4, omittingEmptySubsequences: false)
      guard fields.count > 2, let first = fields[0].utf8.first else { return nil }
      guard first != UInt8(ascii: "+"), first != UInt8(ascii: "-"), first != UInt8(ascii: "#") else { return nil }
      guard let id = UInt32(fields[2]) else { return nil }
      return Entry(name: fields[0], id: id, fourth: fields.count > 3 ? fields[3] : "")
    }
  }
}
