extension Instance {
  /// Reads the state without its lock and without writing. Returns nil if the directory is missing.
  ///
  /// - Throws: `newerVersion`, `forbidden`, and `inputOutput` if the state cannot be read.
  /// - Complexity: linear in the size of the state.
  public func readState() throws(InstanceError) -> StateReading? {
    guard var files = try DirectoryFileSystem.ofState(in: directory) else { return nil }
    let reading = try InstanceError.mapping(StateReading(of: &files)) { (error: StateStoreError) in
      .init(error, in: directory)
    }
    if case .unusable(.newerVersion(let version), let file, _) = reading.configuration {
      throw InstanceError(
        .newerVersion, message: "'\(directory)/\(file)' has version \(version)",
        help: ["a newer program wrote it; nothing was changed"])
    }
    return reading
  }

  /// Returns whether a configuration was ever accepted. Throws the errors of `readState`.
  public func isKept() throws(InstanceError) -> Bool { try readState().map { $0.configuration != .none } ?? false }

  /// Returns whether a configuration was ever accepted and this user may read the state. Throws the errors of
  /// `readState`, except `forbidden`.
  public func isReadable() throws(InstanceError) -> Bool {
    do throws(InstanceError) {
      return try isKept()
    } catch {
      guard error.reason == .forbidden else { throw error }
      return false
    }
  }

  /// The way in which users other than root can change the state directory or, while it is missing, the path to it. Nil
  /// if they cannot, and for every user except root.
  ///
  /// A user who can write the directory decides what is blocked and what root does with its rights. Therefore `open`
  /// refuses such a directory.
  public var exposure: ExposedFile? {
    guard host.isRoot else { return nil }
    // Strings, because joining slices takes longer than everything else here.
    var names = directory.split(separator: "/").map(String.init)
    let root = directory.hasPrefix("/") ? "/" : "./"
    let name = names.joined(separator: "/")
    var isThere = true
    while true {
      let path = root + names.joined(separator: "/")
      do throws(SystemError) {
        let exposure = isThere ? try FileExposure.first(inDirectory: path) : try FileExposure.first(onTheWayTo: path)
        // A path that is not a directory is never used.
        if isThere, exposure?.kind == .file { return nil }
        return exposure.map { ExposedFile(path: (root == "/" ? root : "") + name, exposure: $0, isState: true) }
      } catch {
        // A directory that cannot be examined cannot be used either. The attempt to use it reports that.
        guard error == .missingFile, names.popLast() != nil else { return nil }
        isThere = false
      }
    }
  }

  /// The number of attempts and the time between them while the shield is out of date. Another process may be about to
  /// write it.
  private static let shieldTimeout = (attempts: 3, milliseconds: Int32(20))

  /// Returns how the shield on disk compares with the state from which an engine was read, or nil before the first
  /// evaluation.
  ///
  /// - Throws: `inputOutput` and `forbidden`.
  package func shieldFileStatus(beside engine: Engine) throws(InstanceError) -> ShieldFileStatus? {
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

  private func shieldFileStatus(once engine: Engine) throws(InstanceError) -> ShieldFileStatus? {
    do throws(StateStoreError) {
      var files: DirectoryFileSystem
      files = try StateStoreError.mapping(DirectoryFileSystem(directory)) { .file($0) }
      return try ShieldFileStatus(of: engine, in: &files)
    } catch {
      throw InstanceError(error, in: directory)
    }
  }

  /// Returns the configuration that is in force now: the files, except for the parts that wait.
  ///
  /// - Parameter update: the change of the files; see `configurationUpdate`.
  /// - Throws: the errors of `readState`, and `inputOutput` if the clocks cannot be read.
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

/// A notice for the user about an instance that was opened or viewed.
public enum InstanceNotice: Sendable {
  /// The record of the last accepted configuration cannot be used, for the given reason.
  case unusableRecord(String)
  /// The files are not in force. The sentence contains the time since which the configuration in force applies.
  case fault(ConfigurationFault, String)
  /// A part of the state is lost, for the given reason.
  case loss(String)
}

extension InstanceNotice: CustomStringConvertible {
  /// One line, followed by the lines of the diagnostics if the files are not in force.
  public var description: String {
    switch self {
    case .unusableRecord(let message), .loss(let message): message
    case .fault(let fault, let message): fault.details.isEmpty ? message : "\(message)\n\(fault.details)"
    }
  }
}

extension Instance {
  /// Returns the reasons why the files are not in force and why the record cannot be used.
  package func notices(of update: ConfigurationUpdate, stored: StoredConfiguration) -> [InstanceNotice] {
    let fault = update.fault.map { fault in
      let words = update.current.words(stayingFor: fault.message, acceptedAt: update.acceptedAt)
      return InstanceNotice.fault(fault, words)
    }
    return [recordFault(stored).map(InstanceNotice.unusableRecord), fault].compactMap(\.self)
  }

  /// Returns the reason why a record cannot be used, or nil if it can or if there is none.
  package func recordFault(_ stored: StoredConfiguration) -> String? {
    guard case .unusable(let error, _, _) = stored else { return nil }
    return "an accepted configuration in '\(directory)' cannot be used: \(error)"
  }

  /// Returns the damage of a state. A directory that is gone has lost its journal if the machine knew it in this boot.
  func losses(
    of reading: StateReading?, beside engine: Engine, problems: [StateProblem], known: StateProgress?
  ) -> [StateLoss] {
    reading?.losses(beside: engine, problems, known: known) ?? (known == nil ? [] : [.missingFile("journal")])
  }

  /// Returns notices for the parts of the state that could not be read, and for the sessions of a strict shield lost
  /// with them.
  func notices(of losses: [StateLoss], problems: [StateProblem], engine: Engine, at now: Moment) -> [InstanceNotice] {
    let lost = losses.map(\.description) + problems.map(\.description)
    guard !lost.isEmpty else { return [] }
    return (lost + lostStrictSessions(engine, at: now)).map { .loss("state in '\(directory)': \($0)") }
  }

  /// Returns a sentence for each session of a strict shield on disk that is still in force but missing from a damaged
  /// state. A session that ended by history is not missing: the shield may be older than its end.
  private func lostStrictSessions(_ engine: Engine, at now: Moment) -> [String] {
    guard let shield = publishedShield(), shield.isStrict, shield.isInForce(at: now) else { return [] }
    let known = Set(engine.sessions.map(\.id))
    let missing = shield.layers.filter { !known.contains($0.session) }
    let ended = missing.isEmpty ? [] : endedSessions()
    return missing.filter { !ended.contains($0.session) }.map { layer in
      let profile = layer.layer.profile
      let until = layer.until.map { end in
        let end = ZonedText(end, in: engine.zone(of: profile))
        return " until \(end.day) \(end.time)"
      }
      return "the session of '\(profile.key)' is lost; the strict shield in 'shield.json' still lists it\(until ?? "")"
    }
  }

  /// Returns the sessions that ended by history; empty if it cannot be read.
  private func endedSessions() -> Set<SessionID> {
    do throws(FileSystemError) {
      var files = try DirectoryFileSystem(directory)
      return SessionTrail(in: &files).closed
    } catch {
      return []
    }
  }
}
