import Foundation
import SchedulerPlatform
import TestSupport
import Testing

@Suite final class LocalSocketTests {
  private let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("s-\(UUID().uuidString.prefix(8))").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func permissions(_ path: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.posixPermissions] as? Int
  }

  @Test func `a connection knows its peer, and bytes go both ways`() throws {
    let listener = try ListeningSocket(at: folder + "/s")
    #expect(permissions(folder + "/s") == 0o600)
    #expect(try listener.accept() == nil)
    let client = try LocalConnection(to: folder + "/s")
    let server = try #require(try listener.accept())
    #expect(server.userID == getuid() && server.groupID == getgid() && server.processID == getpid())
    #expect(try server.read(atMost: 10) == .nothing)
    #expect(try client.write(Array("hello world".utf8)[...]) == 11)
    #expect(try server.read(atMost: 5) == .bytes(Array("hello".utf8)))
    #expect(try server.read(atMost: 100) == .bytes(Array(" world".utf8)))
    #expect(try server.write(Array("bye".utf8)[...]) == 3 && client.read(atMost: 100) == .bytes(Array("bye".utf8)))
  }

  @Test func `reading from a closed peer returns the end, and writing to a closed peer raises no signal`() throws {
    let listener = try ListeningSocket(at: folder + "/s")
    var client: LocalConnection? = try LocalConnection(to: folder + "/s")
    let server = try #require(try listener.accept())
    #expect(client != nil)
    client = nil
    #expect(try server.read(atMost: 10) == .end)
    #expect(throws: SystemError(code: EPIPE)) { try server.write([1]) }
  }

  @Test func `a write to a client that does not read stops when the socket buffer is full`() throws {
    let listener = try ListeningSocket(at: folder + "/s")
    let client = try LocalConnection(to: folder + "/s")
    let server = try #require(try listener.accept())
    let large = [UInt8](repeating: 7, count: 8 << 20)
    let count = try server.write(large[...])
    #expect(count > 0 && count < large.count)
    #expect(try server.write(large[...]) == 0)
    let queue = try EventQueue()
    try queue.add(server.descriptor, token: 3)
    #expect(try queue.wait(milliseconds: 0) == [])
    try queue.change(server.descriptor, token: 3, wantsWriting: true)
    var read = 0
    while case .bytes(let bytes) = try client.read(atMost: 1 << 20) { read += bytes.count }
    #expect(read == count)
    #expect(try queue.wait().first?.isWritable == true)
  }

  @Test func `listening replaces a leftover socket, but no other file at that path`() throws {
    _ = try ListeningSocket(at: folder + "/s")
    _ = try ListeningSocket(at: folder + "/s")
    try Data("mine".utf8).write(to: URL(fileURLWithPath: folder + "/file"))
    #expect(throws: SystemError(code: EEXIST)) { try ListeningSocket(at: folder + "/file") }
    let long = folder + "/" + String(repeating: "x", count: 120)
    #expect(throws: SystemError(code: ENAMETOOLONG)) { try ListeningSocket(at: long) }
    #expect(throws: SystemError(code: ENOENT)) { try LocalConnection(to: folder + "/none") }
  }

  @Test func `members of a group may connect to a socket that is made for the group`() throws {
    let listener = try ListeningSocket(at: folder + "/s", group: getgid())
    #expect(permissions(folder + "/s") == 0o660)
    listener.removePath()
    #expect(permissions(folder + "/s") == nil)
  }

  @Test(arguments: [
    [:], ["LISTEN_FDS": "1"], ["LISTEN_FDS": "1", "LISTEN_PID": "1"], ["LISTEN_FDS": "x", "LISTEN_PID": "\(getpid())"],
    ["LISTEN_FDS": "0", "LISTEN_PID": "\(getpid())"], ["LISTEN_FDS": "99999", "LISTEN_PID": "\(getpid())"],
  ])
  func `a process takes over inherited sockets only if the variables name this process and valid sockets`(
    variables: [String: String]
  ) {
    let environment = ProcessEnvironment(variables: variables, effectiveUserID: 0)
    #expect(ListeningSocket.inherited(environment).isEmpty)
  }

  @Test func `a service manager receives notifications on a path and on an abstract socket name`() throws {
    for name in [folder + "/notify", "@schedctl-test-\(UUID().uuidString)"] {
      let receiver = try DatagramReceiver(name)
      let environment = ProcessEnvironment(
        variables: ["NOTIFY_SOCKET": name, "WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "\(getpid())"],
        effectiveUserID: 0)
      let notifier = try #require(try ServiceNotifier(environment))
      #expect(notifier.watchdogLimit == 3_000_000_000)
      notifier.send([.ready, .status("two\nlines")])
      #expect(receiver.next() == "READY=1\nSTATUS=two lines")
      notifier.send([.reloading])
      #expect(receiver.next()?.hasPrefix("RELOADING=1\nMONOTONIC_USEC=") == true)
      notifier.send([.watchdog, .stopping])
      #expect(receiver.next() == "WATCHDOG=1\nSTOPPING=1")
    }
  }

  @Test(arguments: [[:], ["NOTIFY_SOCKET": ""], ["NOTIFY_SOCKET": "relative"]])
  func `without a service manager there is no notification`(variables: [String: String]) throws {
    #expect(try ServiceNotifier(ProcessEnvironment(variables: variables, effectiveUserID: 0)) == nil)
  }

  @Test(arguments: [
    ["WATCHDOG_USEC": "1", "WATCHDOG_PID": "1"], ["WATCHDOG_USEC": "0"], ["WATCHDOG_USEC": "9999999999999999999"], [:],
  ])
  func `the notifier ignores a watchdog that is meant for another process, invalid or missing`(
    variables: [String: String]
  ) throws {
    let receiver = try DatagramReceiver(folder + "/n")
    var variables = variables
    variables["NOTIFY_SOCKET"] = folder + "/n"
    let notifier = try ServiceNotifier(ProcessEnvironment(variables: variables, effectiveUserID: 0))
    #expect(notifier != nil && notifier?.watchdogLimit == nil && receiver.next() == nil)
  }
}
