import SchedulerPlatform

/// The location of a daemon's control socket in the file system.
public struct ControlAddress: Sendable {
  /// The path of the socket.
  public let path: String
  /// The group whose members may connect; nil if only the owner may.
  public internal(set) var group: UInt32?
  /// The paths of links to the socket, named after its interface.
  public let links: [String]

  /// The name of the links.
  public static let linkName = ControlInterface.name

  /// Creates an address.
  public init(path: String, group: UInt32?, links: [String]) {
    self.path = path
    self.group = group
    self.links = links
  }

  /// Creates the socket and replaces an existing one. The caller must ensure that no process listens on the existing
  /// one.
  ///
  /// - Throws: errors of the system; see `ListeningSocket`.
  public func open() throws(SystemError) -> ListeningSocket { try ListeningSocket(at: path, group: group) }

  /// Creates missing links. A link that cannot be created is skipped, because programs also find the socket by its
  /// path.
  func link() {
    for link in links where SymbolicLink.target(of: link) != path {
      do throws(FileSystemError) { try SymbolicLink.replace(link, with: path) } catch { continue }
    }
  }

  /// Removes the links that point to the socket.
  func unlink() { for link in links { SymbolicLink.remove(link, saying: path) } }
}
