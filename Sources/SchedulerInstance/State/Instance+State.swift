import Scheduler
import SchedulerCivilTime
import SchedulerPlatform
import SchedulerStore

extension Instance {
  /// Reads the state without its lock and without writing; nil when the directory is missing.
  ///
  /// - Throws: `newerVersion`, `forbidden`, and `inputOutput` when it cannot be read.
  /// - Complexity: linear in the size of the state.
  public func readState() throws(InstanceError) -> StateReading? {
    var files: DirectoryFileSystem
    do throws(FileSystemError) {
      files = try DirectoryFileSystem(directory)
    } catch {
      if error.reason == .missing { return nil }
      throw InstanceError(error, in: directory)
    }
    let reading: StateReading
    do throws(StateStoreError) {
      reading = try StateReading(of: &files)
    } catch {
      throw InstanceError(error, in: directory)
    }
    if case .unusable(.newerVersion(let version), let file, _) = reading.configuration {
      throw InstanceError(
        .newerVersion, message: "'\(directory)/\(file)' has version \(version)",
        help: ["a newer program wrote it; nothing was changed"])
    }
    return reading
  }

  /// Whether a configuration was ever accepted. Throws as `readState`.
  public func isKept() throws(InstanceError) -> Bool { try readState().map { $0.configuration != .none } ?? false }

  /// Whether a configuration was ever accepted, and this user may read the state. Throws as `readState`, except `forbidden`.
  public func isReadable() throws(InstanceError) -> Bool {
    do throws(InstanceError) {
      return try isKept()
    } catch {
      guard error.reason == .forbidden else { throw error }
      return false
    }
  }

  /// How others than root can change the state directory, or what leads to it while it is missing. Nil when nobody can, and
  /// for every user but root.
  ///
  /// Who writes the directory decides what is blocked, and what is done with root's rights: `open` refuses such a directory.
  public var exposure: ExposedFile? {
    guard host.isRoot else { return nil }
    // Strings: to join slices takes longer than everything else here.
    var names = directory.split(separator: "/").map(String.init)
    let root = directory.hasPrefix("/") ? "/" : "./"
    let name = names.joined(separator: "/")
    var isThere = true
    while true {
      let path = root + names.joined(separator: "/")
      do throws(SystemError) {
        let exposure = isThere ? try FileExposure.first(inDirectory: path) : try FileExposure.first(onTheWayTo: path)
        // What is no directory is not used at all.
        if isThere, exposure?.kind == .file { return nil }
        return exposure.map { ExposedFile(path: (root == "/" ? root : "") + name, exposure: $0, isState: true) }
      } catch {
        // A directory that cannot be looked at cannot be used either, which the attempt to use it reports.
        guard error == .missingFile, names.popLast() != nil else { return nil }
        isThere = false
      }
    }
  }

  /// How often and how long the shield is read again while it is behind: another process may be about to write it.
  private static let shieldTimeout = (attempts: 3, milliseconds: Int32(20))

  /// How the shield on disk compares with the state from which an engine was read; nil before the first evaluation.
  ///
  /// - Throws: `inputOutput` and `forbidden`.
  package func shieldFileStatus(beside engine: Engine) throws(InstanceError) -> ShieldStanding? {
    guard engine.present != nil else { return nil }
    var engine = engine
    var attempt = 1
    while true {
      let shield = try shieldFileStatus(once: engine)
      if shield?.isBehind != true || attempt == Self.shieldTimeout.attempts { return shield }
      attempt += 1
      host.clocks.wait(Self.shieldTimeout.milliseconds)
      var problems: [StateProblem] = []
      guard let reading = try readState() else { continue }
      engine = reading.engine(engine.configurationVersions, router: router, problems: &problems)
    }
  }

  private func shieldFileStatus(once engine: Engine) throws(InstanceError) -> ShieldStanding? {
    do throws(StateStoreError) {
      var files: DirectoryFileSystem
      do throws(FileSystemError) { files = try DirectoryFileSystem(directory) } catch { throw .file(error) }
      return try ShieldStanding(of: engine, in: &files)
    } catch {
      throw InstanceError(error, in: directory)
    }
  }

  /// The configuration that is in force now: the files, except for what waits of them.
  ///
  /// - Parameter update: what the files change; see `configurationUpdate`.
  /// - Throws: as `readState`.
  public func configurationInForce(after update: ConfigurationUpdate) throws(InstanceError) -> Configuration {
    guard let reading = try readState() else { return update.current }
    var ignoredProblems: [StateProblem] = []
    var engine = reading.engine(update.previous, router: router, problems: &ignoredProblems)
    let now = try host.moment()
    for input in engine.inputs(toReach: now, with: update, isSynchronised: host.clocks.isSynchronised()) {
      _ = engine.handle(input, at: now)
    }
    return engine.configurationVersions.count > 1 ? engine.configuration : update.current
  }
}

/// Something that a person should know about an instance that was opened or looked at.
public enum InstanceNotice: Sendable {
  /// The record of what was accepted before cannot be used, for this reason.
  case unusableRecord(String)
  /// The files are not in force. The sentence says since when the configuration in force is.
  case fault(ConfigurationFault, String)
  /// A part of the state is lost, for this reason.
  case loss(String)
}

extension InstanceNotice: CustomStringConvertible {
  /// One line, and lines with the diagnostics of files that are not in force.
  public var description: String {
    switch self {
    case .unusableRecord(let message), .loss(let message): message
    case .fault(let fault, let message): fault.details.isEmpty ? message : "\(message)\n\(fault.details)"
    }
  }
}

extension Instance {
  /// Why the files are not in force, and why the record cannot be used.
  package func notices(of update: ConfigurationUpdate, stored: StoredConfiguration) -> [InstanceNotice] {
    let fault = update.fault.map { fault in
      let words = update.current.words(stayingFor: fault.message, acceptedAt: update.acceptedAt)
      return InstanceNotice.fault(fault, words)
    }
    return [recordFault(stored).map(InstanceNotice.unusableRecord), fault].compactMap(\.self)
  }

  /// Why a record cannot be used; nil when it can, and when there is none.
  package func recordFault(_ stored: StoredConfiguration) -> String? {
    guard case .unusable(let error, _, _) = stored else { return nil }
    return "an accepted configuration in '\(directory)' cannot be used: \(error)"
  }

  /// What of the state could not be read, and which sessions of a strict shield are lost with it.
  func notices(
    of losses: [StateLoss], problems: [StateProblem], engine: Engine, at now: Moment
  ) -> [InstanceNotice] {
    let lost = losses.map(\.description) + problems.map(\.description)
    guard !lost.isEmpty else { return [] }
    return (lost + lostStrictSessions(engine, at: now)).map { .loss("state in '\(directory)': \($0)") }
  }

  /// The sessions of a strict shield on disk that still count, of which a damaged state knows nothing: a sentence each.
  private func lostStrictSessions(_ engine: Engine, at now: Moment) -> [String] {
    guard let shield = publishedShield(), shield.isStrict, shield.isInForce(at: now) else { return [] }
    let known = Set(engine.sessions.map(\.id))
    return shield.layers.filter { !known.contains($0.session) }.map { layer in
      let profile = layer.layer.profile
      let until = layer.until.map { end in
        let end = ZonedText(end, engine.zone(of: profile))
        return " until \(end.day) \(end.time)"
      }
      return "the session of '\(profile.key)' is lost, which a strict shield was to keep\(until ?? "")"
    }
  }
}
