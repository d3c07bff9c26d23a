import SchedulerCivilTime

/// libFuzzer's loop, from its run-time library.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The entry point by the name that the package manager gives it.
@_cdecl("TZifFuzzer_main")
public func main(_ count: CInt, _ arguments: UnsafeMutableRawPointer) -> CInt {
  var count = count
  var arguments = arguments
  return withUnsafeMutablePointer(to: &arguments) { runFuzzer(&count, $0, { checkZone($0, $1) }) }
}

/// Reads any bytes as a zone file, or as a POSIX rule, and stops the process when what was accepted breaks a law.
private func checkZone(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let zone = zone(of: bytes) { ZoneLaws(zone).check() }
  return 0
}

private func zone(of bytes: [UInt8]) -> ZoneRules? {
  let isFile = bytes.starts(with: "TZif".utf8)
  do {
    if isFile { return try ZoneRules(identifier: "Fuzz/File", tzif: bytes) }
    return try ZoneRules(identifier: "Fuzz/Rule", posixRule: String(decoding: bytes, as: UTF8.self))
  } catch {
    precondition(!"\(error)".isEmpty, "an error without words")
    return nil
  }
}
