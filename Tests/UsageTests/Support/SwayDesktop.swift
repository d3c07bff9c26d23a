import Foundation
import ProgramTesting
import SchedulerPlatform
import Testing

@testable import SchedulerUsage

/// A sway without a screen, with windows of foot(1).
final class SwayDesktop: TestDesktop {
  static let exists = DesktopProgram.exist("sway", "foot")

  let environment: ProcessEnvironment
  private let folder: DesktopFolder
  private var programs: [DesktopProgram] = []
  private let control: LocalConnection
  private let pointer: LocalConnection

  init(windows names: [String]) throws {
    folder = try DesktopFolder(windows: names)
    try folder.folder.write("xwayland disable\nfocus_follows_mouse no\n", to: "config")
    let path = folder.path
    let own = ["XDG_RUNTIME_DIR": path, "HOME": path]
    programs.append(
      try DesktopProgram(
        ["sway", "-c", "\(path)/config"],
        environment: own.merging(
          ["WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"]
        ) { first, _ in first }, log: "\(path)/sway.log"))
    var sockets: [String: String] = [:]
    let isUp = Waiting.until {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
        if name.hasPrefix("sway-ipc") { sockets["SWAYSOCK"] = "\(path)/\(name)" }
        if name.hasPrefix("wayland-"), !name.hasSuffix(".lock") { sockets["WAYLAND_DISPLAY"] = name }
      }
      return sockets.count == 2
    }
    try #require(isUp, "sway does not start")
    environment = folder.environment(sockets)
    let display = try #require(sockets["WAYLAND_DISPLAY"])
    let socket = try #require(sockets["SWAYSOCK"])
    // The files exist before sway listens.
    var connections: [LocalConnection] = []
    let listens = Waiting.until {
      connections = [socket, "\(path)/\(display)"].compactMap { try? LocalConnection(to: $0) }
      return connections.count == 2
    }
    try #require(listens, "sway does not listen")
    (control, pointer) = (connections[0], connections[1])
    for name in names {
      programs.append(
        try DesktopProgram(
          ["foot", "--app-id=\(name)", "sleep", "4000"],
          environment: own.merging(["WAYLAND_DISPLAY": display]) { first, _ in first }, log: "\(path)/\(name).log"))
    }
    for name in names {
      let appears = Waiting.until { (try? command("[app_id=\(name)] focus").contains("true")) ?? false }
      let logs = [name, "sway"].map { (try? String(contentsOfFile: "\(path)/\($0).log", encoding: .utf8)) ?? "" }
      try #require(appears, "\(name) does not appear: \(logs)")
    }
  }

  deinit {
    // The windows end before the compositor.
    while !programs.isEmpty { programs.removeLast() }
  }

  func focus(_ name: String) throws { _ = try command("[app_id=\(name)] focus") }

  /// Runs a command of sway(5), and returns the answer.
  func command(_ text: String) throws -> String {
    try control.answer(toCommand: text)
  }

  /// Moves a virtual pointer; see wlr-virtual-pointer-unstable-v1.
  func movePointer() throws {
    var requests = WaylandRequests()
    if pointerSeconds == 0 {
      requests.add(1, opcode: 1) { $0.uint32(2) }
      _ = try pointer.write(requests.bytes[...])
      requests = WaylandRequests()
      requests.bind(
        try globalNumber(of: "zwlr_virtual_pointer_manager_v1"), interface: "zwlr_virtual_pointer_manager_v1", as: 3)
      requests.add(3, opcode: 0) { arguments in
        arguments.uint32(0)
        arguments.uint32(4)
      }
    }
    pointerSeconds += 1
    requests.add(4, opcode: 0) { arguments in
      for value in [pointerSeconds * 1000, 1024, 1024] as [UInt32] { arguments.uint32(value) }
    }
    requests.add(4, opcode: 4) { _ in }
    _ = try pointer.write(requests.bytes[...])
  }

  private var pointerSeconds: UInt32 = 0

  /// Finds the number of a global in what the registry says.
  private func globalNumber(of interface: String) throws -> UInt32 {
    var bytes: [UInt8] = []
    let name = Array(interface.utf8)
    for _ in 0..<100 {
      guard try pointer.wait(milliseconds: 20_000), case .bytes(let more) = try pointer.read(atMost: 65536) else {
        break
      }
      bytes += more
      guard let place = bytes.firstRange(of: name)?.lowerBound else { continue }
      // The number and the length of the name come before it.
      var reader = WireReader(bytes[(place - 8)...])
      return try reader.uint32()
    }
    throw SystemError.timedOut
  }
}
