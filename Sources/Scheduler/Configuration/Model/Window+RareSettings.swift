import CivilTime

extension Window {
  /// What few windows state. It is behind one reference, and all windows that state none of it share one, as with
  /// `Profile.RareSettings`. What each means is said at the property of `Window`.
  struct RareSettings: Hashable, Sendable {
    var name = usualName
    /// The dates that it lists in place of weekdays.
    var dates: DateSet?
    var everyWeeks = 1
    var from: CivilDate?
    var until: CivilDate?
    var skip = DateSet.empty
    var warningSeconds: [Int64] = []

    static let usualName = "window"

    /// Of a window that states none.
    static let none = Shared(RareSettings())
  }

  /// Every how many weeks it starts, 1 or more, counted from the week of `from`.
  public var everyWeeks: Int {
    get { rare.everyWeeks }
    set { rare.everyWeeks = newValue }
  }

  /// First date on which it may start.
  public var from: CivilDate? {
    get { rare.from }
    set { rare.from = newValue }
  }

  /// Last date on which it may start.
  public var until: CivilDate? {
    get { rare.until }
    set { rare.until = newValue }
  }

  /// Dates on which it does not start.
  public var skip: DateSet {
    get { rare.skip }
    set { rare.skip = newValue }
  }

  /// How many seconds before the start and before the end to warn; positive, each once, longest first.
  public var warningSeconds: [Int64] {
    get { rare.warningSeconds }
    set { rare.warningSeconds = newValue }
  }
}
