import Testing

@testable import SchedulerEnforcement

/// Most names are those of the tests of xdg-desktop-portal and of KSysGuard.
@Suite struct ApplicationUnitTests {
  @Test(
    arguments: [
      ("app-gnome-org.gnome.Evolution\\x2dalarm\\x2dnotify-2437.scope", "org.gnome.Evolution-alarm-notify"),
      ("app-gnome-org.gnome.Epiphany-182352.scope", "org.gnome.Epiphany"),
      ("app-org.gnome.Epiphany-182352.scope", "org.gnome.Epiphany"),
      ("app-glib-spice\\x2dvdagent-1839.scope", "spice-vdagent"),
      ("app-KDE-org.kde.okular@12345.service", "org.kde.okular"),
      ("app-org.kde.okular@12345.service", "org.kde.okular"), ("app-org.kde.amarok.service", "org.kde.amarok"),
      ("app-gnome-org.gnome.Foo-autostart.service", "org.gnome.Foo"),
      ("app-org.gnome.SettingsDaemon.Disk-autostart.service", "org.gnome.SettingsDaemon.Disk"),
      ("app-org.kde.yakuake-autostart@a0b1.service", "org.kde.yakuake"),
      ("app-org.kde.yakuake@autostart.service", "org.kde.yakuake"),
      ("app-org.gnome.Terminal-1234.slice", "org.gnome.Terminal"),
      ("app-flatpak-org.mozilla.firefox-3210.scope", "org.mozilla.firefox"),
      ("app-gnome-google-chrome-1234.scope", "google-chrome"),
      ("app-firefox\\x2desr-17.scope", "firefox-esr"),
      ("app-firefox\\x2desr@8ca1f7.service", "firefox-esr"),
      ("dbus-:1.2-org.telegram.desktop@0.service", "org.telegram.desktop"),
      ("dbus-:1.9-org.kde.dolphin@12.service", "org.kde.dolphin"),
      ("snap.firefox.firefox-0d2c6c2e-6a1c-4e2f-9d3c-6f1f2f3a4b5c.scope", "firefox_firefox"),
      ("snap.firefox.firefox.0d2c6c2e-6a1c-4e2f-9d3c-6f1f2f3a4b5c.scope", "firefox_firefox"),
      ("snap.spotify.spotify-12.scope", "spotify_spotify"), ("snap.lxd.daemon.service", "lxd_daemon"),
    ])
  func `a unit runs the application`(unit: String, desktopID: String) {
    #expect(ApplicationUnit.runs(desktopID, unit: unit[...]))
  }

  @Test(
    arguments: [
      ("app-not-a-well-formed-unit-name", "well-formed-unit"), ("app.slice", ""), ("app-.scope", ""),
      ("session-2.scope", "session"), ("app-org.gnome.Foo.scope", "org.gnome.Foo"),
      ("app-org.gnome.Foo-1.mount", "org.gnome.Foo"), ("app-gnome-org.gnome.Foo-12.scope", "org.gnome"),
      ("app-gnome-org.gnome.Foo-12.scope", "12"), ("app-gnome-org.gnome.Foo-12.scope", "gnome"),
      ("dbus.service", ""), ("dbus-broker.service", "broker"), ("user@1000.service", "user"),
      ("snap.foo.bar-baz-12.scope", "foo_bar"), ("snap.foo.bar-12.scope", "foo"),
      ("snap.foo.bar-12.scope", "bar"), ("org.gnome.Foo.service", "org.gnome.Foo"),
    ])
  func `a unit does not run the application`(unit: String, desktopID: String) {
    #expect(!ApplicationUnit.runs(desktopID, unit: unit[...]))
  }

  @Test(
    arguments: [
      ("a\\x2db", "a-b"), ("a\\xZZb", "a\\xZZb"), ("trailing\\x2", "trailing\\x2"), ("\\xc3\\xa4", "ä"),
      ("a\\b", "a\\b"),
    ])
  func `escapes are undone`(name: String, text: String) { #expect(ApplicationUnit.unescaped(name[...]) == text) }

  @Test(
    arguments: [
      ("/user.slice/app.slice/app-game-1.scope", "/user.slice/app.slice/app-game-1.scope"),
      ("/app.slice/app-game@a.service/sub/group", "/app.slice/app-game@a.service"),
      ("/app-a-1.scope/app-b-2.scope/x", "/app-a-1.scope/app-b-2.scope"),
      ("/user.slice/app.slice", nil), ("/app-game.slice/session-1.scope", nil), ("/", nil), ("", nil),
    ] as [(String, String?)])
  func `the innermost unit of an application is found in a path`(controlGroup: String, unit: String?) {
    #expect(ApplicationUnit.path(in: controlGroup) == unit)
  }
}
