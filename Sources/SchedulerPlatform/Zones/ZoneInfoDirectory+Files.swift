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
