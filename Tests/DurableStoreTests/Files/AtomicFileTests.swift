import Testing

@testable import SchedulerStore

@Suite struct AtomicFileTests {
  private let old = Array("the old bytes".utf8)
  private let new = Array("the new bytes, which are more".utf8)
  private let seeds = 0..<40 as Range<UInt64>

  private func directory() throws -> SimulatedFileSystem {
    var files = SimulatedFileSystem()
    var file = AtomicFile("shield.json", permissions: 0o644)
    try file.replace(with: old, in: &files)
    return files
  }

  @Test func `AtomicFile creates and replaces a file with the requested permissions`() throws {
    var files = try directory()
    #expect(files.contents == ["shield.json": old])
    #expect(try files.metadata(of: "shield.json").permissions == 0o644)
    var file = AtomicFile("shield.json", permissions: 0o640)
    #expect(try file.replace(with: new, in: &files))
    #expect(try files.metadata(of: "shield.json").permissions == 0o640)
    #expect(files.afterPowerLoss(seed: 1).contents == ["shield.json": new])
  }

  @Test func `AtomicFile closes the replaced file after settle`() throws {
    var files = try directory()
    var file = AtomicFile("shield.json", permissions: 0o644, staysOpen: true)
    for (turn, bytes) in [new, old, new].enumerated() {
      try file.replace(with: bytes, in: &files)
      #expect(files.openFileCount == min(turn + 1, 2))
      #expect(files.contents == ["shield.json": bytes])
    }
    file.settle(in: &files)
    #expect(files.openFileCount == 1)
    files.plan.capacity = 0
    #expect(throws: FileSystemError.self) { try file.replace(with: old, in: &files) }
    #expect(files.openFileCount == 1)
    file.close(in: &files)
    #expect(files.openFileCount == 0)
    #expect(files.contents == ["shield.json": new])
  }

  @Test func `a replacement does not write a begun file again, and is durable once it is done`() throws {
    var files = try directory()
    var file = AtomicFile("shield.json", permissions: 0o644)
    try file.replace(with: old, in: &files)
    var plain = (file, files)
    try plain.0.replace(with: new, in: &plain.1)
    file.begin(new, in: &files)
    #expect(files.contents == ["shield.json": old, ".shield.json.new": new])
    try file.replace(with: new, in: &files)
    #expect(files.operationCount == plain.1.operationCount - 1, "the old bytes are not looked at again")
    for seed in seeds { #expect(files.afterPowerLoss(seed: seed).contents == ["shield.json": new], "seed \(seed)") }
  }

  @Test func `a begun file is removed if the old one already has the wanted bytes, or if it is abandoned`() throws {
    var files = try directory()
    var file = AtomicFile("shield.json", permissions: 0o644)
    file.begin(new, in: &files)
    #expect(try !file.replace(with: old, in: &files))
    #expect(files.contents == ["shield.json": old])
    file.begin(new, in: &files)
    file.abandon(in: &files)
    #expect(files.contents == ["shield.json": old])
    #expect(files.openFileCount == 0)
  }

  @Test func `equal bytes are not written again`() throws {
    var files = try directory()
    var file = AtomicFile("shield.json", permissions: 0o644)
    #expect(try !file.replace(with: old, in: &files))
    let count = files.operationCount
    #expect(try !file.replace(with: old, in: &files))
    #expect(files.operationCount == count + 2, "two operations: its size, its bytes")
    var stricter = AtomicFile("shield.json", permissions: 0o600)
    #expect(try stricter.replace(with: old, in: &files))
  }

  /// Runs a replacement with every fault at every operation, and passes its result and the files to `body`.
  ///
  /// - Parameter begun: the bytes of a replacement that is begun before.
  private func eachFault(
    _ faults: [FaultPlan.Fault], begun: [UInt8]?,
    _ check: (SimulatedFileSystem, FileSystemError?, String) throws -> Void
  ) throws {
    let start = try directory()
    func replace(_ file: inout AtomicFile, in files: inout SimulatedFileSystem) throws(FileSystemError) {
      if let begun { file.begin(begun, in: &files) }
      try file.replace(with: new, in: &files)
    }
    var whole = start
    var file = AtomicFile("shield.json", permissions: 0o644)
    try replace(&file, in: &whole)
    for operation in 1...whole.operationCount - start.operationCount {
      for fault in faults {
        var files = start.with([operation: fault])
        var file = AtomicFile("shield.json", permissions: 0o644)
        var failure: FileSystemError?
        do throws(FileSystemError) { try replace(&file, in: &files) } catch { failure = error }
        #expect(files.openFileCount == 0 || files.isStopped)
        try check(files, failure, "operation \(operation), \(fault)")
      }
    }
  }

  private static let begun = [nil, "the new bytes, which are more", "others"].map { $0.map { Array($0.utf8) } }

  @Test(arguments: begun)
  func `whenever a replacement stops, the file is the old or the new one, and the next writer tidies up`(
    begun: [UInt8]?
  ) throws {
    try eachFault([.stopBefore, .stopWithin(byteCount: 5), .stopAfter], begun: begun) { files, failure, place in
      #expect(failure != nil, "\(place)")
      for var files in files.afterStops(seeds: seeds) {
        #expect([old, new].contains(files["shield.json"]), "\(place)")
        try AtomicFile.removeLeftovers(in: &files)
        #expect(files.contents.keys.sorted() == ["shield.json"], "\(place)")
        var file = AtomicFile("shield.json", permissions: 0o644)
        try file.replace(with: new, in: &files)
        for seed in seeds { #expect(files.afterPowerLoss(seed: seed)["shield.json"] == new, "\(place), seed \(seed)") }
      }
    }
  }

  @Test(arguments: begun)
  func `a failed replacement leaves one whole file, and the error names it or its directory`(begun: [UInt8]?) throws {
    try eachFault([.failure(.full), .partialFailure(byteCount: 3, .full)], begun: begun) { files, failure, place in
      // A file that cannot be read for the comparison is replaced, and what could not be begun is written then.
      guard let failure else {
        #expect(files.contents == ["shield.json": new], "\(place)")
        return
      }
      #expect([".", "shield.json"].contains(failure.name), "\(place)")
      #expect(failure.reason == .full)
      let isLastStep = failure.name == "."
      #expect(files.contents == ["shield.json": isLastStep ? new : old], "\(place)")
    }
  }

  @Test func `after its last step fails, the next replacement writes the file again, even with equal bytes`() throws {
    var files = try directory()
    var file = AtomicFile("shield.json", permissions: 0o644)
    var whole = files
    try file.replace(with: new, in: &whole)
    let last = whole.operationCount - files.operationCount
    files = files.with([last: .failure(.system(code: 5, meaning: "input/output error"))])
    file = AtomicFile("shield.json", permissions: 0o644)
    #expect(throws: FileSystemError.self) { try file.replace(with: new, in: &files) }
    #expect(try file.replace(with: new, in: &files))
    for seed in seeds { #expect(files.afterPowerLoss(seed: seed)["shield.json"] == new, "seed \(seed)") }
  }

  @Test func `removeLeftovers removes only the program's own leftover files`() throws {
    var files = SimulatedFileSystem()
    for name in [".shield.json.new", "shield.json.new", ".new", ".shield.json", "new"] { files[name] = old }
    try AtomicFile.removeLeftovers(in: &files)
    #expect(files.contents.keys.sorted() == [".new", ".shield.json", "new", "shield.json.new"])
  }

  @Test(
    arguments: [
      (.write, .full, "cannot write 'shield.json': no space left"),
      (.synchronize, .readOnly, "cannot synchronise 'shield.json': the file system is read-only"),
      (.lock, .inUse(by: 12), "cannot lock 'shield.json': in use by process 12"),
      (.read, .system(code: 5, meaning: "input/output error"), "cannot read 'shield.json': input/output error"),
    ] as [(FileSystemError.Action, FileSystemError.Reason, String)])
  func `a file system error describes itself in a sentence`(
    action: FileSystemError.Action, reason: FileSystemError.Reason, text: String
  ) {
    #expect(FileSystemError(action, name: "shield.json", reason: reason).description == text)
  }
}
