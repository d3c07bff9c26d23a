import Scheduler
import SchedulerPlatform

/// The port of plain HTTP, to which the hosts file leads browsers.
public enum PlainPort {
  /// The finding that another program has the port, so that the page cannot be shown there; nil if none has.
  public static var finding: Finding? {
    let reader = FileReader()
    let isTaken = ["/proc/net/tcp", "/proc/net/tcp6"].contains { path in
      reader.readIfPossible(path, limit: 16 << 20).map(isListened(in:)) ?? false
    }
    guard isTaken else { return nil }
    return Finding(
      .note, code: .shieldPage,
      text: "port 80 is in use by another program, so that sites over plain HTTP cannot show the shield page",
      remedy: "the browser extension shows it without that port")
  }

  /// Whether a table of connections of the kernel has a listener on 127.0.0.1:80; see proc(5), `/proc/net/tcp`.
  static func isListened(in table: [UInt8]) -> Bool {
    let addresses = ["0100007F", "00000000", "0000000000000000FFFF00000100007F", String(repeating: "0", count: 32)]
    return String(decoding: table, as: UTF8.self).split(separator: "\n").contains { line in
      let fields = line.split(separator: " ")
      guard fields.count > 3, fields[3] == "0A" else { return false }
      return addresses.contains { fields[1] == "\($0):0050" }
    }
  }
}
