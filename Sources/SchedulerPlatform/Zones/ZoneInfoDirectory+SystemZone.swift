import SchedulerCivilTime

/// The machine's own zone, determined as glibc does.
extension ZoneInfoDirectory {
  /// Returns the rules of `$TZ` if it is set, else those of `/etc/localtime`, else UTC.
  ///
  /// After an optional colon, `$TZ` is the path of a file if it begins with `/`, else an identifier, else a POSIX rule.
  /// An empty `$TZ` is UTC. Where glibc silently uses UTC for a zone that it does not find, this throws.
  ///
  /// - Throws: `unknownIdentifier` and `invalidRule` for the value of `$TZ` or the target of the link, and the errors
  ///   of `rules(for:)`.
  public func systemRules() throws(ZoneError) -> ZoneRules {
    guard let environmentTZ else { return try localtimeRules() }
    let zone = environmentTZ.hasPrefix(":") ? String(environmentTZ.dropFirst()) : environmentTZ
    if zone.isEmpty { return .utc }
    if zone == localtimePath { return try localtimeRules() }
    return zone.hasPrefix("/") ? try fileRules(zone) : try namedRules(zone)
  }

  /// The identifier by which `rules(for:)` finds the machine's own zone, also later and on other machines. Nil if it has
  /// none, as a POSIX rule and a file without a name, or if it cannot be read. Takes some 100 µs.
  public var systemIdentifier: String? {
    do throws(ZoneError) {
      let identifier = try systemRules().identifier
      return try rules(for: identifier).identifier
    } catch {
      return nil
    }
  }

  /// The value of `$TZ`; nil if it is not set.
  public var environmentValue: String? { environmentTZ }

  /// Returns the rules that programs without `$TZ` follow.
  ///
  /// - Throws: as `systemRules`.
  public func rulesWithoutEnvironment() throws(ZoneError) -> ZoneRules { try localtimeRules() }

  /// Returns the rules of a file anywhere. Its identifier is the part of the path that is one, else the path.
  private func fileRules(_ path: String) throws(ZoneError) -> ZoneRules {
    guard let bytes = try bytes(at: path) else { throw .unknownIdentifier(path) }
    return try rules(identifier(ofPath: path) ?? path, bytes: bytes, path: path)
  }

  /// Returns the rules of an identifier or, if it has no file, of a POSIX rule.
  private func namedRules(_ zone: String) throws(ZoneError) -> ZoneRules {
    do throws(ZoneError) {
      return try storedRules(for: zone)
    } catch {
      switch error {
      case .unknownIdentifier, .noDatabase: return try posixRules(zone, otherwise: error)
      default: throw error
      }
    }
  }

  /// Returns the rules of a POSIX rule. A text that is not a rule but looks like an identifier is reported as an
  /// identifier.
  private func posixRules(_ zone: String, otherwise error: ZoneError) throws(ZoneError) -> ZoneRules {
    do throws(POSIXRuleError) {
      return try ZoneRules(identifier: zone, posixRule: zone)
    } catch let ruleError {
      throw ZoneIdentifier.isValid(zone) ? error : .invalidRule(zone, ruleError)
    }
  }

  /// Returns the rules of `/etc/localtime`; UTC if it does not exist.
  private func localtimeRules() throws(ZoneError) -> ZoneRules {
    let linked = SymbolicLink.target(of: localtimePath).flatMap(identifier(ofPath:))
    guard let bytes = try bytes(at: localtimePath) else {
      // A link into a database that is not installed: containers have one to Etc/UTC.
      guard let linked else { return .utc }
      return try storedRules(for: linked)
    }
    if let linked { return try rules(linked, bytes: bytes, path: localtimePath) }
    return try rules(try writtenIdentifier(for: bytes) ?? "localtime", bytes: bytes, path: localtimePath)
  }

  /// Returns the identifier in `/etc/timezone` if its zone file equals `/etc/localtime`. The two can differ: a
  /// container with the machine's `/etc/localtime` mounted still has its own `/etc/timezone`.
  private func writtenIdentifier(for bytes: [UInt8]) throws(ZoneError) -> String? {
    guard let database, let text = try self.bytes(at: timezonePath) else { return nil }
    let identifier = String(decoding: text.prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self)
    guard ZoneIdentifier.isValid(identifier) else { return nil }
    return try self.bytes(at: "\(database)/\(identifier)") == bytes ? identifier : nil
  }

  /// Returns the identifier in a path below one of the directories, or below any `zoneinfo`.
  private func identifier(ofPath path: String) -> String? {
    for directory in directories where path.hasPrefix("\(directory)/") {
      let identifier = String(path.dropFirst(directory.count + 1))
      if ZoneIdentifier.isValid(identifier) { return identifier }
    }
    return ZoneIdentifier.inPath(path)
  }
}

/// The files that a zone database depends on.
extension ZoneInfoDirectory {
  /// Returns the files from which the rules of these zones are read, whether or not they exist.
  ///
  /// - Parameter followsSystem: whether to include the machine's own zone: `$TZ`, or `/etc/localtime`, `/etc/timezone`
  ///   and the zone that they lead to.
  public func files(of identifiers: [String], followsSystem: Bool) -> [String] {
    var paths = identifiers.compactMap(path(of:))
    guard followsSystem else { return paths }
    guard let environmentTZ else { return paths + [localtimePath, timezonePath] }
    let zone = environmentTZ.hasPrefix(":") ? String(environmentTZ.dropFirst()) : environmentTZ
    if zone.hasPrefix("/") { paths.append(zone) } else if let path = path(of: zone) { paths.append(path) }
    return paths
  }

  private func path(of identifier: String) -> String? {
    guard ZoneIdentifier.isValid(identifier), identifier != "UTC", let database else { return nil }
    return "\(database)/\(identifier)"
  }
}
