import ProgramTesting
import Scheduler
import SchedulerPlatform
import TestSupport
import Testing

@testable import SchedulerEnforcement

@Suite struct FirewallPlanTests {
  typealias Layer = ShieldText.LayerText
  private let folder: WorkFolder
  private let accounts: AccountDatabase

  init() throws {
    folder = try WorkFolder()
    let passwd = try folder.write(
      "kim:x:1000:1000::/:/bin/sh\nmail:x:8:8::/:/bin/sh\nroot:x:0:0::/:/bin/sh\n"
        + "unbound:x:1053:1053::/:/bin/false\nlee:x:1001:1053::/:/bin/sh\nnobody:x:65534:65534::/:/bin/false\n",
      to: "passwd")
    let groups = try folder.write("children:x:1003:kim,lost\ndns:x:1053:nobody\nempty:x:1004:\n", to: "group")
    accounts = AccountDatabase(passwordFile: passwd, groupFile: groups, getent: nil)
  }

  /// The users who ask name servers for the machine.
  private var askers: NameServiceUsers { NameServiceUsers(of: accounts) }

  private func plan(_ layers: [Layer], own: [DomainName] = []) throws -> FirewallPlan {
    var users = LayerUsers(accounts: accounts, owner: .system)
    return FirewallPlan(of: try ShieldText.shield(layers: layers), on: MachineNames(own), users: &users)
  }

  /// A book in which each name has addresses; a part `=` separates them from the name.
  private func book(_ lines: String..., boot: Int64 = 0) -> AddressBook {
    var book = AddressBook()
    for line in lines {
      let words = line.split(separator: " ").map(String.init)
      let found = words.dropFirst().compactMap { NetworkAddress($0) }
      var answers: [AddressQuestion: AddressQuestion.Answer] = [:]
      for family in NetworkAddress.Family.allCases {
        answers[AddressQuestion(name: words[0], family: family)] = .addresses(
          found.filter { $0.family == family }, seconds: 60)
      }
      book.note(answers, about: [words[0]], atBoot: boot)
    }
    return book
  }

  @Test func `the script replaces one table in one transaction`() throws {
    let plan = try plan([
      Layer(block: ["a.example"]), Layer(profile: "z", users: ["kim", "mail"], block: ["b.example"]),
    ])
    let (table, gap) = plan.table(
      in: .init(
        book: book("a.example 203.0.113.1 2001:db8::1", "www.a.example 203.0.113.2", "b.example 203.0.113.3 10.0.0.1"),
        nameServer: LocalNameServer(address: "127.0.0.1", port: 5353, userID: 104), askers: askers))
    #expect(gap == nil && table.addressCount == 5)
    #expect(
      table.script == """
        table inet schedctl
        delete table inet schedctl
        table inet schedctl {
          set askers {
            type uid
            elements = { 1053, 65534 }
          }
          set four0 {
            type ipv4_addr
            elements = { 203.0.113.1, 203.0.113.2 }
          }
          set four1 {
            type ipv4_addr
            elements = { 203.0.113.3 }
          }
          set people {
            type uid
            elements = { 8 }
          }
          set six0 {
            type ipv6_addr
            elements = { 2001:db8:0:0:0:0:0:1 }
          }
          set target {
            type ipv4_addr
            elements = { 127.0.0.1 }
          }
          set users1 {
            type uid
            elements = { 8, 1000 }
          }
          chain blocked0 {
            ip daddr @four0 meta l4proto tcp reject with tcp reset
            ip daddr @four0 udp dport 443 reject with icmpx type port-unreachable
            ip6 daddr @six0 meta l4proto tcp reject with tcp reset
            ip6 daddr @six0 udp dport 443 reject with icmpx type port-unreachable
          }
          chain blocked1 {
            ip daddr @four1 meta l4proto tcp reject with tcp reset
            ip daddr @four1 udp dport 443 reject with icmpx type port-unreachable
          }
          chain names {
            meta skuid @askers return
            meta skuid 61184-65519 return
            tcp dport 53 reject with tcp reset
            udp dport 53 reject with icmpx type port-unreachable
            tcp dport 853 reject with tcp reset
            udp dport 853 reject with icmpx type port-unreachable
          }
          chain output {
            type filter hook output priority 0; policy accept;
            oifname "lo" accept
            ip daddr @target accept
            meta skuid >= 1000 jump names
            meta skuid @people jump names
            meta skuid != 0 jump blocked0
            meta skuid @users1 jump blocked1
          }
          chain redirects {
            meta skuid @askers return
            meta skuid 61184-65519 return
            udp dport 53 dnat ip to 127.0.0.1:5353
            tcp dport 53 dnat ip to 127.0.0.1:5353
          }
          chain translate {
            type nat hook output priority -100; policy accept;
            oifname "lo" accept
            meta skuid >= 1000 jump redirects
            meta skuid @people jump redirects
          }
        }

        """)
  }

  @Test func `without a name server of the machine, or without nat, only encrypted questions are refused`() throws {
    let plan = try plan([Layer(users: ["kim", "root"], block: ["a.example"])])
    for surroundings in [
      FirewallPlan.Surroundings(),
      .init(nameServer: LocalNameServer(address: "127.0.0.1", userID: 104), canRedirect: false),
      .init(nameServer: LocalNameServer(address: "not an address", userID: 104)),
    ] {
      let table = plan.table(in: surroundings).table
      #expect(table.chains["translate"] == nil && table.sets["people"] == .users([1000]))
      #expect(!table.script.contains("dport 53 ") && table.script.contains("udp dport 853 reject"))
    }
    let six = plan.table(in: .init(nameServer: LocalNameServer(address: "::1", userID: 0))).table
    #expect(six.script.contains("udp dport 53 dnat ip6 to [0:0:0:0:0:0:0:1]:53"))
  }

  @Test
  func `a group stands for its members, and a layer of users or groups who do not exist blocks and spares nothing`()
    throws
  {
    let ghosts = [
      Layer(profile: "a", users: ["lost"], block: ["a.example"], allow: ["fine.example"]),
      Layer(profile: "b", groups: ["lost", "empty"], block: ["a.example", "203.0.113.9"], allow: ["fine.example"]),
    ]
    let none = try plan(ghosts)
    #expect(!none.isConcerned && none.names.isEmpty && none.table(in: .init()).table.chains.keys.sorted() == ["output"])
    #expect(none.limits == ["there is no user 'lost'", "there is no group 'lost'"])
    let both = try plan(ghosts + [Layer(profile: "c", users: ["lost"], groups: ["children"], block: ["b.example"])])
    let found = both.table(
      in: .init(book: book("b.example 203.0.113.1 203.0.113.2", "fine.example 203.0.113.2"), askers: askers))
    let blocked = ["203.0.113.1", "203.0.113.2"].compactMap { NetworkAddress($0) }
    #expect(
      found.table.sets == [
        "four0": .addresses(.four, Set(blocked)), "users0": .users([1000]), "people": .users([1000]),
      ])
    #expect(found.table.chains["output"]?.rules.last?.text == "meta skuid @users0 jump blocked0")
  }

  @Test func `the machine asks name servers as it likes, also as a user whom a layer names`() throws {
    let layer = Layer(users: ["kim", "root", "unbound"], groups: ["dns"], block: ["a.example"])
    var table = try plan([layer]).table(in: .init(askers: askers)).table
    // The addresses are blocked for all whom the layer names.
    #expect(table.sets == ["people": .users([1000, 1001])])
    table = try plan([Layer(groups: ["dns"], block: ["a.example"]), Layer(profile: "b", block: ["b.example"])])
      .table(in: .init(askers: askers)).table
    #expect(table.sets == ["askers": .users([1053, 65_534])])
    #expect(
      table.chains["names"]?.rules.prefix(2).map(\.text) == [
        "meta skuid @askers return", "meta skuid 61184-65519 return",
      ])
    let unread = AccountDatabase(passwordFile: folder.path + "/missing", groupFile: "/", getent: nil)
    #expect(NameServiceUsers(of: unread).beyondServices == [65_534])
    #expect([0, 1053, 61_184, 65_519, 65_534].allSatisfy(askers.contains))
    #expect(![8, 1000, 60_000, 61_183, 65_520, 65_533, 65_535, 1_000_000].contains(where: askers.contains))
  }

  @Test func `addresses that exceptions of any layer or the machine's servers have stay reachable`() throws {
    let layers = [
      Layer(profile: "a", block: ["a.example", "shared.example", "203.0.113.9", "192.168.0.1"]),
      Layer(profile: "b", block: ["ok.example"], allow: ["a.example", "fine.example"]),
    ]
    let plan = try plan(layers, own: [DomainName("host.example"), DomainName("host")])
    #expect(plan.parts[0].exceptions == ["fine.example", "host.example", "www.fine.example", "www.host.example"])
    #expect(plan.gaps == ["'a' blocks addresses of this machine or of local networks, which stay reachable"])
    let table = plan.table(
      in: .init(
        book: book(
          "a.example 203.0.113.1 203.0.113.53", "shared.example 203.0.113.2 203.0.113.3 203.0.113.4",
          "fine.example 203.0.113.2 203.0.113.9", "host.example 203.0.113.3", "ok.example 203.0.113.1 203.0.113.5"),
        spared: [try #require(NetworkAddress("203.0.113.53"))])
    ).table
    // The layers cover the same users. The second does not block what the first does, and its exceptions are its own.
    let found = ["203.0.113.1", "203.0.113.4", "203.0.113.5", "203.0.113.9"].compactMap { NetworkAddress($0) }
    #expect(table.sets["four0"] == .addresses(.four, Set(found)) && table.sets.keys.sorted() == ["askers", "four0"])
  }

  @Test func `all domains are a gap, and questions are filtered nevertheless`() throws {
    let plan = try plan([Layer(profile: "exam", allow: ["a.example"], all: true)])
    #expect(plan.gaps == ["'exam' blocks all domains, which addresses cannot express"])
    #expect(plan.isConcerned && plan.limits.isEmpty && plan.names == ["a.example", "www.a.example"])
    #expect(plan.table(in: .init()).table.chains.keys.sorted() == ["names", "output"])
    #expect(try self.plan([Layer()]).isConcerned == false)
    #expect(try self.plan([Layer(users: ["lost"], block: ["a.example"])]).isConcerned == false)
    #expect(try self.plan([Layer(users: ["lost"], block: ["a.example"])]).limits == ["there is no user 'lost'"])
    let address = try self.plan([Layer(block: ["203.0.113.1"])])
    #expect(address.isConcerned && address.table(in: .init()).table.chains["names"] == nil)
  }

  @Test func `too many names are looked up in part, those of every layer, and variants last`() throws {
    let layers = [
      Layer(profile: "a", block: (0..<3000).map { "n\($0).example" }), Layer(profile: "b", block: ["z.example"]),
    ]
    let plan = try plan(layers)
    #expect(plan.blockedNames.count == 1000 && plan.parts[1].names == ["z.example", "www.z.example"])
    #expect(!plan.parts[0].names.contains { $0.hasPrefix("www.") })
    #expect(plan.gaps == ["the shield contains 6002 names, and the firewall looks up 1000 of them"])
    let exceptions = try self.plan([Layer(block: ["a.example"], allow: (0..<900).map { "n\($0).example" })])
    #expect(exceptions.names.count == 1002 && exceptions.limits.last?.hasPrefix("1000 of 1800 exceptions") == true)
  }

  @Test func `too many addresses are blocked in part, those that were seen last`() throws {
    let many = (0..<9000).map { "203.\($0 / 250).\($0 % 250).1" }
    var book = book("a.example " + many.joined(separator: " "))
    let new = AddressQuestion(name: "a.example", family: .four)
    book.note([new: .addresses([.four(0x0808_0808)], seconds: 60)], about: ["a.example"], atBoot: 5)
    let (table, gap) = try plan([Layer(block: ["a.example"])]).table(in: .init(book: book))
    #expect(table.addressCount == 8192 && table.script.contains(" 8.8.8.8,"))
    #expect(gap == "the names have 9001 addresses, and the firewall blocks 8192 of them")
  }

  @Test func `whatever layers and answers say, no own or excepted address is blocked, and the script is plain`() throws
  {
    var random = SeededGenerator(seed: 14)
    let names = (0..<6).map { "n\($0).example" }
    for round in 0..<Laws.count(2000, few: 200) {
      func some() -> [String] { names.filter { _ in Bool.random(using: &random) } }
      let layers = (0..<Int.random(in: 1...3, using: &random)).map {
        Layer(profile: "p\($0)", users: Bool.random(using: &random) ? ["kim"] : [], block: some(), allow: some())
      }
      let plan = try plan(layers)
      var book = AddressBook()
      for name in plan.names {
        let found = (0..<4).map { _ in NetworkAddress.four(.random(in: 0x0AFF_FFF8...0x0B00_000F, using: &random)) }
        book.note(
          [AddressQuestion(name: name, family: .four): .addresses(found, seconds: 60)], about: [name], atBoot: 0)
      }
      let table = plan.table(in: .init(book: book)).table
      for case .addresses(_, let blocked) in table.sets.values {
        #expect(!blocked.contains { !$0.isPublic }, "seed 14, round \(round)")
        let allowed = names.filter { name in
          layers.contains { $0.allow.contains(name) }
            && !layers.contains { $0.block.contains(name) && !$0.allow.contains(name) }
        }
        for name in allowed {
          #expect(blocked.isDisjoint(with: book.addresses(of: name).keys), "seed 14, round \(round)")
        }
      }
      let plain = "_abcdefghijklmnopqrstuvwxyz0123456789 \n{}=,.;:@\"<>!-[]".utf8
      #expect(table.script.utf8.allSatisfy { plain.contains($0) }, "seed 14, round \(round)")
    }
  }
}
