import Scheduler

/// libFuzzer's loop, from its run-time library.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The entry point by the name that the package manager gives it.
@_cdecl("NDEFFuzzer_main")
public func main(_ count: CInt, _ arguments: UnsafeMutableRawPointer) -> CInt {
  var count = count
  var arguments = arguments
  return withUnsafeMutablePointer(to: &arguments) { runFuzzer(&count, $0, { checkMessage($0, $1) }) }
}

/// Reads any bytes as a message of a tag, and as an address, and stops the process when what was accepted is not read back.
private func checkMessage(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  var addresses = [String(decoding: bytes, as: UTF8.self)]
  do {
    let message = try NDEFMessage(bytes)
    precondition(message.bytes.count <= bytes.count, "a message that is longer than it has to be")
    addresses.append(message.uri)
  } catch {
    precondition(!error.message.isEmpty, "an error without words")
  }
  for address in addresses { checkAddress(address) }
  return 0
}

private func checkAddress(_ text: String) {
  do {
    let again = try NDEFMessage(NDEFMessage(uri: text).bytes).uri
    precondition(Array(again.utf8) == Array(text.utf8), "another address")
  } catch {
    preconditionFailure("what was written cannot be read: \(error.message)")
  }
  do {
    let link = try ProfileLink(text)
    let again = try ProfileLink(link.description)
    precondition(again == link, "another link")
  } catch {
    precondition(!error.message.isEmpty, "an error without words")
  }
}
