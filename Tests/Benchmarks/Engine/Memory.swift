import Foundation
import Scheduler

/// The bytes of the process that are in memory, once the C library has given back those that nobody asked for any more.
func residentBytes() -> Int {
  // The header that declares it is no part of the module.
  let trim = dlsym(nil, "malloc_trim").map { unsafeBitCast($0, to: (@convention(c) (Int) -> Int32).self) }
  _ = trim?(0)
  let numbers = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
  return (numbers.flatMap { Int($0[1]) } ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
}

/// Prints how many bytes a profile the text of a configuration, what was read from it, and an engine take.
func printMemory(profiles count: Int) throws {
  row("memory of \(count) profiles, bytes each", "added", "beside text")
  let written = text(profiles: count)
  let perText = Double(written.count) / Double(count)
  var before = residentBytes()
  func next(_ name: String) {
    let now = residentBytes()
    let added = Double(now - before) / Double(count)
    row(name, text(added), text(added / perText) + "×")
    before = now
  }
  row("  the text", text(perText), text(1) + "×")
  let read = try configuration(reading: written)
  next("  the configuration, read")
  var engine = Engine(read)
  next("  an engine")
  _ = engine.handle(.time, at: moment(18 * 3600))
  next("  the same after an evaluation, no session running")
  _ = engine.handle(.time, at: moment(23 * 3600))
  next("  the same with a session of every profile running")
  withExtendedLifetime((written, read, engine)) {}
}
