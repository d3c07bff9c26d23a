import ScreenTimeSystem

/// A process of an app that has widgets.
package protocol WidgetProcess: SystemProcess {
  /// The widgets of the app. Its extensions have the ledger of the app.
  var widgetLedger: WidgetLedger { get }
}

/// The widgets of one app: which the user has placed, and which the app has asked to be drawn again.
package final class WidgetLedger: Sendable {
  private struct State {
    var placed: [WidgetInfo] = []
    var reloads: [WidgetReload] = []
  }

  private let state = SharedState(State())

  package init() {}

  /// The widgets that the user has placed. The test decides.
  package var placed: [WidgetInfo] {
    get { state.withLock { $0.placed } }
    set { state.withLock { $0.placed = newValue } }
  }

  /// What the app has asked for, in order.
  package var reloads: [WidgetReload] { state.withLock { $0.reloads } }

  func record(_ reload: WidgetReload) { state.withLock { $0.reloads.append(reload) } }
}

/// What an app has asked for.
package enum WidgetReload: Hashable, Sendable {
  /// New timelines for all widgets.
  case all
  /// New timelines for the widgets of a kind.
  case kind(String)
  /// New recommendations.
  case recommendations
}

/// The size of a widget.
public enum WidgetFamily: Int, CaseIterable, Hashable, Sendable, CustomStringConvertible {
  case systemSmall = 0
  case systemMedium = 1
  case systemLarge = 2
  case systemExtraLarge = 3
  case accessoryCorner = 4
  case accessoryCircular = 5
  case accessoryRectangular = 6
  case accessoryInline = 7

  /// The name of the size.
  public var description: String {
    switch self {
    case .systemSmall: "systemSmall"
    case .systemMedium: "systemMedium"
    case .systemLarge: "systemLarge"
    case .systemExtraLarge: "systemExtraLarge"
    case .accessoryCorner: "accessoryCorner"
    case .accessoryCircular: "accessoryCircular"
    case .accessoryRectangular: "accessoryRectangular"
    case .accessoryInline: "accessoryInline"
    }
  }
}

/// A widget that the user has placed.
public struct WidgetInfo: Hashable, Identifiable, Sendable {
  /// The kind of the widget, as the app has named it.
  public let kind: String

  /// The size of the widget.
  public let family: WidgetFamily

  /// The widget itself.
  public var id: WidgetInfo { self }

  package init(kind: String, family: WidgetFamily) {
    self.kind = kind
    self.family = family
  }
}

/// Asks the system for new timelines of an app's widgets. Here the requests are recorded.
public final class WidgetCenter: Sendable {
  /// The center of the running app.
  public static let shared = WidgetCenter()

  private init() {}

  /// Asks for new timelines of all widgets of the app.
  public func reloadAllTimelines() { ledger(for: "WidgetCenter.reloadAllTimelines()")?.record(.all) }

  /// Asks for new timelines of the widgets of a kind.
  public func reloadTimelines(ofKind kind: String) {
    ledger(for: "WidgetCenter.reloadTimelines(ofKind:)")?.record(.kind(kind))
  }

  /// Asks for new recommendations of widgets.
  public func invalidateConfigurationRecommendations() {
    ledger(for: "WidgetCenter.invalidateConfigurationRecommendations()")?.record(.recommendations)
  }

  /// Passes the widgets that the user has placed, before the function returns.
  public func getCurrentConfigurations(_ completion: @escaping @Sendable (Result<[WidgetInfo], any Error>) -> Void) {
    completion(.success(ledger(for: "WidgetCenter.getCurrentConfigurations(_:)")?.placed ?? []))
  }

  /// Returns the widgets that the user has placed.
  public func currentConfigurations() async throws -> [WidgetInfo] {
    ledger(for: "WidgetCenter.currentConfigurations()")?.placed ?? []
  }

  private func ledger(for call: StaticString) -> WidgetLedger? {
    (CurrentProcess.resolve(for: call) as? any WidgetProcess)?.widgetLedger
  }
}
