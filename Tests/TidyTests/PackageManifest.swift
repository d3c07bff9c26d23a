import Foundation

/// What `Package.swift` declares, as the package manager understands it.
struct PackageManifest {
  struct Target: Equatable {
    let name: String
    /// From the top of the repository, without the name where that is the usual one.
    let path: String
    let dependencies: [String]
  }

  let targets: [Target]
  /// Other packages.
  let packages: [String]

  /// Asks the package manager about this package, with a folder of its own so that it does not wait for this very test.
  static func ofThisPackage() throws -> PackageManifest {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "schedctl-manifest-\(UUID())")
    defer { try? FileManager.default.removeItem(at: scratch) }
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swift", "package", "--package-path", Repository.root.path, "--scratch-path", scratch.path, "dump-package",
    ]
    process.standardOutput = output
    try process.run()
    let json = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return try PackageManifest(json: json)
  }

  init(json: Data) throws {
    let dump = try JSONDecoder().decode(Dump.self, from: json)
    packages = dump.dependencies.map { _ in "a package" }
    targets = dump.targets.map { target in
      Target(
        name: target.name, path: target.path ?? (target.type == "test" ? "Tests" : "Sources"),
        dependencies: target.dependencies.flatMap(\.names))
    }
  }

  /// Dependencies on other packages, and those between modules that the table does not have.
  func violations() -> [Violation] {
    let foreign = packages.map { Violation(path: "Package.swift", line: 1, message: "depends on \($0)") }
    let arrows = targets.filter { $0.path == "Sources" }.flatMap { target in
      target.dependencies.filter { !(ModuleTable.imports[target.name] ?? []).contains($0) }.map {
        Violation(path: "Package.swift", line: 1, message: "'\(target.name)' may not depend on '\($0)'")
      }
    }
    return foreign + arrows
  }
}

/// The parts of the package manager's JSON that are looked at.
private struct Dump: Decodable {
  struct Target: Decodable {
    let name: String
    let type: String
    let path: String?
    let dependencies: [Dependency]
  }

  /// One of `{"byName": ["Name", …]}`, `{"target": ["Name", …]}`, `{"product": ["Name", "package", …]}`.
  struct Dependency: Decodable {
    let names: [String]

    init(from decoder: any Decoder) throws {
      let kinds = try decoder.singleValueContainer().decode([String: [Part]].self)
      names = kinds.values.compactMap { $0.first?.name }
    }
  }

  /// A name, or a condition that is not looked at.
  struct Part: Decodable {
    let name: String?

    init(from decoder: any Decoder) throws {
      name = try? decoder.singleValueContainer().decode(String.self)
    }
  }

  /// Any value.
  struct Anything: Decodable {
    init(from decoder: any Decoder) {}
  }

  let dependencies: [Anything]
  let targets: [Target]
}
