/// The unit of the server of pages in place of blocked sites; see systemd.service(5). Its sockets start it.
///
/// It reads two published files and needs no rights at all: it runs as a user of its own, without a network. The sockets
/// come from systemd.
enum ShieldPageUnit {
  static let name = "schedctl-shield-page.service"

  /// Returns the text of the unit.
  ///
  /// - Parameter program: the path of the program that it starts.
  static func text(program: String) -> String {
    """
    \(ServiceUnit.advice(for: name, of: .system))
    [Unit]
    Description=Pages in place of blocked sites
    Documentation=man:schedctl(1)
    # A connection starts it, and it ends when there was none for two minutes.
    Requires=\(ShieldPageSocketUnit.page.name)
    After=\(ShieldPageSocketUnit.page.name)

    [Service]
    ExecStart=\(UnitWord.quoted(program)) shield-page --system
    Environment=SWIFT_BACKTRACE=enable=no
    Restart=no
    DynamicUser=yes
    CapabilityBoundingSet=
    ProtectControlGroups=yes
    \(UnitSandbox.helper)
    MemoryMax=64M
    TasksMax=8

    """
  }
}

/// The sockets of the server of pages; see systemd.socket(5).
enum ShieldPageSocketUnit: CaseIterable {
  /// The port on which the page always is.
  case page
  /// The port of plain HTTP, to which the hosts file leads browsers.
  case http

  var name: String {
    switch self {
    case .page: "schedctl-shield-page.socket"
    case .http: "schedctl-shield-page-http.socket"
    }
  }

  /// The port on 127.0.0.1.
  var port: UInt16 {
    switch self {
    case .page: 7_410
    case .http: 80
    }
  }

  /// The text of the unit.
  var text: String {
    """
    \(ServiceUnit.advice(for: name, of: .system))
    [Unit]
    Description=\(self == .page ? "Address" : "Plain HTTP") of the pages in place of blocked sites
    Documentation=man:schedctl(1)

    [Socket]
    # Only this machine reaches it; another address is refused by the service.
    ListenStream=127.0.0.1:\(port)
    Service=\(ShieldPageUnit.name)
    # A service that fails at once is not started for ever.
    TriggerLimitIntervalSec=10
    TriggerLimitBurst=20

    [Install]
    WantedBy=sockets.target

    """
  }
}
