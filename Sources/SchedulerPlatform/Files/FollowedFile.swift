import Glibc

/// Reads what a program appends to a file, such as a log, also after the file was replaced or emptied.
///
/// ```swift
/// var file = FollowedFile("/var/log/dnsmasq.log")     // begins at the present end
/// let bytes = file.read(limit: 65_536)
/// ```
public struct FollowedFile: Sendable {
  /// The path of the file.
  public let path: String
  private var file: OpenDescriptor?
  private var identity: FileIdentity?
  private var position: Int

  /// Begins at the end that the file has now. A file that does not exist yet is read from its start.
  public init(_ path: String) {
    self.path = path
    position = 0
    open()
    do throws(SystemError) {
      if let file { position = try FileStatus(descriptor: file.number).size }
    } catch { position = 0 }
  }

  /// Returns bytes that were appended since the last call, up to the limit; empty if there are none, or if the file cannot
  /// be read. After a replacement, the rest of the old file comes first.
  public mutating func read(limit: Int) -> [UInt8] {
    if file == nil { open() }
    do throws(SystemError) {
      if let file, try FileStatus(descriptor: file.number).size < position { position = 0 }
      let bytes = try readOn(limit: limit)
      guard bytes.isEmpty, FileIdentity(path: path) != identity else { return bytes }
      open()
      return try readOn(limit: limit)
    } catch {
      file = nil
      return []
    }
  }

  private mutating func readOn(limit: Int) throws(SystemError) -> [UInt8] {
    guard let number = file?.number else { return [] }
    let bytes = try SystemError.bytes(atMost: limit) { pread(number, $0, limit, off_t(position)) }
    position += bytes.count
    return bytes
  }

  /// Opens the file that has the path now, at its start. A pipe is not opened: its reader would take the lines from
  /// another one.
  private mutating func open() {
    file = nil
    position = 0
    identity = FileIdentity(path: path)
    guard FileStatus(path: path)?.isRegular == true else { return }
    let number = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if number >= 0 { file = OpenDescriptor(number) }
  }
}
