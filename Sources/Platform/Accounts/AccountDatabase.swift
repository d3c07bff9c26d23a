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

  /// That of this machine. Reads nothing yet.
  public static let system = AccountDatabase(
    passwordFile: "/etc/passwd", groupFile: "/etc/group", getent: "/usr/bin/getent")

  /// The names of the users in the file, in its order; none when it cannot be read. For suggestions.
  public func users() -> [String] { entries(of: passwordPath).map { String($0.name) } }

  /// The names of the groups in the file, in its order; none when it cannot be read. For suggestions.
  public func groups() -> [String] { entries(of: groupPath).map { String($0.name) } }

  /// Whether there is a user of that name; a number is none. Complexity: linear in the file, and for a name that it does
  /// not have a child process, which takes milliseconds, with slow name services up to 10 seconds.
  public func hasUser(_ name: String) -> Bool { has(name, in: passwordPath, "passwd") }

  /// Whether there is a group of that name; see `hasUser`.
  public func hasGroup(_ name: String) -> Bool { has(name, in: groupPath, "group") }

  /// The name of a user in the file; nil when it has none of that number.
  public func userName(of id: UInt32) -> String? { name(of: id, in: passwordPath) }

  /// The name of a group in the file; nil when it has none of that number.
  public func groupName(of id: UInt32) -> String? { name(of: id, in: groupPath) }

  private func name(of id: UInt32, in path: String) -> String? {
    entries(of: path).first { $0.id == "\(id)" }.map { String($0.name) }
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
      // It also looks for a user of that number, whose name is another.
      return answer.end == .exit(0) && Self.entries(in: answer.output).contains { $0.name == name }
    } catch {
      return false
    }
  }

  private static func cannotBeInName(_ byte: UInt8) -> Bool {
    byte <= UInt8(ascii: " ") || byte == UInt8(ascii: ":") || byte == 0x7F
  }

  /// An account: the first and the third field of its line.
  private struct Entry {
    let name: Substring
    let id: Substring
  }

  /// The accounts in a file; none when it cannot be read.
  private func entries(of path: String) -> [Entry] {
    do throws(FileError) {
      return Self.entries(in: try FileReader(onlyRegularFiles: true).read(path, limit: Self.sizeLimit))
    } catch {
      return []
    }
  }

  /// Some hundred thousand accounts; more are not kept in files.
  private static let sizeLimit = 16 << 20

  /// The accounts in the lines of a file as passwd(5) and group(5) describe them. Lines that begin with `+` or `-` are
  /// references to other services.
  private static func entries(in bytes: [UInt8]) -> [Entry] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let fields = line.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
      guard fields.count > 2, let first = fields[0].utf8.first else { return nil }
      guard first != UInt8(ascii: "+"), first != UInt8(ascii: "-") else { return nil }
      return Entry(name: fields[0], id: fields[2])
    }
  }
}
