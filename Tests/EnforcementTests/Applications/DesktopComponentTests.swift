import Foundation
import ProgramTesting
import Scheduler
import SchedulerPlatform
import Testing

/// `apps = "all"` on the desktop entries of Debian 12's packages of GNOME, Plasma, Xfce, LXQt, sway, Orca and fcitx.
@Suite struct DesktopComponentTests {
  private static func entries(_ kind: String) -> [DesktopEntry] {
    let folder = Checkout.path("Tests/Fixtures/desktop-entries/\(kind)")
    return DesktopEntryDirectories(paths: [folder]).files().compactMap { DesktopEntry(parsing: $0.bytes, id: $0.id) }
  }

  private static func identity(_ entry: DesktopEntry) -> ApplicationIdentity {
    let path = entry.program.map { $0.hasPrefix("/") ? $0 : "/usr/bin/\($0)" }
    return InstalledApplications.Application(entry: entry, paths: path.map { [$0] } ?? []).identity
  }

  @Test func `all applications are what a person opens, and nothing that draws or unlocks the desktop`() {
    var rules = Layer.ApplicationRules()
    rules.default = .block
    let blocked = Self.entries("applications").filter { rules.decision(for: Self.identity($0)).isBlocked }.map(\.id)
    #expect(
      blocked == [
        "chromium", "emacs", "firefox-esr", "gimp", "libreoffice-startcenter", "libreoffice-writer", "lxqt-about",
        "lxqt-archiver", "org.gnome.Calculator", "org.gnome.DiskUtility", "org.gnome.Extensions", "org.gnome.Nautilus",
        "org.gnome.Screenshot", "org.gnome.Software", "org.gnome.TextEditor", "org.gnome.Totem", "org.kde.discover",
        "org.kde.dolphin", "org.kde.khelpcenter", "org.kde.kinfocenter", "org.kde.kwalletmanager5",
        "org.kde.plasma.emojier", "thunar-bulk-rename", "thunar", "thunderbird", "xfce4-appfinder",
        // They open the preferred application, which is judged by itself.
        "xfce4-file-manager", "xfce4-mail-reader", "xfce4-run", "xfce4-screenshooter", "xfce4-terminal-emulator",
        "xfce4-web-browser",
      ])
  }

  @Test func `what a desktop starts by itself is never shielded, but for a few applications`() {
    let others = Self.entries("autostart").filter { entry in
      entry.program.map { !ApplicationName($0).isNeverShielded } ?? true
    }
    #expect(
      others.map(\.id) == [
        "blueman", "org.gnome.Evolution-alarm-notify", "org.gnome.Software",
        "org.kde.discover.notifier", "user-dirs-update-gtk",
      ])
  }

  @Test func `naming a terminal, a settings program or an aid blocks it`() {
    let named = ["org.kde.konsole", "systemsettings", "foot", "org.gnome.Terminal"]
    for entry in Self.entries("applications") where named.contains(entry.id) {
      var rules = Layer.ApplicationRules()
      rules.block = [ApplicationName(entry.id)]
      #expect(rules.decision(for: Self.identity(entry)).isBlocked, "\(entry.id)")
    }
  }
}

/// The programs of this machine's base system.
@Suite struct BaseSystemTests {
  @Test func `no program of an essential or required package is ever shielded`() throws {
    let query = ["/usr/bin/dpkg-query", "-W", "-f", "${Package} ${Priority} ${Essential}\\n"]
    let answer = try ChildProcess(query).run()
    guard answer.end == .exit(0) else { return }
    let lines = String(decoding: answer.output, as: UTF8.self).split(separator: "\n")
    let packages = lines.map { $0.split(separator: " ") }.filter { $0.contains("required") || $0.contains("yes") }
    #expect(packages.count > 10)
    let list = try ChildProcess(["/usr/bin/dpkg-query", "-L"] + packages.map { String($0[0]) }).run()
    let files = String(decoding: list.output, as: UTF8.self).split(separator: "\n")
    let programs = files.filter { path in
      ["/bin/", "/usr/bin/", "/sbin/", "/usr/sbin/", "/usr/lib/systemd/"].contains(where: path.hasPrefix)
        && path.split(separator: "/").count == (path.hasPrefix("/usr/lib") ? 4 : path.hasPrefix("/usr") ? 3 : 2)
    }
    #expect(programs.count > 300)
    #expect(programs.filter { !ApplicationName(String($0)).isNeverShielded } == [])
  }
}

/// The programs without which a person cannot log in, repair the machine or use it at all.
@Suite struct VitalProgramTests {
  /// Programs of Debian 12's packages of init, login, shells, package tools, display servers and managers, desktops,
  /// remote login, networks, and aids: the package and the path.
  private static func programs() throws -> [(package: String, path: String)] {
    let text = try String(contentsOfFile: Checkout.path("Tests/Fixtures/vital-programs.txt"), encoding: .utf8)
    return text.split(separator: "\n").map { line in
      let words = line.split(separator: " ").map(String.init)
      return (words[0], words[1])
    }
  }

  @Test func `no program of the packages that a machine needs is ever shielded, but for settings and a few tools`()
    throws
  {
    let programs = try Self.programs()
    #expect(programs.count > 500 && Set(programs.map(\.package)).count > 70)
    let others = programs.map(\.path).filter { !ApplicationName($0).isNeverShielded }
    #expect(
      others.compactMap { $0.split(separator: "/").last } == [
        "lxqt-config-session", "obamenu", "obxprop", "kcolorschemeeditor", "kfontinst", "kfontview", "lookandfeeltool",
        "plasma-interactiveconsole", "plasma-localegen-helper", "plasmawindowed", "systemmonitor", "baloorunner",
        "kfontprint", "plasma-changeicons", "screen", "tmux", "xfce4-session-settings", "xfdesktop-settings",
        "xfwm4-settings", "xfwm4-tweaks-settings", "xfwm4-workspace-settings",
      ])
  }
}
