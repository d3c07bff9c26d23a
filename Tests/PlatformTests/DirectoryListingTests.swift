import Foundation
import SchedulerPlatform
import Testing

@Suite final class DirectoryListingTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "schedctl-tests-\(UUID())")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(at: folder) }

  @Test func `a directory listing includes hidden names and sorts all names by their bytes`() throws {
    // The first é is written as two scalars, so the order of strings differs from the order of bytes.
    let expected = [".hidden", "10", "9", "B", "a", "b", "e\u{301}", "f", "~", "\u{E9}"]
    for name in expected.reversed() { try Data().write(to: folder.appending(path: name)) }
    let names = try DirectoryListing.names(in: folder.path) ?? []
    #expect(names.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
  }

  @Test func `an empty directory lists no names, and a missing directory gives nil`() throws {
    #expect(try DirectoryListing.names(in: folder.path) == [])
    #expect(try DirectoryListing.names(in: folder.path + "/none") == nil)
  }

  @Test func `listing a path that is not a directory is an error`() {
    #expect(
      throws: FileSystemError(.read, name: "/etc/passwd", reason: .system(code: ENOTDIR, meaning: "not a directory"))
    ) {
      try DirectoryListing.names(in: "/etc/passwd")
    }
  }
}
