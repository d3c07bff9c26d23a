import Foundation
import SchedulerCivilTime
import SchedulerPlatform
import Testing

/// The zones installed on this machine.
enum MachineZones {
  static let directory = ZoneInfoDirectory(
    directories: ZoneInfoDirectory.usualDirectories, environmentTZ: nil, localtimePath: "", timezonePath: "")

  /// Every zone, by its identifier.
  static let all: [ZoneRules] = directory.identifiers().compactMap { try? directory.rules(for: $0) }

  /// One zone of each set of links to the same zone, distinguished by its clocks.
  static let distinct: [ZoneRules] = {
    var seen: Set<[ZoneTransition]> = []
    return all.filter { seen.insert([$0.start] + $0.transitions(from: .distantPast, to: .year(2110))).inserted }
  }()

  static func named(_ identifier: String) throws -> ZoneRules { try directory.rules(for: identifier) }

  /// Returns the file of one zone.
  static func bytes(of identifier: String) throws -> [UInt8] {
    for directory in directory.directories {
      let path = "\(directory)/\(identifier)"
      if FileManager.default.fileExists(atPath: path) { return Array(try Data(contentsOf: URL(filePath: path))) }
    }
    throw ZoneError.unknownIdentifier(identifier)
  }
}

extension ZoneRules: CustomTestStringConvertible {
  /// The identifier.
  public var testDescription: String { identifier }

  /// Returns the changes of offset after `start` and not after `end`. A zone that only follows a rule has always had
  /// some.
  func transitions(from start: Instant, to end: Instant, limit: Int = 100_000) -> [ZoneTransition] {
    var found: [ZoneTransition] = []
    var instant = start
    while found.count < limit, let transition = nextTransition(after: instant), transition.instant <= end {
      guard transition.instant > instant else {
        Issue.record("\(identifier): \(transition) is not after \(instant)")
        break
      }
      found.append(transition)
      instant = transition.instant
    }
    return found
  }

  /// The offset before all transitions, as a transition to compare with.
  fileprivate var start: ZoneTransition {
    let offset = offset(at: .distantPast)
    return ZoneTransition(instant: .distantPast, before: offset, after: offset)
  }
}

extension Instant {
  static let distantPast = Instant(epochSeconds: -1 << 60)

  /// Returns New Year of a year, in UTC.
  static func year(_ year: Int) -> Instant {
    Instant(epochSeconds: Int64(CivilDate(year: year, month: 1, day: 1)!.epochDay) * 86_400)
  }
}
