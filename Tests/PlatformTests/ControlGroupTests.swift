import SchedulerPlatform
import Testing

@Suite struct ControlGroupTests {
  @Test(
    arguments: [
      ("25 31 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n", "/sys/fs/cgroup"),
      (
        "1 0 8:1 / / rw - ext4 /dev/sda1 rw\n25 31 0:26 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n",
        "/sys/fs/cgroup/unified"
      ),
      ("25 31 0:26 / /a\\040b\\134c rw - cgroup2 none rw\n", "/a b\\c"),
      ("25 31 0:26 /part /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n", nil),
      ("25 31 0:26 / /sys/fs/cgroup rw - cgroup cgroup rw,cpu\n", nil), ("25 31 0:26 / -\n", nil), ("", nil),
    ] as [(String, String?)])
  func `the hierarchy is found in a mount table`(table: String, mountPoint: String?) {
    #expect(ControlGroupHierarchy(mountTable: Array(table.utf8))?.mountPoint == mountPoint)
  }

  @Test(.enabled(if: ControlGroupHierarchy.current() != nil, "needs control groups of version 2"))
  func `a group has a path without steps upwards, and the root has all processes and no switch`() throws {
    let hierarchy = try #require(ControlGroupHierarchy.current())
    for path in ["", "a", "/..", "/a/../..", "/missing-\(UInt64.random(in: 0 ... .max))", "/\0"] {
      #expect(hierarchy.group(at: path) == nil, "\(path)")
    }
    let root = try #require(hierarchy.group(at: "/"))
    #expect(!root.isFrozen && !root.isFreezing && !root.mayFreeze)
    #expect(root.processes?.contains(RunningProcess.own) == true)
  }
}
