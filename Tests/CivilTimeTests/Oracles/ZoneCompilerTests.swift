import Foundation
import SchedulerCivilTime
import SchedulerPlatform
import Testing

/// The tz database's own compiler writes the same zones in two forms: `fat` files with the transitions up to 2037, and
/// `slim` files that leave these to the footer.
@Suite struct ZoneCompilerTests {
  private static let source = "/usr/share/zoneinfo/tzdata.zi"
  private static let isInstalled =
    FileManager.default.fileExists(atPath: source) && (try? Subprocess.run(["zic", "--version"])) != nil

  /// Up to 2072: from 2073 on, the zic of glibc 2.36 omits the Ramadan breaks of Asia/Gaza and Asia/Hebron from slim
  /// files, as zdump shows as well.
  @Test(
    "fat and slim files are the same zones up to 2072", .enabled(if: isInstalled, "there is no zic with its source"))
  func fatAndSlim() throws {
    try Subprocess.withTemporaryFolder { folder in
      let (fat, slim) = (try compile("fat", below: folder), try compile("slim", below: folder))
      #expect(slim.identifiers() == fat.identifiers())
      for identifier in Set(fat.identifiers()).intersection(MachineZones.distinct.map(\.identifier)).sorted() {
        let (one, other) = (try fat.rules(for: identifier), try slim.rules(for: identifier))
        #expect(one.offset(at: .distantPast) == other.offset(at: .distantPast), "\(identifier)")
        let span = (Instant.distantPast, Instant.year(2073))
        let same = one.transitions(from: span.0, to: span.1) == other.transitions(from: span.0, to: span.1)
        #expect(same, "\(identifier)")
      }
    }
  }

  private func compile(_ form: String, below folder: URL) throws -> ZoneInfoDirectory {
    let directory = folder.appendingPathComponent(form).path
    try Subprocess.run(["zic", "-b", form, "-d", directory, Self.source])
    return ZoneInfoDirectory(directories: [directory], environmentTZ: nil, localtimePath: "", timezonePath: "")
  }
}
