import DeviceActivity
import ScreenTimeSystem
import ScreenTimeTesting
import Testing
import VirtualTime

@Suite struct AppDirectoryTests {
  private static let group = "group.com.example.shared"

  @Test func `the processes of a device share the directory of a group`() throws {
    let storage = DeviceStorage()
    let (app, monitor) = (RecordingProcess(storage: storage), RecordingProcess("monitor", storage: storage))
    let url = try #require(app.run { container() })
    try Data("kept".utf8).write(to: url.appending(path: "state.json"))
    let other = try #require(monitor.run { container() })
    #expect(try Data(contentsOf: other.appendingPathComponent("state.json")) == Data("kept".utf8))
    #expect(RecordingProcess().run { container() } != url)
  }

  @Test func `the directories of a device go with it`() throws {
    var storage: DeviceStorage? = DeviceStorage()
    let url = try #require(storage?.containerURL(forGroup: Self.group))
    #expect(FileManager.default.fileExists(atPath: url.path))
    storage = nil
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  @Test(arguments: ["", ".", "..", "../group", "a/b"]) func `a name that is no group has no directory`(name: String) {
    RecordingProcess().run {
      #expect(FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: name) == nil)
    }
  }

  @Test func `the directories of an app exist and are its own`() {
    let process = RecordingProcess()
    let urls = process.run {
      [URL.documentsDirectory, .libraryDirectory, .applicationSupportDirectory, .cachesDirectory]
    }
    #expect(urls.allSatisfy { $0.path.hasPrefix(process.storage.root.path) })
    #expect(urls.allSatisfy { FileManager.default.fileExists(atPath: $0.path) })
    #expect(Set(urls).count == 4)
  }

  @Test func `outside of a device the directories are those of the user`() {
    let urls = outsideOfDevices { [URL.documentsDirectory, .cachesDirectory] }
    #expect(urls.allSatisfy { !$0.path.contains("virtual-device") })
    #expect(outsideOfDevices { container() } == nil)
  }

  private func container() -> URL? {
    FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: Self.group)
  }
}

@Suite struct ForeignNameTests {
  @Test func `a pool returns what its body returns, and throws what it throws`() throws {
    #expect(autoreleasepool { 3 } == 3)
    #expect(autoreleasepool(invoking: { "a" }) == "a")
    #expect(throws: CancellationError.self) { try autoreleasepool { throw CancellationError() } }
  }

  @Test func `absolute time counts from 2001`() {
    let clock = VirtualClock()
    clock.set(wall: 978_307_205_000_000_000, boot: 0, monotonic: 0)
    let now: CFAbsoluteTime = clock.within { CFAbsoluteTimeGetCurrent() }
    let interval: CFTimeInterval = now
    #expect(interval == 5)
    #expect(kCFAbsoluteTimeIntervalSince1970 == 978_307_200)
  }

  @Test func `the device is cool and has power`() {
    let status: OSStatus = noErr
    #expect(status == 0)
    #expect(ProcessInfo.processInfo.thermalState == .nominal)
    #expect(!ProcessInfo.processInfo.isLowPowerModeEnabled)
  }
}
