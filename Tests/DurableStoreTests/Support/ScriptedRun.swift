@testable import SchedulerStore

/// The steps of a program that uses the files, and the results that it received until it stopped.
struct ScriptedRun {
  /// A step of the program.
  enum Step {
    case change([StateChange])
    case compact
    case shield(String)
    case restart
  }

  var files: SimulatedFileSystem
  /// The states that were confirmed.
  private(set) var confirmed: [String: String] = [:]
  /// The states if the last change, which was not confirmed, was written.
  private(set) var attempted: [String: String] = [:]
  /// The possible contents of `shield.json`.
  private(set) var shields: Set<String?> = [nil]

  private var store: StateStore?
  private var history: HistoryFile?
  private var shield = AtomicFile("shield.json", permissions: 0o644)

  /// Every kind of step, most of them twice.
  static let script: [Step] = [
    .change([StateChange(key: "a", payload: Array("first".utf8))]),
    .shield("one"),
    .change([StateChange(key: "a", payload: Array("second".utf8)), StateChange(key: "b", payload: Array("x".utf8))]),
    .compact,
    .shield("one"),
    .change([.removal(of: "b")]),
    .restart,
    .change([StateChange(key: "c", payload: Array("third".utf8))]),
    .shield("two"),
    .compact,
    .change([StateChange(key: "c", payload: Array("fourth".utf8)), .removal(of: "a")]),
    .change([StateChange(key: "d", payload: Array(repeating: 0x64, count: 40))]),
    .compact,
    .compact,
    .shield("three, longer than before"),
    .change([StateChange(key: "e", payload: Array("fifth".utf8))]),
  ]

  init(_ files: SimulatedFileSystem) { self.files = files }

  /// Runs the script until it ends or the machine stops.
  mutating func play() {
    do {
      try open()
      for step in Self.script { try perform(step) }
    } catch {}
  }

  private mutating func open() throws {
    store = try StateStore.open(in: &files)
    history = HistoryFile.open(in: &files, firstKept: 1)
    try appendHistory()
  }

  private mutating func perform(_ step: Step) throws {
    switch step {
    case .change(let changes): try change(changes)
    case .compact: try store?.compact(in: &files)
    case .shield(let text):
      shields.insert(text)
      try shield.replace(with: Array(text.utf8), in: &files)
      shields = [text]
    case .restart:
      history?.close(in: &files)
      store?.close(in: &files)
      try open()
    }
  }

  private mutating func change(_ changes: [StateChange]) throws {
    attempted = confirmed
    for change in changes {
      attempted[change.key] = change.payload.isEmpty ? nil : String(decoding: change.payload, as: UTF8.self)
    }
    try store?.append(changes, in: &files)
    confirmed = attempted
    try appendHistory()
  }

  private mutating func appendHistory() throws {
    let lines = Self.historyLines(through: store?.state.lastSequence ?? 0)
    if case .stopped(let error)? = history?.append(lines, in: &files) { throw error }
  }

  /// Returns the line of each change up to a sequence.
  static func historyLines(through sequence: UInt64) -> [HistoryLine] {
    (0..<sequence).compactMap { HistoryLine(sequence: $0 + 1, object: #"{"event":"change"}"#) }
  }
}
