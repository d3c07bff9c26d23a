"use strict";
// The worker of the extension in a browser of its own: which page it names to the host.
const { open, exited, site } = require("./browser.js");

const named = (browser, port = browser.port()) =>
  port.sent.filter((message) => message.type === "tab").map((message) => message.domain);
const news = { url: "https://news.test/private?q=secret#part", active: true };

const cases = {
  "the domain of the active tab is named at the start, and nothing else of it": async (is) => {
    const browser = await open({ tabs: new Map([[1, { url: "https://other.test/" }], [2, news]]) });
    is(browser.port().sent, [{ type: "tab", domain: "news.test" }]);
  },
  "a change of the tab, of its address or of the focus is named, and nothing twice": async (is) => {
    const browser = await open({ tabs: new Map([[1, { ...news }], [2, { url: "http://old.reddit.test:81/r/" }]]) });
    browser.tabs.get(1).active = false;
    browser.tabs.get(2).active = true;
    await browser.fire("activated", { tabId: 2, windowId: 1 });
    browser.tabs.get(2).url = "http://old.reddit.test:81/r/all";
    await browser.fire("updated", 2, { url: browser.tabs.get(2).url }, {});
    browser.tabs.get(2).url = "https://www.b\u00fccher.example./";
    await browser.fire("updated", 2, { title: "Books" }, {});
    is(named(browser), ["news.test", "old.reddit.test"]);
    await browser.fire("updated", 2, { url: browser.tabs.get(2).url }, {});
    browser.window = { focused: false };
    await browser.fire("focused", -1);
    await browser.fire("focused", -1);
    browser.window = {};
    await browser.fire("focused", 1);
    const books = "www.xn--bcher-kva.example";
    is(named(browser), ["news.test", "old.reddit.test", books, null, books]);
  },
  "the window that has the focus decides": async (is) => {
    const browser = await open({ tabs: new Map([[1, news], [2, { url: site, active: true, windowId: 2 }]]) });
    browser.window = { id: 2 };
    await browser.fire("focused", 2);
    is(named(browser), ["news.test", "bad.com"]);
    browser.window = null;
    await browser.fire("focused", -1);
    is(named(browser), ["news.test", "bad.com", null]);
  },
  "nothing of a private window is named": async (is) => {
    const browser = await open({ tabs: new Map([[1, news], [2, { ...news, windowId: 2, incognito: true }]]) });
    browser.window = { id: 2, incognito: true };
    await browser.fire("focused", 2);
    is(named(browser), ["news.test", null]);
    // A tab that says so, whatever its window says.
    browser.window = { id: 2 };
    await browser.fire("updated", 2, { url: news.url }, {});
    is(named(browser), ["news.test", null]);
  },
  "what is no site has no domain, nor has the page of the extension, a blocked site or this machine": async (is) => {
    for (const url of ["about:blank", "chrome://settings/", "file:///etc/passwd", "ftp://news.test/", "", undefined,
      "data:text/html,x", "view-source:https://news.test/", "http://localhost:8080/", "http://127.0.0.1/", "http://[::1]/"]) {
      const browser = await open({ tabs: new Map([[1, { url: url, active: true }]]) });
      is(named(browser), [null]);
    }
    const browser = await open({ tabs: new Map([[1, { ...news }]]) });
    await browser.state(["news.test"]);
    is(browser.goes(1), browser.page(news.url));
    browser.tabs.get(1).active = true;
    await browser.fire("updated", 1, { url: browser.tabs.get(1).url }, {});
    is(named(browser), ["news.test", null]);
    browser.tabs.set(1, { ...news });
    await browser.fire("updated", 1, { url: news.url }, {});
    is(named(browser), ["news.test", null]);
  },
  "a host that begins again is named the page again, and so is that of a worker that does": async (is) => {
    const browser = await open({ tabs: new Map([[1, news]]) });
    browser.port().end(exited);
    await browser.settle();
    await browser.fire("activated", { tabId: 1, windowId: 1 });
    await browser.fire("alarm", { name: "connect" });
    is(browser.ports.map((port) => named(browser, port)), [["news.test"], ["news.test"]]);
    const second = await open(browser.profile());
    is(named(second), ["news.test"]);
  },
  "a page that changes its address again and again is named once": async (is) => {
    const browser = await open({ tabs: new Map([[1, { ...news }]]) });
    for (let turn = 0; turn < 1000; turn += 1) browser.fire("updated", 1, { url: news.url + turn }, {});
    await browser.settle();
    is(named(browser), ["news.test"]);
  },
};

require("./check.js")(cases);
