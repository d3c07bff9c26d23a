"use strict";
// Keeps the rules of the browser equal to those that the native host sends, and replaces what it may not show by the
// page. The browser may end this worker at any time: the state is in its storage, and the rules stay in force.
if (typeof importScripts === "function") importScripts("rules.js", "tabs.js", "front.js");
const hostName = "io.schedctl.shield_page";
const answerTime = 1500;

let state = null;         // the last state, as the host sent it
let compiled = ShieldRules.compile(ShieldRules.empty);
let rulesInForce = null;  // the rules that the browser has, as text; null if that is not known
const patternAnswers = new Map();  // whether the browser takes a pattern
let isEnded = false;      // whether it has ended, so that none of its rules is in force
let isSettled = false;    // whether the host has sent a state, or cannot be reached
let port = null;
let failures = 0;         // the connections to the host that have ended since its last message
let missingSince = null;  // since when the browser finds no program that is its host; null if there is one
let pieces = [];
let work = Promise.resolve();
const questions = new Map();
let lastQuestion = 0;

// One change after the other, so that rules and tabs always follow the newest state.
function inOrder(change) {
  work = work.then(change, change).catch((error) => console.error(error));
  return work;
}

// A step whose failure stops nothing else.
async function quietly(step) {
  try { await step(); } catch (error) { console.error(error); }
}

// State

const isOver = (state) => state.validUntilEpoch !== null && state.validUntilEpoch <= Date.now() / 1000;

// The time without a host after which a shield that is not strict ends: the program has been removed.
const longestMissing = 10 * 60 * 1000;
const isGone = () => missingSince !== null && Date.now() - missingSince >= longestMissing;

async function isPatternSupported(pattern) {
  if (!patternAnswers.has(pattern)) {
    const answer = await api.declarativeNetRequest.isRegexSupported({
      regex: pattern, isCaseSensitive: true, requireCapturing: true });
    patternAnswers.set(pattern, answer.isSupported);
  }
  return patternAnswers.get(pattern);
}

// The rules without those for paths whose patterns are too long for the browser. `visit` decides about these pages.
async function supported(rules) {
  const answers = await Promise.all(rules.map((rule) => !rule.condition.isUrlFilterCaseSensitive
    || isPatternSupported(rule.condition.regexFilter)));
  return rules.filter((rule, index) => answers[index]);
}

async function setRules(rules) {
  const asked = JSON.stringify(rules);
  if (asked === rulesInForce) return;
  rulesInForce = null;
  await replaceRules(rules);
  rulesInForce = asked;
}

async function replaceRules(rules) {
  const wanted = await supported(ShieldRules.forBrowser(rules, pageAddress));
  const present = await api.declarativeNetRequest.getDynamicRules();
  const text = JSON.stringify(wanted);
  if (text === (await api.storage.local.get("rules")).rules && present.length === wanted.length) return;
  await api.declarativeNetRequest.updateDynamicRules({ removeRuleIds: present.map((rule) => rule.id), addRules: wanted });
  await api.storage.local.set({ rules: text });
}

// isKept: whether the host has just said that the state is in force.
async function use(next, isKept) {
  state = next;
  isEnded = !isKept && (isOver(next) || (isGone() && !next.isStrict));
  const rules = isEnded ? ShieldRules.empty : next.rules;
  compiled = ShieldRules.compile(rules);
  await quietly(() => setRules(rules));
  await quietly(() => api.storage.local.set({ state: next }));
  if (!isOver(next) && next.validUntilEpoch !== null) {
    await quietly(() => api.alarms.create("end", { when: (next.validUntilEpoch + 2) * 1000 }));
  }
  await quietly(() => visitTabs(isSettled));
  tellPages();
}

async function restore() {
  await quietly(async () => { failures = await note("failures") ?? 0; });
  const stored = await api.storage.local.get(["state", "missingSince"]);
  missingSince = stored.missingSince ?? null;
  if (stored.state) return use(stored.state, false);
}

// The native host

function connect() {
  if (port !== null) return;
  const opened = api.runtime.connectNative(hostName);
  port = opened;
  let isProgramGone = false;
  opened.onMessage.addListener((message) => {
    // The script that starts the program does not find it.
    if (message.type === "gone") isProgramGone = true;
    else receive(message);
  });
  opened.onDisconnect.addListener(() => {
    const reason = api.runtime.lastError?.message ?? opened.error?.message ?? "";
    port = null;
    pieces = [];
    for (const answer of questions.values()) answer(null);
    questions.clear();
    inOrder(() => noteLoss(isProgramGone || /not found|no such native|does not exist/i.test(reason)));
  });
  namePage();
}

// A host that is missing was removed; one that ends is found again. Both are tried again, less and less often.
async function noteLoss(isMissing) {
  failures += 1;
  api.alarms.create("connect", { delayInMinutes: Math.min(0.5 * 2 ** (failures - 1), 5) });
  await quietly(() => api.storage.session.set({ failures: failures }));
  const hasSettled = !isSettled;
  isSettled = true;
  if (isMissing && missingSince === null) await noteMissing(Date.now());
  if (!isMissing && missingSince !== null) await noteMissing(null);
  if (hasSettled) await (state !== null ? use(state, false) : quietly(() => visitTabs(true)));
  // Pages show once that the host is away. If each loss told them, they would ask for ever.
  else if (failures === 1) tellPages();
  await endIfGone();
}

function tellPages() {
  api.runtime.sendMessage({ type: "changed" }).catch(() => {});
}

// A page asks again after each change, so there is one change at most.
async function endIfGone() {
  if (state !== null && isGone() && !isEnded && !state.isStrict) await use(state, false);
}

async function noteMissing(time) {
  missingSince = time;
  if (time !== null) api.alarms.create("missing", { when: time + longestMissing });
  await quietly(() => api.storage.local.set({ missingSince: time }));
}

function receive(message) {
  if (message.type === "part") {
    pieces[message.index] = message.text;
    if (message.index + 1 < message.count) return;
    const whole = JSON.parse(pieces.join(""));
    pieces = [];
    return receive(whole);
  }
  if (message.type === "state") inOrder(() => useOfHost(message));
  if (message.type === "page" && questions.has(message.id)) {
    questions.get(message.id)(message.content);
    questions.delete(message.id);
  }
}

async function useOfHost(message) {
  isSettled = true;
  if (failures > 0) await quietly(() => api.storage.session.set({ failures: failures = 0 }));
  if (missingSince !== null) await noteMissing(null);
  await use(message, true);
}

// The host's answer about a domain, and about a path of it; null without one. After it, the host sends a state that has
// changed.
function ask(domain, path) {
  if (port === null) return null;
  const id = ++lastQuestion;
  return new Promise((resolve) => {
    questions.set(id, resolve);
    setTimeout(() => { questions.delete(id); resolve(null); }, answerTime);
    port.postMessage({ type: "page", id: id, domain: domain, path: path });
  });
}

// The page about a domain: from the host, else the last one that it sent.
async function content(domain, path) {
  const answer = await ask(domain, path);
  if (answer !== null) return Object.assign({}, answer, { isFromHost: true });
  return state && state.page ? Object.assign({}, state.page, { domain: domain, isFromHost: false }) : null;
}

// The planned end. A host that does not answer keeps nothing. One that is only slow sends the state again.
async function end() {
  if (state === null || await ask(null, null) !== null) return;
  await use(state, false);
  if (port !== null) port.postMessage({ type: "state" });
}

// Events

api.runtime.onMessage.addListener((message, sender, respond) => {
  if (sender.id !== api.runtime.id) return false;
  const tab = sender.tab?.id;
  if (message.type === "back" && tab !== undefined) {
    inOrder(() => message.hasHistory ? goBack(tab, true) : leaveTab(tab));
  }
  if (message.type !== "page") return false;
  let answer = null;
  inOrder(async () => { answer = await answerPage(message.address, message.isNavigation, tab); })
    .then(() => respond({ content: answer }));
  return true;
});

function check(details) {
  if (details.frameId === 0) inOrder(() => visit(details.tabId, details.url));
}
api.webNavigation.onCommitted.addListener(check);
api.webNavigation.onHistoryStateUpdated.addListener(check);
api.webNavigation.onReferenceFragmentUpdated.addListener(check);
api.webNavigation.onErrorOccurred.addListener((details) => {
  if (details.frameId !== 0 || !policyErrors.includes(details.error)) return;
  inOrder(() => meetPolicy(details.tabId, details.url));
});
api.tabs.onRemoved.addListener((tab) => { inOrder(() => api.storage.session.remove([pageNote(tab), returnNote(tab)])); });

api.alarms.onAlarm.addListener((alarm) => {
  if (alarm.name === "connect") connect();
  if (alarm.name === "end") inOrder(end);
  if (alarm.name === "missing") inOrder(endIfGone);
});
api.runtime.onStartup.addListener(() => {});
api.runtime.onInstalled.addListener(() => {});

inOrder(restore);
connect();
