import Glibc

/// The hierarchy of control groups of version 2, as it is mounted for this process; see cgroups(7).
public struct ControlGroupHierarchy: Hashable, Sendable {
  /// The path where it is mounted, such as `/sys/fs/cgroup`.
  public let mountPoint: String

  /// Finds the hierarchy of this machine. Returns nil if it is not mounted.
  public static func current() -> ControlGroupHierarchy? {
    let table = FileReader().readIfPossible("/proc/self/mountinfo", limit: mountTableLimit)
    return table.flatMap { ControlGroupHierarchy(mountTable: $0) }
  }

  /// Finds the hierarchy in a mount table; see proc_pid_mountinfo(5). A mount of only a part of it does not count.
  ///
  ///     25 31 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw
  public init?(mountTable: [UInt8]) {
    for line in mountTable.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
      guard words.count > 4, let dash = words.firstIndex(of: "-"), dash + 1 < words.count,
        words[dash + 1] == "cgroup2", words[3] == "/"
      else { continue }
      mountPoint = Self.unescaped(words[4])
      return
    }
    return nil
  }

  /// Opens the group at a path of the hierarchy, such as `/user.slice`. Returns nil if there is none.
  public func group(at path: String) -> ControlGroup? { ControlGroup(path, in: self) }

  private static let mountTableLimit = 1 << 24

  /// Returns a path with the escapes of spaces, tabs, line ends and backslashes undone: three octal digits each.
  private static func unescaped(_ path: String) -> String {
    let parts = path.split(separator: "\\", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(parts.first ?? "")) { text, part in
      guard let value = UInt8(part.prefix(3), radix: 8) else { return text + "\\" + part }
      return text + String(decoding: [value], as: UTF8.self) + part.dropFirst(3)
    }
  }
}

/// A control group of version 2 with the processes in it and in the groups below it.
public struct ControlGroup: Sendable {
  /// The path in the hierarchy.
  public let path: String
  /// The inode number of its directory, which no later group of this boot has.
  public let number: UInt64
  private let directory: OpenDescriptor
  private let place: String

  fileprivate init?(_ path: String, in hierarchy: ControlGroupHierarchy) {
    guard path.hasPrefix("/"), !path.utf8.contains(0), !path.split(separator: "/").contains("..") else { return nil }
    place = hierarchy.mountPoint + (path == "/" ? "" : path)
    do throws(SystemError) {
      let place = place
      directory = try OpenDescriptor.opened { open(place, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
      number = try FileStatus(descriptor: directory.number).number
      self.path = path
    } catch {
      return nil
    }
  }

  /// Whether the kernel was asked to freeze the group itself, and not only one above it.
  public var isFreezing: Bool { text("cgroup.freeze").first == "1" }

  /// Whether all processes of the group are frozen, by the group itself or by one above it.
  public var isFrozen: Bool { text("cgroup.events").split(separator: "\n").contains("frozen 1") }

  /// Whether this process may freeze the group.
  public var mayFreeze: Bool {
    do throws(SystemError) {
      _ = try openFreeze()
      return true
    } catch {
      return false
    }
  }

  /// The numbers of the processes of the group and the groups below it; nil if they cannot be read.
  public var processes: [Int32]? { Self.processes(of: place) }

  /// Stops all processes of the group, and those that come to it, until `thaw`. Returns before the last one stands
  /// still.
  ///
  /// - Throws: the error of the system, such as EACCES; ENODEV if the group was removed.
  public func freeze() throws(SystemError) { try write("1", to: openFreeze()) }

  /// Makes the processes continue. Does nothing if the group was removed.
  ///
  /// - Throws: the error of the system, such as EACCES.
  public func thaw() throws(SystemError) {
    do throws(SystemError) {
      try write("0", to: openFreeze())
    } catch {
      guard error.code == ENODEV || error.code == ENOENT else { throw error }
    }
  }

  private func openFreeze() throws(SystemError) -> OpenDescriptor {
    try OpenDescriptor.opened { openat(directory.number, "cgroup.freeze", O_WRONLY | O_CLOEXEC) }
  }

  private func write(_ text: String, to file: OpenDescriptor) throws(SystemError) {
    defer { withExtendedLifetime(file) {} }
    try SystemError.write(Array(text.utf8), to: file.number)
  }

  /// The text of a file of the group; empty if it was removed.
  private func text(_ name: String) -> String {
    String(decoding: FileReader().readIfPossible("\(place)/\(name)", limit: 1 << 12) ?? [], as: UTF8.self)
  }

  private static let processListLimit = 1 << 22

  private static func processes(of place: String) -> [Int32]? {
    guard let bytes = FileReader().readIfPossible("\(place)/cgroup.procs", limit: processListLimit) else { return nil }
    var numbers = bytes.split(separator: UInt8(ascii: "\n")).compactMap { Int32(String(decoding: $0, as: UTF8.self)) }
    for name in DirectoryListing.namesIfReadable(in: place) where FileStatus.isDirectory("\(place)/\(name)") {
      guard let more = processes(of: "\(place)/\(name)") else { return nil }
      numbers += more
    }
    return numbers
  }
}
