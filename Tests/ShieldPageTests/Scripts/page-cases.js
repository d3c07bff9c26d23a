"use strict";
// The scripts of the pages over elements that only remember what they hold.
const fs = require("fs");
const vm = require("vm");

const settle = async () => { for (let turn = 0; turn < 100; turn += 1) await Promise.resolve(); };
const contentOf = (more) => Object.assign({ state: "blocked", domain: "bad.com", title: "Stay", subtitle: "", icon: "",
  button: "Back", untilEpoch: null, untilText: "", nextBreak: null, remainingSeconds: 60, attempts: null, note: "",
  facts: [], colors: {}, address: "https://bad.com/", source: "/x" }, more);

// A page with these scripts, in a browser with this storage.
function pageOf(scripts, { data = null, storage = new Map(), type = "navigate", now = 1_800_000_000_000, hash = "",
  answer = () => null } = {}) {
  const elements = new Map();
  const element = () => ({ hidden: false, listeners: [], children: [], style: { setProperty: () => {} },
    set textContent(text) { this.text = text; this.children = []; }, get textContent() { return this.text ?? ""; },
    append(...more) { this.children.push(...more); },
    addEventListener(name, listener) { this.listeners.push(listener); } });
  const place = (name) => elements.get(name) ?? elements.set(name, element()).get(name);
  if (data !== null) place("data").textContent = JSON.stringify(data);
  const timers = [], windows = [], messages = [], sent = [];
  const page = { now: now, next: null, sent: sent, place: place, location: { hash: hash, hostname: "127.0.0.1" },
    facts: () => place("facts").children.map((child) => child.textContent).join(" "),
    poll: async () => { timers.find((timer) => timer.time === 15000).work(); await settle(); },
    tell: async (message) => { messages.forEach((listener) => listener(message)); await settle(); },
    go: async (hash) => { page.location.hash = hash; windows.forEach((listener) => listener()); await settle(); },
    press: async () => { place("back").listeners.forEach((listener) => listener()); await settle(); } };
  class FakeDate extends Date { static now() { return page.now; } }
  const context = vm.createContext({
    document: { getElementById: (name) => name === "data" && data === null ? null : place(name),
      createElement: element, documentElement: element(), visibilityState: "visible", addEventListener: () => {} },
    localStorage: { getItem: (key) => storage.get(key) ?? null, setItem: (key, value) => storage.set(key, value) },
    performance: { getEntriesByType: () => [{ type: type }] }, location: page.location, Date: FakeDate, URL: URL,
    history: { length: 2, back: () => sent.push("history") }, close: () => {},
    setInterval: (work, time) => timers.push({ work: work, time: time }),
    addEventListener: (name, listener) => windows.push(listener),
    fetch: async () => ({ ok: true, json: async () => structuredClone(page.next) }),
    chrome: { runtime: { onMessage: { addListener: (listener) => messages.push(listener) },
      sendMessage: async (message) => { sent.push(message); return { content: await answer(message) }; } } },
  });
  vm.runInContext(scripts.map((name) => fs.readFileSync(name, "utf8")).join("\n"), context);
  return page;
}

const cases = {
  "a served page counts each load once, and one in ten seconds": async (is) => {
    const storage = new Map();
    const page = pageOf(["page.js"], { data: contentOf(), storage: storage });
    is(page.facts(), "Attempts today 1");
    for (const note of ["a", "b"]) {
      page.now += 20000;
      page.next = contentOf({ note: note });
      await page.poll();
      is([page.facts(), page.place("note").textContent], ["Attempts today 1", note]);
    }
    is(pageOf(["page.js"], { data: contentOf(), storage: storage, now: page.now }).facts(), "Attempts today 2");
    is(pageOf(["page.js"], { data: contentOf(), storage: storage, now: page.now + 9000 }).facts(), "Attempts today 2");
    is(pageOf(["page.js"], { data: contentOf(), storage: storage, now: page.now + 90000, type: "reload" }).facts(),
      "Attempts today 2");
  },
  "a served page follows everything that is shown": async (is) => {
    const page = pageOf(["page.js"], { data: contentOf() });
    for (const change of [{ facts: [{ name: "Next break", value: "10:25" }] }, { icon: "x" }, { subtitle: "y" }]) {
      page.next = contentOf(Object.assign({ source: null }, change));
      await page.poll();
      const shown = [page.facts(), page.place("icon").textContent, page.place("subtitle").textContent].join(" ");
      is(shown.includes(Object.values(change)[0][0].value ?? Object.values(change)[0]), true);
    }
  },
  "the page of the extension follows the address behind the number sign": async (is) => {
    const page = pageOf(["page.js", "blocked.js"], { hash: "#https://a.com/",
      answer: async (message) => contentOf({ title: message.address }) });
    await settle();
    is(page.place("title").textContent, "https://a.com/");
    await page.go("#https://b.com/");
    is(page.place("title").textContent, "https://b.com/");
    await page.tell({ type: "changed" });
    is(page.sent.map((message) => [message.address, message.isNavigation]),
      [["https://a.com/", true], ["https://b.com/", true], ["https://b.com/", false]]);
    await page.press();
    is(page.sent.at(-1), { type: "back", hasHistory: true });
  },
  "an answer about an earlier address is not shown": async (is) => {
    const waiting = [];
    const page = pageOf(["page.js", "blocked.js"], { hash: "#https://a.com/",
      answer: (message) => new Promise((resolve) => {
        waiting.push(() => resolve(contentOf({ title: message.address })));
      }) });
    await page.go("#https://b.com/");
    for (const resolve of waiting.reverse()) { resolve(); await settle(); }
    is(page.place("title").textContent, "https://b.com/");
  },
  "a page that is loaded again is no attempt": async (is) => {
    const page = pageOf(["page.js", "blocked.js"], { hash: "#https://a.com/", type: "reload" });
    is(page.sent[0].isNavigation, false);
  },
};

require("./check.js")(cases);
