import Scheduler
import SchedulerInstance
import SchedulerJSON

/// The question for the profiles, which are written in groups.
struct ProfileQuery: Sendable {
  private let configuration: Configuration
  private let viewer: Viewer
  /// The profiles with a session when the question arrived.
  private let active: Set<ProfileID>
  private var elements: ElementPieces

  init(_ reader: ControlReader<some ControlSource>) {
    configuration = reader.configuration
    viewer = reader.viewer
    active = Set(reader.source.engine.book.sessions.keys)
    // A daemon writes 500 profiles in about 10 ms.
    elements = ElementPieces(
      count: configuration.profiles.count + configuration.builtInProfiles.count, groupSize: 500)
  }

  mutating func advance() -> [UInt8]? {
    let (own, builtIn) = (configuration.profiles, configuration.builtInProfiles)
    let isOver = elements.advance { position, json in
      let isBuiltIn = position >= own.count
      let profile = isBuiltIn ? builtIn[position - own.count] : own[position]
      guard viewer.sees(profile, in: configuration) else { return }
      json.object { json in
        json.members(of: profile, isBuiltIn: isBuiltIn, isActive: active.contains(profile.id), in: configuration)
      }
    }
    return isOver ? VarlinkReply.bytes { json in elements.write(named: "profiles", to: &json) } : nil
  }
}

/// The question for the status. Its sessions are written at once, and its profiles in groups.
struct StatusQuery: Sendable {
  private let viewer: Viewer
  /// The engine when the question arrived, which other questions share. No edge has passed since its last evaluation.
  private let engine: Engine
  private let head: [UInt8]
  private var elements: ElementPieces

  init(_ reader: ControlReader<some ControlSource>) {
    let (source, viewer) = (reader.source, reader.viewer)
    self.viewer = viewer
    engine = source.engine
    let answer = StatusAnswer(
      of: source.engineNow, at: source.now, title: source.title, directory: source.directory,
      evaluatedAt: engine.present?.wall, fault: source.fault, shield: source.shield,
      enforcement: source.enforcement, for: viewer)
    var json = JSONWriter()
    answer.writeHead(to: &json)
    head = json.bytes
    // A daemon writes 500 profiles with their next intervals in about 2 ms.
    elements = ElementPieces(count: engine.configuration.profiles.count, groupSize: 500)
  }

  mutating func advance() -> [UInt8]? {
    let profiles = engine.configuration.profiles
    let isOver = elements.advance { position, json in
      guard viewer.sees(profiles[position], in: engine.configuration) else { return }
      StatusAnswer.write(profiles[position], of: engine, to: &json)
    }
    guard isOver else { return nil }
    return VarlinkReply.bytes { json in
      json.object("status") { json in
        json.members(written: head)
        elements.write(named: "profiles", to: &json)
      }
    }
  }
}

/// The question for the waiting changes, which are written in groups. Changes of settings outside profiles are shown
/// only to viewers who see everything.
struct PendingQuery: Sendable {
  private let zone: ZoneRules
  private let present: Present?
  private let changes: [PendingChange]
  private let viewer: Viewer
  private var finder: SettingFinder
  private var elements: ElementPieces

  init(_ reader: ControlReader<some ControlSource>) {
    let engine = reader.source.engineNow
    viewer = reader.viewer
    zone = reader.configuration.zone.rules
    present = engine.present
    let seen = reader.seenProfiles
    changes = engine.pendingChanges.filter { seen.contains($0.profile?.id) }
    finder = SettingFinder(in: reader.source.accepted?.sources ?? SourceMap())
    // A daemon writes 200 changes in some milliseconds.
    elements = ElementPieces(count: changes.count, groupSize: 200)
  }

  mutating func advance() -> [UInt8]? {
    let isOver = elements.advance { position, json in
      guard let present else { return }
      PendingLine(changes[position], at: present, using: &finder, for: viewer).write(to: &json, in: zone)
    }
    return isOver ? VarlinkReply.bytes { json in elements.write(named: "changes", to: &json) } : nil
  }
}

/// The elements of an array in a reply, which are written in groups, one a turn.
private struct ElementPieces: Sendable {
  private let count: Int
  private let groupSize: Int
  private var position = 0
  /// The elements written so far, with commas between them.
  private var bytes: [UInt8] = []

  init(count: Int, groupSize: Int) {
    self.count = count
    self.groupSize = groupSize
  }

  /// Writes the next group. `write` writes an element, or nothing to leave it out. Returns true if there is no more.
  mutating func advance(_ write: (Int, inout JSONWriter) -> Void) -> Bool {
    let end = min(position + groupSize, count)
    guard position < end else { return true }
    for position in position..<end {
      var json = JSONWriter()
      write(position, &json)
      if !bytes.isEmpty, !json.bytes.isEmpty { bytes.append(UInt8(ascii: ",")) }
      bytes += json.bytes
    }
    position = end
    return false
  }

  /// Writes the array as a member of an object.
  func write(named name: StaticString, to json: inout JSONWriter) {
    json.array(name) { json in if !bytes.isEmpty { json.members(written: bytes) } }
  }
}
