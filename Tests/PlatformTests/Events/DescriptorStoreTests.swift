import Foundation
import SchedulerPlatform
import TestSupport
import Testing

/// What a service manager is asked to keep, and what it hands over.
@Suite final class DescriptorStoreTests {
  private let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("s-\(UUID().uuidString.prefix(8))").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func notifier(_ name: String) throws -> ServiceNotifier {
    let environment = ProcessEnvironment(variables: ["NOTIFY_SOCKET": name], effectiveUserID: 0)
    return try #require(try ServiceNotifier(environment))
  }

  private func status(_ descriptor: Int32) -> stat {
    var status = stat()
    #expect(fstat(descriptor, &status) == 0)
    return status
  }

  @Test func `the manager receives a copy of the descriptor with its name, and the wish to drop it`() throws {
    for name in [folder + "/notify", "@schedctl-test-\(UUID().uuidString)"] {
      let manager = try DatagramReceiver(name)
      let notifier = try notifier(name)
      let file = open(folder + "/file", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      let descriptor = OpenDescriptor(file)
      try notifier.store(descriptor, name: "guard")
      let (text, copies) = try #require(manager.nextWithFiles())
      #expect(text == "FDSTORE=1\nFDNAME=guard\nFDPOLL=0")
      try #require(copies.count == 1)
      let (own, kept) = (status(file), status(copies[0]))
      #expect(copies[0] != file && own.st_ino == kept.st_ino && own.st_dev == kept.st_dev)
      close(copies[0])
      try notifier.removeStored(name: "guard")
      let removal = try #require(manager.nextWithFiles())
      #expect(removal.text == "FDSTOREREMOVE=1\nFDNAME=guard" && removal.files.isEmpty)
    }
  }

  @Test(arguments: ["", "a:b", "a\nREADY=1", "ä", String(repeating: "x", count: 256)])
  func `a name that the manager would misread is refused`(name: String) throws {
    let manager = try DatagramReceiver(folder + "/notify")
    let notifier = try notifier(folder + "/notify")
    #expect(throws: SystemError(code: EINVAL)) {
      try notifier.store(OpenDescriptor(open("/dev/null", O_RDONLY | O_CLOEXEC)), name: name)
    }
    #expect(throws: SystemError(code: EINVAL)) { try notifier.removeStored(name: name) }
    #expect(manager.next() == nil)
  }

  @Test func `a manager that is gone is an error`() throws {
    var manager: DatagramReceiver? = try DatagramReceiver(folder + "/notify")
    let notifier = try notifier(folder + "/notify")
    #expect(manager?.next() == nil)
    manager = nil
    #expect(throws: SystemError(code: ECONNREFUSED)) {
      try notifier.store(OpenDescriptor(open("/dev/null", O_RDONLY | O_CLOEXEC)), name: "a")
    }
  }

  @Test(
    arguments: [
      [:], ["LISTEN_FDS": "1", "LISTEN_FDNAMES": "guard"],
      ["LISTEN_FDS": "1", "LISTEN_FDNAMES": "guard", "LISTEN_PID": "1"],
      ["LISTEN_FDS": "x", "LISTEN_FDNAMES": "guard", "LISTEN_PID": "\(getpid())"],
      ["LISTEN_FDS": "0", "LISTEN_FDNAMES": "", "LISTEN_PID": "\(getpid())"],
      ["LISTEN_FDS": "99999", "LISTEN_FDNAMES": "guard", "LISTEN_PID": "\(getpid())"],
      ["LISTEN_FDS": "1", "LISTEN_PID": "\(getpid())"],
      ["LISTEN_FDS": "1", "LISTEN_FDNAMES": "other", "LISTEN_PID": "\(getpid())"],
      ["LISTEN_FDS": "1", "LISTEN_FDNAMES": "guard:guard", "LISTEN_PID": "\(getpid())"],
    ])
  func `nothing is taken over unless the variables name this process and as many names as descriptors`(
    variables: [String: String]
  ) {
    let environment = ProcessEnvironment(variables: variables, effectiveUserID: 0)
    #expect(OpenDescriptor.stored(named: "guard", in: environment) == nil)
  }

  @Test func `the first descriptor with a name is taken over, others of the name are closed, and sockets stay`() throws
  {
    func lines(_ names: String) throws -> [Substring] {
      let script =
        "LISTEN_PID=$$ LISTEN_FDS=4 LISTEN_FDNAMES=\(names) exec \"$0\" \"$@\" 3</dev/null 4</dev/null 5</dev/null"
      return try WriterProcess("take", folder, launcher: ["/bin/sh", "-c", script]).linesToEnd()
    }
    // FD_CLOEXEC is 1; a closed descriptor has no flags.
    #expect(
      try lines("other:guard:guard:guard") == ["stored: 4, sockets: [6], listener: 6", "flags: [0, 1, -1, 1]"])
    #expect(try lines("a:b:c:guard") == ["stored: -1, sockets: [6], listener: 6", "flags: [0, 0, 0, 1]"])
  }
}
