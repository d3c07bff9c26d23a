import SchedulerCivilTime

/// The start or the end of an interval, or a warning before one of them.
public struct Edge: Hashable, Sendable {
  /// The kind of an edge, named after Apple's callbacks, in the order in which edges of one instant are delivered.
  public enum Kind: UInt8, Comparable, Sendable {
    /// A warning before the end of the interval.
    case intervalWillEndWarning
    /// The interval ends.
    case intervalDidEnd
    /// The interval starts.
    case intervalDidStart
    /// A warning before the start of the interval.
    case intervalWillStartWarning

    /// Orders by delivery within one instant.
    public static func < (a: Kind, b: Kind) -> Bool { a.rawValue < b.rawValue }

    /// The name of the event, such as `intervalDidStart`.
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
  /// The kind of the edge.
  public let kind: Kind
  /// The interval that starts or ends.
  public let interval: Interval
}

extension ProfileTimeline {
  /// Returns the edges of an interval in order of time: its warnings, its start and its end.
  ///
  /// Start warnings come from the windows that open the interval, end warnings from those that end with it. Equal
  /// warnings count once. An end warning that would not come after the start is dropped. There is no warning where
  /// another interval of the profile touches.
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

  /// Returns the distances of the warnings before the start of an interval in seconds, longest first.
  func startWarningSeconds(of interval: Interval) -> [Int64] {
    interval.touchesPrevious ? [] : warningSeconds(of: interval.openingWindows)
  }

  /// Returns the distances of the warnings before the end of an interval in seconds, longest first.
  func endWarningSeconds(of interval: Interval) -> [Int64] {
    interval.touchesNext ? [] : warningSeconds(of: interval.closingWindows).filter { $0 < interval.lengthSeconds }
  }

  /// Returns the distinct warning times of some windows, longest first.
  private func warningSeconds(of indices: WindowIndices) -> [Int64] {
    Set(indices.sorted.flatMap { windows[$0].warningSeconds }).sorted(by: >)
  }
}
