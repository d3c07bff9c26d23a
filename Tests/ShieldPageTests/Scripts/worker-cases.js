"use strict";
// The scripts of the extension in a browser of their own: events, and the calls that follow.
const { fakeBrowser, stateOf, hostAnswers } = require("./browser.js");
const missing = "Specified native messaging host not found.", exited = "Native host has exited.";
const policyError = (tab) => ({ frameId: 0, tabId: tab, url: site, error: "net::ERR_BLOCKED_BY_ADMINISTRATOR" });
const site = "https://bad.com/a";
async function open(profile) {
  const browser = fakeBrowser(profile);
  await browser.start();
  return browser;
}
const updates = (browser) => browser.calls.filter(([name]) => name === "update").map(([, , url]) => url);
const attempts = (browser) => browser.ports.flatMap((port) => port.sent)
  .filter((message) => message.type === "attempt").length;

const cases = {
  "an open tab becomes the page, which is no attempt, and goes back at the end": async (is) => {
    const browser = await open({ tabs: new Map([[1, { url: site }]]) });
    browser.port().answer = hostAnswers("blocked");
    await browser.state(["bad.com"]);
    is(browser.goes(1), browser.page(site));
    is((await browser.ask(1, site)).facts[0].value, "0");
    is(attempts(browser), 0);
    await browser.state([]);
    is(browser.goes(1), site);
  },
  "a stopped navigation is one attempt, however often its page asks": async (is) => {
    const browser = await open();
    browser.port().answer = hostAnswers("blocked");
    await browser.state(["bad.com"]);
    is((await browser.ask(1, site)).facts[0].value, "1");
    await browser.pass(60);
    for (let turn = 0; turn < 3; turn += 1) await browser.ask(1, site, false);
    is(attempts(browser), 1);
    is((await browser.ask(2, site)).facts[0].value, "2");
    is((await browser.ask(3, site)).facts[0].value, "2");
    await browser.pass(10);
    is((await browser.ask(3, site)).facts[0].value, "3");
  },
  "the worker that begins again knows the last attempts": async (is) => {
    const first = await open();
    await first.state(["bad.com"]);
    await first.ask(1, site);
    const second = await open({ ...first.profile(), session: first.session });
    is((await second.ask(1, site)).facts[0].value, "1");
    is(attempts(second), 0);
  },
  "an open tab that changes its address is an attempt": async (is) => {
    const browser = await open({ tabs: new Map([[1, { url: "https://ok.com/" }]]) });
    await browser.state(["bad.com"]);
    await browser.fire("history", { frameId: 0, tabId: 1, url: site });
    is(browser.goes(1), browser.page(site));
    is((await browser.ask(1, site)).facts[0].value, "1");
    await browser.fire("committed", { frameId: 3, tabId: 1, url: site });
    is(updates(browser).length, 1);
  },
  "a tab that was led back into a policy that is still there tries again, then says so": async (is) => {
    const browser = await open({ tabs: new Map([[1, { url: site }]]) });
    browser.port().answer = hostAnswers("open", "open");
    await browser.state(["bad.com"]);
    await browser.state([]);
    const fail = () => browser.fire("error", policyError(1));
    for (const wait of [2, 3, 5, 10, 20]) {
      const before = updates(browser).length;
      await fail();
      await browser.pass(wait - 0.1);
      is(updates(browser).length, before);
      await browser.pass(0.1);
      is(updates(browser).slice(before), [site]);
    }
    await fail();
    is(browser.goes(1), browser.page(site));
    const shown = await browser.ask(1, site);
    is([shown.state, /policy/.test(shown.note)], ["open", true]);
    await browser.state(["other.com"]);
    is(browser.goes(1), browser.page(site));
  },
  "a tab that goes elsewhere is not fetched back": async (is) => {
    const browser = await open({ tabs: new Map([[1, { url: site }]]) });
    await browser.state(["bad.com"]);
    await browser.state([]);
    await browser.fire("error", policyError(1));
    browser.tabs.set(1, { url: "https://ok.com/" });
    await browser.pass(20);
    is(browser.goes(1), "https://ok.com/");
  },
  "the error of a policy about a site that nothing of ours blocks stays": async (is) => {
    const browser = await open({ tabs: new Map([[1, { url: site }]]) });
    await browser.state([]);
    await browser.fire("error", policyError(1));
    await browser.pass(20);
    is(updates(browser), []);
    await browser.state(["bad.com"], {});
    await browser.fire("error", { frameId: 0, tabId: 2, url: site, error: "Error code 2155347971" });
    is(updates(browser).at(-1), browser.page(site));
  },
  "a restored tab with the page goes back although the browser began anew": async (is) => {
    const first = await open({ tabs: new Map([[1, { url: site }]]) });
    await first.state(["bad.com"]);
    const second = await open(first.profile());
    second.port().answer = hostAnswers("open");
    is(second.goes(1), second.page(site));
    await second.state([]);
    is(second.goes(1), site);
    // And a page that loads afterwards.
    second.tabs.set(2, { url: second.page(site + "2") });
    is(await second.ask(2, site + "2"), null);
    is(second.goes(2), site + "2");
    // It comes back, by a rule that the browser could not change: no tab goes to and fro.
    second.tabs.set(2, { url: second.page(site + "2") });
    is((await second.ask(2, site + "2")).state, "open");
    is(second.goes(2), second.page(site + "2"));
  },
  "a tab waits for the host before it goes back": async (is) => {
    const first = await open({ tabs: new Map([[1, { url: site }]]) });
    await first.state(["bad.com"], { validUntilEpoch: first.now() / 1000 + 60 });
    await first.pass(100);
    const second = await open(first.profile());
    is(second.dynamic.length, 0);
    is(second.goes(1), second.page(site));
    await second.state(["bad.com"]);
    is(second.goes(1), second.page(site));
    const third = await open({ ...first.profile(), local: { state: stateOf([]) } });
    third.port().end(exited);
    await third.settle();
    is(third.goes(1), site);
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
  },
  "rules without an end go ten minutes after the host, unless they are strict": async (is) => {
    for (const isStrict of [false, true]) for (const reason of [missing, exited]) {
      const first = await open();
      await first.state(["bad.com"], { isStrict: isStrict });
      first.port().end(reason);
      await first.settle();
      await first.pass(300);
      const second = await open({ ...first.profile(), session: first.session });
      second.port().end(reason);
      await second.settle();
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
  "back to work passes blocked entries of the history, without attempts": async (is) => {
    const browser = await open({ tabs: new Map([[1, { url: site }]]) });
    browser.port().answer = hostAnswers("blocked");
    await browser.state(["bad.com"]);
    const back = () => browser.fire("message", { type: "back", hasHistory: true }, { id: "id", tab: { id: 1 } });
    await back();
    // The blocked address from the cache, and the page in place of it.
    await browser.fire("committed", { frameId: 0, tabId: 1, url: site });
    is(await browser.ask(1, site), null);
    await browser.fire("committed", { frameId: 0, tabId: 1, url: browser.page(site) });
    await browser.fire("committed", { frameId: 0, tabId: 1, url: "https://ok.com/" });
    is(browser.calls.filter(([name]) => name === "goBack").length, 3);
    is([updates(browser).length, attempts(browser)], [1, 0]);
    await browser.ask(1, site);
    is(attempts(browser), 0);
    browser.failing.add("goBack");
    await back();
    is(browser.calls.slice(-2), [["create"], ["remove", 1]]);
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
  "names of other scripts are blocked in their ASCII form": async (is) => {
    const browser = await open({ tabs: new Map([[1, { url: "https://www.bücher.example/x" }]]) });
    await browser.state(["xn--bcher-kva.example"]);
    is(browser.goes(1), browser.page("https://www.bücher.example/x"));
    is(browser.dynamic[0].condition.requestDomains, ["xn--bcher-kva.example"]);
  },
  "Firefox leaves no blocked address in the history": async (is) => {
    const browser = await open({ isFirefox: true, tabs: new Map([[1, { url: site }]]) });
    await browser.state(["bad.com"]);
    is(browser.calls.find(([name]) => name === "update"), ["update", 1, browser.page(site), true]);
  },
};

require("./check.js")(cases);
