import SchedulerStore

/// What a state directory says, read without its lock and without changing a file, also while another process has it.
public struct StateReading: Sendable {
  /// The configuration that was in force when the state was last evaluated.
  public let configuration: StoredConfiguration
  /// What is wrong with the files.
  public let losses: [StateLoss]
  private let records: [StateChange]
  /// The number of the last event of which history told before the state was read; 0 where that is not to be found out.
  private let lastInHistory: Int64
  /// Whether the state is lost while a shield is applied, to which somebody must have consented.
  private let isShieldAlone: Bool

  /// The files of a state directory that are made after its journal; see `StateStore.open`.
  static let laterNames =
    [FileRestrictionStore.fileName, HistoryFile.name, ConfigurationFiles.prefix] + UndividedConfiguration.names

  /// Reads a directory.
  ///
  /// - Throws: `newerVersion`, and what the file system reports.
  public init(of files: inout some FileSystem & ~Copyable) throws(StateStoreError) {
    lastInHistory = Self.lastInHistory(&files)
    var (state, losses, reading) = try Self.read(&files)
    try EngineState.checkVersion(of: state)
    let isEmpty = state.lastSequence == 0 && losses.isEmpty
    let isLost = isEmpty ? try Self.wasEvaluated(in: &files) : false
    if isLost || reading.isIncomplete {
      // Another process may have evaluated since the state was read, and removed what that named.
      (state, losses, reading) = try Self.read(&files)
      if isLost, state.lastSequence == 0, losses.isEmpty { losses = [.missingFile("journal")] }
    }
    configuration = reading.configuration
    records = state.changes
    self.losses = losses
    var shield = AppliedShield(in: FileRestrictionStore())
    isShieldAlone = state.changes.isEmpty && !losses.isEmpty && shield.hasLayers(in: &files)
  }

  private static func read(
    _ files: inout some FileSystem & ~Copyable
  ) throws(StateStoreError) -> (StoredState, [StateLoss], ConfigurationFiles.Reading) {
    let (state, losses) = try StateStore.read(from: &files, besides: laterNames)
    let reading = try ConfigurationFiles.Reading(under: state, isLost: !losses.isEmpty, in: &files)
    return (state, losses, reading)
  }

  private static func lastInHistory(_ files: inout some FileSystem & ~Copyable) -> Int64 {
    do throws(FileSystemError) { return Int64(clamping: try HistoryFile.lastSequence(in: &files)) } catch { return 0 }
  }

  /// Whether there is something that is written behind the state only: where the state is empty then, it was lost.
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

  /// An engine as of the last evaluation there.
  ///
  /// - Parameters:
  ///   - versions: what `configuration` says, or what is known to have been in force.
  ///   - authorization: whether the shield may be applied where nothing was ever evaluated.
  ///   - problems: records that cannot be read.
  public func engine(
    _ versions: ConfigurationVersions, router: ActivityRouter = ActivityRouter(),
    authorization: AuthorizationStatus = .approved, problems: inout [StateProblem]
  ) -> Engine {
    Engine(
      versions, router: router, authorization: isShieldAlone ? .approved : authorization,
      records: records, problems: &problems)
  }

  /// What is wrong with the files, also as history shows it.
  ///
  /// - Parameters:
  ///   - engine: what `engine` gave.
  ///   - problems: what it gave; where a record cannot be read, history shows nothing.
  public func losses(beside engine: Engine, _ problems: [StateProblem]) -> [StateLoss] {
    losses + [StateLoss(of: engine, problems: problems, lastInHistory: lastInHistory)].compactMap(\.self)
  }
}

extension StateLoss {
  /// The loss of the last changes, which history still names because it is written after the state; nil if none are lost.
  init?(of engine: Engine, problems: [StateProblem], lastInHistory: Int64) {
    guard engine.present != nil, problems.isEmpty, engine.lastNumber < lastInHistory else { return nil }
    self = .endsBeforeHistory(state: engine.lastNumber, history: lastInHistory)
  }
}
