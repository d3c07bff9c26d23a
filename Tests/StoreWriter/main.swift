// A program that writes state to a real directory, for tests that kill it, fill its disk or revoke its permissions.
//
//     StoreWriter write DIR    appends changes for ever and prints the number of each once it is confirmed
//     StoreWriter hold DIR     opens the state, prints "open" and waits for its input to end
//     StoreWriter fill DIR     fills the disk, appends until that fails, makes room and appends again
//     StoreWriter try DIR      appends once; prints the error if there is one
//     StoreWriter take DIR     takes over what a service manager hands over: the descriptors 3 to 5 and a socket; prints it
//
// The key of change n is "key-" and n modulo 7, and its payload is n and 0 to 299 stars. Every 20 changes the state is
// compacted.

import Glibc
import SchedulerPlatform
import SchedulerStore

/// Prints a line and flushes it.
func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  write(STDOUT_FILENO, bytes, bytes.count)
}

func change(_ number: UInt64) -> StateChange {
  let stars = String(repeating: "*", count: Int(number * 37 % 300))
  return StateChange(key: "key-\(number % 7)", payload: Array("\(number) \(stars)".utf8))
}

func writeForEver(_ files: inout DirectoryFileSystem) throws {
  var store = try StateStore.open(in: &files)
  var page = AtomicFile("shield.json", permissions: 0o644)
  while true {
    let number = store.state.lastSequence + 1
    try store.append([change(number)], in: &files)
    say("\(number)")
    if number % 20 == 0 { try store.compact(in: &files) }
    try page.replace(with: change(number / 3).payload, in: &files)
  }
}

func fill(_ files: inout DirectoryFileSystem) throws {
  var store = try StateStore.open(in: &files)
  var history = HistoryFile.open(in: &files, firstKept: 1)
  try store.append([change(1)], in: &files)
  let filler = try files.create("filler", permissions: 0o600)
  do throws(FileSystemError) {
    while true { try files.append(Array(repeating: 1, count: 4096), to: filler) }
  } catch {
    say("\(error)")
  }
  files.close(filler)
  do throws(StateStoreError) {
    while true { try store.append([change(store.state.lastSequence + 1)], in: &files) }
  } catch {
    say("\(error)")
  }
  do throws(StateStoreError) { try store.compact(in: &files) } catch { say("\(error)") }
  let lines = (1...5000 as ClosedRange<UInt64>).compactMap { HistoryLine(sequence: $0, object: "{}") }
  say("history: \(history.append(lines, in: &files))")
  try files.remove("filler")
  try store.append([change(store.state.lastSequence + 1)], in: &files)
  try store.compact(in: &files)
  let last = store.state.lastSequence
  store.close(in: &files)
  store = try StateStore.open(in: &files)
  say("losses: \(store.losses.count), last: \(store.state.lastSequence == last ? "as before" : "another")")
}

/// Takes over the descriptors with the name `guard`, and the listening sockets.
func take(_ path: String) throws {
  // It has the number 6, the lowest free one.
  let listener = try ListeningSocket(at: path + "/socket")
  let environment = ProcessEnvironment.current()
  let stored = OpenDescriptor.stored(named: "guard", in: environment)
  let sockets = ListeningSocket.inherited(environment)
  let numbers = sockets.map(\.descriptor.number)
  say("stored: \(stored?.number ?? -1), sockets: \(numbers), listener: \(listener.descriptor.number)")
  let flags = (3...6).map { (number: Int32) in fcntl(number, F_GETFD) }
  say("flags: \(flags)")
  withExtendedLifetime((listener, stored, sockets)) {}
}

func run(_ command: String, _ path: String) throws {
  if command == "take" { return try take(path) }
  var files = try DirectoryFileSystem(path)
  switch command {
  case "write": try writeForEver(&files)
  case "fill": try fill(&files)
  case "hold":
    let store = try StateStore.open(in: &files)
    say("open")
    var byte: UInt8 = 0
    while read(STDIN_FILENO, &byte, 1) > 0 {}
    store.close(in: &files)
  default:
    var store = try StateStore.open(in: &files)
    try store.append([change(store.state.lastSequence + 1)], in: &files)
  }
}

do {
  let arguments = CommandLine.arguments
  guard arguments.count == 3 else { exit(64) }
  try run(arguments[1], arguments[2])
} catch {
  say("\(error)")
  exit(1)
}
