import SchedulerPlatform
import Testing

@testable import SchedulerEnforcement

@Suite struct ProcessMatcherTests {
  struct Process: ProcessMatcher.Subject {
    var file = ExecutableFile(device: 1, number: 99)
    var isRemoved = false
    var program: String? = "/usr/bin/anything"
    var user: UInt32? = 1000
    var arguments: [String] = []
    var controlGroup: String?

    func files(named argument: String) -> [ExecutableFile] {
      [ProcessMatcherTests.file(argument.hasPrefix("/") ? argument : "/usr/games/\(argument)")].compactMap(\.self)
    }
  }

  private static let numbers =
    [
      "/usr/bin/game": 1, "/usr/bin/python3.11": 2, "/bin/bash": 3, "/bin/sh": 4, "/usr/games/tetris": 5,
      "/nix/store/1-a/bin/a": 6,
    ]
    as [String: UInt64]
  private static func file(_ path: String) -> ExecutableFile? {
    numbers[path].map { ExecutableFile(device: 1, number: $0) }
  }

  private static let matcher = ProcessMatcher(
    [
      .test(.file("/usr/bin/game"), users: .only([1])), .test(.file("/usr/bin/game")),
      .test(.arguments(program: "/usr/bin/python3.11", ["-m", "chess"])),
      .test(.arguments(program: "/bin/bash", ["/usr/games/start"])), .test(.file("/bin/sh")),
      .test(.unit(desktopID: "org.gnome.Chess")), .test(.arguments(program: "/bin/sh", [])),
      .test(.file("/usr/games/tetris")), .test(.arguments(program: "/nix/store/1-a/bin/a", [])),
    ], isScript: { $0.hasPrefix("/usr/games/") }, file: file)

  private static let unit = "/user.slice/app.slice/app-gnome-org.gnome.Chess-12.scope/child"

  @Test(
    arguments: [
      (Process(file: ExecutableFile(device: 1, number: 1)), 1),
      (Process(file: ExecutableFile(device: 1, number: 1), user: 1), 0),
      (Process(file: ExecutableFile(device: 1, number: 1), user: 0), nil),
      (Process(file: ExecutableFile(device: 2, number: 1)), nil),
      (Process(file: ExecutableFile(device: 1, number: 1), user: nil), nil),
      (Process(program: "/usr/bin/game", arguments: ["/usr/bin/game"]), nil),
      (Process(isRemoved: true, program: "/usr/bin/game"), 1),
      (Process(file: ExecutableFile(device: 1, number: 2), arguments: ["python3", "-m", "chess", "x"]), 2),
      (Process(file: ExecutableFile(device: 1, number: 2), arguments: ["python3", "-O", "-m", "chess"]), 2),
      (Process(file: ExecutableFile(device: 1, number: 2), arguments: ["python3", "-m", "x", "chess"]), nil),
      (Process(file: ExecutableFile(device: 1, number: 2), arguments: ["python3", "-m"]), nil),
      (Process(file: ExecutableFile(device: 1, number: 3), arguments: ["bash", "/usr/games/start"]), 3),
      (Process(file: ExecutableFile(device: 1, number: 3), arguments: ["/usr/games/start"]), nil),
      (Process(file: ExecutableFile(device: 1, number: 4), arguments: ["sh", "x"]), nil),
      (Process(file: ExecutableFile(device: 1, number: 3), arguments: ["bash", "-o", "posix", "/usr/games/start"]), 3),
      (
        Process(file: ExecutableFile(device: 1, number: 3), arguments: ["bash", "/bin/which", "/usr/games/start"]), nil
      ),
      (
        Process(file: ExecutableFile(device: 1, number: 3), arguments: ["bash", "-e", "/bin/x", "/usr/games/start"]),
        nil
      ),
      (Process(file: ExecutableFile(device: 1, number: 6), program: "/nix/store/1-a/bin/a"), 8),
      (Process(file: ExecutableFile(device: 1, number: 6), program: "/nix/store/2-b/bin/b"), nil),
      (Process(program: "/bin/sh", arguments: ["sh", "-o", "posix", "/usr/games/tetris"]), 7),
      (Process(program: "/bin/sh", arguments: ["sh", "-o"]), nil),
      (Process(program: "/bin/bash", arguments: ["bash", "+x", "tetris"]), 7),
      (Process(program: "/usr/bin/perl", arguments: ["perl", "-ne", "/usr/games/tetris", "x"]), nil),
      (Process(program: "/bin/sh", arguments: ["sh", "-s", "/usr/games/tetris"]), nil),
      (Process(program: "/bin/sh", arguments: ["sh", "-n", "/usr/games/tetris"]), nil),
      (Process(program: "/bin/sh", arguments: ["sh", "--", "tetris"]), 7),
      (Process(program: "/bin/sh", arguments: ["sh", "-", "tetris"]), 7),
      (Process(program: "/bin/bash", arguments: ["bash", "-euo", "pipefail", "tetris"]), 7),
      (Process(program: "/bin/bash", arguments: ["bash", "-posix", "tetris"]), 7),
      (Process(program: "/usr/bin/ruby", arguments: ["ruby", "-rbundler/setup", "tetris"]), 7),
      (Process(program: "/usr/bin/ruby", arguments: ["ruby", "-r", "set", "tetris"]), 7),
      (Process(program: "/usr/bin/perl", arguments: ["perl", "-mFile::Spec", "tetris"]), 7),
      (Process(program: "/usr/bin/perl", arguments: ["perl", "-pi", "-e", "tetris"]), nil),
      (Process(program: "/usr/bin/python3.11", arguments: ["python3", "-Wdefault", "-OO", "tetris"]), 7),
      (Process(program: "/bin/bash", arguments: ["bash", "--rcfile", "x", "-c", "tetris"]), nil),
      (Process(program: "/bin/bash", arguments: ["bash", "--rcfile", "/dev/null", "tetris"]), 7),
      (Process(program: "/usr/bin/python3.11", arguments: ["python3", "-", "/usr/games/tetris"]), nil),
      (Process(program: "/usr/bin/python3.11", arguments: ["python3", "-Im", "tetris"]), nil),
      (Process(program: "/usr/bin/python3.11", arguments: ["python3", "-Wignore", "tetris"]), 7),
      (Process(program: "/usr/bin/perl", arguments: ["perl", "-MData::Dumper", "/usr/games/tetris"]), 7),
      (Process(program: "/usr/bin/python3.11", arguments: ["python3", "-Bc", "tetris"]), nil),
      (Process(program: "/usr/bin/python3.11", arguments: ["python3", "-E", "tetris"]), 7),
      (Process(program: "/bin/sh", arguments: ["sh", "-o", "errexit", "tetris"]), 7),
      (Process(program: "/bin/sh", arguments: ["sh", "-c", "tetris", "/usr/games/tetris"]), nil),
      (Process(program: "/bin/sh", arguments: ["sh", "-ec", "tetris", "/usr/games/tetris"]), nil),
      (Process(program: "/usr/bin/python3.11", arguments: ["python3", "-c", "tetris"]), nil),
      (Process(program: "/usr/bin/python3.11", arguments: ["python3", "-X", "dev", "tetris"]), 7),
      (Process(file: ExecutableFile(device: 1, number: 3), program: "/bin/bash", arguments: ["bash", "tetris"]), 7),
      (Process(file: ExecutableFile(device: 1, number: 3), arguments: ["bash", "-c", "x", "/usr/games/start"]), nil),
      (Process(program: "/bin/sh", arguments: ["sh", "tetris", "x"]), 7),
      (Process(program: "/usr/bin/zsh", arguments: ["zsh", "-x", "/usr/games/tetris"]), 7),
      (Process(program: "/usr/bin/python3.11", arguments: ["python3", "x", "/usr/games/tetris"]), nil),
      (Process(program: "/usr/bin/less", arguments: ["less", "tetris"]), nil),
      (Process(program: "/bin/sh", arguments: ["sh"]), nil),
      (Process(program: "/bin/sh", user: 0, arguments: ["sh", "tetris"]), nil),
      (Process(program: "/bin/sh", arguments: ["sh", "/usr/bin/game"]), nil),
      (Process(controlGroup: unit), 5), (Process(user: 0, controlGroup: unit), nil),
      (Process(program: "/usr/bin/python3.11", controlGroup: unit), 5),
      (Process(program: "/usr/bin/bash", controlGroup: unit), nil),
      (Process(program: "/usr/bin/gnome-shell", controlGroup: unit), nil),
      (Process(controlGroup: "/user.slice/app.slice/app-gnome-org.gnome.Other-12.scope"), nil),
    ] as [(Process, Int?)])
  func `a block concerns a process`(process: Process, index: Int?) {
    #expect(Self.matcher.index(for: process) == index)
  }

  @Test(
    arguments: [
      ([.file("/usr/bin/game")], false, true), ([.file("/usr/bin/game"), .file("/usr/bin/absent")], false, true),
      ([.file("/usr/games/tetris")], true, true), ([.unit(desktopID: "org.gnome.Chess")], true, true),
      ([.arguments(program: "/usr/bin/python3.11", ["-m", "chess"])], true, true),
      ([.file("/bin/sh"), .arguments(program: "/bin/sh", [])], false, false), ([], false, false),
    ] as [([ApplicationBlock.Pattern], Bool, Bool)])
  func `starts are looked at only for what the guard cannot deny`(
    patterns: [ApplicationBlock.Pattern], besidesGuard: Bool, alone: Bool
  ) {
    let blocks = patterns.map { ApplicationBlock.test($0) }
    let matcher = ProcessMatcher(blocks, isScript: { $0.hasPrefix("/usr/games/") }, file: Self.file)
    #expect(matcher.needsStarts(besides: Set(blocks.filter { $0.path != nil })) == besidesGuard)
    #expect(matcher.needsStarts(besides: []) == alone)
  }
}
