import SchedulerCivilTime

@testable import Scheduler

/// Civil minutes to instants by looking at every minute of a range once.
struct MinuteClock {
  let dates: ClosedRange<CivilDate>
  private(set) var mondays: [Int64] = []
  private let zone: ZoneRules
  private var first: [Int64: Int64] = [:]
  private var existingDays: Set<Int64> = []

  init(zone: ZoneRules, dates: ClosedRange<CivilDate>) {
    self.zone = zone
    self.dates = dates
    let from = (Int64(dates.lowerBound.epochDay) - 3) * 86_400
    let until = (Int64(dates.upperBound.epochDay) + 12) * 86_400
    for second in stride(from: from, to: until, by: 60) {
      let local = localMinute(second)
      if first[local] == nil { first[local] = second }
      existingDays.insert(local / 1440)
    }
    for day in (from / 86_400 + 3)...(until / 86_400 - 3) {
      if CivilDate(epochDay: Int(day))?.weekday == .monday { mondays.append(instant(day * 1440)) }
    }
  }

  func localMinute(_ second: Int64) -> Int64 {
    (second + Int64(zone.offset(at: Instant(epochSeconds: second)).seconds)) / 60
  }

  func exists(_ date: CivilDate) -> Bool { existingDays.contains(Int64(date.epochDay)) }

  /// The first instant of a civil minute; in a gap, the minute read with the offset before it.
  func instant(_ local: Int64) -> Int64 {
    if let found = first[local] { return found }
    var before = local
    while first[before] == nil { before -= 1 }
    var last = first[before] ?? 0
    while localMinute(last + 60) <= before { last += 60 }
    return local * 60 - (localMinute(last) * 60 - last)
  }
}
