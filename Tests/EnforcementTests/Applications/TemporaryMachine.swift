import Foundation
import Scheduler
import SchedulerEnforcement
import SchedulerPlatform

/// A machine in a temporary folder: programs, desktop entries and accounts.
final class TemporaryMachine {
  let folder: URL

  init() throws {
    let temporary = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    folder = temporary.appending(path: "schedctl-tests-\(UUID())")
    for name in ["bin", "lib", "share", "local", "home"] {
      try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    try write("root:x:0:0::/root:\nkim:x:1000:1000::/home/kim:\nlee:x:1001:50::/home/lee:\n", to: "passwd")
    try write("root:x:0:\nstudents:x:50:kim\n", to: "group")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  /// Writes a program: a binary, or a script if `script` is its text. `{}` stands for the folder.
  func addProgram(_ name: String, script: String? = nil) throws {
    // Another process makes the file: one that this process has open for writing could not be run while children of
    // other tests exist.
    try write(script?.replacing("{}", with: folder.path) ?? "\u{7F}ELF", to: name + ".text")
    _ = try ChildProcess(["/bin/cp", path(name + ".text"), path(name)]).run()
    try FileManager.default.removeItem(atPath: path(name + ".text"))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path(name))
  }

  /// Adds a browser whose desktop entry starts a wrapper.
  func addBrowser() throws {
    try addProgram("lib/browser")
    try addProgram("bin/browser", script: "#!/bin/sh\nexec {}/lib/browser \"$@\"\n")
    try addEntry("org.example.Browser", "Name=Browser", "Exec=browser %U", "Categories=Network;WebBrowser;")
  }

  /// Writes a desktop entry to `share`, or to another directory. `{}` stands for the folder.
  func addEntry(_ id: String, _ lines: String..., in directory: String = "share") throws {
    let text = (["[Desktop Entry]", "Type=Application"] + lines).joined(separator: "\n") + "\n"
    try write(text.replacing("{}", with: folder.path), to: "\(directory)/\(id).desktop")
  }

  func resolver(
    owner: ApplicationResolver.Owner = .system, getent: String? = nil
  ) -> ApplicationResolver {
    ApplicationResolver(
      system: DesktopEntryDirectories(paths: [path("local"), path("share")]),
      personal: [.init(of: 1000, DesktopEntryDirectories(paths: [path("home")]))],
      search: ProgramSearch(directories: [path("bin")]),
      accounts: AccountDatabase(passwordFile: path("passwd"), groupFile: path("group"), getent: getent), owner: owner)
  }

  /// Returns what a layer blocks, one text each: `file bin/x`, `arguments bin/x a b`, `unit id`; with the users if they
  /// are not everybody.
  func blocks(_ rules: String, owner: ApplicationResolver.Owner = .system) -> [String] {
    var resolver = resolver(owner: owner)
    return resolver.blocks(of: [.blocking(rules)]).map(text)
  }

  func text(_ block: ApplicationBlock) -> String {
    let pattern =
      switch block.pattern {
      case .file(let path): "file \(path)"
      case .arguments(let program, let arguments): (["arguments", program] + arguments).joined(separator: " ")
      case .unit(let id): "unit \(id)"
      }
    var users = ""
    if case .only(let ids) = block.users { users = " for " + ids.sorted().map { "\($0)" }.joined(separator: ",") }
    return pattern.replacing(folder.path + "/", with: "") + users
  }
}

extension AppliedLayer {
  /// `name`, `+name` for an allowed one, `@Category`, `+@Category`, `*` for all, `=user`, `%group`.
  static func blocking(_ text: String, isStrict: Bool = false) -> AppliedLayer {
    guard let key = ProfileKey("work") else { preconditionFailure("'work' is a key") }
    var layer = Layer(of: ProfileReference(key: key))
    for word in text.split(separator: " ").map(String.init) {
      let rest = String(word.drop { "+@=%".contains($0) })
      let category = word.contains("@") ? ApplicationCategory(rest) : nil
      if word == "*" {
        layer.applications.default = .block
      } else if word.hasPrefix("=") {
        layer.users.append(rest)
      } else if word.hasPrefix("%") {
        layer.groups.append(rest)
      } else if let category {
        if word.hasPrefix("+") {
          layer.applications.allowCategories.append(category)
        } else {
          layer.applications.blockCategories.append(category)
        }
      } else if word.hasPrefix("+") {
        layer.applications.allow.append(ApplicationName(rest))
      } else {
        layer.applications.block.append(ApplicationName(rest))
      }
    }
    return AppliedLayer(
      layer: layer, session: SessionID(UUIDValue(version5Of: "s", in: .urlNamespace)), isStrict: isStrict, origins: [],
      until: nil)
  }
}
