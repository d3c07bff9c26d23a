"use strict";
// The page of the extension: asks the worker what to show about the address behind the number sign.
(() => {
  const api = globalThis.browser ?? globalThis.chrome;
  const address = location.hash.slice(1);

  async function refresh() {
    const answer = await api.runtime.sendMessage({ type: "page", address: address });
    if (answer && answer.content) ShieldPage.show(answer.content);
  }
  api.runtime.onMessage.addListener((message) => { if (message.type === "changed") refresh(); });
  refresh();
})();
