import SchedulerPlatform

extension UseWatch {
  /// The sources as they stand, the best first.
  public var standings: [SourceStanding] {
    seats.map { seat in
      let path: String?
      do throws(SourceFailure) { path = try seat.kind.path(in: environment) } catch { path = nil }
      return SourceStanding(seat.kind, path: path, state: seat.standing, source: seat.source)
    }
  }

  /// Opens the sources, and waits until each has said something or failed.
  ///
  /// - Parameter milliseconds: the longest time to wait.
  public mutating func settle(milliseconds: Int64) throws(SystemError) {
    try advance(forMilliseconds: milliseconds) { $0.standing == .starting }
  }

  /// Waits until a browser has connected.
  ///
  /// - Parameter milliseconds: the longest time to wait.
  mutating func awaitPrograms(milliseconds: Int64) throws(SystemError) {
    try advance(forMilliseconds: milliseconds) { $0.isWorking && $0.kind == .browsers && $0.source?.programs == [] }
  }

  /// Advances until no seat is to be waited for, or until the time is over.
  private mutating func advance(forMilliseconds length: Int64, while isAwaited: (Seat) -> Bool) throws(SystemError) {
    let end = SystemClocks.monotonic() + length * 1_000_000
    while true {
      let now = UseMoment.present()
      _ = try advance(at: now)
      guard seats.contains(where: isAwaited), now.monotonic < end else { return }
      _ = try queue.wait(milliseconds: Int32(clamping: (end - now.monotonic) / 1_000_000 + 1))
    }
  }

  /// Why the source of pages has dropped a program last, or all of them for now; nil if it has dropped none.
  public var lastDrop: String? {
    guard let seat = seats.first(where: { $0.kind == .browsers }) else { return nil }
    return seat.source?.lastDrop ?? seat.failure.flatMap { $0.isWorthRetrying ? $0.reason : nil }
  }

  /// Why a kind of source was last dropped; nil if it is open or was never opened.
  func lastFailure(of kind: UseSourceKind) -> String? { seats.first { $0.kind == kind }?.failure?.reason }
}
