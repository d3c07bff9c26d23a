import SchedulerInstance
import ShieldPage

extension Subcommand {
  static let shieldPage = Subcommand(
    name: "shield-page", arguments: "", argumentCount: 0...0, summary: "Show a page in place of a blocked site",
    discussion: """
      Prints a self-contained page about a blocked site: the texts, the symbol and the colour of the profile that blocks it,
      and a countdown to the end of the block. Without '--domain' the page is about everything that is blocked. '--json'
      prints what the page tells, for lock screens and bars.

      '--listen 127.0.0.1:PORT' serves the page, and nothing else, until it is stopped: http://127.0.0.1:PORT/?domain=NAME is
      the page about a site. On port 80 it also answers for the blocked names that the hosts file leads to this machine. It
      says only what every user of the machine may read: with 'private = true' in [daemon] it tells nothing. 'schedctl
      install' installs a systemd socket that starts it on demand. docs/shield-page.md has more.

      Exits with 69 if another program listens on the port, and with 77 for a port below 1024 without the right to use it.
      """,
    options: [.domain, .listen],
    examples: [
      ("schedctl shield-page --domain youtube.com > page.html", "writes the page about a site"),
      ("schedctl shield-page --listen 127.0.0.1:7410", "serves pages until it is ended"),
      ("schedctl shield-page --json", "what a lock screen shows"),
    ], run: runShieldPage)
}

private func runShieldPage(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  let instance = try session.instance(invocation)
  let address = try invocation.value(of: .listen)
  let isHandedOver = ListeningSocket.isHandedOver(session.environment)
  guard address == nil, !isHandedOver else {
    for option in [Option.domain, .json] where invocation.has(option) {
      throw .usage("'--\(option.name)' is for one page, and cannot be combined with '--listen'")
    }
    try session.servePages(of: instance, at: address)
    return .success
  }
  var pages = PublishedPages(of: instance, onlyPublic: false)
  let content = pages.source().content(for: try invocation.domain, at: try session.moment())
  if invocation.has(.json) {
    session.output.valueLine { json in json.value(content) }
  } else {
    session.output.write(BlockedPage(content).html)
  }
  return .success
}

extension Invocation {
  /// The domain of `--domain`; nil without it.
  fileprivate var domain: DomainName? {
    get throws(CommandFailure) {
      guard let text = try value(of: .domain) else { return nil }
      do throws(TargetProblem) {
        return try DomainName(text)
      } catch {
        throw CommandFailure(code: .usage, message: "'--domain': \(error.message)", help: error.help)
      }
    }
  }
}

extension Console {
  /// Serves pages until a signal ends it.
  ///
  /// - Parameter address: the address to listen on; nil to use the sockets of the service manager.
  fileprivate mutating func servePages(of instance: Instance, at address: String?) throws(CommandFailure) {
    let sockets = try pageSockets(at: address)
    for socket in sockets { sayMore("schedctl: the page is at http://127.0.0.1:\(socket.port)/") }
    messages.flush()
    do throws(SystemError) {
      var server = try PageServer(
        PublishedPages(of: instance, onlyPublic: true), on: sockets, host: host, endsWhenIdle: address == nil)
      try server.run()
    } catch {
      throw CommandFailure(code: .inputOutput, message: "pages cannot be served: \(error)")
    }
  }

  private func pageSockets(at address: String?) throws(CommandFailure) -> [LoopbackSocket] {
    guard let address else {
      return try CommandFailure.mapping(LoopbackSocket.inherited(environment)) { (_: SystemError) in
        .init(
          code: .refused, message: "the service manager passed a socket that does not listen on 127.0.0.1",
          help: ["'ListenStream=127.0.0.1:PORT' in the unit of the socket; the page is for this machine only"])
      }
    }
    let start = "127.0.0.1:"
    guard address.hasPrefix(start), let port = UInt16(address.dropFirst(start.utf8.count)) else {
      throw .usage("'--listen' is an address of this machine, such as 127.0.0.1:7410, found '\(address)'")
    }
    return [
      try CommandFailure.mapping(LoopbackSocket(port: port)) { (error: SystemError) in
        Self.cannotListen(on: port, error)
      }
    ]
  }

  private static func cannotListen(on port: UInt16, _ error: SystemError) -> CommandFailure {
    switch error {
    case .addressInUse: CommandFailure(code: .unavailable, message: "port \(port) is in use by another program")
    case .forbidden:
      CommandFailure(
        code: .refused, message: "you may not listen on port \(port)", help: ["ports below 1024 are for root"])
    default: CommandFailure(code: .inputOutput, message: "cannot listen on port \(port): \(error)")
    }
  }
}
