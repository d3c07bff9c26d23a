import Foundation
import ProgramTesting
import Testing

@testable import ShieldPage

/// The script of the extension: the rules that it gives the browser decide as the script itself does.
@Suite struct BrowserRuleScriptTests {
  /// The browser takes the matching rule of the highest priority, and of equal ones `allow`.
  private static let script = #"""
    const fs = require("fs");
    const ShieldRules = new Function(fs.readFileSync("rules.js", "utf8") + "; return ShieldRules;")();
    const rules = { default: process.argv[2], block: ["bad.com", "x.good.com"], allow: ["good.com", "a.bad.com"],
      paths: [{ host: "good.com", path: "/shorts" }, { host: "other.org", path: "/a%20b%C3%9F/", except: ["x.other.org"] },
        { host: "a.bad.com", path: "/a" }] };
    const compiled = ShieldRules.compile(rules);
    const made = ShieldRules.forBrowser(rules, "page.html");
    const matches = (condition, address) => {
      const host = new URL(address).hostname;
      const covers = (names) => names.some((name) => host === name || host.endsWith("." + name));
      return (!condition.regexFilter || new RegExp(condition.regexFilter).test(address))
        && (!condition.requestDomains || covers(condition.requestDomains))
        && (!condition.excludedRequestDomains || !covers(condition.excludedRequestDomains));
    };
    const pages = { "good.com/shorts": true, "www.good.com/shorts/abc?d": true, "good.com/shortstory": true,
      "good.com/Shorts": false, "good.com/watch": false, "good.com/watch/shorts": false, "good.com/?/shorts": false,
      "other.org/a b\u00df/c": true, "other.org/a%20b%c3%9f/": true, "other.org/%61%20b%C3%9F/": true,
      "x.other.org/a%20b%C3%9F/": process.argv[2] === "block", "notgood.com/shorts": process.argv[2] === "block",
      "x.good.com/shorts": true, "a.bad.com/a": true, "a.bad.com/b": false };
    for (const [page, isBlocked] of Object.entries(pages)) {
      const isDefault = page.startsWith("other.org") && process.argv[2] === "block";
      if (ShieldRules.blocks(compiled, "https://" + page) !== (isBlocked || isDefault)) console.log(`${page}: not ${isBlocked}`);
    }
    for (const host of ["bad.com", "a.bad.com", "b.a.bad.com", "good.com", "x.good.com", "other.org", "localhost",
      "x.localhost", "127.0.0.1", "127.0.0.2:3000", "[::1]", "[::1]:8080", "127.0.0.1.bad.com", "localhost.bad.com",
      "x.other.org"]) {
      for (const address of ["/", "/a?b=c", "/shorts", "/shorts/abc", "/Shorts", "/watch?v=/shorts", "/watch/shorts",
        "/a%20b%C3%9F/", "/a%20b%c3%9f/c", "/a%20b%C3%9F"].flatMap((path) => [`http://${host}${path}`, `https://${host}${path}`])) {
        const found = made.filter((rule) => matches(rule.condition, address)).sort((a, b) => b.priority - a.priority)[0];
        const isBlocked = found !== undefined && found.action.type === "redirect";
        if (isBlocked !== ShieldRules.blocks(compiled, address)) console.log(`${address}: ${isBlocked}`);
        if (/^(localhost|x\.localhost|127\.[0-9.:]+|\[.*)$/.test(host) && isBlocked) console.log(`${address} is blocked`);
      }
    }
    """#

  @Test(.enabled(if: NodeProgram.isInstalled, "node is not installed"), arguments: ["allow", "block"])
  func `the rules of the browser decide as the script does, and never about this machine`(standard: String) throws {
    let folder = try WorkFolder()
    let rules = try #require(ExtensionFiles.all.first { $0.name == "rules.js" })
    try folder.write(rules.bytes, to: "rules.js")
    try folder.write(Self.script, to: "check.js")
    #expect(try NodeProgram.run("check.js", standard, in: folder) == "")
  }
}
