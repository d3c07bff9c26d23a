"use strict";
// The page of the extension: asks the worker what to show about the address behind the number sign.
(() => {
  const api = globalThis.browser ?? globalThis.chrome;
  const address = () => location.hash.slice(1);

  // isNavigation: whether someone went to the address just now. To reload the page or to come back to it is no attempt.
  async function refresh(isNavigation) {
    const asked = address();
    const answer = await api.runtime.sendMessage({ type: "page", address: asked, isNavigation: isNavigation });
    if (answer && answer.content && asked === address()) ShieldPage.show(answer.content);
  }
  api.runtime.onMessage.addListener((message) => { if (message.type === "changed") refresh(false); });
  // The worker may put another address into this page, which loads nothing.
  addEventListener("hashchange", () => refresh(true));
  ShieldPage.back = () => {
    api.runtime.sendMessage({ type: "back", hasHistory: history.length > 1 }).catch(() => {});
  };
  const entry = performance.getEntriesByType("navigation")[0];
  refresh(!entry || entry.type === "navigate");
})();
