/// What the accounts of a machine say about a name.
public enum AccountAnswer: Hashable, Sendable {
  /// These users, by ID. A group without members has none.
  case users(Set<UInt32>)
  /// There is no such account.
  case unknown
  /// The name services fail, so that the question has no answer.
  case unavailable
}

extension AccountDatabase {
  /// Returns the IDs of users that the file has; without those that it lacks, and empty if it cannot be read.
  ///
  /// Complexity: linear in the file. Starts no other program.
  public func userIDs(inFile names: Set<String>) -> Set<UInt32> {
    Set(entries(of: passwordPath).filter { names.contains(String($0.name)) }.map(\.id))
  }

  /// Returns the ID of a user.
  ///
  /// Complexity: as `hasUser`.
  public func userID(named name: String) -> AccountAnswer {
    switch lookUp(name, in: passwordPath, database: "passwd") {
    case .found(let user): .users([user.id])
    case .unknown: .unknown
    case .unavailable: .unavailable
    }
  }

  /// Returns the members of a group: those that it lists, and the users of the file whose primary group it is. A listed
  /// name that is no user is left out.
  ///
  /// Complexity: as `hasUser`, for the group and for each member that is not in the file.
  public func members(ofGroup name: String) -> AccountAnswer {
    let group: Entry
    switch lookUp(name, in: groupPath, database: "group") {
    case .found(let found): group = found
    case .unknown: return .unknown
    case .unavailable: return .unavailable
    }
    var ids = Set(entries(of: passwordPath).filter { $0.fourth == "\(group.id)" }.map(\.id))
    for member in group.fourth.split(separator: ",") {
      switch userID(named: String(member)) {
      case .users(let users): ids.formUnion(users)
      case .unknown: break
      case .unavailable: return .unavailable
      }
    }
    return .users(ids)
  }

  private enum Lookup {
    case found(Entry), unknown, unavailable
  }

  /// Returns the account with a name: from the file, else from the name services.
  private func lookUp(_ name: String, in path: String, database: String) -> Lookup {
    guard Self.isPossible(name) else { return .unknown }
    do throws(FileSystemError) {
      let entries = try FileSystemError.unlessMissing(read(path)) ?? []
      if let entry = entries.first(where: { $0.name == name }) { return .found(entry) }
    } catch {
      // A file that exists and cannot be read may contain the name.
      if getentPath == nil { return .unavailable }
    }
    guard let getentPath else { return .unknown }
    do throws(SystemError) {
      let answer = try ChildProcess([getentPath, database, name]).run()
      switch answer.end {
      case .exit(0): return Self.entries(in: answer.output).first { $0.name == name }.map { .found($0) } ?? .unknown
      case .exit(Self.unknownName): return .unknown
      case .exit, .signal: return .unavailable
      }
    } catch {
      // Without getent there are no name services.
      return error == .missingFile ? .unknown : .unavailable
    }
  }
}
