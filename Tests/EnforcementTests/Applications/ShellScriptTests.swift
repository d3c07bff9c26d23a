import SchedulerPlatform
import TestSupport
import Testing

@testable import SchedulerEnforcement

/// Wrappers as packages have them, and the programs that they hand over to.
@Suite struct ShellScriptTests {
  private func commands(_ text: String) -> [String] {
    let script = ShellScript(text, at: "/usr/lib/app/run") { ["firefox": "/usr/bin/firefox"][$0] }
    return script.commands.map { ([$0.programs.joined(separator: "|")] + $0.arguments).joined(separator: " ") }
  }

  @Test(
    arguments: [
      ("exec /usr/lib/firefox-esr/firefox-esr \"$@\"", ["/usr/lib/firefox-esr/firefox-esr"]),
      ("LIBDIR=/usr/lib/chromium\nAPP='chromium'\nexec $LIBDIR/$APP $FLAGS \"$@\"", ["/usr/lib/chromium/chromium"]),
      ("if [ -x /a ]; then\n  X=/a\nelse\n  X=/b\nfi\nexec \"$X\" \"$@\"", ["/a|/b"]),
      ("F=\"$(command -v firefox)\"\n[ -x \"$F.real\" ] && exec \"$F.real\" \"$@\"", ["/usr/bin/firefox.real"]),
      ("d=$(dirname \"$0\")\n\"$d/../app.bin\" \"$@\"", ["/usr/lib/app/../app.bin"]),
      ("d=`dirname $0`; exec \"$d\"/oosplash \"$@\"", ["/usr/lib/app/oosplash"]),
      ("exec \"$sd_prog/oosplash\" \"$@\"", ["/usr/lib/app/oosplash"]),
      ("exec \"${PREFIX:-/opt}/app\" \"$@\"", ["/opt/app"]),
      ("exec env A=b /opt/app --x \"$@\"", ["/opt/app --x"]),
      ("A=b /opt/app -y ${1+\"$@\"}", ["/opt/app -y"]),
      ("exec -a name /opt/app", ["/opt/app"]),
      ("exec python3 /usr/share/app/main.py \"$@\"", ["python3 /usr/share/app/main.py"]),
      ("exec \\\n  /opt/app \\\n  \"$@\"", ["/opt/app"]),
      ("exec flatpak run org.x \"$@\"", ["flatpak run org.x"]),
      ("# exec /a\necho exec /a\n/bin/grep x y\nexec 2>/dev/null", []),
      ("exec \"$UNKNOWN\" \"$@\"", []), ("", []), ("exec", []), ("\"", []), ("$(", []), ("exec '", []), ("exec `", []),
    ] as [(String, [String])])
  func `a script hands over to what it runs by exec or with its own arguments`(text: String, commands: [String]) {
    #expect(self.commands(text) == commands)
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `any text is read to its end, with few commands and values`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let parts = [
      "$", "{", "}", "-", ":", "\"", "'", "`", "\\", "(", ")", "which ", "exec ", "a", "=", " ", "/", ";", "\n", "0",
      "$@",
    ]
    for _ in 0..<3_000 {
      let text = (0..<Int.random(in: 0...60, using: &random)).compactMap { _ in parts.randomElement(using: &random) }
        .joined()
      let script = ShellScript("exec " + text, at: "/usr/bin/x") { $0 }
      #expect(script.commands.count <= 16 && script.commands.allSatisfy { $0.programs.count <= 8 }, "\(seed): \(text)")
    }
  }

  @Test func `a script with thousands of variables is read in steps`() {
    let text = (0..<2000).map { "V=$V$W/\($0)\nW=$V\n" }.joined() + "exec $V \"$@\"\n"
    #expect(commands(text).count <= 1)
  }

  @Test(
    arguments: [
      String(repeating: "${a-", count: 1_000), String(repeating: "${a-", count: 60_000),
      String(repeating: "$(which ", count: 60_000), String(repeating: "`which ", count: 60_000),
      String(repeating: "a", count: 240_000), String(repeating: "$a", count: 120_000),
    ])
  func `a word that is no path is not followed, however deep and long`(word: String) throws {
    // The stack of an adapter's thread is smaller than that of this one.
    let thread = try SystemThread {
      #expect(ShellScript("exec \(word)", at: "/x") { $0 }.commands.allSatisfy { $0.programs.count <= 8 })
    }
    thread.join()
  }
}
