import Foundation
import ProgramTesting
import TestSupport
import Testing

/// Full disks, folders that cannot be written, and an end at any moment: the file is the old one or the new one, whole.
@Suite struct EditDamageTests {
  /// Whether root may mount file systems of its own here.
  static let canMount: Bool = {
    guard ProgramRun.isRoot else { return false }
    var run = ProgramRun("version")
    run.launcher = ["/usr/bin/unshare", "-m", "/bin/sh", "-c", "mount -t tmpfs none /mnt && exec \"$@\"", "sh"]
    return (try? run.outcome().end) == .exit(0)
  }()

  /// A run on a file system of 64 kB that a file fills but for some bytes; what is on it at the end is copied to `after`.
  private func outcome(_ it: EditedFolder, editor script: String, leaving bytes: Int) throws -> Outcome {
    var run = try it.run(editor: script)
    let disk = it.folder.path + "/disk"
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
    let setup = """
      mount -t tmpfs -o size=64k none disk && cp config.toml new disk/ && cd disk &&
      head -c 65536 /dev/zero > filler 2> /dev/null; truncate -s -\(bytes) filler; "$@"; code=$?; ls -A > ../names
      rm filler; cp -a . ../after; exit $code
      """
    run.launcher = ["/usr/bin/unshare", "-m", "/bin/sh", "-c", "cd '\(it.folder.path)'; \(setup)", "sh"]
    run.arguments = ["edit", "--config", disk + "/config.toml"]
    return try run.outcome()
  }

  @Test(
    .enabled(if: canMount, "only root, where it may mount, can make a small disk"), arguments: [0, 4096, 8192, 12_288])
  func `edit on a full disk leaves the old file`(bytes: Int) throws {
    let it = try EditedFolder()
    let outcome = try outcome(it, editor: "cp new \"$1\"", leaving: bytes)
    let after = it.folder.path + "/after"
    #expect(outcome.end == .exit(74) && outcome.messages.contains(": no space left\n"), "\(outcome)")
    #expect(it.text(after + "/config.toml") == EditedFolder.old)
    let names = try FileManager.default.contentsOfDirectory(atPath: after)
    #expect(!names.contains { $0.hasPrefix(".schedctl-") || $0.hasSuffix(".lock") }, "\(names)")
  }

  /// A shell that lets files grow to a number of blocks of 512 bytes.
  private func limit(_ blocks: Int) -> [String] { ["/bin/sh", "-c", "ulimit -f \(blocks); exec \"$@\"", "sh"] }

  @Test func `edit keeps the old file when the file size limit stops the copy`() throws {
    let it = try EditedFolder(EditedFolder.old + String(repeating: "# a long comment\n", count: 100))
    let old = it.text(it.path)
    var run = try it.run(editor: ":")
    run.launcher = limit(2)
    let messages = "schedctl: cannot write '\(it.copy)': file too large\n"
    #expect(try run.outcome() == Outcome(.exit(74), messages: messages))
    #expect(it.text(it.path) == old && it.names == ["config.toml"])
  }

  @Test(.enabled(if: ProgramRun.canChangeUser || !ProgramRun.isRoot))
  func `edit reports an unwritable folder before it starts the editor`() throws {
    let it = try EditedFolder()
    var run = try it.run(editor: "echo started >&2")
    try own(it, it.path)
    run.userID = ProgramRun.isRoot ? 65_534 : nil
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: it.folder.path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: it.folder.path) }
    let messages = """
      schedctl: cannot write '\(it.folder.path)/.config.toml.lock': permission denied
      help: a new file takes the place of the old: the directory must be writable

      """
    #expect(try run.outcome() == Outcome(.exit(74), messages: messages))
  }

  @Test(.enabled(if: ProgramRun.canChangeUser, "only root can make a file that is another's"))
  func `edit does not replace a file of another user, even in a writable folder`() throws {
    let it = try EditedFolder()
    var run = try it.run(editor: "echo started >&2")
    try own(it, it.folder.path)
    run.userID = 65_534
    let messages = """
      schedctl: cannot write '\(it.path)': it belongs to another user
      help: edit it as its owner, or write your own with 'schedctl init'

      """
    #expect(try run.outcome() == Outcome(.exit(74), messages: messages))
    #expect(it.names == ["config.toml"])
  }

  /// Gives something to the user of the run.
  private func own(_ it: EditedFolder, _ path: String) throws {
    guard ProgramRun.isRoot else { return }
    try FileManager.default.setAttributes([.ownerAccountID: 65_534], ofItemAtPath: path)
  }

  /// How many system calls from the first that makes the lock to the end, and what each reader would find in between.
  private func watch(_ it: EditedFolder, _ run: ProgramRun) throws -> (first: Int, last: Int) {
    let traced = try TracedRun(run)
    var (first, last) = (0, 0)
    var isNew = false
    while traced.step() {
      last += 1
      if first == 0, FileManager.default.fileExists(atPath: it.folder.path + "/.config.toml.lock") { first = last }
      let text = it.text(it.path)
      #expect(text == (isNew ? EditedFolder.new : EditedFolder.old) || text == EditedFolder.new, "call \(last)")
      if text == EditedFolder.new { isNew = true }
    }
    #expect(isNew && first > 0)
    return (first, last)
  }

  @Test(.enabled(if: TracedRun.isAllowed, "this machine lets no process trace another"))
  func `a reader finds a whole file at any moment of an edit, and after the edit is killed at any moment`() throws {
    let script = "cp new \"$1\""
    let watched = try EditedFolder()
    let (first, last) = try watch(watched, watched.run(editor: script))
    #expect(last - first > 100)
    for call in stride(from: first - 5, through: last, by: Laws.areWhole ? 1 : 7) {
      let it = try EditedFolder()
      let run = try it.run(editor: script)
      let traced = try TracedRun(run)
      for _ in 0..<call { guard traced.step() else { break } }
      traced.kill()
      let text = it.text(it.path)
      #expect(text == EditedFolder.old || text == EditedFolder.new, "killed at call \(call)")
      let backup = it.text(it.backup)
      #expect(backup == nil || backup == EditedFolder.old, "killed at call \(call)")
      if text == EditedFolder.new { #expect(backup == EditedFolder.old, "killed at call \(call)") }
    }
  }

  @Test(.enabled(if: TracedRun.isAllowed, "this machine lets no process trace another"))
  func `edit synchronises each file before its rename, and the directory after the rename`() throws {
    let it = try EditedFolder()
    let traced = try TracedRun(it.run(editor: "cp new \"$1\""))
    var calls: [String] = []
    while traced.step() {
      if let call = traced.durabilityCall { calls.append(call) }
    }
    // The copy, which takes a name that is free; the backup; the file.
    let replacing = ["fsync", "rename", "fsync"]
    #expect(calls == ["fsync", "rename to a free name", "fsync"] + replacing + replacing)
  }

  @Test func `edit removes the half-written file of a killed edit once it is old`() throws {
    let it = try EditedFolder()
    let old = try it.folder.write(EditedFolder.new, to: ".schedctl-0123456789abcdef")
    let young = try it.folder.write(EditedFolder.new, to: ".schedctl-fedcba9876543210")
    let date = Date(timeIntervalSince1970: 1_000_000_000)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: old)
    let messages = "schedctl: removed what a killed program left: '\(old)'\nschedctl: no change\n"
    #expect(try it.run(editor: ":").outcome() == Outcome(.exit(0), messages: messages))
    #expect(!FileManager.default.fileExists(atPath: old) && it.text(young) == EditedFolder.new)
  }

  @Test(.enabled(if: TracedRun.isAllowed, "this machine lets no process trace another"))
  func `after an edit is killed, the next edit works and reports the copy that was left`() throws {
    let it = try EditedFolder()
    let traced = try TracedRun(it.run(editor: "cp broken \"$1\""))
    while traced.step(), it.text(it.copy) != EditedFolder.broken {}
    traced.kill()
    #expect(it.names == [".config.edit.toml", ".config.toml.lock", "config.toml"])
    let messages = "schedctl: an earlier edit left its copy: '\(it.copy)'\n" + it.installed
    #expect(try it.run(editor: "cp new \"$1\"").outcome() == Outcome(.exit(0), messages: messages))
    #expect(it.names == [".config.edit.toml", "config.toml", "config.toml~"])
  }
}
