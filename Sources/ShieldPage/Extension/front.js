"use strict";
// The page in front, for the host: the domain of the active tab of the window that has the focus. Nothing else about a page
// leaves the browser, and nothing at all about private windows.

let named = null;  // the last domain that the host was sent, and over which port
let isNamingDue = false;
let naming = Promise.resolve();

// The domain in front; null if another program has the focus, and for what is no site or is blocked.
async function domainInFront() {
  const window = await api.windows.getLastFocused();
  if (!window.focused || window.incognito) return null;
  const [tab] = await api.tabs.query({ active: true, windowId: window.id });
  if (tab === undefined || tab.incognito || ShieldRules.blocks(compiled, tab.url ?? "")) return null;
  return ShieldRules.domain(tab.url ?? "");
}

// Sends the domain in front to the host if it does not know it. What changes meanwhile is looked at afterwards.
function namePage() {
  if (isNamingDue) return;
  isNamingDue = true;
  naming = naming.then(async () => {
    isNamingDue = false;
    // Without a window, the browser throws.
    const domain = await domainInFront().catch(() => null);
    if (port === null || (named !== null && named.port === port && named.domain === domain)) return;
    named = { port: port, domain: domain };
    port.postMessage({ type: "tab", domain: domain });
  }).catch((error) => console.error(error));
}

api.windows.onFocusChanged.addListener(namePage);
api.tabs.onActivated.addListener(namePage);
api.tabs.onUpdated.addListener((tab, change) => { if (change.url !== undefined) namePage(); });
