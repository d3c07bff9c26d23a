import Glibc

extension ZoneInfoDirectory {
  /// The database that this process should use: `$TZDIR`, or the usual places when it is not set; with `$TZ`,
  /// `/etc/localtime` and `/etc/timezone`. Reads the environment now, and the files when it is asked.
  public static func ofProcess() -> ZoneInfoDirectory {
    let directory = variable("TZDIR").flatMap { $0.isEmpty ? nil : $0 }
    return ZoneInfoDirectory(
      directories: directory.map { [$0] } ?? usualDirectories,
      environmentTZ: variable("TZ"),
      localtimePath: "/etc/localtime",
      timezonePath: "/etc/timezone")
  }

  /// Where systems keep their zone files, the most usual first.
  public static let usualDirectories = [
    "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo",
  ]

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
