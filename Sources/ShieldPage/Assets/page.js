"use strict";
// Shows what the page knows, counts down, and leaves when the block has ended. The extension uses the same file.
const ShieldPage = (() => {
  const place = (name) => document.getElementById(name);
  const pollSeconds = 15;
  let shown = null;
  let lastSpoken = -1;

  // 1:05:00, or 05:00 below an hour.
  function clock(seconds) {
    const two = (number) => String(number).padStart(2, "0");
    const hours = Math.floor(seconds / 3600);
    return (hours > 0 ? hours + ":" : "") + two(Math.floor(seconds / 60) % 60) + ":" + two(seconds % 60);
  }

  function words(minutes) {
    const hours = Math.floor(minutes / 60);
    const parts = [];
    if (hours > 0) parts.push(hours === 1 ? "1 hour" : hours + " hours");
    if (minutes % 60 > 0) parts.push(minutes % 60 === 1 ? "1 minute" : (minutes % 60) + " minutes");
    return parts.join(" ");
  }

  function secondsLeft(data) {
    return data.untilEpoch === null ? null : Math.max(0, Math.ceil(data.untilEpoch - Date.now() / 1000));
  }

  // Attempts at this site are counted in this browser, for this day: one for each time that the page is
  // loaded, and one in ten seconds.
  let ownCount = null;
  function ownAttempts(data) {
    if (ownCount !== null) return ownCount;
    try {
      const key = "schedctl.attempts." + (data.domain || "");
      const today = new Date().toDateString();
      const stored = JSON.parse(localStorage.getItem(key) || "{}");
      let count = stored.day === today ? Number(stored.count) || 0 : 0;
      const entry = performance.getEntriesByType("navigation")[0];
      const age = Date.now() - (Number(stored.time) || 0);
      if (entry && entry.type === "navigate" && !(age >= 0 && age < 10000)) {
        count += 1;
        localStorage.setItem(key, JSON.stringify({ day: today, count: count, time: Date.now() }));
      }
      ownCount = count;
    } catch { ownCount = 0; }
    return ownCount;
  }

  function addFact(name, value) {
    const term = document.createElement("dt");
    const description = document.createElement("dd");
    term.textContent = name;
    description.textContent = value;
    place("facts").append(term, description);
  }

  function show(data) {
    shown = data;
    document.title = data.title;
    for (const name of ["icon", "title", "subtitle", "note"]) place(name).textContent = data[name];
    place("icon").hidden = data.icon === "";
    place("note").hidden = data.note === "";
    place("until").textContent = data.untilText;
    place("facts").textContent = "";
    for (const fact of data.facts) addFact(fact.name, fact.value);
    if (data.state === "blocked" && data.domain !== null && !data.countsElsewhere) {
      const count = ownAttempts(data);
      if (count > 0) addFact("Attempts today", String(count));
    }
    for (const [name, value] of Object.entries(data.colors)) document.documentElement.style.setProperty("--" + name, value);
    place("back").textContent = data.button;
    place("back").hidden = data.state !== "blocked";
    offer(data, data.state === "open");
    tick();
  }

  function offer(data, isOpen) {
    const address = ownAddress(data);
    place("go").hidden = !isOpen || address === null;
    if (address !== null) place("go").href = address;
    place("go").textContent = "Open " + data.domain;
  }

  function tick() {
    const left = shown && secondsLeft(shown);
    place("time").hidden = shown === null || shown.state !== "blocked";
    if (left === null) { place("left").hidden = true; return; }
    place("left").hidden = false;
    place("left").textContent = clock(left);
    // A page that is not served cannot ask whether it is over.
    if (left === 0 && !shown.source && !shown.countsElsewhere) offer(shown, true);
    // Each minute would be too much for a screen reader.
    const minutes = Math.ceil(left / 60);
    if ((minutes % 30 === 0 || [15, 10, 5, 1].includes(minutes)) && minutes !== lastSpoken && minutes > 0) {
      lastSpoken = minutes;
      place("spoken").textContent = words(minutes) + " left";
    }
  }

  // The address to return to: a page of the blocked site, and nothing else.
  function ownAddress(data) {
    try {
      const url = new URL(data.address);
      const isWeb = url.protocol === "https:" || url.protocol === "http:";
      return isWeb && url.hostname === data.domain && url.username === "" ? url.href : null;
    } catch { return null; }
  }

  // Where the page itself has the address of the blocked site, that site takes its place.
  const isInPlace = (data) => location.hostname === data.domain;

  function leave(data) {
    const address = ownAddress(data);
    if (isInPlace(data) || address === null) { location.reload(); return; }
    location.replace(address);
  }

  async function poll() {
    if (!shown || !shown.source || document.visibilityState !== "visible") return;
    let next;
    try {
      const answer = await fetch(shown.source, { cache: "no-store", credentials: "omit", redirect: "error" });
      if (!answer.ok) { location.reload(); return; }
      next = await answer.json();
    } catch { return; }
    if (shown.state === "blocked" && next.state === "open") { leave(shown); return; }
    next.source = shown.source;
    if (lasting(next) !== lasting(shown)) show(next);
  }

  // What a page tells, without what changes each second.
  const lasting = (data) => JSON.stringify(Object.assign({}, data, { remainingSeconds: null }));

  // The extension knows a better way.
  function back() { if (history.length > 1) history.back(); else window.close(); }

  function start() {
    const text = place("data");
    place("back").addEventListener("click", () => page.back());
    setInterval(tick, 1000);
    if (!text) return;
    show(JSON.parse(text.textContent));
    if (!shown.source) return;
    setInterval(poll, pollSeconds * 1000);
    setInterval(() => { if (shown.state === "blocked" && secondsLeft(shown) === 0) poll(); }, 2000);
    document.addEventListener("visibilitychange", poll);
  }

  const page = { show: show, ownAddress: ownAddress, clock: clock, back: back };
  start();
  return page;
})();
