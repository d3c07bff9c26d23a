import Foundation
import TestSupport
import Testing

/// The socket of a service manager, as a daemon is told of it in `NOTIFY_SOCKET`.
final class NotifySocket {
  private let receiver: DatagramReceiver
  /// All that was told so far.
  private(set) var messages: [String] = []
  /// The descriptors that the daemon wants to be kept.
  private(set) var files: [Int32] = []

  /// A socket at a path.
  init(_ path: String) throws { receiver = try DatagramReceiver(path) }

  deinit { closeFiles() }

  func closeFiles() {
    for file in files { close(file) }
    files = []
  }

  /// Waits until a line was told that begins so, behind those that were seen before; false when nothing comes for long.
  func hears(_ prefix: String) -> Bool {
    while true {
      var file = pollfd(fd: receiver.descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&file, 1, 20_000) > 0, let (text, files) = receiver.nextWithFiles() else { return false }
      messages.append(text)
      self.files += files
      if text.split(separator: "\n").contains(where: { $0.hasPrefix(prefix) }) { return true }
    }
  }
}
