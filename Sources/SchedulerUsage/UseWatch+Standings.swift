import Scheduler
import SchedulerPlatform

extension UseWatch {
  /// A kind of source with its present source.
  struct Seat: Sendable {
    let kind: UseSourceKind
    var source: (any UseSource)?
    /// The last report on each subject since the source was opened.
    var reports: [SourceReport.Subject: SourceReport] = [:]
    var openedBoot: Int64 = 0
    var pause = RetryPause()
    var failure: SourceFailure?

    init(_ kind: UseSourceKind) { self.kind = kind }

    /// Whether it has reported on all of its subjects, and knows them.
    var isWorking: Bool { source != nil && lack == nil && reports.count == kind.subjects.count }

    /// What it says, or will say when it has answered. A later source is opened only for other subjects.
    var promises: Set<SourceReport.Subject> { source == nil || lack != nil ? [] : kind.subjects }

    /// Why its source waits and says nothing; nil if it says something.
    private var lack: String? { if case .focusIsUnknown(let reason) = reports[.focus] { reason } else { nil } }

    var standing: SourceStanding.State {
      if reports[.screen] == .screenIsUnknown { return .missing("no screen saver is on it") }
      if let lack { return .failed(lack) }
      if source != nil { return isWorking ? .working : .starting }
      return switch failure {
      case nil: .unneeded
      case .missing(let reason): .missing(reason)
      case let failure?: .failed(failure.reason)
      }
    }
  }

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

  /// Whether browsers name the domain of the tab in front: not if one is in front and none of them does. Nil if that is not
  /// known, as where no browser runs, or where ActivityWatch may name domains.
  public func knowsPages(inFront target: UsedTarget?) -> Bool? {
    if seats.contains(where: { $0.kind == .activityWatch && $0.isWorking }) { return nil }
    if seats.contains(where: { $0.isWorking && $0.source?.programs.isEmpty == false }) { return true }
    return target?.application.categories.contains(.webBrowser) == true ? false : nil
  }

  /// Why a kind of source was last dropped; nil if it is open or was never opened.
  func lastFailure(of kind: UseSourceKind) -> String? { seats.first { $0.kind == kind }?.failure?.reason }
}
