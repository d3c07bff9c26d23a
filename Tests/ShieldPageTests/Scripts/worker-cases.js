"use strict";
// The worker of the extension in a browser of its own: its state, its rules, its host and its counts.
const { open, stateOf, hostAnswers, missing, exited, site, updates, attempts } = require("./browser.js");
// What the script that starts the host does when the program is removed.
const gone = "gone";
async function end(browser, reason) {
  if (reason === gone) browser.port().receive({ type: "gone" });
  browser.port().end(reason === gone ? exited : reason);
  await browser.settle();
}

const cases = {
  "the worker that begins again knows the last attempts": async (is) => {
    const first = await open();
    await first.state(["bad.com"]);
    await first.ask(1, site);
    const second = await open({ ...first.profile(), session: first.session });
    is((await second.ask(1, site)).facts[0].value, "1");
    is(attempts(second), 0);
  },
  "a state with the rules in force leaves them alone, and a pattern is asked for once": async (is) => {
    const browser = await open();
    const paths = [{ host: "c.com", path: "/x" }, { host: "d.com", path: "/y" }];
    const count = (name) => browser.calls.filter((call) => call[0] === name).length;
    const send = (block) => browser.state(block,
      { rules: { default: "allow", block: block, allow: [], paths: paths } });
    await send(["bad.com"]);
    const looks = count("rules");
    is(count("pattern"), 2);
    await send(["bad.com"]);
    is([count("rules"), count("pattern")], [looks, 2]);
    await send(["worse.com"]);
    is([count("rules"), count("pattern"), browser.dynamic.length], [looks + 1, 2, 3]);
  },
  "a step that fails stops no other": async (is) => {
    const browser = await open({ tabs: new Map([[1, { url: site }]]) });
    browser.failing = new Set(["rules", "local", "session"]);
    await browser.state(["bad.com"]);
    is(browser.goes(1), browser.page(site));
    is(browser.calls.some(([name, type]) => name === "message" && type === "changed"), true);
    browser.failing = new Set();
    await browser.state(["bad.com"]);
    is(browser.dynamic.length, 1);
  },
  "rules end with their shield when the host does not answer": async (is) => {
    const browser = await open();
    await browser.state(["bad.com"], { validUntilEpoch: browser.now() / 1000 + 60 });
    is(browser.alarms.end.when, browser.now() + 62000);
    await browser.pass(62);
    browser.port().answer = hostAnswers("blocked");
    await browser.fire("alarm", { name: "end" });
    is(browser.dynamic.length, 1);
    browser.port().answer = null;
    await browser.fire("alarm", { name: "end" });
    await browser.pass(2);
    is(browser.dynamic.length, 0);
    // A host that was only slow keeps them, and sends them once more.
    is(browser.port().sent.at(-1), { type: "state" });
    await browser.state(["bad.com"], { validUntilEpoch: browser.now() / 1000 - 60 });
    is(browser.dynamic.length, 1);
  },
  "rules without an end go ten minutes after the host, unless they are strict": async (is) => {
    for (const isStrict of [false, true]) for (const reason of [missing, exited, gone]) {
      const first = await open();
      await first.state(["bad.com"], { isStrict: isStrict });
      await end(first, reason);
      await first.pass(300);
      const second = await open({ ...first.profile(), session: first.session });
      await end(second, reason);
      is([second.dynamic.length, second.alarms.connect.delayInMinutes], [1, 1]);
      await second.pass(301);
      await second.fire("alarm", { name: "missing" });
      is(second.dynamic.length, isStrict || reason === exited ? 1 : 0);
      const third = await open({ ...second.profile(), session: second.session });
      is(third.dynamic.length, second.dynamic.length);
      await third.state(["bad.com"]);
      is(third.dynamic.length, 1);
    }
  },
  "a host that ends is told to the pages once, and not at each attempt to find it": async (is) => {
    const browser = await open();
    const changes = () => browser.calls.filter(([name, type]) => name === "message" && type === "changed").length;
    await browser.state(["bad.com"]);
    let before = changes();
    for (let turn = 0; turn < 3; turn += 1) {
      browser.port().end(exited);
      await browser.settle();
      is(changes(), before + 1);
      await browser.fire("alarm", { name: "connect" });
    }
    await browser.state(["bad.com"]);
    before = changes();
    browser.port().end(exited);
    await browser.settle();
    is(changes(), before + 1);
  },
  "pages that ask do not look for a host that is gone": async (is) => {
    const browser = await open();
    await browser.state(["bad.com"]);
    browser.port().end(missing);
    await browser.settle();
    await browser.pass(601);
    await browser.fire("alarm", { name: "missing" });
    is([browser.dynamic.length, browser.ports.length], [0, 1]);
    const changes = () => browser.calls.filter(([name]) => name === "message").length;
    const before = changes();
    await browser.fire("alarm", { name: "connect" });
    browser.port().end(missing);
    await browser.settle();
    await browser.ask(1, site, false);
    is([changes(), browser.ports.length], [before, 2]);
  },
  "a site that the host knows to be open counts no attempt": async (is) => {
    const first = await open();
    await first.state(["bad.com"]);
    const second = await open(first.profile());
    second.port().answer = hostAnswers("open");
    await second.ask(1, site);
    is(attempts(second), 0);
  },
  "a host that is found again, and ends, is not missing": async (is) => {
    const browser = await open();
    await browser.state(["bad.com"]);
    for (const reason of [missing, exited, exited]) {
      browser.port().end(reason);
      await browser.settle();
      await browser.pass(400);
      await browser.fire("alarm", { name: "connect" });
      await browser.fire("alarm", { name: "missing" });
    }
    is(browser.dynamic.length, 1);
  },
  "a host that is away is asked for less and less often": async (is) => {
    const browser = await open();
    const delays = [];
    for (let turn = 0; turn < 6; turn += 1) {
      browser.port().end(exited);
      await browser.settle();
      delays.push(browser.alarms.connect.delayInMinutes);
      await browser.fire("alarm", { name: "connect" });
    }
    is(delays, [0.5, 1, 2, 4, 5, 5]);
    await browser.state([]);
    browser.port().end(exited);
    await browser.settle();
    is(browser.alarms.connect.delayInMinutes, 0.5);
  },
  "a long state arrives in parts, and one that follows it wins": async (is) => {
    const browser = await open();
    const text = JSON.stringify(stateOf(["bad.com"]));
    [text.slice(0, 40), text.slice(40)].forEach((part, index) => {
      browser.port().receive({ type: "part", index: index, count: 2, text: part });
    });
    browser.port().receive(stateOf(["worse.com"]));
    await browser.settle();
    is(browser.dynamic[0].condition.requestDomains, ["worse.com"]);
  },
  "ten silent minutes change nothing, and the edge after them everything": async (is) => {
    const browser = await open({ tabs: new Map([[1, { url: site }]]) });
    await browser.state([]);
    await browser.pass(600);
    is(updates(browser), []);
    await browser.state(["bad.com"]);
    is(browser.goes(1), browser.page(site));
  },
};

require("./check.js")(cases);
