import Foundation
import SchedulerPlatform
import Testing

@Suite final class AccountDatabaseTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "schedctl-tests-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try write(
      "root:x:0:0:root:/root:/bin/sh\n+nis\n-gone:x:7:7::/:\n\nbroken\nkim:x:1000:1000::/home/kim:", to: "passwd")
    try write("root:x:0:\nstudents:x:50:kim,lee\n", to: "group")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Returns the files with a `getent` that runs a script; nil for none.
  private func accounts(getent script: String? = nil) throws -> AccountDatabase {
    if let script {
      // Written by another process: a program file that this process has open could not be run while children of other
      // tests exist.
      let writing = "printf '#!/bin/sh\\n%s\\n' \"$1\" > \"$2\"; chmod 755 \"$2\""
      #expect(try ChildProcess(["/bin/sh", "-c", writing, "sh", script, path("getent")]).run().end == .exit(0))
    }
    return AccountDatabase(
      passwordFile: path("passwd"), groupFile: path("group"), getent: script.map { _ in path("getent") })
  }

  @Test func `account files are read without broken lines and references to other services`() throws {
    let accounts = try accounts()
    #expect(accounts.users() == ["root", "kim"])
    #expect(accounts.groups() == ["root", "students"])
    #expect([accounts.userName(of: 1000), accounts.userName(of: 5)] == ["kim", nil])
    #expect([accounts.groupName(of: 50), accounts.groupName(of: 1000)] == ["students", nil])
  }

  @Test(
    arguments: [
      ("kim", true, false), ("root", true, true), ("students", false, true), ("lee", false, false),
      ("Kim", false, false), ("", false, false), ("1000", false, false), ("50", false, false), ("+nis", false, false),
      ("-gone", false, false), ("kim:x", false, false), ("kim\n", false, false), ("broken", false, false),
    ])
  func `hasUser and hasGroup find the names in the account files`(name: String, isUser: Bool, isGroup: Bool) throws {
    let accounts = try accounts()
    #expect(accounts.hasUser(name) == isUser)
    #expect(accounts.hasGroup(name) == isGroup)
  }

  @Test func `getent is asked only for names that the account files do not have`() throws {
    let log = path("asked")
    let accounts = try accounts(
      getent:
        "echo \"$@\" >> \(log); case \"$1 $2\" in 'passwd ldap'|'group ldap') echo \"$2:*:7:7\" ;; *) exit 2 ;; esac")
    #expect(accounts.hasUser("kim") && accounts.hasUser("ldap") && !accounts.hasUser("nobody-at-all"))
    #expect(accounts.hasGroup("ldap") && !accounts.hasGroup("-i"))
    #expect(try String(contentsOfFile: log, encoding: .utf8) == "passwd ldap\npasswd nobody-at-all\ngroup ldap\n")
  }

  @Test func `a number is not accepted as a user name, although getent finds it`() throws {
    #expect(try !accounts(getent: "echo kim:x:1000:1000::/home/kim:").hasUser("1000"))
  }

  @Test(arguments: ["exit 2", "echo other:x:1:1", "echo lee", "echo lee:x:1:1; exit 2", ""])
  func `a getent answer that does not name the account counts as no answer`(script: String) throws {
    #expect(try !accounts(getent: script).hasUser("lee"))
  }

  @Test(arguments: ["exit 1", "exit 3", "kill -9 $$", "echo other:x:1:1; exit 1"])
  func `a name counts as known if the lookup fails`(script: String) throws {
    let accounts = try accounts(getent: script)
    #expect(accounts.hasUser("lee") && accounts.hasGroup("staff") && !accounts.hasUser("-i"))
  }

  @Test func `without files and without getent there are no accounts`() {
    let accounts = AccountDatabase(passwordFile: "/nonexistent", groupFile: "/nonexistent", getent: "/nonexistent")
    #expect(accounts.users().isEmpty && accounts.groups().isEmpty)
    // A machine that is short of processes or memory for a moment starts no getent, which says nothing of the name.
    let isMissing = (0..<50).contains { attempt in
      if attempt > 0 { usleep(100_000) }
      return !accounts.hasUser("root")
    }
    #expect(isMissing)
  }

  @Test func `the system account database finds root`() {
    #expect(AccountDatabase.system.hasUser("root") && AccountDatabase.system.hasGroup("root"))
    #expect(AccountDatabase.system.userName(of: 0) == "root")
    #expect(!AccountDatabase.system.hasUser("0") && !AccountDatabase.system.hasUser("no-such-user-here"))
  }
}
