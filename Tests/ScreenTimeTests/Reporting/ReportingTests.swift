import DeviceActivity
import FamilyControls
import ManagedSettings
import ScreenTimeTesting
import Testing

extension DeviceActivityReport.Context {
  fileprivate static let total = Self("total")
}

/// The values that the code of a report receives, as a test makes them.
@Suite struct ReportingTests {
  static let day = DateInterval(start: Date(timeIntervalSince1970: 1_786_579_200), duration: 86_400)

  static let data = DeviceActivityData(
    segmentInterval: .daily(during: day), lastUpdatedDate: day.end,
    activitySegments: [
      .init(
        dateInterval: day, firstPickup: day.start, pickupsWithoutApplication: 2,
        categories: [
          .init(
            ActivityCategory(token: DeviceTokens.category("games")),
            applications: [
              .init(Application(bundleIdentifier: "com.example.game"), duration: 600, pickups: 3, notifications: 1)
            ],
            webDomains: [.init(WebDomain(domain: "example.com"), duration: 60)])
        ])
    ])

  /// What a scene of a report extension does in `makeConfiguration(representing:)`.
  func total(representing results: DeviceActivityResults<DeviceActivityData>) async -> TimeInterval {
    await results.flatMap { $0.activitySegments }.reduce(0) { $0 + $1.totalActivityDuration }
  }

  @Test func `the totals of segments and categories are those of what they contain`() async throws {
    #expect(await total(representing: DeviceActivityResults([Self.data, Self.data])) == 1_320)
    let iterator = Self.data.activitySegments.makeAsyncIterator()
    let segment = try #require(await iterator.next())
    #expect(await iterator.next() == nil)
    #expect(segment.totalPickupsWithoutApplicationActivity == 2)
    for await category in segment.categories {
      #expect(category.totalActivityDuration == 660)
      for await use in category.applications { #expect(use.application.bundleIdentifier == "com.example.game") }
      for await use in category.webDomains { #expect(use.webDomain.domain == "example.com") }
    }
  }

  @Test func `filters are equal if their parts are, and without dates begin with the day`() {
    var filter = DeviceActivityFilter(
      segment: .daily(during: Self.day), users: .children, devices: .init([.iPhone, .iPad]))
    #expect(filter != DeviceActivityFilter(segment: .daily(during: Self.day)))
    #expect(filter.users == .children && filter.devices != .all)
    filter.segmentInterval = .weekly(during: Self.day)
    #expect(filter.segmentInterval == .weekly(during: Self.day))
    guard case .hourly(let today) = DeviceActivityFilter().segmentInterval else { return #expect(Bool(false)) }
    #expect(Calendar.current.startOfDay(for: today.start) == today.start)
    #expect(DeviceActivityReport.Context.total.rawValue == "total")
  }

  @Test func `activity is exported only to an app with access to data, and only if a test gave some`() async throws {
    func export() async throws -> [DeviceActivityData] {
      var exported: [DeviceActivityData] = []
      for try await data in DeviceActivityData.activityData(filteredBy: .init(), using: .live) { exported.append(data) }
      return exported
    }
    let device = VirtualDevice(at: "2026-08-13 13:00", in: "UTC")
    let app = device.install(ScreenTimeApp("com.example.report"), authorizedFor: nil)
    await #expect(throws: DeviceActivityData.Error.unauthorized) {
      try await device.run(in: app) { try await export() }
    }
    device.answerAuthorizationRequests(with: [.approveWithDataAccess])
    try await device.run(in: app) { try await AuthorizationCenter.shared.requestAuthorization(for: .individual) }
    await #expect(throws: DeviceActivityData.Error.missingData) { try await device.run(in: app) { try await export() } }
    device.reportActivity([Self.data])
    #expect(try await device.run(in: app) { try await export() } == [Self.data])
  }

  @Test func `device activity is authorized for the apps that Family Controls has authorized`() {
    let device = VirtualDevice(at: "2026-08-13 13:00", in: "UTC")
    let app = device.install(ScreenTimeApp("com.example.b"))
    let other = device.install(ScreenTimeApp("com.example.a"), authorizedFor: nil)
    device.run(in: app, as: .monitor) {
      #expect(DeviceActivityAuthorization.isAuthorized)
      #expect(DeviceActivityAuthorization.authorizedClientIdentifiers == ["com.example.b"])
      #expect(!DeviceActivityAuthorization.isAuthorized("com.example.a"))
      #expect(!DeviceActivityAuthorization.sharingEnabled)
    }
    device.run(in: other) { #expect(!DeviceActivityAuthorization.isAuthorized) }
  }
}
