import Foundation
import ProgramTesting
import SchedulerPlatform
import Testing

@testable import SchedulerEnforcement

@Suite(.enabled(if: NameServerPair.exists, "there is no \(NameServerPair.dnsmasq)"))
struct AddressResolverTests {
  @Test func `a thousand names are resolved over one socket, and a server that refuses or is silent is passed over`()
    throws
  {
    let names = (0..<1000).map { "n\($0).example" }
    let server = TestNameServer(["example/203.0.113.7", "example/2001:db8::7"])
    let refusing = TestNameServer([])
    let processes = try [BackgroundProcess(server.words), BackgroundProcess(refusing.words)]
    defer {
      for process in processes {
        process.stop(isForced: true)
        while !process.hasEnded { usleep(1000) }
        _ = try? process.end()
      }
    }
    for port in [server.port, refusing.port] {
      let place = NameServerAddress("127.0.0.1", port: port)
      for _ in 0..<500 where (try? NameProbe(of: place).ask(["a.example"]).answerCount) != 1 { usleep(10_000) }
    }
    let questions = names.flatMap { name in
      NetworkAddress.Family.allCases.map { AddressQuestion(name: name, family: $0) }
    }
    let resolver = AddressResolver(
      servers: [refusing.port, server.port].map { NameServerAddress("127.0.0.1", port: $0) })
    let answers = resolver.answers(to: questions)
    #expect(answers.count == 2000)
    let expected = ["203.0.113.7", "2001:db8::7"].map { NetworkAddress($0) }
    for (question, answer) in answers {
      guard case .addresses(let found, _) = answer else {
        Issue.record("\(question.name)")
        return
      }
      #expect(found == [question.family == .four ? expected[0] : expected[1]])
    }
    #expect(
      AddressResolver(servers: [NameServerAddress("no address"), NameServerAddress("fe80::1%none")]).answers(
        to: questions
      ).isEmpty)
  }

  private static let hasLoopbackSix =
    (try? String(contentsOfFile: "/proc/net/if_inet6", encoding: .utf8))?.contains(" lo\n") ?? false

  @Test(.enabled(if: hasLoopbackSix, "the loopback interface has no IPv6 address"))
  func `a server with an IPv6 address is asked`() throws {
    let server = TestNameServer(["a.example/203.0.113.7"], at: "::1")
    let process = try BackgroundProcess(server.words)
    defer {
      process.stop(isForced: true)
      while !process.hasEnded { usleep(1000) }
      _ = try? process.end()
    }
    let question = AddressQuestion(name: "a.example", family: .four)
    var answers: [AddressQuestion: AddressQuestion.Answer] = [:]
    for address in ["::1", "::1%lo"] {
      let resolver = AddressResolver(servers: [NameServerAddress(address, port: server.port)])
      for _ in 0..<20 where answers.isEmpty { answers = resolver.answers(to: [question]) }
      #expect(answers[question] == .addresses([.four(0xCB00_7107)], seconds: 60), "\(address)")
      answers = [:]
    }
  }
}
