import SchedulerInstance
import ShieldPage

/// The key of a machine that signs the extension. openssl(1) makes it once and signs with it; only root can read it.
struct ExtensionKey {
  /// The path of the key.
  let path: String
  /// The path of openssl.
  let openssl: String

  /// Returns the signed package of the extension.
  ///
  /// The signature of RSA as in PKCS #1 v1.5 follows from the key and the content, so a second package is equal.
  func package() throws(CommandFailure) -> (id: String, bytes: [UInt8]) {
    try make()
    let publicKey = try run(["pkey", "-in", path, "-pubout", "-outform", "DER"])
    let package = CRXPackage(ZipArchive(ExtensionFiles.all), publicKey: publicKey)
    let signed = path + ".signed"
    // openssl may fail.
    defer { do throws(FileSystemError) { try FileWriter().remove(signed) } catch {} }
    try writing { () throws(FileSystemError) in
      try FileWriter().replace(signed, with: package.signedBytes, permissions: 0o600)
    }
    let signature = try run(["dgst", "-sha256", "-sign", path, signed])
    return (package.id, package.bytes(signature: signature))
  }

  /// Makes the key unless it is there.
  private func make() throws(CommandFailure) {
    guard !FileWriter().isTaken(path) else { return }
    let key = try run(["genrsa", "2048"])
    try writing { () throws(FileSystemError) in
      try FileWriter().createDirectories(of: path, permissions: 0o755)
      try FileWriter().replace(path, with: key, permissions: 0o600)
    }
  }

  private func writing(_ write: () throws(FileSystemError) -> Void) throws(CommandFailure) {
    try CommandFailure.mapping(write()) { (error: FileSystemError) in .init(error) }
  }

  private func run(_ words: [String]) throws(CommandFailure) -> [UInt8] {
    var outcome: ChildProcess.Outcome?
    do throws(SystemError) { outcome = try ChildProcess([openssl] + words).run() } catch {}
    guard let outcome, outcome.end == .exit(0), !outcome.output.isEmpty else {
      throw CommandFailure(
        code: .unavailable, message: "'openssl \(words[0])' failed", help: ["the key of the extension is '\(path)'"])
    }
    return outcome.output
  }
}
