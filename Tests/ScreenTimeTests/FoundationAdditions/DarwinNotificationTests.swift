import DeviceActivity
import ScreenTimeSystem
import ScreenTimeTesting
import Testing

@Suite struct DarwinNotificationTests {
  private let storage: DeviceStorage
  private let app: RecordingProcess
  private let monitor: RecordingProcess
  private let center = CFNotificationCenterGetDarwinNotifyCenter()

  init() {
    storage = DeviceStorage()
    app = RecordingProcess(storage: storage)
    monitor = RecordingProcess("com.example.app.monitor", storage: storage)
  }

  /// Observes a name as an app does: with a pointer to an object, and a closure that captures nothing.
  private func observe(_ name: String, _ tally: Tally, in process: RecordingProcess) {
    process.run {
      let callback: CFNotificationCallback = { _, observer, name, _, _ in
        guard let observer, name != nil else { return }
        Unmanaged<Tally>.fromOpaque(observer).takeUnretainedValue().add()
        UserDefaults.standard.set(CurrentProcess.bound?.bundleIdentifier, forKey: "observed by")
      }
      CFNotificationCenterAddObserver(
        center, Unmanaged.passUnretained(tally).toOpaque(), callback, name as CFString, nil, .deliverImmediately)
    }
  }

  private func post(_ name: String, in process: RecordingProcess) {
    process.run {
      CFNotificationCenterPostNotification(center, CFNotificationName(name as CFString), nil, nil, true)
    }
  }

  @Test func `observers on the device are called in their process`() {
    let tally = Tally()
    observe("changed", tally, in: app)
    post("changed", in: monitor)
    post("other", in: monitor)
    post("changed", in: RecordingProcess())
    #expect(tally.count == 1)
    #expect(app.run { UserDefaults.standard.string(forKey: "observed by") } == "com.example.app")
  }

  @Test func `observers may be removed, by name or all`() {
    let tally = Tally()
    let pointer = Unmanaged.passUnretained(tally).toOpaque()
    for name in ["a", "b", "c"] { observe(name, tally, in: app) }
    app.run { CFNotificationCenterRemoveObserver(center, pointer, CFNotificationName(rawValue: "a"), nil) }
    for name in ["a", "b", "c"] { post(name, in: monitor) }
    #expect(tally.count == 2)
    app.run { CFNotificationCenterRemoveEveryObserver(center, pointer) }
    for name in ["a", "b", "c"] { post(name, in: monitor) }
    #expect(tally.count == 2)
  }

  @Test func `the observers of a process end with it`() {
    let tally = Tally()
    var short: RecordingProcess? = RecordingProcess("short", storage: storage)
    if let short { observe("changed", tally, in: short) }
    short = nil
    post("changed", in: app)
    #expect(tally.count == 0)
    #expect(
      [CFNotificationSuspensionBehavior.drop, .coalesce, .hold, .deliverImmediately].map(\.rawValue) == [1, 2, 3, 4])
  }
}

@Suite struct LocalizedStringTests {
  @Test func `a text is its key with its values`() {
    let minutes = 5
    #expect(String(localized: "\(minutes) minutes left", comment: "title") == "5 minutes left")
    #expect(String(localized: "plain", table: "t", bundle: .main, locale: .current) == "plain")
    #expect(String(localized: "limit.title", defaultValue: "Limit of \(1.25, specifier: "%.1f") h") == "Limit of 1.2 h")
    let value = String.LocalizationValue("key")
    #expect(String(localized: value) == "key")
  }
}
