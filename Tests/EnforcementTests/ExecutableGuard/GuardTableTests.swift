import SchedulerPlatform
import Testing

@testable import SchedulerEnforcement

@Suite struct GuardTableTests {
  @Test func `the table has the files that are there, and leaves out what is never shielded`() {
    let blocks: [ApplicationBlock] = [
      .test(.file("/usr/bin/game")), .test(.file("/bin/bash")), .test(.unit(desktopID: "game")),
      .test(.arguments(program: "/usr/bin/python3", ["game"])), .test(.file("/usr/bin/later"), users: .only([7, 5])),
      .test(.file("/usr/bin/python3.11")),
    ]
    var table = GuardTable(blocks, after: GuardTable())
    #expect(table.paths == ["/usr/bin/game", "/usr/bin/later"])
    table.files["/usr/bin/later"] = ExecutableFile(device: 1, number: 2)
    let rows = table.rows
    #expect(rows.map(\.token) == [1])
    #expect(rows.map(\.users) == [[5, 7]])
    #expect(table.block(of: 1) == blocks[4])
  }

  @Test func `tokens of an earlier table lead to no block`() {
    let first = GuardTable([.test(.file("/usr/bin/a")), .test(.file("/usr/bin/b"))], after: GuardTable())
    let second = GuardTable([.test(.file("/usr/bin/c"))], after: first)
    #expect([0, 1, 2, 3].map { second.block(of: $0)?.path } == [nil, nil, "/usr/bin/c", nil])
  }

  @Test func `marks are read from the list of the kernel`() {
    let text = """
      pos:\t0
      fanotify flags:37 event-flags:88000
      fanotify ino:3e2bb sdev:fe00000 mflags:0 mask:40000 ignored_mask:0 fhandle-bytes:8
      fanotify ino:7 sdev:2d mflags:0 mask:40000 ignored_mask:0 fhandle-bytes:8
      fanotify ino:8 sdev:fe00000 mflags:0 mask:1 ignored_mask:0 fhandle-bytes:8
      """
    let marks = StartMarks(parsing: Array(text.utf8))
    #expect(marks.count == 2)
    #expect(marks.contains(ExecutableFile(device: 0xFE00, number: 0x3E2BB)))
    #expect(!marks.contains(ExecutableFile(device: 0xFE01, number: 0x3E2BB)))
    #expect(!marks.contains(ExecutableFile(device: 0xFE00, number: 8)))
    // An anonymous device: stat(2) may return another one than the kernel lists.
    #expect(marks.contains(ExecutableFile(device: 0x31, number: 7)))
  }
}
