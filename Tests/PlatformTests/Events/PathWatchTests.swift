import Foundation
import SchedulerPlatform
import TestSupport
import Testing

@Suite final class PathWatchTests {
  private let folder: String
  private var watch: PathWatch

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("watch-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    watch = try PathWatch()
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func write(_ text: String, _ name: String) throws {
    // Written in place, as a shell does.
    let file = try #require(fopen("\(folder)/\(name)", "w"))
    fputs(text, file)
    fclose(file)
  }

  private func makeDirectory(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
  }

  private func link(_ name: String, to target: String) { _ = symlink(target, "\(folder)/\(name)") }

  private func follow(_ names: String..., directory: String? = nil) -> Bool {
    watch.follow(
      names.map { WatchedPath("\(folder)/\($0)") }
        + (directory.map { [WatchedPath("\(folder)/\($0)", isDirectory: true)] } ?? []))
  }

  @Test func `only watched files are reported when they are written, replaced or removed`() throws {
    try write("1", "a")
    #expect(follow("a", "b") && !follow("a", "b"))
    try write("x", "other")
    #expect(try watch.read() == [])
    try write("2", "a")
    #expect(try watch.read() == .written)
    rename("\(folder)/other", "\(folder)/a")
    #expect(try watch.read() == .written)
    try write("1", "b")
    #expect(try watch.read() == .written)
    unlink("\(folder)/a")
    #expect(try watch.read() == .removed)
    rename("\(folder)/b", "\(folder)/c")
    #expect(try watch.read() == .removed)
    #expect(!follow("c"))
    unlink("\(folder)/b")
    try write("3", "a")
    #expect(try watch.read() == [])
  }

  @Test func `a path stays watched whatever directories are made and removed while it is resolved`() throws {
    let path = "\(folder)/a/b/c/file"
    for round in 0..<Laws.count(2000, few: 400) {
      let done = DispatchSemaphore(value: 0)
      let names = ["a", "a/b", "a/b/c"].map { "\(folder)/\($0)" }
      Thread.detachNewThread {
        for _ in 0..<3 {
          for name in names { mkdir(name, 0o755) }
          for name in names.reversed() { rmdir(name) }
        }
        done.signal()
      }
      // As callers do: the path is followed again after a change, and only then.
      _ = follow("a/b/c/file")
      var isDone = false
      while true {
        let isLast = isDone
        while try watch.read() != [] { _ = follow("a/b/c/file") }
        if isLast { break }
        isDone = done.wait(timeout: .now()) == .success
      }
      for name in names {
        mkdir(name, 0o755)
        #expect(try watch.read() != [], "round \(round): \(name)")
        _ = follow("a/b/c/file")
      }
      try Data("x".utf8).write(to: URL(fileURLWithPath: path))
      #expect(try watch.read() != [], "round \(round)")
      try FileManager.default.removeItem(atPath: names[0])
    }
  }

  @Test func `a file on the path that is replaced by a directory is reported`() throws {
    try write("x", "run")
    #expect(follow("run/a"))
    unlink("\(folder)/run")
    #expect(try watch.read() == .removed)
    #expect(!follow("run/a"))
    try makeDirectory("run")
    #expect(try watch.read() == .written)
    #expect(follow("run/a"))
    try write("1", "run/a")
    #expect(try watch.read() == .written)
  }

  @Test func `following reports a directory that was moved away since the paths were followed last`() throws {
    try makeDirectory("run")
    #expect(follow("a", "run/b"))
    rename("\(folder)/run", "\(folder)/away")
    #expect(follow("a", "run/b"))
    #expect(!follow("a", "run/b"))
    try makeDirectory("run")
    #expect(try watch.read().contains(.written))
  }

  @Test func `a watched name that ends in an asterisk matches all names with that prefix`() throws {
    try write("1", "kept-1")
    #expect(follow("kept-*"))
    try write("1", "other")
    #expect(try watch.read() == [])
    try write("2", "kept-2")
    #expect(try watch.read() == .written)
    unlink("\(folder)/kept-1")
    #expect(try watch.read() == .removed)
  }

  @Test func `an opened file is reported when it is written`() throws {
    #expect(follow("a"))
    let file = try #require(fopen("\(folder)/a", "w"))
    #expect(try watch.read() == [])
    fputs("1", file)
    fclose(file)
    #expect(try watch.read() == .written)
  }

  @Test func `the watch waits for a missing path one directory at a time`() throws {
    #expect(follow("x/y/file"))
    try makeDirectory("x")
    #expect(try watch.read() == .written)
    #expect(follow("x/y/file"))
    try makeDirectory("x/y")
    #expect(try watch.read() == .written)
    #expect(follow("x/y/file"))
    try write("1", "x/y/file")
    #expect(try watch.read() == .written)
    try FileManager.default.removeItem(atPath: "\(folder)/x")
    #expect(try watch.read().contains(.removed))
    #expect(follow("x/y/file"))
  }

  @Test func `a watch follows every link on the path and the file that it leads to`() throws {
    try makeDirectory("one")
    try makeDirectory("two")
    try write("1", "one/real")
    try write("2", "two/real")
    link("current", to: "one")
    link("file", to: "current/real")
    #expect(follow("file"))
    try write("3", "one/real")
    #expect(try watch.read() == .written)
    try write("3", "two/real")
    #expect(try watch.read() == [])
    link("next", to: "two")
    #expect(try watch.read() == [])
    rename("\(folder)/next", "\(folder)/current")
    #expect(try watch.read() == .written)
    #expect(follow("file"))
    try write("4", "two/real")
    #expect(try watch.read() == .written)
  }

  @Test func `a watch handles links in a circle and reports when one of them is removed`() throws {
    link("a", to: "b")
    link("b", to: "a")
    #expect(follow("a"))
    unlink("\(folder)/b")
    #expect(try watch.read() == .removed)
  }

  @Test func `a watch on a whole directory reports changes of every name in it`() throws {
    #expect(follow(directory: "conf.d"))
    try makeDirectory("conf.d")
    #expect(try watch.read() == .written)
    #expect(follow(directory: "conf.d"))
    try write("1", "conf.d/10-a.toml")
    #expect(try watch.read() == .written)
    unlink("\(folder)/conf.d/10-a.toml")
    #expect(try watch.read() == .removed)
  }

  @Test func `an overflow of the inotify queue is reported as every kind of change`() throws {
    #expect(follow(directory: "."))
    // More than /proc/sys/fs/inotify/max_queued_events.
    let limit =
      Int(
        (try? String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8))?
          .trimmingCharacters(in: .whitespacesAndNewlines) ?? "") ?? 16_384
    try #require(limit < 100_000)
    try write("1", "a")
    for number in 0...limit {
      rename("\(folder)/\(number.isMultiple(of: 2) ? "a" : "b")", "\(folder)/\(number.isMultiple(of: 2) ? "b" : "a")")
    }
    #expect(try watch.read() == [.written, .removed])
    #expect(try watch.read() == [])
  }
}
