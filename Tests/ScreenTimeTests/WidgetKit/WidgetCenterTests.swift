import ScreenTimeSystem
import Testing
import WidgetKit

@Suite struct WidgetCenterTests {
  private let process = RecordingProcess()

  @Test func `requests for new timelines are recorded in order`() {
    process.run {
      WidgetCenter.shared.reloadTimelines(ofKind: "limits")
      WidgetCenter.shared.reloadAllTimelines()
      WidgetCenter.shared.invalidateConfigurationRecommendations()
    }
    #expect(process.widgetLedger.reloads == [.kind("limits"), .all, .recommendations])
  }

  @Test func `the widgets that the test has placed are found`() async throws {
    process.widgetLedger.placed = [WidgetInfo(kind: "limits", family: .systemSmall)]
    process.run {
      WidgetCenter.shared.getCurrentConfigurations { result in
        guard case .success(let widgets) = result else { return }
        #expect(widgets.map(\.kind) == ["limits"])
      }
    }
    let widgets = try await CurrentProcess.$bound.withValue(process) {
      try await WidgetCenter.shared.currentConfigurations()
    }
    #expect(widgets.map(\.family) == [.systemSmall])
    #expect(widgets.map(\.id) == widgets)
  }

  @Test func `each device has its own widgets`() {
    process.run { WidgetCenter.shared.reloadAllTimelines() }
    #expect(RecordingProcess().widgetLedger.reloads.isEmpty)
  }

  @Test func `families have Apple's names and order`() {
    let names = [
      "systemSmall", "systemMedium", "systemLarge", "systemExtraLarge", "accessoryCorner", "accessoryCircular",
      "accessoryRectangular", "accessoryInline",
    ]
    #expect(WidgetFamily.allCases.map(\.description) == names)
    #expect(WidgetFamily.allCases.map(\.rawValue) == Array(0..<8))
  }
}
