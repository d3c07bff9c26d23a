import Testing

@testable import SchedulerDaemon

@Suite struct TurnOrderTests {
  /// Who is served in order, each as long as it has pieces left.
  private func served(_ clients: [(number: UInt64, user: UInt32, pieces: Int)], _ order: inout TurnOrder) -> [UInt64] {
    var left = Dictionary(uniqueKeysWithValues: clients.map { ($0.number, $0.pieces) })
    func add(_ number: UInt64) {
      guard let client = clients.first(where: { $0.number == number }), left[number] ?? 0 > 0 else { return }
      order.add(ConnectionID(number), of: client.user, isPrivileged: client.user == 0, for: .piece)
    }
    for client in clients { add(client.number) }
    var served: [UInt64] = []
    while let id = order.next() {
      served.append(id.number)
      left[id.number, default: 0] -= 1
      add(id.number)
    }
    return served
  }

  @Test func `users take turns, and so do the connections of a user`() {
    var order = TurnOrder()
    let clients: [(UInt64, UInt32, Int)] = [(1, 7, 2), (2, 7, 2), (3, 7, 2), (4, 8, 3)]
    #expect(served(clients, &order) == [1, 4, 2, 4, 3, 4, 1, 2, 3])
    #expect(order.isEmpty)
  }

  @Test func `root and the owner have every second turn`() {
    var order = TurnOrder()
    let clients: [(UInt64, UInt32, Int)] = [(1, 7, 2), (2, 8, 2), (3, 9, 2), (4, 0, 3)]
    #expect(served(clients, &order) == [4, 1, 4, 2, 4, 3, 1, 2, 3])
  }

  @Test func `new calls come before pieces of long ones, which still advance`() {
    var order = TurnOrder()
    order.add(ConnectionID(1), of: 7, isPrivileged: false, for: .piece)
    for number in 2...100 as ClosedRange<UInt64> {
      order.add(ConnectionID(number), of: 7, isPrivileged: false, for: .message)
    }
    let served = (0..<100).compactMap { _ in order.next()?.number }
    #expect(served.firstIndex(of: 1) == TurnOrder.newCallsPerPiece)
    #expect(served.count == 100 && order.isEmpty)
  }

  @Test func `one client searches at a time, and the next one after its end or departure`() {
    var order = TurnOrder()
    for number in 1...3 as ClosedRange<UInt64> {
      order.add(ConnectionID(number), of: UInt32(number), isPrivileged: false, for: .search)
    }
    #expect(order.next() == ConnectionID(1))
    #expect(order.next() == nil)
    order.add(ConnectionID(1), of: 1, isPrivileged: false, for: .search)
    #expect(order.next() == ConnectionID(1))
    order.endSearch(of: ConnectionID(1))
    #expect(order.next() == ConnectionID(2))
    order.remove(ConnectionID(2))
    #expect(order.next() == ConnectionID(3))
  }
}
