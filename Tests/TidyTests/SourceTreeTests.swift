import Foundation
import Testing

@Suite struct SourceTreeTests {
  @Test func `the source tree is found`() {
    #expect(Repository.files.contains { $0.path == "Package.swift" })
    #expect(Repository.files.count { $0.isProduct } > 20)
  }

  @Test func `a module imports only what the table allows`() { expectNone(of: [ImportRule()]) }

  @Test func `a folder of Scheduler uses only types of folders below it`() {
    expectNone(of: [FolderRule(Repository.files)])
    #expect(Set(Repository.files.compactMap(FolderTable.folder)) == Set(FolderTable.order))
  }

  @Test func `the source tree contains no banned words`() { expectNone(of: WordRule.all) }

  @Test func `comments are in plain English`() { expectNone(of: [CommentRule()]) }

  @Test func `no file or type has a vague name`() { expectNone(of: [NameRule()]) }

  @Test func `arguments have labels`() { expectNone(of: [ArgumentRule()]) }

  @Test func `files and functions are short`() { expectNone(of: [LengthRule()]) }

  @Test func `the package declares only dependencies that the module table allows`() throws {
    let manifest = try PackageManifest.ofThisPackage()
    report(manifest.violations())
    #expect(!manifest.targets.isEmpty)
  }

  @Test func `each module is a target, and each target of a product is in the table`() throws {
    let folders = Set(Repository.files.compactMap(\.module))
    let targets = try PackageManifest.ofThisPackage().targets.filter { !$0.path.hasPrefix("Tests") }
    #expect(folders == Set(targets.map(\.name)))
    #expect(folders.isSubset(of: ModuleTable.imports.keys))
  }

  private func expectNone(of rules: [any Rule]) {
    report(Repository.files.flatMap { file in rules.flatMap { $0.violations(in: file) } })
  }

  /// Fails once for each violation, at its own file and line.
  private func report(_ violations: [Violation]) {
    for violation in violations {
      let place = SourceLocation(
        fileID: "schedctl/\(violation.path)", filePath: Repository.root.appending(path: violation.path).path,
        line: violation.line, column: 1)
      Issue.record("\(violation)", sourceLocation: place)
    }
  }
}
