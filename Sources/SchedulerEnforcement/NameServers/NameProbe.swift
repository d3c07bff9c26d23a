import SchedulerPlatform

/// The IPv4 address and port at which a name server answers.
public struct NameServerAddress: Hashable, Sendable, CustomStringConvertible {
  /// The address, such as `127.0.0.1`.
  public let address: String
  /// The port, usually 53.
  public let port: UInt16

  /// Creates an address.
  public init(_ address: String, port: UInt16 = 53) { (self.address, self.port) = (address, port) }

  /// The address, with the port where it is not the usual one.
  public var description: String { port == 53 ? address : "\(address) port \(port)" }
}

/// Asks a name server for many names at once, over UDP.
///
/// Its questions come from an address that no other program of the machine uses, so that the log of the server tells them
/// from those of people.
struct NameProbe: Sendable {
  /// The address of its questions: of the loopback interface, as all that begin with 127.
  static let ownAddress = "127.115.99.100"

  /// Number of questions that wait for an answer at a time. More would overflow the server's queue.
  private static let window = 128
  /// Time after which a question is asked again, in nanoseconds: the datagram was lost, or the server is busy.
  private static let patience: Int64 = 250_000_000
  /// Time between two looks for such questions, in nanoseconds.
  private static let retryPause: Int64 = 50_000_000
  /// How often a question is asked at most.
  private static let attemptLimit = 4

  /// What was found out.
  struct Findings: Hashable, Sendable {
    /// The names that have records, in the order of their answers.
    var open: [String] = []
    /// The names about which the server failed, with its code, and those without an answer, with nil.
    var failed: [String: UInt8?] = [:]
    /// The number of answers.
    var answerCount = 0

    /// Whether more than half of the names were seen to be blocked.
    func blockMost(of names: some Collection<String>) -> Bool {
      let others = Set(notBlocked)
      return names.count { others.contains($0) } * 2 < names.count
    }

    /// Whether the server filters names, as far as the asked ones show.
    ///
    /// - Parameter stuck: the names for which its configuration has something else, which does not stop the others from
    ///   being filtered.
    func showFiltering(of names: some Collection<String>, except stuck: Set<String>) -> Bool {
      guard answerCount > 0 else { return false }
      let others = names.filter { !stuck.contains($0) }
      if !others.isEmpty { return blockMost(of: others) }
      // Without others the answers themselves count, and not those that were lost. A server with little else than error
      // codes would end all resolution.
      return failed.count { $0.value != nil } * 2 < answerCount
    }

    /// Whether each name was seen to lead nowhere.
    var areAllBlocked: Bool { open.isEmpty && failed.isEmpty }
    /// The names about which the server said something else: another attempt changes no answer.
    var answeredOtherwise: [String] { open + failed.filter { $0.value != nil }.keys }
    /// The names that were not seen to lead nowhere.
    var notBlocked: [String] { open + failed.keys }
  }

  private let socket: DatagramSocket
  private let server: NameServerAddress

  /// Opens a socket.
  ///
  /// - Throws: why a server with that address cannot be asked.
  init(of server: NameServerAddress) throws(AdapterError) {
    self.server = server
    do throws(SystemError) {
      socket = try DatagramSocket(from: Self.ownAddress, to: server.address, port: server.port)
    } catch {
      throw AdapterError("the name server at \(server) cannot be asked: \(error)")
    }
  }

  /// A question that waits for its answer.
  private struct Question {
    let name: String
    let query: [UInt8]
    var attemptCount = 1
    var retryBoot: Int64
  }

  /// Asks for the addresses of names.
  ///
  /// - Returns: what the server answered. It takes about 20 µs a name, and a second if the server does not answer.
  func ask(_ names: some Collection<String>) -> Findings {
    var findings = Findings()
    var waiting: [UInt16: Question] = [:]
    waiting.reserveCapacity(Self.window)
    var rest = names.makeIterator()
    var nextRetry = SystemClocks.boot() + Self.patience
    var isOver = false
    while true {
      while waiting.count < Self.window, !isOver {
        if let name = rest.next() { send(name, among: &waiting) } else { isOver = true }
      }
      if waiting.isEmpty { return findings }
      if socket.wait(until: nextRetry) { take(&waiting, into: &findings) }
      guard SystemClocks.boot() >= nextRetry else { continue }
      nextRetry = SystemClocks.boot() + Self.retryPause
      if !retry(&waiting, into: &findings) {
        isOver = true
        while let name = rest.next() { findings.failed.updateValue(nil, forKey: name) }
      }
    }
  }

  /// Whether the server answers at all. It is asked for its version, about which it asks no other server.
  func isAnswered() -> Bool {
    let query = DNSMessage.versionQuery(id: .random(in: 0 ... .max))
    for _ in 0..<Self.attemptLimit {
      transmit(query)
      let end = SystemClocks.boot() + Self.patience
      while socket.wait(until: end) {
        guard let message = next() else { break }
        if DNSMessage.answer(message, to: query) != nil { return true }
      }
    }
    return false
  }

  /// Asks for a name with a random id, which another sender of answers would have to guess.
  private func send(_ name: String, among waiting: inout [UInt16: Question]) {
    var id = UInt16.random(in: 0 ... .max)
    while waiting[id] != nil { id = .random(in: 0 ... .max) }
    let query = DNSMessage.query(for: name, id: id)
    waiting[id] = Question(name: name, query: query, retryBoot: SystemClocks.boot() + Self.patience)
    transmit(query)
  }

  /// Sends a question. What cannot be sent counts as lost and is sent again.
  private func transmit(_ query: [UInt8]) {
    do throws(SystemError) { _ = try socket.send(query) } catch { return }
  }

  /// Takes all answers that have arrived.
  private func take(_ waiting: inout [UInt16: Question], into findings: inout Findings) {
    while let message = next() {
      guard let id = DNSMessage.id(of: message), let question = waiting[id],
        let answer = DNSMessage.answer(message, to: question.query)
      else { continue }
      waiting[id] = nil
      findings.answerCount += 1
      switch answer {
      case .nowhere: break
      case .records: findings.open.append(question.name)
      case .failure(let code): findings.failed[question.name] = code
      }
    }
  }

  /// Returns the next answer; nil if none waits, or if the port is closed at present.
  private func next() -> [UInt8]? {
    do throws(SystemError) { return try socket.receive() } catch { return nil }
  }

  /// Asks again what has waited too long. Returns false if the server does not answer at all.
  private func retry(_ waiting: inout [UInt16: Question], into findings: inout Findings) -> Bool {
    let now = SystemClocks.boot()
    var isAnswering = true
    for (id, question) in waiting where question.retryBoot <= now {
      if question.attemptCount < Self.attemptLimit {
        waiting[id]?.attemptCount += 1
        waiting[id]?.retryBoot = now + Self.patience
        transmit(question.query)
      } else {
        waiting[id] = nil
        findings.failed.updateValue(nil, forKey: question.name)
        isAnswering = isAnswering && findings.answerCount > 0
      }
    }
    return isAnswering
  }
}
