import Testing

@testable import SchedulerStore

/// What the simulated disk keeps and what it may lose: exactly the promises of POSIX.
@Suite struct SimulatedFileSystemTests {
  private let old = Array("old".utf8)
  private let new = Array("new bytes".utf8)

  /// Returns the possible contents of a file after losses of power.
  private func outcomes(_ files: SimulatedFileSystem, _ name: String = "file") -> Set<[UInt8]?> {
    Set((0..<300).map { files.afterPowerLoss(seed: $0)[name] })
  }

  private func synchronized() throws -> (SimulatedFileSystem, OpenFile) {
    var files = SimulatedFileSystem()
    let file = try files.create("file", permissions: 0o600)
    try files.append(old, to: file)
    try files.synchronize(file)
    try files.synchronizeNames()
    return (files, file)
  }

  @Test func `synchronised bytes survive a power loss`() throws {
    let (files, _) = try synchronized()
    #expect(outcomes(files) == [old])
  }

  @Test func `unsynchronised bytes may survive a power loss whole, in part, as zeros or not at all`() throws {
    var (files, file) = try synchronized()
    try files.append(new, to: file)
    let outcomes = outcomes(files)
    let zeros = Array(repeating: 0 as UInt8, count: new.count)
    #expect(outcomes.isSuperset(of: [old, old + new, old + new.prefix(4), old + zeros]))
    #expect(outcomes.contains(old + new.prefix(4) + zeros.dropFirst(4)))
    #expect(outcomes.contains { $0 != nil && $0!.count == 12 && $0![3] == 0 && $0!.last == new.last })
    #expect(outcomes.allSatisfy { $0?.starts(with: old) == true && $0!.count <= 12 })
  }

  @Test func `a name that is not synchronised may be lost, even when the file's bytes are synchronised`() throws {
    var files = SimulatedFileSystem()
    let file = try files.create("file", permissions: 0o600)
    try files.append(old, to: file)
    try files.synchronize(file)
    #expect(outcomes(files) == [nil, old])
    try files.synchronizeNames()
    #expect(outcomes(files) == [old])
  }

  @Test func `a synchronised name with unsynchronised bytes may be an empty, partial or zeroed file`() throws {
    var files = SimulatedFileSystem()
    let file = try files.create("file", permissions: 0o600)
    try files.append([7, 7], to: file)
    try files.synchronizeNames()
    #expect(outcomes(files).isSuperset(of: [[], [7], [7, 7], [0, 0], [7, 0]]))
  }

  @Test func `a rename over a file leaves the old or the new content after a power loss`() throws {
    var (files, _) = try synchronized()
    let other = try files.create("other", permissions: 0o600)
    try files.append(new, to: other)
    try files.synchronize(other)
    try files.rename("other", to: "file")
    #expect(outcomes(files) == [old, new])
    #expect(files["other"] == nil)
    #expect(files.afterCrash["file"] == new)
  }

  @Test func `renames may reach the disk out of order`() throws {
    var (files, _) = try synchronized()
    try files.rename("file", to: "b")
    try files.rename("b", to: "c")
    let outcomes = Set((0..<100).map { files.afterPowerLoss(seed: $0).contents })
    #expect(outcomes == [["file": old], ["b": old], ["c": old], ["file": old, "c": old]])
  }

  @Test func `a removal or truncation is certain only after it is synchronised`() throws {
    var (files, file) = try synchronized()
    try files.truncate(file, to: 1)
    #expect(outcomes(files) == [old, [old[0]]])
    try files.synchronize(file)
    #expect(outcomes(files) == [[old[0]]])
    try files.remove("file")
    #expect(outcomes(files) == [nil, [old[0]]])
  }

  @Test func `two linked names share one file`() throws {
    var (files, file) = try synchronized()
    try files.link("file", to: "second")
    try files.append(new, to: file)
    #expect(files["second"] == old + new)
    try files.remove("file")
    #expect(files["second"] == old + new)
  }

  @Test func `after a failed synchronisation, a later one does not make the earlier bytes durable`() throws {
    var (files, file) = try synchronized()
    try files.append(new, to: file)
    files = files.with([1: .failure(.system(code: 5, meaning: "input/output error"))])
    #expect(throws: FileSystemError.self) { try files.synchronize(file) }
    try files.append(Array("!".utf8), to: file)
    try files.synchronize(file)
    #expect(files["file"] == old + new + Array("!".utf8))
    let outcomes = outcomes(files)
    #expect(outcomes.count > 5)
    #expect(outcomes.allSatisfy { $0?.last == UInt8(ascii: "!") })
  }

  @Test func `simulated power losses with the same seed lose the same bytes`() throws {
    var (files, file) = try synchronized()
    try files.append(new, to: file)
    for seed in 0..<50 as Range<UInt64> {
      #expect(files.afterPowerLoss(seed: seed).contents == files.afterPowerLoss(seed: seed).contents)
    }
  }

  @Test func `a stopped machine does nothing until it is started`() throws {
    var (files, file) = try synchronized()
    files = files.with([1: .stopWithin(byteCount: 2)])
    #expect(throws: FileSystemError.self) { try files.append(new, to: file) }
    #expect(throws: FileSystemError.self) { try files.names() }
    #expect(files.isStopped)
    files.crash()
    #expect(try files.read("file", limit: 100) == old + new.prefix(2))
    // Files that were open are closed.
    #expect(throws: FileSystemError.self) { try files.append(new, to: file) }
  }

  @Test func `an append to a full simulated disk writes the bytes that fit`() throws {
    var (files, file) = try synchronized()
    files.plan.capacity = 5
    #expect(throws: FileSystemError(.write, name: "file", reason: .full)) { try files.append(new, to: file) }
    #expect(files["file"] == old + new.prefix(2))
  }

  @Test func `a read-only or forbidden directory fails operations with the matching reason`() throws {
    var (files, file) = try synchronized()
    files.plan.isReadOnly = true
    #expect(throws: FileSystemError(.write, name: "file", reason: .readOnly)) { try files.append(new, to: file) }
    #expect(throws: FileSystemError(.rename, name: "file", reason: .readOnly)) { try files.rename("file", to: "b") }
    #expect(try files.read("file", limit: 3) == old)
    files.plan.deniesPermission = true
    #expect(throws: FileSystemError(.read, name: "file", reason: .permissionDenied)) {
      try files.read("file", limit: 3)
    }
  }

  @Test func `a simulated lock has one holder and is released when its process crashes`() throws {
    var files = SimulatedFileSystem()
    try files.lock("lock")
    #expect(throws: FileSystemError(.lock, name: "lock", reason: .inUse(by: nil))) { try files.lock("lock") }
    files.unlock("lock")
    try files.lock("lock")
    files.crash()
    try files.lock("lock")
  }
}
