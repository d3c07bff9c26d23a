import SchedulerStore

/// The content of a state directory, read without its lock and without changing files, even while another process has
/// it.
public struct StateReading: Sendable {
  /// The configuration that was in force when the state was last evaluated.
  public let configuration: StoredConfiguration
  /// The damage in the files.
  public let losses: [StateLoss]
  private let records: [StateChange]
  /// The sequence of the last change.
  private let lastSequence: UInt64
  /// The number of the last event in the history before the state was read, or 0 if it cannot be determined.
  private let lastInHistory: Int64
  /// Whether a shield is applied, which proves that the user has consented.
  private let hasShield: Bool

  /// The files of a state directory that are created after its journal; see `StateStore.open`.
  static let laterNames =
    [FileRestrictionStore.fileName, HistoryFile.name, ConfigurationFiles.prefix] + UndividedConfiguration.names

  /// Reads a directory.
  ///
  /// - Throws: `newerVersion`, and errors of the file system.
  public init(of files: inout some FileSystem & ~Copyable) throws(StateStoreError) {
    lastInHistory = Self.lastInHistory(&files)
    var (state, losses, reading) = try Self.read(&files)
    try EngineState.checkVersion(of: state)
    let isEmpty = state.lastSequence == 0 && losses.allSatisfy(\.isTornEnd)
    let isLost = isEmpty ? try Self.wasEvaluated(in: &files) : false
    if isLost || reading.isIncomplete {
      // Since the state was read, another process may have evaluated and removed files that it named.
      (state, losses, reading) = try Self.read(&files)
      if isLost, state.lastSequence == 0, losses.allSatisfy(\.isTornEnd) { losses.append(.missingFile("journal")) }
    }
    configuration = reading.configuration
    records = state.changes
    lastSequence = state.lastSequence
    self.losses = losses
    var shield = AppliedShield(in: FileRestrictionStore())
    hasShield = shield.hasLayers(in: &files)
  }

  private static func read(
    _ files: inout some FileSystem & ~Copyable
  ) throws(StateStoreError) -> (StoredState, [StateLoss], ConfigurationFiles.Reading) {
    let (state, losses) = try StateStore.read(from: &files, besides: laterNames)
    let reading = try ConfigurationFiles.Reading(under: state, after: losses, in: &files)
    return (state, losses, reading)
  }

  private static func lastInHistory(_ files: inout some FileSystem & ~Copyable) -> Int64 {
    do throws(FileSystemError) { return Int64(clamping: try HistoryFile.lastSequence(in: &files)) } catch { return 0 }
  }

  /// Whether a file exists that is only written after the state. If so, an empty state was lost.
  private static func wasEvaluated(in files: inout some FileSystem & ~Copyable) throws(StateStoreError) -> Bool {
    do throws(FileSystemError) {
      let names = try files.names()
      if names.contains(where: UndividedConfiguration.names.contains) { return true }
      guard names.contains(HistoryFile.name) else { return false }
      return try files.metadata(of: HistoryFile.name).size > 0
    } catch {
      throw .file(error)
    }
  }

  /// Returns an engine as of the last evaluation.
  ///
  /// - Parameters:
  ///   - versions: the versions in `configuration`, or those that are known to have been in force.
  ///   - authorization: the initial authorization of a state that was never evaluated.
  ///   - problems: receives the records that cannot be read.
  public func engine(
    _ versions: ConfigurationVersions, router: ActivityRouter = ActivityRouter(),
    authorization: AuthorizationStatus = .approved, problems: inout [StateProblem]
  ) -> Engine {
    var engine = Engine(
      versions, router: router, authorization: authorization, records: records, problems: &problems)
    if hasShield, !losses(beside: engine, problems).isEmpty { engine.restoreConsent() }
    return engine
  }

  /// Returns the damage in the files, including losses revealed by the history or by what is known from elsewhere.
  ///
  /// - Parameters:
  ///   - engine: the engine returned by `engine`.
  ///   - problems: the problems that it returned. If a record cannot be read, the history reveals no losses.
  ///   - known: the progress of the state that was known before it was read; nil if it is unknown.
  public func losses(
    beside engine: Engine, _ problems: [StateProblem], known: StateProgress? = nil
  ) -> [StateLoss] {
    let older = StateLoss(endingAt: lastSequence, before: known, besides: losses)
    let lost = StateLoss(of: engine, problems: problems, lastInHistory: lastInHistory)
    return losses + [older, lost].compactMap(\.self)
  }
}

extension StateLoss {
  /// Creates the loss of the last changes, which the history reveals because it is written after the state. Returns nil
  /// if none are lost.
  init?(of engine: Engine, problems: [StateProblem], lastInHistory: Int64) {
    guard engine.present != nil, problems.isEmpty, engine.lastNumber < lastInHistory else { return nil }
    self = .endsBeforeHistory(state: engine.lastNumber, history: lastInHistory)
  }
}
