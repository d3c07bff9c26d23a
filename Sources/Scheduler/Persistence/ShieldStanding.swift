import SchedulerCivilTime
import SchedulerStore

/// What `shield.json` of a state directory is like beside the state from which it follows.
public struct ShieldStanding: Hashable, Sendable {
  /// The generation of the set in the file; nil where there is none that can be read.
  public let generation: Int64?
  /// Whether the file does not say what the state asks for, such as when the disk was full.
  public let isBehind: Bool

  init(generation: Int64?, isBehind: Bool) {
    self.generation = generation
    self.isBehind = isBehind
  }

  /// What the file in a directory is like beside an engine as of its last evaluation; nil before its first.
  ///
  /// Somebody who writes the directory meanwhile writes the state first: what is behind may no longer be so a moment later.
  ///
  /// - Parameters:
  ///   - engine: as it was read; see `StateReading`.
  ///   - files: the directory.
  /// - Throws: what the file system reports, but for a file that is missing.
  /// - Complexity: O(bytes).
  public init?(of engine: Engine, in files: inout some FileSystem & ~Copyable) throws(StateStoreError) {
    guard let wanted = ShieldSet(of: engine) else { return nil }
    let found = try Self.content(in: &files)
    generation = found?.generation
    isBehind = found.map { !wanted.isApplied(by: $0) } ?? true
  }

  /// What the file says; nil for none that can be read.
  private static func content(in files: inout some FileSystem & ~Copyable) throws(StateStoreError) -> ShieldSet? {
    var store = FileRestrictionStore()
    do throws(RestrictionStoreError) {
      return try store.load(in: &files)
    } catch {
      guard case .file(let failure) = error, ![.isDirectory, .notRegular].contains(failure.reason) else { return nil }
      throw .file(failure)
    }
  }
}

extension ShieldSet {
  /// Whether a file applies what this set asks for. The ends of layers follow the clocks, and whoever slews one moves them:
  /// they may be a minute apart.
  fileprivate func isApplied(by file: ShieldSet) -> Bool {
    bootID == file.bootID && isStrict == file.isStrict && layers.count == file.layers.count
      && zip(layers, file.layers).allSatisfy { $0.isApplied(by: $1) }
  }
}

extension AppliedLayer {
  fileprivate func isApplied(by file: AppliedLayer) -> Bool {
    guard layer == file.layer, session == file.session, origins == file.origins else { return false }
    guard let until, let end = file.until else { return until == file.until }
    return abs(until.seconds(since: end)) < 60
  }
}
