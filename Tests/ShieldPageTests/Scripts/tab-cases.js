"use strict";
// The worker of the extension in a browser of its own: what it does to tabs.
const { open, stateOf, hostAnswers, exited, site, updates, attempts } = require("./browser.js");
const policyError = (tab, url = site) => (
  { frameId: 0, tabId: tab, url: url, error: "net::ERR_BLOCKED_BY_ADMINISTRATOR" });

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
  "a tab that its site redirects into the policy tries that address again": async (is) => {
    for (const [address, isSame] of [["https://www.bad.com/b", true], ["https://sub.bad.com/", false]]) {
      const browser = await open({ tabs: new Map([[1, { url: "http://bad.com/" }]]) });
      await browser.state(["bad.com"]);
      await browser.state([]);
      browser.tabs.set(1, { url: address });
      const before = updates(browser).length;
      await browser.fire("error", policyError(1, address));
      await browser.pass(2);
      is(updates(browser).slice(before), isSame ? [address] : []);
    }
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
  "the error page of a browser that comes after ours, and cancels it, is replaced once more": async (is) => {
    for (const isFirefox of [false, true]) for (const isOver of isFirefox ? [false, true] : [false]) {
      const browser = await open({ isFirefox: isFirefox, tabs: new Map([[1, { url: site }]]) });
      await browser.state(["bad.com"]);
      if (isOver) await browser.state([]);
      await browser.fire("error", { frameId: 0, tabId: 1, url: site, error: "Error code 2155347971" });
      browser.tabs.set(1, { url: site });
      await browser.pass(1);
      is(browser.goes(1), browser.page(site));
      // A tab that goes elsewhere is left alone, and so is one whose block ends.
      if (!isOver) {
        await browser.fire("error", policyError(1));
        await browser.state([]);
        await browser.pass(20);
        is(browser.goes(1), site);
      }
      browser.tabs.set(1, { url: "https://ok.com/" });
      await browser.pass(20);
      is(browser.goes(1), "https://ok.com/");
    }
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
    // It comes back, by a rule that the browser could not change: no tab loops between page and site.
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
    for (const local of [{ state: stateOf([]) }, {}]) {
      const third = await open({ ...first.profile(), local: local, tabs: new Map([[1, { url: first.page(site) }]]) });
      third.port().end(exited);
      await third.settle();
      is(third.goes(1), site);
    }
  },
  "a restored page that asks before a slow host has sent a state waits, too": async (is) => {
    const first = await open();
    await first.state(["bad.com"], { validUntilEpoch: first.now() / 1000 + 60 });
    await first.pass(100);
    const second = await open({ ...first.profile(), tabs: new Map([[1, { url: first.page(site) }]]) });
    is((await second.ask(1, site)).state, "blocked");
    is([second.goes(1), attempts(second)], [second.page(site), 0]);
    await second.state([]);
    is(second.goes(1), site);
  },
  "a tab that refuses, as one that is dragged, gets the page when it does no more": async (is) => {
    const browser = await open({ tabs: new Map([[1, { url: site }], [2, { url: site }]]) });
    browser.failing.add("update");
    await browser.state(["bad.com"]);
    await browser.pass(3);
    is(browser.goes(1), site);
    browser.tabs.set(2, { url: "https://ok.com/" });
    browser.failing.delete("update");
    await browser.pass(1);
    is([browser.goes(1), browser.goes(2)], [browser.page(site), "https://ok.com/"]);
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
    browser.tabs.set(1, { url: browser.page(site), windowId: 7 });
    await back();
    is(browser.calls.slice(-2), [["create", { windowId: 7 }], ["remove", 1]]);
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
