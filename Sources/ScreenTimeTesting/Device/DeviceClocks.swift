import SchedulerCivilTime

/// The clocks of a virtual device. Time passes only when the device is advanced.
struct DeviceClocks: Hashable, Sendable {
  /// The nanoseconds that have passed since the device was created.
  private(set) var elapsed: Int64 = 0
  /// The reading of the wall clock at elapsed time 0, as nanoseconds since 1970.
  private var origin: Int64
  /// The elapsed time at which the device started.
  private var bootedAt: Int64 = 0
  private var bootCount = 1

  static let nanosecondsPerSecond: Int64 = 1_000_000_000

  /// Creates clocks that show a date, to the millisecond.
  init(at date: Date) { origin = Self.nanoseconds(of: date) }

  /// Returns the nanoseconds from 1970 to a date, to the millisecond.
  private static func nanoseconds(of date: Date) -> Int64 {
    precondition(
      abs(date.timeIntervalSince1970) < farthest,
      "a device's clock shows the years 1700 to 2240, not \(date.timeIntervalSince1970) s from 1970")
    return Int64((date.timeIntervalSince1970 * 1_000).rounded()) * 1_000_000
  }

  /// The greatest distance from 1970 in seconds that fits into 64 bits of nanoseconds, with room for a century.
  private static let farthest = 8_520_000_000.0

  /// The reading of the wall clock, as nanoseconds since 1970.
  var wallNanoseconds: Int64 { origin + elapsed }

  /// The second that the wall clock shows.
  var instant: Instant { moment.wall }

  /// The nanoseconds since the device started.
  var uptime: Int64 { elapsed - bootedAt }

  /// The readings of all clocks.
  var moment: Moment {
    var (seconds, rest) = wallNanoseconds.quotientAndRemainder(dividingBy: Self.nanosecondsPerSecond)
    if rest < 0 { (seconds, rest) = (seconds - 1, rest + Self.nanosecondsPerSecond) }
    return Moment(
      wall: Instant(epochSeconds: seconds), nanosecond: rest, boot: uptime, bootID: "boot-\(bootCount)")
  }

  /// Advances all clocks to an elapsed time; never backwards.
  mutating func advance(to elapsed: Int64) { self.elapsed = max(self.elapsed, elapsed) }

  /// Sets the wall clock.
  mutating func set(to instant: Instant) {
    origin = Self.nanoseconds(of: Date(timeIntervalSince1970: Double(instant.epochSeconds))) - elapsed
  }

  /// Starts the device.
  mutating func boot() {
    bootedAt = elapsed
    bootCount += 1
  }

  /// Returns the elapsed time at which the wall clock will show a date.
  func elapsed(at date: Date) -> Int64 { Self.nanoseconds(of: date) - origin }

  /// Returns the elapsed time at which the wall clock will show an instant.
  func elapsed(at instant: Instant) -> Int64 { elapsed(at: Date(timeIntervalSince1970: Double(instant.epochSeconds))) }
}

extension Duration {
  /// A duration of minutes.
  public static func minutes(_ minutes: some BinaryInteger) -> Duration { .seconds(minutes * 60) }
  /// A duration of minutes and parts of them.
  public static func minutes(_ minutes: Double) -> Duration { .seconds(minutes * 60) }
  /// A duration of hours.
  public static func hours(_ hours: some BinaryInteger) -> Duration { .seconds(hours * 3_600) }
  /// A duration of hours and parts of them.
  public static func hours(_ hours: Double) -> Duration { .seconds(hours * 3_600) }
  /// A duration of days of 24 hours.
  public static func days(_ days: some BinaryInteger) -> Duration { .seconds(days * 86_400) }

  /// The nanoseconds, rounded down, at most 200 years.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let limit: Int64 = 200 * 366 * 86_400
    return min(max(seconds, -limit), limit) * DeviceClocks.nanosecondsPerSecond + attoseconds / 1_000_000_000
  }
}
