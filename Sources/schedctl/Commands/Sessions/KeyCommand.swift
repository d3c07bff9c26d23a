import Scheduler
import SchedulerPlatform

extension Subcommand {
  static let key = Subcommand(
    name: "key", arguments: "FILE", argumentCount: 1...1, argumentKinds: [.file],
    summary: "Print the hash of a key",
    discussion: """
      A key is any content: of a file, an NFC tag or a QR code. Write its hash into the configuration as 'sha256' of
      '[[profile.P.unlock]]', and keep the content somewhere else: with it you can stop the profile, even a strict one. A
      final line end is ignored. - is standard input.

      '--json' prints one object with sha256.
      """,
    examples: [
      ("schedctl key tag.txt", "the line for the configuration"),
      ("head -c 32 /dev/urandom | base64 > tag.txt", "makes a key that is hard to guess"),
    ], run: printKey)
}

private func printKey(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  let digest = UnlockKey.hash(of: try Console.content(ofKey: invocation.arguments[0])).hexDigits
  if invocation.has(.json) {
    session.output.jsonLine { $0.member("sha256", value: digest) }
  } else {
    session.output.write(digest + "\n")
  }
  return .success
}

extension Console {
  /// The maximum size of a key in bytes. Keys are short; the limit excludes files without an end.
  private static let longestKey = 16 << 20

  /// Returns the content of the key file that `--key-file` names; nil without the option.
  func keyContent(_ invocation: Invocation) throws(CommandFailure) -> [UInt8]? {
    guard let path = try invocation.value(of: .keyFile) else { return nil }
    return try Self.content(ofKey: path)
  }

  fileprivate static func content(ofKey path: String) throws(CommandFailure) -> [UInt8] {
    try CommandFailure.mapping(FileReader().read(path, limit: longestKey)) { .init($0, tooLarge: .data) }
  }
}
