// Runs before the first paint, from its own file because the CSP allows no inline script: puts the
// chosen theme and text size on <html> so that nothing flashes (appearance.ts writes them), and that there is
// script, for what the pages of the public wing show only with it. A page for who is in names callables (site.ts),
// which are asked here, while the application is still on its way; callables/client.ts takes the answers.
{
  const root = document.documentElement.dataset;
  root.script = '';
  try {
    const { theme, text } = JSON.parse(localStorage.getItem('portal-appearance') || '{}');
    if (/^(light|dark|contrast)$/.test(theme)) root.theme = theme;
    if (/^larger?$/.test(text)) root.text = text;
  } catch {
    // A broken or forbidden storage means the system's theme.
  }
  const asks = document.querySelector('meta[name="asks"]');
  window.portalAsked = {};
  for (const address of asks ? asks.content.split(' ') : []) {
    const answer = fetch(address, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: '{"data":{}}',
    });
    // Whoever takes it says what is wrong with it.
    answer.catch(() => {});
    window.portalAsked[address] = answer;
  }
  // Older than the portal is for (docs/ARCHITECTURE.md, «Browsers»): the application may never draw, and this says why.
  if (!('popover' in HTMLElement.prototype)) {
    addEventListener('DOMContentLoaded', () => {
      for (const said of document.querySelectorAll('#antiguo')) said.hidden = false;
    });
  }
}
