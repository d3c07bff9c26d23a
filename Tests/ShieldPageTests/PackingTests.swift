import Foundation
import ProgramTesting
import Testing

@testable import ShieldPage

/// The packed extension, as other programs read it.
@Suite struct PackingTests {
  private static func run(_ words: String..., in folder: WorkFolder) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  @Test func `another program unpacks the archive byte for byte`() throws {
    let folder = try WorkFolder()
    try folder.write(ZipArchive(ExtensionFiles.all).bytes, to: "x.zip")
    #expect(try Self.run("python3", "-m", "zipfile", "-t", "x.zip", in: folder) == 0)
    #expect(try Self.run("python3", "-m", "zipfile", "-e", "x.zip", "out", in: folder) == 0)
    for (name, bytes) in ExtensionFiles.all {
      #expect(FileManager.default.contents(atPath: "\(folder.path)/out/\(name)").map(Array.init) == bytes, "\(name)")
    }
  }

  @Test func `openssl verifies the signature of a package`() throws {
    let folder = try WorkFolder()
    #expect(try Self.run("openssl", "genrsa", "-out", "key.pem", "2048", in: folder) == 0)
    #expect(
      try Self.run("openssl", "pkey", "-in", "key.pem", "-pubout", "-outform", "DER", "-out", "k", in: folder) == 0)
    let key = try #require(FileManager.default.contents(atPath: folder.path + "/k")).map { $0 }
    let package = CRXPackage(ZipArchive(ExtensionFiles.all), publicKey: key)
    #expect(package.id.count == 32 && package.id.allSatisfy { ("a"..."p").contains($0) })
    try folder.write(package.signedBytes, to: "signed")
    #expect(try Self.run("openssl", "dgst", "-sha256", "-sign", "key.pem", "-out", "s", "signed", in: folder) == 0)
    let bytes = package.bytes(signature: Array(try #require(FileManager.default.contents(atPath: folder.path + "/s"))))
    #expect(Array(bytes.prefix(8)) == Array("Cr24".utf8) + [3, 0, 0, 0])
    #expect(bytes.suffix(ZipArchive(ExtensionFiles.all).bytes.count) == ZipArchive(ExtensionFiles.all).bytes[...])
    #expect(
      try Self.run("openssl", "dgst", "-sha256", "-prverify", "key.pem", "-signature", "s", "signed", in: folder) == 0)
  }

  @Test func `browsers see a new version in each release, and in one with other files`() {
    func numbers(_ text: String) -> [UInt16] { text.split(separator: ".").compactMap { UInt16($0) } }
    #expect(numbers(ExtensionFiles.version).count == 4)
    let files = ExtensionFiles.all
    let version = ExtensionFiles.version(of: files, in: "1.2.3-rc")
    #expect(version.hasPrefix("1.2.3.") && numbers(version).count == 4)
    #expect(ExtensionFiles.version(of: Array(files.dropLast()), in: "1.2.3-rc") != version)
    #expect(ExtensionFiles.version(of: files, in: "1.2") == "1.2.0.\(numbers(version)[3])")
  }

  @Test func `the files of the extension agree on names and versions`() throws {
    let files = Dictionary(
      uniqueKeysWithValues: ExtensionFiles.all.map { ($0.name, String(decoding: $0.bytes, as: UTF8.self)) })
    let manifest = try #require(files["manifest.json"])
    #expect(
      manifest.contains("\"\(ExtensionFiles.firefoxID)\"")
        && manifest.contains("\"version\": \"\(ExtensionFiles.version)\""))
    for name in try JSONSerialization.jsonObject(with: Data(manifest.utf8)) is [String: Any]
      ? ["background.js", "rules.js", "tabs.js", "front.js", "blocked.html"] : []
    {
      #expect(files[name] != nil && manifest.contains(name))
    }
    let page = try #require(files["blocked.html"])
    #expect(!page.contains("{{") && !page.contains("<style>") && !page.contains("<script>"))
  }
}
