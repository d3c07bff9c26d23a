"use strict";
// Keeps the rules of the browser equal to those that the native host sends, and replaces what it may not show by the
// page. The browser may end this worker at any time: the state is in its storage, and the rules stay in force.
if (typeof importScripts === "function") importScripts("rules.js");
const api = globalThis.browser ?? globalThis.chrome;
const hostName = "io.schedctl.shield_page";
const pageAddress = api.runtime.getURL("blocked.html");
const answerTime = 1500;

let state = null;         // the last state, as the host sent it
let compiled = ShieldRules.compile(ShieldRules.empty);
let port = null;
let pieces = [];
let work = Promise.resolve();
const questions = new Map();
let lastQuestion = 0;

// One change after the other, so that rules and tabs always follow the newest state.
function inOrder(change) {
  work = work.then(change, change).catch((error) => console.error(error));
  return work;
}

// State

const isOver = (state) => state.validUntilEpoch !== null && state.validUntilEpoch <= Date.now() / 1000;

// The rules without those for paths whose patterns are too long for the browser. `check` decides about these pages.
async function supported(rules) {
  const answers = await Promise.all(rules.map(async (rule) => !rule.condition.isUrlFilterCaseSensitive
    || (await api.declarativeNetRequest.isRegexSupported({
      regex: rule.condition.regexFilter, isCaseSensitive: true, requireCapturing: true })).isSupported));
  return rules.filter((rule, index) => answers[index]);
}

async function use(next, isKept) {
  state = next;
  const rules = isOver(next) && !isKept ? ShieldRules.empty : next.rules;
  compiled = ShieldRules.compile(rules);
  const wanted = await supported(ShieldRules.forBrowser(rules, pageAddress));
  const present = await api.declarativeNetRequest.getDynamicRules();
  if (JSON.stringify(wanted) !== (await api.storage.local.get("rules")).rules || present.length !== wanted.length) {
    await api.declarativeNetRequest.updateDynamicRules({ removeRuleIds: present.map((rule) => rule.id), addRules: wanted });
  }
  await api.storage.local.set({ state: next, rules: JSON.stringify(wanted) });
  if (!isOver(next) && next.validUntilEpoch !== null) {
    api.alarms.create("end", { when: (next.validUntilEpoch + 2) * 1000 });
  }
  await visitTabs();
  api.runtime.sendMessage({ type: "changed" }).catch(() => {});
}

async function restore() {
  const stored = (await api.storage.local.get("state")).state;
  if (stored) return use(stored, false);
  const managed = await api.storage.managed.get("state").catch(() => ({}));
  if (typeof managed.state === "string") return use(JSON.parse(managed.state), false);
}

// The native host

function connect() {
  if (port !== null) return;
  port = api.runtime.connectNative(hostName);
  port.onMessage.addListener(receive);
  port.onDisconnect.addListener(() => {
    void api.runtime.lastError;
    port = null;
    pieces = [];
    for (const answer of questions.values()) answer(null);
    questions.clear();
    api.alarms.create("connect", { delayInMinutes: 0.5 });
  });
}

function receive(message) {
  if (message.type === "part") {
    pieces[message.index] = message.text;
    if (message.index + 1 < message.count) return;
    const whole = JSON.parse(pieces.join(""));
    pieces = [];
    return receive(whole);
  }
  if (message.type === "state") inOrder(() => use(message, true));
  if (message.type === "page" && questions.has(message.id)) {
    questions.get(message.id)(message.content);
    questions.delete(message.id);
  }
}

// The page about a domain, and about a path of it: from the host, else the last one that it sent.
async function content(domain, path) {
  if (port !== null) {
    const id = ++lastQuestion;
    const answer = await new Promise((resolve) => {
      questions.set(id, resolve);
      setTimeout(() => { questions.delete(id); resolve(null); }, answerTime);
      port.postMessage({ type: "page", id: id, domain: domain, path: path });
    });
    if (answer !== null) return answer;
  }
  return state && state.page ? Object.assign({}, state.page, { domain: domain }) : null;
}

// Attempts

const lastAttempts = new Map();

async function countAttempt(domain, path) {
  const today = new Date().toDateString();
  const stored = (await api.storage.local.get("attempts")).attempts;
  const attempts = stored && stored.day === today ? stored : { day: today, counts: {} };
  const now = Date.now();
  if (now - (lastAttempts.get(domain) ?? 0) >= 10000) {
    lastAttempts.set(domain, now);
    attempts.counts[domain] = (attempts.counts[domain] ?? 0) + 1;
    await api.storage.local.set({ attempts: attempts });
    if (port !== null) port.postMessage({ type: "attempt", domain: domain, path: path });
  }
  return attempts.counts[domain] ?? 0;
}

// Tabs

const pageFor = (address) => pageAddress + "#" + address;
const addressIn = (page) => page.startsWith(pageAddress + "#") ? page.slice(pageAddress.length + 1) : null;
const mark = (tab) => "tab" + tab;

async function show(tab, address) {
  await api.tabs.update(tab, { url: pageFor(address) }).catch(() => {});
}

// Open tabs that are blocked now get the page, and tabs whose site is free go back to it.
async function visitTabs() {
  const marks = await api.storage.session.get(null);
  for (const tab of await api.tabs.query({})) {
    const url = tab.pendingUrl || tab.url || "";
    const address = addressIn(url);
    if (address === null) {
      if (ShieldRules.blocks(compiled, url)) await show(tab.id, url);
    } else if (marks[mark(tab.id)] === address && !ShieldRules.blocks(compiled, address)) {
      await api.storage.session.remove(mark(tab.id));
      await api.tabs.update(tab.id, { url: address }).catch(() => {});
    }
  }
}

async function answerPage(address, tab) {
  const url = ShieldRules.web(address);
  if (url === null) return { content: await content(null, null) };
  const isBlocked = ShieldRules.blocks(compiled, address);
  const page = await content(url.hostname, url.pathname);
  if (page === null) return { content: null };
  page.address = address;
  page.countsElsewhere = true;
  page.source = null;
  if (isBlocked) {
    // Only a tab whose site was blocked is led back to it.
    if (tab !== undefined) await api.storage.session.set({ [mark(tab)]: address });
    const count = await countAttempt(url.hostname, url.pathname);
    page.state = "blocked";
    page.facts = page.facts.concat([{ name: "Attempts today", value: String(count) }]);
  } else if (page.state === "blocked") {
    page.state = "open";
  }
  return { content: page };
}

api.runtime.onMessage.addListener((message, sender, respond) => {
  if (message.type !== "page" || sender.id !== api.runtime.id) return false;
  inOrder(() => answerPage(message.address, sender.tab?.id).then(respond));
  return true;
});

// Navigation that the rules of the browser do not see: pages that change their address by themselves, pages from the
// cache, and what a policy has blocked first.
const policyErrors = ["net::ERR_BLOCKED_BY_ADMINISTRATOR", "Error code 2155347971"];

function check(details) {
  if (details.frameId !== 0) return;
  inOrder(async () => {
    if (ShieldRules.blocks(compiled, details.url)) await show(details.tabId, details.url);
  });
}
api.webNavigation.onCommitted.addListener(check);
api.webNavigation.onHistoryStateUpdated.addListener(check);
api.webNavigation.onReferenceFragmentUpdated.addListener(check);
api.webNavigation.onErrorOccurred.addListener((details) => {
  if (policyErrors.includes(details.error)) check(details);
});

api.alarms.onAlarm.addListener((alarm) => {
  if (alarm.name === "connect") connect();
  if (alarm.name === "end") inOrder(async () => { if (state !== null && port === null) await use(state, false); });
});
api.runtime.onStartup.addListener(() => {});
api.runtime.onInstalled.addListener(() => {});
api.storage.onChanged.addListener((changes, area) => { if (area === "managed" && state === null) inOrder(restore); });

inOrder(restore);
connect();
