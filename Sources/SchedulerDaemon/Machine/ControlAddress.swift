import SchedulerPlatform

/// The location of a daemon's control socket in the file system.
public struct ControlAddress: Sendable {
  /// The path of the socket.
  public let path: String
  /// The paths of links to the socket, named after its interface.
  public let links: [String]

  /// The name of the links.
  public static let linkName = ControlInterface.name

  /// Creates an address.
  public init(path: String, links: [String]) { (self.path, self.links) = (path, links) }

  /// Creates the socket and replaces an existing one. The caller must ensure that no process listens on the existing
  /// one.
  ///
  /// - Parameter group: the group whose members may connect; nil if only the owner may.
  /// - Throws: errors of the system; see `ListeningSocket`.
  public func open(admitting group: UInt32?) throws(SystemError) -> ListeningSocket {
    try ListeningSocket(at: path, group: group)
  }

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
