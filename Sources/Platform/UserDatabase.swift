/// The users and groups of the machine's own files, passwd(5) and group(5).
///
/// Users of other sources, such as a directory service, are not in it: a static executable cannot ask for them.
public struct UserDatabase: Sendable {
  /// A user.
  public struct User: Hashable, Sendable {
    /// The name to log in with.
    public let name: String
    /// The number of the user; 0 is root.
    public let id: UInt32
    /// The names of the groups that the user is in, the own one first.
    public let groups: [String]
  }

  /// The users in the order of the file.
  public let users: [User]

  /// The contents of both files are small; larger ones are not read.
  private static let fileByteLimit = 16 << 20

  /// Reads the machine's files.
  ///
  /// - Throws: `FileError` when the users cannot be read; without the groups nobody is in any.
  public init(passwd: String = "/etc/passwd", group: String = "/etc/group") throws(FileError) {
    let users = try Self.lines(of: passwd)
    var groups: [[Substring]] = []
    do throws(FileError) { groups = try Self.lines(of: group) } catch { groups = [] }
    self.users = users.compactMap { fields in
      guard fields.count >= 4, let id = UInt32(fields[2]) else { return nil }
      let own = groups.filter { $0.count >= 3 && $0[2] == fields[3] }
      let others = groups.filter { $0.count >= 4 && $0[3].split(separator: ",").contains(fields[0]) }
      return User(name: String(fields[0]), id: id, groups: (own + others).map { String($0[0]) })
    }
  }

  /// The user of a name.
  public func user(named name: String) -> User? { users.first { $0.name == name } }

  /// The first user of a number.
  public func user(withID id: UInt32) -> User? { users.first { $0.id == id } }

  /// The fields of each line.
  private static func lines(of path: String) throws(FileError) -> [[Substring]] {
    let bytes = try FileReader(onlyRegularFiles: true).read(path, limit: fileByteLimit)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
      $0.split(separator: ":", omittingEmptySubsequences: false)
    }
  }
}
