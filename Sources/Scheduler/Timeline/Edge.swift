import SchedulerCivilTime

/// A start or end of an interval, or a warning of one: what a schedule does at an instant.
public struct Edge: Hashable, Sendable {
  /// What happens, under Apple's names, in the order in which edges of one instant are delivered.
  public enum Kind: UInt8, Comparable, Sendable {
    /// The interval ends in a while.
    case intervalWillEndWarning
    /// The interval ends.
    case intervalDidEnd
    /// The interval starts.
    case intervalDidStart
    /// The interval starts in a while.
    case intervalWillStartWarning

    /// Orders by delivery within one instant.
    public static func < (a: Kind, b: Kind) -> Bool { a.rawValue < b.rawValue }

    /// The event's name: `intervalDidStart` and so on.
    public var name: String {
      switch self {
      case .intervalWillEndWarning: "intervalWillEndWarning"
      case .intervalDidEnd: "intervalDidEnd"
      case .intervalDidStart: "intervalDidStart"
      case .intervalWillStartWarning: "intervalWillStartWarning"
      }
    }
  }

  /// The planned instant.
  public let instant: Instant
  /// What happens.
  public let kind: Kind
  /// The interval that starts or ends.
  public let interval: Interval
}

extension ProfileTimeline {
  /// The edges of an interval in order of time: its warnings, its start and its end.
  ///
  /// Start warnings come from the windows that open it, end warnings from those that end with it; equal ones count
  /// once. An end warning that would not come after the start is dropped. Where another interval of the profile
  /// touches, there is no warning.
  public func edges(of interval: Interval) -> [Edge] {
    var edges = startWarnings(of: interval)
    edges.append(Edge(instant: interval.start, kind: .intervalDidStart, interval: interval))
    edges += endWarnings(of: interval)
    edges.append(Edge(instant: interval.end, kind: .intervalDidEnd, interval: interval))
    return edges
  }

  private func startWarnings(of interval: Interval) -> [Edge] {
    startWarningSeconds(of: interval).map {
      Edge(instant: interval.start.adding(seconds: -$0), kind: .intervalWillStartWarning, interval: interval)
    }
  }

  private func endWarnings(of interval: Interval) -> [Edge] {
    endWarningSeconds(of: interval).map {
      Edge(instant: interval.end.adding(seconds: -$0), kind: .intervalWillEndWarning, interval: interval)
    }
  }

  /// How many seconds before the start of an interval there are warnings, longest first.
  func startWarningSeconds(of interval: Interval) -> [Int64] {
    interval.touchesPrevious ? [] : warningSeconds(of: interval.openingWindows)
  }

  /// How many seconds before the end of an interval there are warnings, longest first.
  func endWarningSeconds(of interval: Interval) -> [Int64] {
    interval.touchesNext ? [] : warningSeconds(of: interval.closingWindows).filter { $0 < interval.lengthSeconds }
  }

  /// The warning times of some windows, each once, longest first.
  private func warningSeconds(of indices: WindowIndices) -> [Int64] {
    Set(indices.sorted.flatMap { windows[$0].warningSeconds }).sorted(by: >)
  }
}
