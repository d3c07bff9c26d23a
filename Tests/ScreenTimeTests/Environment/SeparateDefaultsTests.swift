import Foundation
import Testing

@testable import ScreenTimeTesting

/// Suites of `UserDefaults` belong to a device, and the standard one to an app on it. The tests run beside each other.
@Suite struct SeparateDefaultsTests {
  private static let suite = "group.com.example.shared"

  @Test func `defaults are separate in this program`() { #expect(AppEnvironment.separatesDefaults) }

  @Test(arguments: 0..<8) func `devices do not see each other's values`(number: Int) {
    let process = RecordingProcess()
    process.run {
      #expect(UserDefaults(suiteName: Self.suite)?.object(forKey: "number") == nil)
      #expect(UserDefaults.standard.object(forKey: "number") == nil)
      UserDefaults(suiteName: Self.suite)?.set(number, forKey: "number")
      UserDefaults.standard.set(-number, forKey: "number")
      #expect(UserDefaults(suiteName: Self.suite)?.integer(forKey: "number") == number)
      #expect(UserDefaults.standard.integer(forKey: "number") == -number)
    }
  }

  @Test func `an app and its extensions share suites of groups only`() {
    let storage = DeviceStorage()
    let app = RecordingProcess(storage: storage)
    let monitor = RecordingProcess("com.example.app.monitor", storage: storage)
    app.run {
      for name in [Self.suite, "private", nil] { UserDefaults(suiteName: name)?.set("of the app", forKey: "text") }
    }
    let seen = monitor.run { [Self.suite, "private", nil].map { UserDefaults(suiteName: $0)?.string(forKey: "text") } }
    #expect(seen == ["of the app", nil, nil])
  }

  @Test func `a suite that was made on one device serves the device that uses it`() throws {
    // As with a global `let defaults = UserDefaults(suiteName:)` of an app.
    let shared = try #require(UserDefaults(suiteName: Self.suite))
    let (first, second) = (RecordingProcess(), RecordingProcess())
    first.run { shared.set(1, forKey: "device") }
    second.run { shared.set(2, forKey: "device") }
    #expect(first.run { shared.integer(forKey: "device") } == 1)
    #expect(second.run { shared.integer(forKey: "device") } == 2)
  }

  @Test func `values of every type come back`() throws {
    let process = RecordingProcess()
    try process.run {
      let defaults = try #require(UserDefaults(suiteName: Self.suite))
      defaults.set(Date(timeIntervalSince1970: 5), forKey: "date")
      defaults.set(Data([1, 2]), forKey: "data")
      defaults.set(["a": [1, 2]], forKey: "tree")
      defaults.set(true, forKey: "flag")
      #expect(defaults.object(forKey: "date") as? Date == Date(timeIntervalSince1970: 5))
      #expect(defaults.data(forKey: "data") == Data([1, 2]))
      #expect(defaults.dictionary(forKey: "tree") as? [String: [Int]] == ["a": [1, 2]])
      #expect(defaults.bool(forKey: "flag"))
      #expect(Set(defaults.dictionaryRepresentation().keys).isSuperset(of: ["date", "data", "tree", "flag"]))
      defaults.removeObject(forKey: "flag")
      #expect(!defaults.bool(forKey: "flag"))
      #expect(defaults.persistentDomain(forName: Self.suite)?.count == 3)
      defaults.removePersistentDomain(forName: Self.suite)
      #expect(defaults.object(forKey: "date") == nil)
    }
  }

  @Test func `a process that may only read drops what it writes`() {
    let storage = DeviceStorage()
    RecordingProcess(storage: storage).run { UserDefaults(suiteName: Self.suite)?.set(1, forKey: "number") }
    RecordingProcess(storage: storage, isReadOnly: true).run {
      UserDefaults(suiteName: Self.suite)?.set(2, forKey: "number")
      #expect(UserDefaults(suiteName: Self.suite)?.integer(forKey: "number") == 1)
    }
  }

  @Test func `nothing is written to the disk, and synchronising succeeds`() {
    RecordingProcess().run {
      UserDefaults.standard.set(1, forKey: "number")
      #expect(UserDefaults.standard.synchronize())
    }
    let folder = URL.homeDirectory.appending(path: ".config")
    let files = FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []
    #expect(!files.contains { "\($0)".contains("virtual-device") })
  }

  @Test func `a storage that goes takes its values with it`() {
    var storage: DeviceStorage? = DeviceStorage()
    let domain = storage?.preferencesDomain(forSuite: Self.suite, of: "app")
    RecordingProcess(storage: storage ?? DeviceStorage()).run {
      UserDefaults(suiteName: Self.suite)?.set(1, forKey: "a")
    }
    #expect(SeparatePreferences.direct { UserDefaults(suiteName: domain)?.integer(forKey: "a") } == 1)
    storage = nil
    #expect(SeparatePreferences.direct { UserDefaults(suiteName: domain)?.object(forKey: "a") == nil })
  }
}
