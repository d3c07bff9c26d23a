import Scheduler
import SchedulerPlatform

extension Subcommand {
  static let link = Subcommand(
    name: "link", arguments: "P", argumentCount: 1...1, argumentKinds: [.profile],
    summary: "Print the link of a profile, or write it for an NFC tag",
    discussion: """
      Opening the link starts the profile, or stops it if it is active: see 'schedctl open'. The link contains the identity of
      the profile, so it still works after the key changes. The command needs no daemon.

      '--ndef' writes the NFC record of the link to a file, or with - to standard output, for programs that write tags.
      '--capacity' refuses a record that does not fit on the tag: NTAG213 holds 144 bytes, NTAG215 504, NTAG216 888.
      '--json' prints one object with profile, id, url and ndefBytes, the bytes that the record needs on a tag.
      """,
    options: [.ndef, .capacity],
    examples: [
      ("schedctl link deep-work", "the address"),
      ("schedctl link deep-work --ndef tag.bin --capacity 144", "the record for a tag of 144 bytes"),
    ], run: runLink)
}

private func runLink(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  let configuration = try session.loadConfigurationInForce(invocation).configuration
  try IntervalQuery.check(keys: invocation.arguments, configuration)
  guard let profile = ProfileKey(invocation.arguments[0]).flatMap({ configuration.profile($0) }) else {
    return .usage
  }
  let url = ProfileLink(.toggle, to: .id(profile.id)).description
  let record = NDEFMessage(uri: url).bytes
  let file = try invocation.value(of: .ndef)
  if let text = try invocation.value(of: .capacity) {
    guard file != nil else { throw .usage("'--capacity' is for '--ndef'") }
    guard let capacity = Int(text), capacity > 0 else {
      throw .usage("'--capacity' is a number of bytes above 0, found '\(text)'")
    }
    do throws(NDEFProblem) { try TagCapacity.check(record, fits: capacity) } catch {
      throw CommandFailure(code: .data, message: error.message)
    }
  }
  if file == "-" {
    session.output.write(bytes: record)
    return .success
  }
  if let file {
    try CommandFailure.mapping(FileWriter().replace(file, with: record)) { (error: FileSystemError) in .init(error) }
    session.say(
      "schedctl: wrote \(record.count) bytes to '\(file)', which take \(TagCapacity.bytesOnTag(record)) on a tag")
  }
  session.writeLink(url, of: profile, with: record, for: invocation, isShown: file == nil)
  return .success
}

extension Console {
  fileprivate mutating func writeLink(
    _ url: String, of profile: Profile, with record: [UInt8], for invocation: Invocation, isShown: Bool
  ) {
    guard invocation.has(.json) else {
      if isShown { output.write(url + "\n") }
      return
    }
    output.jsonLine { json in
      json.member("profile", value: profile.key.text)
      json.member("id", value: profile.id.description)
      json.member("url", value: url)
      json.member("ndefBytes", value: TagCapacity.bytesOnTag(record))
    }
  }
}
