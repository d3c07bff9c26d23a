import Foundation
import Glibc
import ProgramTesting
import Scheduler
import SchedulerPlatform

@testable import SchedulerEnforcement

/// Two machines in network namespaces of their own, joined by a cable: one with the firewall, and one with servers.
final class TestNetwork {
  static let nft = "/usr/sbin/nft"
  private static let unshare = "/usr/bin/unshare"
  private static let nsenter = "/usr/bin/nsenter"
  private static let python = "/usr/bin/python3"

  /// Why these tests cannot work here, or nil.
  static let hindrance: String? = {
    guard geteuid() == 0 else { return "only root has network namespaces" }
    for program in [nft, python, "/usr/bin/setpriv", "/usr/bin/dig", "/usr/sbin/ip"] where access(program, X_OK) != 0 {
      return "there is no \(program)"
    }
    let script = """
      ip link add left type veth peer name right && \(nft) add table inet try && \
      \(nft) 'add chain inet try c { type nat hook output priority -100; }' && \(nft) list ruleset
      """
    let lines = try? HostsProcess([unshare, "-n", "/bin/sh", "-c", script]).linesToEnd()
    return lines?.contains { $0.contains("table inet try") } == true ? nil : "the kernel has no nf_tables or no veth"
  }()

  static let canWork = hindrance == nil

  let folder: WorkFolder
  /// The processes that keep the namespaces.
  private let machine: BackgroundProcess
  private let outside: BackgroundProcess
  private var others: [BackgroundProcess] = []

  init() throws {
    folder = try WorkFolder()
    machine = try BackgroundProcess([Self.unshare, "-n", "/bin/sleep", "600"])
    outside = try BackgroundProcess([Self.unshare, "-n", "/bin/sleep", "600"])
    try Self.waitForNamespaces(of: [machine, outside])
    try run(
      """
      ip link set lo up && ip link add left type veth peer name right && ip link set right netns \(outside.processID)
      ip addr add 198.51.100.1/24 dev left && ip addr add 2001:db8::1/64 dev left nodad && ip link set left up
      """)
    let addresses = (2...6).map {
      "ip addr add 198.51.100.\($0)/24 dev right && ip addr add 2001:db8::\($0)/64 dev right nodad"
    }
    try run("ip link set lo up; ip link set right up; \(addresses.joined(separator: " && "))", isOutside: true)
    try folder.write(Self.server, to: "server.py")
    try folder.write(Self.client, to: "client.py")
    // Other users read the programs.
    chmod(folder.path, 0o755)
    try start([Self.python, folder.path + "/server.py"], isOutside: true)
    // The last that the servers open are sockets for IPv6.
    try wait {
      self.result("udp 2001:db8::6 853", as: 0) == "open" && self.result("tcp 198.51.100.2 8443", as: 0) == "open"
    }
  }

  /// Waits until a server answers, for half a minute at most, whatever a question takes.
  func wait(until isReady: () -> Bool) throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < deadline {
      if isReady() { return }
      usleep(10_000)
    }
    throw POSIXError(.ETIMEDOUT)
  }

  deinit {
    for process in others + [machine, outside] { Self.end(process) }
  }

  private static func end(_ process: BackgroundProcess) {
    process.stop(isForced: true)
    while !process.hasEnded { usleep(1000) }
    _ = try? process.end()
  }

  private static func waitForNamespaces(of processes: [BackgroundProcess]) throws {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/net")
    for process in processes {
      for _ in 0..<5000 {
        let path = "/proc/\(process.processID)/ns/net"
        if let other = try? FileManager.default.destinationOfSymbolicLink(atPath: path), other != own { break }
        usleep(1000)
      }
    }
  }

  private func enter(_ isOutside: Bool) -> [String] {
    [Self.nsenter, "-t", "\((isOutside ? outside : machine).processID)", "-n"]
  }

  /// Runs a script on a machine, and returns what it prints.
  @discardableResult
  func run(_ script: String, isOutside: Bool = false) throws -> String {
    let words = enter(isOutside) + ["/bin/sh", "-c", script]
    return try HostsProcess(words).linesToEnd().map { $0 + "\n" }.joined()
  }

  /// Starts a program that ends with this value.
  func start(_ words: [String], isOutside: Bool = false) throws {
    others.append(try BackgroundProcess(enter(isOutside) + words))
  }

  /// Starts a program in the namespace of the tests, which ends with this value.
  @discardableResult func startHere(_ words: [String]) throws -> BackgroundProcess {
    let process = try BackgroundProcess(words)
    others.append(process)
    return process
  }

  /// The words that run nft(8) on the machine with the firewall.
  var nftWords: [String] { enter(false) + [Self.nft] }

  /// The words that run a program there as a user.
  func words(as user: UInt32) -> [String] {
    enter(false) + ["/usr/bin/setpriv", "--reuid", "\(user)", "--regid", "\(user)", "--clear-groups"]
  }

  /// Starts a client of a user: `tcp ADDRESS PORT`, `udp ADDRESS PORT`, `ask ADDRESS NAME`, and for half a minute at
  /// most `hold ADDRESS PORT`, `download ADDRESS PORT` and `keep ADDRESS NAME`.
  func client(_ arguments: String, as user: UInt32) throws -> HostsProcess {
    try HostsProcess(
      words(as: user) + [Self.python, folder.path + "/client.py"] + arguments.split(separator: " ").map(String.init))
  }

  /// Runs a client to its end, and returns the last line that it prints.
  func result(_ arguments: String, as user: UInt32 = 1000) -> String {
    do { return String(try client(arguments, as: user).linesToEnd().last ?? "") } catch { return "\(error)" }
  }

  /// The rules of the machine with the firewall.
  func ruleset() throws -> String { try run("\(Self.nft) list ruleset") }

  /// Echoes over TCP and UDP, sends a download without end on port 80, and answers each question with 203.0.113.9.
  private static let server = """
    import selectors, socket, struct, threading, time
    def echo(c):
        try:
            while (d := c.recv(99)): c.sendall(d)
        except OSError: pass
    def download(c):
        try:
            while True: c.sendall(b'x' * 1000); time.sleep(0.005)
        except OSError: pass
    def tcp(port, work):
        s = socket.create_server(('::', port), family=socket.AF_INET6, dualstack_ipv6=True, backlog=64)
        while True: threading.Thread(target=work, args=(s.accept()[0],), daemon=True).start()
    for port, work in ((443, echo), (80, download), (853, echo), (8443, echo)):
        threading.Thread(target=tcp, args=(port, work), daemon=True).start()
    poll = selectors.DefaultSelector()
    for host in ['198.51.100.%d' % n for n in range(2, 7)] + ['2001:db8::%d' % n for n in range(2, 7)]:
        for port in (53, 443, 853):
            s = socket.socket(socket.AF_INET6 if ':' in host else socket.AF_INET, socket.SOCK_DGRAM)
            s.bind((host, port)); poll.register(s, selectors.EVENT_READ, port)
    while True:
        for key, _ in poll.select():
            d, a = key.fileobj.recvfrom(2000)
            if key.data == 53:
                d = d[:2] + b'\\x81\\x80' + d[4:6] + b'\\0\\1\\0\\0\\0\\0' + d[12:] \\
                    + b'\\xc0\\x0c\\0\\1\\0\\1\\0\\0\\0\\x3c\\0\\4' + bytes([203, 0, 113, 9])
            key.fileobj.sendto(d, a)
    """

  private static let client = """
    import signal, socket, struct, sys, time
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    signal.alarm(30)
    def question(what):
        name = b''.join(bytes([len(l)]) + l.encode() for l in what.split('.')) + b'\\0'
        return b'ab\\1\\0\\0\\1\\0\\0\\0\\0\\0\\0' + name + b'\\0\\1\\0\\1'
    kind, host, what = sys.argv[1:4]
    family = socket.AF_INET6 if ':' in host else socket.AF_INET
    try:
        if kind in ('tcp', 'download', 'hold'):
            s = socket.create_connection((host, int(what)), timeout=5)
            print('connected', flush=True)
            if kind == 'tcp': s.sendall(b'hello'); print('open' if s.recv(99) == b'hello' else 'closed')
            if kind == 'hold':
                while True: s.sendall(b'hello'); s.recv(99); print('echo', flush=True); time.sleep(0.02)
            if kind == 'download':
                n = 0
                while s.recv(65536): n += 1; print(n, flush=True)
                print('closed')
        else:
            s = socket.socket(family, socket.SOCK_DGRAM); s.settimeout(2)
            s.connect((host, 53 if kind in ('ask', 'keep') else int(what)))
            if kind == 'udp': s.send(b'hello'); print('open' if s.recv(99) == b'hello' else 'closed')
            while kind in ('ask', 'keep'):
                s.send(question(what)); print('.'.join(map(str, s.recv(512)[-4:])), flush=True)
                if kind == 'ask': break
                time.sleep(0.02)
    except ConnectionResetError: print('reset')
    except ConnectionRefusedError: print('refused')
    except PermissionError: print('denied')
    except TimeoutError: print('no answer')
    """
}

/// A dnsmasq with an address for each of some names, on the loopback interface of this machine or of another one.
struct TestNameServer {
  let port: UInt16
  let words: [String]

  /// - Parameters:
  ///   - addresses: lines `NAME/ADDRESS`, with subdomains.
  ///   - place: the address at which it answers.
  init(
    _ addresses: [String], at place: String = "127.0.0.1", port: UInt16 = NameServerPair.freePort()
  ) {
    self.port = port
    words =
      [
        NameServerPair.dnsmasq, "--keep-in-foreground", "--user=root", "--port=\(port)", "--listen-address=\(place)",
        "--bind-interfaces", "--no-resolv", "--no-hosts", "--conf-file=/dev/null", "--local-ttl=60",
        "--pid-file=",
      ] + addresses.map { "--address=/\($0)" }
  }
}
