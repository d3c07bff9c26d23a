import Foundation
import Testing

/// The test files of Python's tomllib, if the installed `python3` has them.
///
/// They are written for TOML 1.0. Everything that is invalid in them is still invalid in 1.1.
@Suite("tomllib's own test files") struct PythonCorpusTests {
  /// The folder of the files, or nil if it is not installed.
  static let folder: URL? = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", "import sysconfig; print(sysconfig.get_path('stdlib'))"]
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
    guard (try? process.run()) != nil else { return nil }
    let path = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let folder = URL(fileURLWithPath: path.trimmingCharacters(in: .whitespacesAndNewlines))
      .appendingPathComponent("test/test_tomllib/data")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  static func files(_ kind: String) -> [URL] {
    let all = folder.flatMap {
      FileManager.default.enumerator(at: $0.appendingPathComponent(kind), includingPropertiesForKeys: nil)
    }
    return (all?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "toml" }.sorted { $0.path < $1.path }
  }

  @Test("all valid files are read as their JSON says", .enabled(if: folder != nil))
  func valid() throws {
    for file in Self.files("valid") {
      let reading = Reading([UInt8](try Data(contentsOf: file)))
      #expect(reading.codes == [], "\(file.lastPathComponent)")
      let json = try Data(contentsOf: file.deletingPathExtension().appendingPathExtension("json"))
      let expected = try JSONSerialization.jsonObject(with: json)
      #expect(normalised(typed(reading.document.root)) == normalised(expected), "\(file.path)")
    }
  }

  /// Returns arrays without the object around them, `T` and `Z` in upper case, and microseconds, the precision of
  /// Python.
  private func normalised(_ json: Any) -> NSObject {
    switch json {
    case let array as [Any]: return NSArray(array: array.map(normalised))
    case let object as [String: Any]:
      if let array = object["value"] as? [Any], object["type"] as? String == "array" { return normalised(array) }
      return object.mapValues(normalised) as NSDictionary
    case let text as String:
      let upper = text.first?.isNumber == true ? text.uppercased() : text
      return upper.replacing(/(\.\d{6})\d+/) { $0.1 } as NSString
    default: return "\(json)" as NSString
    }
  }

  @Test("all invalid files are refused", .enabled(if: folder != nil))
  func invalid() throws {
    for file in Self.files("invalid") {
      let reading = Reading([UInt8](try Data(contentsOf: file)))
      #expect(reading.codes.count == 1, "\(file.lastPathComponent): \(reading.codes)")
    }
  }
}
