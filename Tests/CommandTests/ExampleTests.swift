import Foundation
import ProgramTesting
import Testing

@testable import schedctl

/// The examples that the program brings with it are the files of `examples`.
///
/// After a change there `SCHEDCTL_WRITE_GOLDENS=1 swift test --filter ExampleTests` writes their Swift anew.
@Suite struct ExampleTests {
  private static let folder = "Sources/schedctl/Examples"

  static let names: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: Checkout.path("examples"))) ?? [])
    .filter { $0.hasSuffix(".toml") }.map { String($0.dropLast(5)) }.sorted()

  private static func text(of name: String) throws -> String {
    try String(contentsOfFile: Checkout.path("examples/\(name).toml"), encoding: .utf8)
  }

  /// `night-shift` as a Swift name: `nightShift`.
  private static func property(_ name: String) -> String {
    let words = name.split(separator: "-")
    return words[0] + words.dropFirst().map(\.capitalized).joined()
  }

  /// `night-shift` as a type would be called: `NightShift`.
  private static func title(_ name: String) -> String { name.split(separator: "-").map(\.capitalized).joined() }

  private static func swift(_ name: String) throws -> String {
    let lines = try text(of: name).split(separator: "\n", omittingEmptySubsequences: false)
    let indented = lines.map { $0.isEmpty ? "" : "      \($0)" }.joined(separator: "\n")
    return """
      // Written by ExampleTests from examples/\(name).toml.

      extension Example {
        static let \(property(name)) = Example(
          name: "\(name)",
          text: #\"""
      \(indented)
            \"""#)
      }

      """
  }

  @Test(arguments: names)
  func `the Swift source of an example matches its file`(name: String) throws {
    let swift = try Self.swift(name)
    let golden = Golden("\(Self.folder)/Texts/Example+\(Self.title(name)).swift")
    #expect(try golden.agreed(with: swift) == swift)
  }

  @Test func `the generated Swift lists every example`() throws {
    let swift = """
      // Written by ExampleTests from the names in examples.

      extension Example {
        /// The examples of `Texts`, in the order of their names.
        static let generated = [
      \(Self.names.map { "    \(Self.property($0)),\n" }.joined())  ]
      }

      """
    #expect(try Golden("\(Self.folder)/Example+Generated.swift").agreed(with: swift) == swift)
    let texts = try FileManager.default.contentsOfDirectory(atPath: Checkout.path("\(Self.folder)/Texts"))
    #expect(texts.sorted() == Self.names.map { "Example+\(Self.title($0)).swift" }.sorted())
  }

  @Test func `the compiled examples equal the example files, and the sample comes first`() throws {
    #expect(Example.all.map(\.name).sorted() == Self.names)
    #expect(Example.all.first?.name == "sample")
    for example in Example.all { #expect(try example.text == Self.text(of: example.name)) }
  }
}
