import SchedulerStore

extension DurableEngine {
  /// Takes from the applied shield all that is not of a strict session, for the time in which nobody evaluates. The state stays,
  /// and the next evaluation, also that of another process, puts everything back.
  ///
  /// Does nothing before the first evaluation.
  ///
  /// - Returns: what stays.
  /// - Throws: what the store of the shield reports; the set is then as it was.
  @discardableResult
  public mutating func liftShield(
    in files: inout some FileSystem & ~Copyable
  ) throws(StateStoreError) -> [AppliedLayer] {
    let strict = engine.strictShield
    guard let set = ShieldSet(of: engine, layers: strict) else { return strict }
    do throws(RestrictionStoreError) {
      _ = try shield.commit(set, leastGeneration: leastGeneration, in: &files)
    } catch {
      throw error.stateStoreError
    }
    return strict
  }
}

extension Engine {
  /// The layers of strict sessions, which nothing lifts but what ends them.
  var strictShield: [AppliedLayer] {
    let strict = Set(book.sessions.values.filter { $0.rules.lock == .strict }.map(\.id))
    return shield.filter { strict.contains($0.session) }
  }
}
