import SchedulerPlatform

/// Asks name servers for the addresses of many names at once, over UDP.
///
/// It asks the servers themselves, not the name services of the machine: these block the names already.
struct AddressResolver: Sendable {
  /// Number of questions that wait for an answer at a time. A home router takes about 150.
  private static let window = 100
  /// Time after which a question is asked again, in nanoseconds.
  private static let patience: Int64 = 500_000_000
  /// Maximum time for all questions, in nanoseconds. What is not answered by then is asked in the next refresh.
  var timeLimit: Int64 = 2_000_000_000

  /// The servers, in the order in which they are asked, with IPv4 or IPv6 addresses.
  let servers: [NameServerAddress]

  /// A question that waits for its answer.
  private struct Waiting {
    let question: AddressQuestion
    var retryBoot: Int64
  }

  /// Asks. A server is asked what those before it have not answered.
  ///
  /// - Returns: the answers. It takes the time of the slowest answer, and `timeLimit` at most.
  func answers(to questions: [AddressQuestion]) -> [AddressQuestion: AddressQuestion.Answer] {
    var answers: [AddressQuestion: AddressQuestion.Answer] = [:]
    let start = SystemClocks.boot()
    for (number, server) in servers.enumerated() {
      let open = questions.filter { answers[$0] == nil || answers[$0] == .failure }
      if open.isEmpty { break }
      let deadline = start + timeLimit * Int64(number + 1) / Int64(servers.count)
      do throws(SystemError) {
        // A name server of this machine may log questions. Those from this address are no attempts.
        let socket =
          server.address.hasPrefix("127.")
          ? try DatagramSocket(from: NameProbe.ownAddress, to: server.address, port: server.port)
          : try DatagramSocket(to: server.address, port: server.port)
        var exchange = Exchange(socket: socket, deadline: deadline)
        exchange.ask(open)
        answers.merge(exchange.answers) { $1 }
      } catch {
        // Without a route to one server the next is asked.
        continue
      }
    }
    return answers
  }

  /// Questions to one server.
  private struct Exchange {
    let socket: DatagramSocket
    let deadline: Int64
    var answers: [AddressQuestion: AddressQuestion.Answer] = [:]
    private var waiting: [UInt16: Waiting] = [:]

    init(socket: DatagramSocket, deadline: Int64) { (self.socket, self.deadline) = (socket, deadline) }

    mutating func ask(_ questions: [AddressQuestion]) {
      var rest = questions[...]
      while true {
        let now = SystemClocks.boot()
        guard now < deadline else { return }
        while waiting.count < AddressResolver.window, let question = rest.popFirst() { send(question, at: now) }
        guard let next = waiting.values.lazy.map(\.retryBoot).min() else { return }
        if socket.wait(until: min(next, deadline)) { takeAnswers() }
        repeatLate(at: SystemClocks.boot())
      }
    }

    /// Sends a question with a random ID, which another sender of answers would have to guess.
    private mutating func send(_ question: AddressQuestion, at now: Int64) {
      var id = UInt16.random(in: 0 ... .max)
      while waiting[id] != nil { id = .random(in: 0 ... .max) }
      guard let message = question.message(id: id) else { return }
      waiting[id] = Waiting(question: question, retryBoot: now + AddressResolver.patience)
      transmit(message)
    }

    /// Sends a message. What cannot be sent counts as lost and is sent again.
    private func transmit(_ message: [UInt8]) {
      do throws(SystemError) { _ = try socket.send(message) } catch { return }
    }

    private mutating func takeAnswers() {
      while let message = next() {
        guard let id = AddressQuestion.id(of: message), let question = waiting[id]?.question,
          let answer = question.answer(in: message, id: id)
        else { continue }
        waiting[id] = nil
        answers[question] = answer
      }
    }

    /// Returns the next answer; nil if none waits, or if the port is closed at present.
    private func next() -> [UInt8]? {
      do throws(SystemError) { return try socket.receive() } catch { return nil }
    }

    private mutating func repeatLate(at now: Int64) {
      for (id, late) in waiting where late.retryBoot <= now {
        waiting[id]?.retryBoot = now + AddressResolver.patience
        if let message = late.question.message(id: id) { transmit(message) }
      }
    }
  }
}
