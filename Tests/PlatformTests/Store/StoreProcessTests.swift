import Foundation
import SchedulerPlatform
import SchedulerStore
import TestSupport
import Testing

/// State in a real directory, written by a real process.
@Suite final class StoreProcessTests {
  private let directory = FileManager.default.temporaryDirectory.appending(path: "schedctl-store-\(UUID())")

  init() throws { try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(at: directory) }

  /// What the writer writes as the change of a number.
  private func payload(_ number: UInt64) -> [UInt8] {
    Array("\(number) \(String(repeating: "*", count: Int(number * 37 % 300)))".utf8)
  }

  @Test func `a process that is killed a hundred times loses no confirmed change`() throws {
    var last: UInt64 = 0
    let roundCount = Laws.count(100, few: 10)
    for round in 0..<roundCount {
      let writer = try WriterProcess("write", directory.path)
      var lines = writer.lines(round * 7 % 31)
      lines += writer.kill()
      let confirmed = lines.compactMap { UInt64($0) }.last ?? last
      #expect(confirmed >= last, "round \(round): \(lines)")
      var files = try DirectoryFileSystem(directory.path)
      let (state, losses) = try StateStore.read(from: &files)
      #expect([confirmed, confirmed + 1].contains(state.lastSequence), "round \(round)")
      #expect(
        losses.allSatisfy { if case .tornEnd("journal", _) = $0 { true } else { false } }, "round \(round): \(losses)")
      last = state.lastSequence
      for number in max(1, last < 7 ? 1 : last - 6)..<last + 1 {
        #expect(state["key-\(number % 7)"] == payload(number), "round \(round), change \(number)")
      }
      let page = try? files.read("shield.json", limit: 1000)
      #expect(page == nil ? last <= 1 : (last / 3 - min(1, last / 3)...last / 3).contains { payload($0) == page })
    }
    #expect(last > UInt64(roundCount) * 5)
  }

  @Test func `a second writer learns which process holds the lock, and a killed holder blocks no writer`() throws {
    let first = try WriterProcess("hold", directory.path)
    #expect(first.lines(1) == ["open"])
    #expect(
      try WriterProcess("try", directory.path).linesToEnd() == ["the state is in use by process \(first.processID)"])
    _ = first.kill()
    #expect(try WriterProcess("try", directory.path).linesToEnd() == [])
  }

  @Test func `the umask does not reduce the permissions of state files`() throws {
    let writer = try WriterProcess(
      "write", directory.path, launcher: ["/bin/sh", "-c", "umask 077 && exec \"$0\" \"$@\""])
    _ = writer.lines(2)
    _ = writer.kill()
    var files = try DirectoryFileSystem(directory.path)
    #expect(try files.metadata(of: "shield.json").permissions == 0o644)
    #expect(try files.metadata(of: "journal").permissions == 0o600)
  }

  private static let canMount: Bool = {
    let arguments = ["/usr/bin/unshare", "-m", "/bin/sh", "-c", "mount -t tmpfs none /mnt"]
    guard geteuid() == 0,
      let process = try? Process.run(URL(fileURLWithPath: arguments[0]), arguments: Array(arguments[1...]))
    else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  @Test(.enabled(if: canMount, "only root can make a small disk"))
  func `a full disk refuses changes, stops history, loses nothing, and is used again when there is room`() throws {
    let mount = "mount -t tmpfs -o size=256k none \"$2\" && exec \"$0\" \"$1\" \"$2\""
    let writer = try WriterProcess(
      "fill", directory.path, launcher: ["/usr/bin/unshare", "-m", "/bin/sh", "-c", mount])
    #expect(
      writer.linesToEnd() == [
        "cannot write 'filler': no space left", "cannot write 'journal': no space left",
        "cannot write 'snapshot': no space left",
        "history: stopped(cannot write 'history.jsonl': no space left)", "losses: 0, last: as before",
      ])
  }

  @Test(.enabled(if: canMount, "only root can make a disk that is mounted for reading"))
  func `a read-only disk is an error`() throws {
    let mount = "mount -t tmpfs -o ro none \"$2\" && exec \"$0\" \"$1\" \"$2\""
    let writer = try WriterProcess("try", directory.path, launcher: ["/usr/bin/unshare", "-m", "/bin/sh", "-c", mount])
    #expect(writer.linesToEnd() == ["cannot lock 'lock': the file system is read-only"])
  }

  /// Whether another user can run the writer.
  private static let asNobody: [String]? = {
    let launcher = ["/usr/bin/setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
    guard geteuid() == 0, let lines = try? WriterProcess("try", "/nonexistent", launcher: launcher).linesToEnd() else {
      return nil
    }
    return lines == ["cannot list '/nonexistent': no such file"] ? launcher : nil
  }()

  @Test(.enabled(if: asNobody != nil, "only root can run a program as another user"))
  func `a directory of another user is refused`() throws {
    chmod(directory.path, 0o755)
    let launcher = try #require(Self.asNobody)
    #expect(
      try WriterProcess("try", directory.path, launcher: launcher).linesToEnd() == [
        "cannot lock 'lock': permission denied"
      ])
    chmod(directory.path, 0o700)
    #expect(
      try WriterProcess("try", directory.path, launcher: launcher).linesToEnd() == [
        "cannot list '\(directory.path)': permission denied"
      ])
  }
}
