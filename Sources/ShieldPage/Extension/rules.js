"use strict";
// Which addresses the rules block. The longest listed name that is the host or above it decides; where no name is
// listed, the default decides. The rules of the browser are made to decide in the same way.
const ShieldRules = (() => {
  const empty = Object.freeze({ default: "allow", block: [], allow: [], paths: [] });
  // Names that a rule of the browser can hold. All others are decided by nothing.
  const isName = (name) => /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(name);
  const labels = (name) => name.split(".").length;
  const escape = (text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

  // The most rules for paths. Browsers take 1,000 rules with patterns; the script alone decides about further paths.
  const mostPaths = 900;

  // A path with one spelling of each character, as the paths of the rules have.
  const canonical = (path) => path.replace(/%[0-9a-f]{2}|\^/gi, (text) => {
    const code = text.length === 3 ? parseInt(text.slice(1), 16) : text.charCodeAt(0);
    const letter = String.fromCharCode(code);
    return /[A-Za-z0-9._~-]/.test(letter) ? letter : "%" + code.toString(16).toUpperCase().padStart(2, "0");
  });

  // Whether one of these names is the host or above it.
  const isBelow = (host, names) => names.some((name) => host === name || host.endsWith("." + name));

  // A pattern for a path, with the digits after '%' in either case.
  const pattern = (path) => escape(path).replace(/%[0-9A-F]{2}/g,
    (text) => text.replace(/[A-F]/g, (digit) => "[" + digit + digit.toLowerCase() + "]"));

  // An address of the web, or null.
  function web(address) {
    try {
      const url = new URL(address);
      return url.protocol === "http:" || url.protocol === "https:" ? url : null;
    } catch { return null; }
  }

  const isOwnMachine = (host) => host === "localhost" || host.endsWith(".localhost") || /^127\.[0-9.]+$/.test(host) || host === "[::1]";

  // The host of an address of the web, without a final dot; null also for one of this machine.
  function domain(address) {
    const host = web(address)?.hostname.replace(/\.$/, "") ?? null;
    return host === null || isOwnMachine(host) ? null : host;
  }

  function compile(rules) {
    const names = new Map();
    for (const name of rules.block) names.set(name, true);
    for (const name of rules.allow) names.set(name, false);
    return { names: names, isDefault: rules.default === "block", paths: rules.paths };
  }

  function blocks(compiled, address) {
    const host = domain(address);
    if (host === null) return false;
    const place = compiled.paths.length > 0 ? canonical(web(address).pathname) : "";
    for (const path of compiled.paths) {
      if (place.startsWith(path.path) && isBelow(host, [path.host]) && !isBelow(host, path.except ?? [])) return true;
    }
    for (let name = host; name !== ""; ) {
      if (compiled.names.has(name)) return compiled.names.get(name);
      const dot = name.indexOf(".");
      name = dot < 0 ? "" : name.slice(dot + 1);
    }
    return compiled.isDefault;
  }

  // The rules of declarativeNetRequest. Of two listed names the longer one has the higher priority.
  function forBrowser(rules, page) {
    const made = [];
    const add = (priority, action, condition) => {
      made.push({ id: made.length + 1, priority: priority, action: action,
        condition: Object.assign({ resourceTypes: ["main_frame"] }, condition) });
    };
    const redirect = { type: "redirect", redirect: { regexSubstitution: page + "#\\0" } };
    const whole = "^https?://.*$";
    const ownMachine = "^https?://([^/:]*\\.localhost|localhost|127\\.[0-9.]+|\\[::1\\])\\.?(:[0-9]+)?(/.*)?$";
    const depths = new Map();
    const sort = (list, key) => {
      for (const name of list.filter(isName)) {
        const depth = labels(name);
        if (!depths.has(depth)) depths.set(depth, { block: [], allow: [] });
        depths.get(depth)[key].push(name);
      }
    };
    sort(rules.block, "block");
    sort(rules.allow, "allow");
    if (rules.default === "block") {
      add(1, redirect, { regexFilter: whole });
      add(2000, { type: "allow" }, { regexFilter: ownMachine });
    }
    for (const [depth, lists] of depths) {
      if (lists.block.length > 0) add(2 * depth, redirect, { regexFilter: whole, requestDomains: lists.block });
      if (lists.allow.length > 0) add(2 * depth + 1, { type: "allow" }, { requestDomains: lists.allow });
    }
    for (const path of rules.paths.filter((path) => isName(path.host)).slice(0, mostPaths)) {
      const spared = path.except ? { excludedRequestDomains: path.except } : {};
      add(1000, redirect, Object.assign({ regexFilter: "^https?://[^/]*" + pattern(path.path) + ".*$",
        isUrlFilterCaseSensitive: true, requestDomains: [path.host] }, spared));
    }
    return made;
  }

  return { empty: empty, web: web, domain: domain, compile: compile, blocks: blocks, forBrowser: forBrowser };
})();
