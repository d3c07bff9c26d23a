"use strict";
// What happens in tabs: which ones show the page, where they go when the block ends, and what counts as an attempt.
const api = globalThis.browser ?? globalThis.chrome;
const pageAddress = api.runtime.getURL("blocked.html");
const isFirefox = !pageAddress.startsWith("chrome-extension:");

// The keys of notes about tabs, kept while the browser runs: the worker may end at any time.
// About a tab with the page: its address, and whether it was open already when the block began.
const pageNote = (tab) => "page" + tab;
// About a tab that went back to its site: the address, when, and how often a policy has stopped it since.
const returnNote = (tab) => "return" + tab;

const pageFor = (address) => pageAddress + "#" + address;
const addressIn = (page) => page.startsWith(pageAddress + "#") ? page.slice(pageAddress.length + 1) : null;
const withoutFragment = (address) => address.split("#")[0];
const siteOf = (address) => ShieldRules.web(address)?.hostname.replace(/^www\./, "") ?? null;

async function note(key) { return (await api.storage.session.get(key))[key] ?? null; }

// What a tab shows, or is about to show; null without the tab.
async function shownBy(tab) {
  const present = await api.tabs.get(tab).catch(() => null);
  return present === null ? null : present.pendingUrl || present.url || "";
}

// Puts an address in the place of what a tab shows. Firefox leaves no way back to a blocked address in its history.
// A tab refuses while it is dragged. It is tried again each second, unless it shows something else meanwhile.
async function replace(tab, address, triesLeft = 10) {
  const change = isFirefox ? { url: address, loadReplace: true } : { url: address };
  try { await api.tabs.update(tab, change); } catch {
    const shown = await shownBy(tab);
    if (shown === null || triesLeft === 0) return;
    setTimeout(() => inOrder(async () => {
      if (await shownBy(tab) === shown) await replace(tab, address, triesLeft - 1);
    }), 1000);
  }
}

async function show(tab, address, wasOpen) {
  await quietly(async () => {
    await api.storage.session.set({ [pageNote(tab)]: { address: address, wasOpen: wasOpen } });
    await api.storage.session.remove(returnNote(tab));
  });
  await replace(tab, pageFor(address));
}

async function leadBack(tab, address) {
  await api.storage.session.remove(pageNote(tab));
  await api.storage.session.set({ [returnNote(tab)]: { address: address, time: Date.now(), errors: 0, isGivenUp: false } });
  await replace(tab, address);
}

// Open tabs that are blocked now get the page, and tabs whose site is free go back to it. A tab that came back to the
// page from there stays, or it would loop between page and site.
async function visitTabs(isLeadingBack) {
  for (const tab of await api.tabs.query({})) await quietly(async () => {
    const url = tab.pendingUrl || tab.url || "";
    const address = addressIn(url);
    if (address === null) {
      if (ShieldRules.blocks(compiled, url)) await show(tab.id, url, !tab.pendingUrl || tab.pendingUrl === tab.url);
    } else if (isLeadingBack && ShieldRules.web(address) !== null && !ShieldRules.blocks(compiled, address)) {
      if ((await note(returnNote(tab.id)))?.address !== address) await leadBack(tab.id, address);
    }
  });
}

// What a policy has blocked first. If ours has just ended, the browser drops it after some seconds, and Firefox when it
// starts again.

const policyErrors = ["net::ERR_BLOCKED_BY_ADMINISTRATOR", "Error code 2155347971"];
// Chromium does so after five seconds, or after one of two reminders that come 10 and 30 seconds after the end.
const waits = isFirefox ? [] : [2000, 3000, 5000, 10000, 20000];
const returnTime = 60000;

async function meetPolicy(tab, address) {
  if (ShieldRules.blocks(compiled, address)) {
    await show(tab, address, false);
    return watchError(tab, address, pageFor(address), () => ShieldRules.blocks(compiled, address));
  }
  const returned = await note(returnNote(tab));
  if (returned === null || returned.isGivenUp || Date.now() - returned.time > returnTime) return;
  // The site may have redirected the tab, to https or to www for example.
  if (siteOf(returned.address) !== siteOf(address)) return;
  const wait = waits[returned.errors];
  returned.errors += 1;
  returned.isGivenUp = wait === undefined;
  await api.storage.session.set({ [returnNote(tab)]: returned });
  if (returned.isGivenUp) {
    await replace(tab, pageFor(returned.address));
    return watchError(tab, address, pageFor(returned.address), () => true);
  }
  setTimeout(() => inOrder(() => tryAgain(tab, address)), wait);
}

// A browser tells of an error before it shows it. If its own page comes after ours, it cancels ours and nothing tells of
// that, so the tab is looked at.
function watchError(tab, address, page, isWanted, looksLeft = 5) {
  setTimeout(() => inOrder(async () => {
    if (!isWanted()) return;
    if (withoutFragment(await shownBy(tab) ?? "") === withoutFragment(address)) await replace(tab, page);
    if (looksLeft > 1) watchError(tab, address, page, isWanted, looksLeft - 1);
  }), 500);
}

// Loads an address again, unless the tab has gone elsewhere meanwhile.
async function tryAgain(tab, address) {
  if (withoutFragment(await shownBy(tab) ?? "") === withoutFragment(address)) await replace(tab, address);
}

const policyNote = isFirefox
  ? "Firefox itself still blocks this site, by a policy that it reads when it starts. Restart Firefox to open the site."
  : "This browser itself still blocks this site, by a policy.";

// Back to work: in Chromium the blocked address is in the history of a tab, so that one step back is not enough.

const leaving = new Map();
const leavingTime = 5000;
const isLeaving = (tab) => leaving.has(tab) && Date.now() < leaving.get(tab).end;

async function goBack(tab, isFirst) {
  if (isFirst) leaving.set(tab, { end: Date.now() + leavingTime, steps: 10 });
  const exit = leaving.get(tab);
  exit.steps -= 1;
  if (exit.steps >= 0) try { return await api.tabs.goBack(tab); } catch { /* There is nothing before. */ }
  return leaveTab(tab);
}

async function leaveTab(tab) {
  leaving.delete(tab);
  const present = await api.tabs.get(tab).catch(() => null);
  // Without a window the browser takes the one in front, which may be another.
  await api.tabs.create(present === null ? {} : { windowId: present.windowId });
  await api.tabs.remove(tab);
}

// Navigation that the rules of the browser do not see: pages that change their address by themselves, and pages from the
// cache.
async function visit(tab, address) {
  const isStopped = ShieldRules.blocks(compiled, address);
  if (isLeaving(tab)) {
    if (isStopped || addressIn(address) !== null) return goBack(tab, false);
    leaving.delete(tab);
  }
  if (isStopped) await show(tab, address, false);
}

// Attempts: one for each navigation that was stopped, and one in ten seconds for each name.

const countOf = (counts, name) => Object.hasOwn(counts, name) ? counts[name] : 0;

async function countAttempt(domain, path, isNew) {
  const today = new Date().toDateString();
  const stored = (await api.storage.local.get("attempts")).attempts;
  const attempts = stored && stored.day === today ? stored : { day: today, counts: {} };
  const now = Date.now();
  const last = Object.entries(await note("lastAttempts") ?? {})
    .filter(([, time]) => time <= now && now - time < 10000);
  if (isNew && !last.some(([name]) => name === domain)) {
    await api.storage.session.set({ lastAttempts: Object.fromEntries(last.concat([[domain, now]])) });
    attempts.counts[domain] = countOf(attempts.counts, domain) + 1;
    await api.storage.local.set({ attempts: attempts });
    if (port !== null) port.postMessage({ type: "attempt", domain: domain, path: path });
  }
  return countOf(attempts.counts, domain);
}

// What the page of a tab shows about an address; null if the tab leaves it.
// isNavigation: whether someone went to the address, and did not only reload the page or come back to it.
async function answerPage(address, isNavigation, tab) {
  const url = ShieldRules.web(address);
  if (url === null) return content(null, null);
  if (tab !== undefined && isLeaving(tab)) return null;
  const isBlocked = ShieldRules.blocks(compiled, address);
  const page = await content(url.hostname, url.pathname);
  // An old state that is over says nothing about the present.
  if (!isBlocked && !isSettled) {
    return page && Object.assign(page, { address: address, countsElsewhere: true, source: null });
  }
  const returned = tab === undefined ? null : await note(returnNote(tab));
  const hasReturned = returned !== null && returned.address === address;
  if (!isBlocked && tab !== undefined && !hasReturned && !(page?.isFromHost && page.state === "blocked")) {
    await leadBack(tab, address);
    return null;
  }
  if (page === null) return null;
  if (!isBlocked) return openPage(page, address, url.hostname, hasReturned && returned.isGivenUp);
  // The host knows better than rules that are older than its next state.
  const isStopped = !page.isFromHost || page.state === "blocked";
  Object.assign(page, { address: address, countsElsewhere: true, source: null, state: "blocked" });
  const earlier = tab === undefined ? null : await note(pageNote(tab));
  const wasOpen = earlier !== null && earlier.address === address && earlier.wasOpen;
  if (tab !== undefined) {
    await api.storage.session.set({ [pageNote(tab)]: { address: address, wasOpen: false } });
    await api.storage.session.remove(returnNote(tab));
  }
  const count = await countAttempt(url.hostname, url.pathname, isNavigation && isStopped && !wasOpen);
  page.facts = page.facts.concat([{ name: "Attempts today", value: String(count) }]);
  return page;
}

function openPage(page, address, domain, isKeptByPolicy) {
  const open = Object.assign({}, page, { address: address, countsElsewhere: true, source: null });
  if (!page.isFromHost) {
    Object.assign(open, { state: "open", title: "'" + domain + "' is not blocked", subtitle: "", icon: "", facts: [],
      note: "", untilEpoch: null, untilText: "" });
  }
  if (isKeptByPolicy) open.note = policyNote;
  return open;
}
