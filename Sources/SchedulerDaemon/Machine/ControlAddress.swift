import SchedulerPlatform

/// Where the control socket of a daemon is in the file system.
public struct ControlAddress: Sendable {
  /// The path of the socket.
  public let path: String
  /// The group whose members may connect; nil: nobody but the owner may.
  public internal(set) var group: UInt32?
  /// The paths of links to it, under the name of its interface.
  public let links: [String]

  /// The name of links to it.
  public static let linkName = ControlInterface.name

  /// A place for a socket.
  public init(path: String, group: UInt32?, links: [String]) {
    self.path = path
    self.group = group
    self.links = links
  }

  /// Makes the socket, in the place of one that is there: somebody has to see to it that nobody listens on that.
  ///
  /// - Throws: what the system reports; see `ListeningSocket`.
  public func open() throws(SystemError) -> ListeningSocket { try ListeningSocket(at: path, group: group) }

  /// Lets the links be there; one that cannot be made is left out: programs find the socket by its path, too.
  func link() {
    for link in links where SymbolicLink.target(of: link) != path {
      do throws(FileWriteError) { try SymbolicLink.replace(link, with: path) } catch { continue }
    }
  }

  /// Takes the links away.
  func unlink() { for link in links { SymbolicLink.remove(link, saying: path) } }
}
