"use strict";
const fs = require("fs");
const vm = require("vm");

// A browser that has no windows, and a clock that stands still until it is moved.
function fakeBrowser(profile = {}) {
  const calls = [];
  const events = {};
  const event = (name) => ({ addListener: (listener) => { (events[name] ??= []).push(listener); } });
  let now = profile.now ?? 1_800_000_000_000;
  let timers = [];
  const local = profile.local ?? {}, session = profile.session ?? {};
  const dynamic = profile.dynamic ?? [];
  const tabs = profile.tabs ?? new Map();
  const area = (values, name) => ({
    get: async (keys) => structuredClone(keys === null ? values
      : Object.fromEntries([keys].flat().filter((key) => key in values).map((key) => [key, values[key]]))),
    set: async (more) => {
      if (browser.failing.has(name)) throw new Error(name);
      Object.assign(values, structuredClone(more));
    },
    remove: async (keys) => { for (const key of [keys].flat()) delete values[key]; },
  });
  const ports = [];
  const alarms = {};
  const origin = profile.isFirefox ? "moz-extension://id/" : "chrome-extension://id/";
  const api = {
    runtime: {
      id: "id", lastError: undefined, getURL: (name) => origin + name,
      connectNative: () => {
        const number = ports.length;
        const port = { sent: [], answer: null, onMessage: event("port" + number), onDisconnect: event("end" + number) };
        port.postMessage = (message) => {
          port.sent.push(message);
          if (message.type !== "page" || !port.answer) return;
          queueMicrotask(() => port.receive({ type: "page", id: message.id, content: port.answer(message) }));
        };
        port.receive = (message) => events["port" + number].forEach((listener) => listener(structuredClone(message)));
        port.end = (reason) => {
          api.runtime.lastError = { message: reason };
          events["end" + number].forEach((listener) => listener(port));
          api.runtime.lastError = undefined;
        };
        ports.push(port);
        return port;
      },
      sendMessage: async (message) => { calls.push(["message", message.type]); },
      onMessage: event("message"), onStartup: event("startup"), onInstalled: event("installed"),
    },
    storage: { local: area(local, "local"), session: area(session, "session"),
      onChanged: event("storage") },
    alarms: { create: (name, when) => { alarms[name] = when; }, onAlarm: event("alarm") },
    declarativeNetRequest: {
      isRegexSupported: async () => { calls.push(["pattern"]); return { isSupported: true }; },
      getDynamicRules: async () => { calls.push(["rules"]); return dynamic.slice(); },
      updateDynamicRules: async (change) => {
        if (browser.failing.has("rules")) throw new Error("rules");
        dynamic.splice(0, dynamic.length, ...change.addRules);
      },
    },
    tabs: {
      query: async (wanted) => [...tabs].map(([id, tab]) => ({ active: false, windowId: 1, incognito: false, ...tab, id: id }))
        .filter((tab) => Object.entries(wanted).every(([key, value]) => tab[key] === value)),
      get: async (id) => {
        if (!tabs.has(id)) throw new Error("no tab");
        return Object.assign({ id: id }, tabs.get(id));
      },
      update: async (id, change) => {
        if (browser.failing.has("update")) throw new Error("Tabs cannot be edited right now");
        calls.push(["update", id, change.url, change.loadReplace]);
        if (tabs.has(id)) tabs.set(id, { url: change.url });
      },
      goBack: async (id) => {
        calls.push(["goBack", id]);
        if (browser.failing.has("goBack")) throw new Error("no entry");
      },
      create: async (how) => { calls.push(["create", how]); },
      remove: async (id) => { calls.push(["remove", id]); tabs.delete(id); },
      onRemoved: event("removed"), onActivated: event("activated"), onUpdated: event("updated"),
    },
    windows: {
      getLastFocused: async () => {
        if (browser.window === null) throw new Error("No last-focused window");
        return { id: 1, focused: true, incognito: false, ...browser.window };
      },
      onFocusChanged: event("focused"),
    },
    webNavigation: { onCommitted: event("committed"), onHistoryStateUpdated: event("history"),
      onReferenceFragmentUpdated: event("fragment"), onErrorOccurred: event("error") },
  };
  class FakeDate extends Date {
    constructor(...words) { super(...(words.length === 0 ? [now] : words)); }
    static now() { return now; }
  }
  const context = vm.createContext({ chrome: api, Date: FakeDate, URL, structuredClone, queueMicrotask,
    console: { error: (error) => calls.push(["error", error.message]) },
    setTimeout: (work, time) => { timers.push({ work: work, time: now + time }); } });
  const settle = async () => { for (let turn = 0; turn < 300; turn += 1) await Promise.resolve(); };
  const browser = {
    calls, tabs, ports, alarms, dynamic, local, session, settle, failing: new Set(),
    // The window that had the focus last; null for none.
    window: {},
    page: (address) => origin + "blocked.html#" + address,
    // What a browser that begins anew has of this one.
    profile: () => ({ local: local, dynamic: dynamic, tabs: tabs, now: now }),
    now: () => now, port: () => ports.at(-1),
    start: async () => {
      for (const file of ["rules.js", "tabs.js", "front.js", "background.js"]) {
        vm.runInContext(fs.readFileSync(file, "utf8"), context, file);
      }
      await settle();
    },
    fire: async (name, ...words) => {
      (events[name] ?? []).forEach((listener) => listener(...words));
      await settle();
    },
    pass: async (seconds) => {
      const end = now + seconds * 1000;
      for (;;) {
        const due = timers.filter((timer) => timer.time <= end).sort((a, b) => a.time - b.time)[0];
        if (!due) break;
        timers = timers.filter((timer) => timer !== due);
        now = due.time;
        due.work();
        await settle();
      }
      now = end;
    },
    // What the page of a tab receives when it asks.
    ask: async (tab, address, isNavigation = true) => {
      let answer;
      events.message.forEach((listener) => listener({ type: "page", address: address, isNavigation: isNavigation },
        { id: "id", tab: { id: tab } }, (given) => { answer = given; }));
      await settle();
      if (answer === undefined) { await browser.pass(2); await settle(); }
      return answer.content;
    },
    state: async (block, more = {}) => { browser.port().receive(stateOf(block, more)); await settle(); },
    goes: (tab) => tabs.get(tab)?.url,
  };
  return browser;
}

const stateOf = (block, more = {}) => Object.assign({ type: "state", version: 1, validUntilEpoch: null, isStrict: false,
  rules: { default: "allow", block: block, allow: [], paths: [] },
  page: { state: block.length ? "blocked" : "open", title: "Stay", facts: [], note: "", domain: null } }, more);
const hostAnswers = (state, title = "Stay") => (message) => ({
  state: state, title: title, facts: [], note: "", domain: message.domain });

const missing = "Specified native messaging host not found.", exited = "Native host has exited.";
const site = "https://bad.com/a";
async function open(profile) {
  const browser = fakeBrowser(profile);
  await browser.start();
  return browser;
}
const updates = (browser) => browser.calls.filter(([name]) => name === "update").map(([, , url]) => url);
const attempts = (browser) => browser.ports.flatMap((port) => port.sent)
  .filter((message) => message.type === "attempt").length;

module.exports = { open, stateOf, hostAnswers, missing, exited, site, updates, attempts };
