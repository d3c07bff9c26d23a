import Foundation
import ProgramTesting
import SchedulerPlatform
import Testing

@testable import SchedulerUsage

/// An X server without a screen, with i3 and windows of xterm(1). The server asks for a cookie.
final class XDesktop: TestDesktop {
  static let exists = DesktopProgram.exist("Xvfb", "i3", "xterm")

  let environment: ProcessEnvironment
  private let folder: DesktopFolder
  private var programs: [DesktopProgram] = []
  private let control: LocalConnection
  private let pointer: PointerClient

  init(windows names: [String]) throws {
    folder = try DesktopFolder(windows: names)
    let path = folder.path
    try folder.folder.write(
      "# i3 config file (v4)\nipc-socket \(path)/i3.sock\nfocus_follows_mouse no\n", to: "config")
    let cookie = (0..<16).map { _ in UInt8.random(in: 0...255) }
    let method = Array(X11Authority.method.utf8)
    try folder.folder.write(
      [255, 255, 0, 0, 0, 0, 0, UInt8(method.count)] + method + [0, 16] + cookie, to: "authority")
    programs.append(
      try DesktopProgram(
        [
          "Xvfb", "-displayfd", "1", "-noreset", "-screen", "0", "800x600x24", "-nolisten", "tcp", "-auth",
          "\(path)/authority",
        ],
        environment: ["HOME": path], log: "\(path)/display"))
    var number: String?
    let isUp = Waiting.until {
      let text = (try? String(contentsOfFile: "\(path)/display", encoding: .utf8)) ?? ""
      number = text.split(separator: "\n").last { $0.allSatisfy(\.isNumber) }.map(String.init)
      return number != nil
    }
    try #require(isUp, "Xvfb does not start")
    let name = ":" + (try #require(number))
    let variables = [
      "DISPLAY": name, "XAUTHORITY": "\(path)/authority", "I3SOCK": "\(path)/i3.sock", "HOME": path,
    ]
    environment = folder.environment(variables)
    let display = try #require(X11Display(name))
    pointer = try PointerClient(path: display.path, cookie: cookie)
    programs.append(
      try DesktopProgram(["i3", "-c", "\(path)/config"], environment: variables, log: "\(path)/i3.log"))
    var found: LocalConnection?
    let isManaged = Waiting.until {
      found = try? LocalConnection(to: "\(path)/i3.sock")
      return found != nil
    }
    try #require(isManaged, "i3 does not start")
    control = try #require(found)
    for name in names {
      programs.append(
        try DesktopProgram(
          ["xterm", "-class", name, "-name", name.lowercased(), "-e", "sleep", "4000"], environment: variables,
          log: "\(path)/\(name).log"))
    }
    for name in names {
      try #require(Waiting.until { (try? command("[class=\(name)] focus").contains("true")) ?? false })
    }
  }

  deinit { while !programs.isEmpty { programs.removeLast() } }

  func focus(_ name: String) throws { _ = try command("[class=\(name)] focus") }

  /// Runs a command of i3, and returns the answer.
  func command(_ text: String) throws -> String {
    try control.answer(toCommand: text)
  }

  func movePointer() throws { try pointer.move() }
}

/// A client of an X server that plays the pointer by the extension XTEST.
final class PointerClient {
  private let connection: LocalConnection
  private let opcode: UInt8
  private let root: UInt32
  private var place: UInt16 = 100

  init(path: String, cookie: [UInt8]) throws {
    connection = try LocalConnection(to: path)
    _ = try connection.write(X11Setup.request(cookie: cookie)[...])
    var bytes: [UInt8] = []
    let reader = connection
    let read = { (count: Int) throws -> [UInt8] in
      while bytes.count < count {
        guard try reader.wait(milliseconds: 20_000), case .bytes(let more) = try reader.read(atMost: 65536) else {
          throw SystemError.timedOut
        }
        bytes += more
      }
      defer { bytes.removeFirst(count) }
      return Array(bytes[..<count])
    }
    let head = try read(8)
    let size = try #require(try X11Setup.size(of: head[...]))
    root = try X11Setup(parsing: head + read(size - 8), screen: 0).root
    _ = try connection.write(X11Request.queryExtension("XTEST")[...])
    opcode = try read(32)[9]
  }

  /// Moves the pointer.
  func move() throws {
    place += 1
    var request = WireWriter()
    request.append([opcode, 2])
    request.uint16(9)
    request.append([6, 0, 0, 0])
    for value in [0, root, 0, 0] as [UInt32] { request.uint32(value) }
    request.uint16(place)
    request.uint16(place)
    request.append([UInt8](repeating: 0, count: 8))
    _ = try connection.write(request.bytes[...])
  }
}
