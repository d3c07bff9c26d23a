import SchedulerCivilTime

/// The machine's own zone, found as glibc finds it.
extension ZoneInfoDirectory {
  /// The rules of `$TZ` if it is set, else those of `/etc/localtime`, else UTC.
  ///
  /// `$TZ` is, after a colon that means nothing, the path of a file if it begins with `/`, else an identifier, else a
  /// POSIX rule; empty it is UTC. Where glibc would silently take UTC for a zone that it does not find, this throws.
  ///
  /// - Throws: `unknownIdentifier` and `invalidRule` for what `$TZ` or the link names, and all that `rules(for:)` does.
  public func systemRules() throws(ZoneError) -> ZoneRules {
    guard let environmentTZ else { return try localtimeRules() }
    let zone = environmentTZ.hasPrefix(":") ? String(environmentTZ.dropFirst()) : environmentTZ
    if zone.isEmpty { return .utc }
    if zone == localtimePath { return try localtimeRules() }
    return zone.hasPrefix("/") ? try fileRules(zone) : try namedRules(zone)
  }

  /// The value of `$TZ`; nil when it is not set.
  public var environmentValue: String? { environmentTZ }

  /// The rules that programs without `$TZ` follow.
  ///
  /// - Throws: as `systemRules`.
  public func rulesWithoutEnvironment() throws(ZoneError) -> ZoneRules { try localtimeRules() }

  /// The rules of a file anywhere; its identifier is the part of the path that is one, else the path.
  private func fileRules(_ path: String) throws(ZoneError) -> ZoneRules {
    guard let bytes = try bytes(at: path) else { throw .unknownIdentifier(path) }
    return try rules(identifier(ofPath: path) ?? path, bytes: bytes, path: path)
  }

  /// The rules of an identifier, or when there is no such file of a POSIX rule.
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

  /// The rules of a POSIX rule. A text that is none but looks like an identifier is reported as that.
  private func posixRules(_ zone: String, otherwise error: ZoneError) throws(ZoneError) -> ZoneRules {
    do throws(POSIXRuleError) {
      return try ZoneRules(identifier: zone, posixRule: zone)
    } catch let ruleError {
      throw ZoneIdentifier.isValid(zone) ? error : .invalidRule(zone, ruleError)
    }
  }

  /// The rules of `/etc/localtime`; UTC when there is none.
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

  /// The identifier in `/etc/timezone`, if its zone file is the same as `/etc/localtime`. The two part ways easily: a
  /// container with the machine's `/etc/localtime` mounted still has an `/etc/timezone` of its own.
  private func writtenIdentifier(for bytes: [UInt8]) throws(ZoneError) -> String? {
    guard let database, let text = try self.bytes(at: timezonePath) else { return nil }
    let identifier = String(decoding: text.prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self)
    guard ZoneIdentifier.isValid(identifier) else { return nil }
    return try self.bytes(at: "\(database)/\(identifier)") == bytes ? identifier : nil
  }

  /// The identifier in a path below one of the directories, or below any `zoneinfo`.
  private func identifier(ofPath path: String) -> String? {
    for directory in directories where path.hasPrefix("\(directory)/") {
      let identifier = String(path.dropFirst(directory.count + 1))
      if ZoneIdentifier.isValid(identifier) { return identifier }
    }
    return ZoneIdentifier.inPath(path)
  }
}
