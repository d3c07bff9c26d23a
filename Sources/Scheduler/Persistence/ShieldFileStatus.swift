import SchedulerStore

/// The comparison of `shield.json` in a state directory with the state from which it follows.
public struct ShieldFileStatus: Hashable, Sendable {
  /// The generation of the set in the file, or nil if there is none that can be read.
  public let generation: Int64?
  /// Whether the content of the file differs from the one required by the state, for example because the disk was full.
  public let isBehind: Bool
}

extension ShieldFileStatus {
  /// Compares the file in a directory with an engine as of its last evaluation. Returns nil before the first one.
  ///
  /// A concurrent writer writes the state first. A file that is out of date may therefore be up to date a moment later.
  ///
  /// - Parameters:
  ///   - engine: the engine as it was read; see `StateReading`.
  ///   - files: the directory.
  /// - Throws: errors of the file system, except for a missing file.
  /// - Complexity: O(bytes).
  public init?(of engine: Engine, in files: inout some FileSystem & ~Copyable) throws(StateStoreError) {
    guard let wanted = ShieldSet(of: engine) else { return nil }
    let found = try Self.content(in: &files)
    generation = found?.generation
    isBehind = found.map { !wanted.isApplied(by: $0) } ?? true
  }

  /// Returns the set in the file, or nil if there is none that can be read.
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
  /// Returns whether a file applies the content of this set. The ends of layers follow the clocks and move when a clock
  /// is slewed, so they may differ by less than a minute.
  fileprivate func isApplied(by file: ShieldSet) -> Bool {
    bootID == file.bootID && isStrict == file.isStrict && layers.count == file.layers.count
      && zip(layers, file.layers).allSatisfy { $0.isApplied(by: $1) }
  }
}

extension AppliedLayer {
  fileprivate func isApplied(by file: AppliedLayer) -> Bool {
    guard layer == file.layer, session == file.session, isStrict == file.isStrict, origins == file.origins else {
      return false
    }
    guard let until, let end = file.until else { return until == file.until }
    return abs(until.seconds(since: end)) < 60
  }
}
