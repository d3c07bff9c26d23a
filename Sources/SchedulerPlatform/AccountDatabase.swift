/// The users and groups of a machine: those in its files, then those that `getent` finds.
///
/// A static program cannot query the name services that a machine may have besides its files, such as LDAP; getent(1)
/// can. It is run only for single names that are not in the files. This type caches nothing and keeps no file open.
public struct AccountDatabase: Sendable {
  /// The path of the file of users.
  let passwordPath: String
  /// The path of the file of groups.
  let groupPath: String
  /// The program to run for other names; nil for none.
  let getentPath: String?

  /// Whether `isOutside` asks for the groups of this process, because its user must give files to the configured group.
  public var asksForOwnGroups = false

  /// Creates a database from two files. `getent` is the program to run for other names; nil for none.
  public init(passwordFile: String, groupFile: String, getent: String?) {
    passwordPath = passwordFile
    groupPath = groupFile
    getentPath = getent
  }

  /// A user in the files.
  public struct User: Hashable, Sendable {
    /// The login name.
    public let name: String
    /// The user ID; 0 is root.
    public let id: UInt32
    /// The names of the user's groups, the primary group first.
    public let groups: [String]
  }

  /// The database of this machine. Reads nothing yet.
  public static let system = AccountDatabase(
    passwordFile: "/etc/passwd", groupFile: "/etc/group", getent: "/usr/bin/getent")

  /// Returns the names of the users in the file, in its order; empty if it cannot be read. For suggestions.
  public func users() -> [String] { entries(of: passwordPath).map { String($0.name) } }

  /// Returns the names of the groups in the file, in its order; empty if it cannot be read. For suggestions.
  public func groups() -> [String] { entries(of: groupPath).map { String($0.name) } }

  /// Returns the user with a name, or nil if the files have none.
  ///
  /// - Throws: `FileSystemError` if one of the files cannot be read; without its groups a user would be incomplete.
  public func user(named name: String) throws(FileSystemError) -> User? { try user { $0.name == name } }

  /// Returns the first user with an ID, or nil if the files have none.
  ///
  /// - Throws: as `user(named:)`.
  public func user(withID id: UInt32) throws(FileSystemError) -> User? { try user { $0.id == id } }

  private func user(_ isMeant: (Entry) -> Bool) throws(FileSystemError) -> User? {
    guard let user = try read(passwordPath).first(where: isMeant) else { return nil }
    let groups = try read(groupPath)
    let own = groups.filter { "\($0.id)" == user.fourth }
    let others = groups.filter { $0.fourth.split(separator: ",").contains(user.name) }
    return User(name: String(user.name), id: user.id, groups: (own + others).map { String($0.name) })
  }

  /// Whether a user with that name exists. A number is not a name. If the name services fail, a name that is not in the
  /// file counts as existing: an outage is not a mistake in a configuration.
  ///
  /// Complexity: linear in the file. A name that is not in the file starts a child process, which takes milliseconds,
  /// or up to 10 seconds with slow name services.
  public func hasUser(_ name: String) -> Bool { has(name, in: passwordPath, database: "passwd") }

  /// Whether a group with that name exists; see `hasUser`.
  public func hasGroup(_ name: String) -> Bool { has(name, in: groupPath, database: "group") }

  /// Returns the name of the user with an ID, or nil if the file has none.
  public func userName(of id: UInt32) -> String? { name(of: id, in: passwordPath) }

  /// Returns the name of the group with an ID, or nil if the file has none.
  public func groupName(of id: UInt32) -> String? { name(of: id, in: groupPath) }

  /// Returns the ID of a group, or nil if it does not exist or cannot be determined.
  ///
  /// Complexity: as `hasUser`.
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

  private func has(_ name: String, in path: String, database: String) -> Bool {
    guard Self.isPossible(name) else { return false }
    do throws(FileSystemError) {
      if try FileSystemError.unlessMissing(read(path))?.contains(where: { $0.name == name }) == true { return true }
    } catch {
      // A file that exists and cannot be read may contain the name.
      if getentPath == nil { return true }
    }
    guard let getentPath else { return false }
    do throws(SystemError) {
      let answer = try ChildProcess([getentPath, database, name]).run()
      switch answer.end {
      // getent also finds a user by number, whose name differs.
      case .exit(0): return Self.entries(in: answer.output).contains { $0.name == name }
      case .exit(Self.unknownName): return false
      // The name services failed.
      case .exit, .signal: return true
      }
    } catch {
      // Without getent there are no name services.
      return error != .missingFile
    }
  }

  /// The exit code of getent(1) if no service has the name.
  static let unknownName: Int32 = 2

  /// Whether an account may have that name. getent could interpret another string as an option or a number.
  static func isPossible(_ name: String) -> Bool {
    guard let first = name.utf8.first, first != UInt8(ascii: "-") else { return false }
    return !name.utf8.contains(where: cannotBeInName)
  }

  private static func cannotBeInName(_ byte: UInt8) -> Bool {
    byte <= UInt8(ascii: " ") || byte == UInt8(ascii: ":") || byte == 0x7F
  }

  /// An account in a file.
  struct Entry {
    /// The name of the account.
    let name: Substring
    /// The ID of the user or the group.
    let id: UInt32
    /// For a user, the ID of the primary group; for a group, the names of its members.
    let fourth: Substring
  }

  /// Returns the accounts in a file; empty if it cannot be read.
  func entries(of path: String) -> [Entry] {
    Self.entries(in: FileReader(onlyRegularFiles: true).readIfPossible(path, limit: Self.sizeLimit) ?? [])
  }

  /// Returns the accounts in a file.
  ///
  /// - Throws: the error if it cannot be read.
  func read(_ path: String) throws(FileSystemError) -> [Entry] {
    Self.entries(in: try FileReader(onlyRegularFiles: true).read(path, limit: Self.sizeLimit))
  }

  /// Maximum size of a file, in bytes: some hundred thousand accounts.
  private static let sizeLimit = 16 << 20

  /// Parses the lines of a file in the format of passwd(5) and group(5). Lines that begin with `+` or `-` refer to
  /// other services, and lines that begin with `#` are comments.
  static func entries(in bytes: [UInt8]) -> [Entry] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let fields = line.split(separator: ":", maxSplits: 4, omittingEmptySubsequences: false)
      guard fields.count > 2, let first = fields[0].utf8.first else { return nil }
      guard first != UInt8(ascii: "+"), first != UInt8(ascii: "-"), first != UInt8(ascii: "#") else { return nil }
      guard let id = UInt32(fields[2]) else { return nil }
      return Entry(name: fields[0], id: id, fourth: fields.count > 3 ? fields[3] : "")
    }
  }
}
