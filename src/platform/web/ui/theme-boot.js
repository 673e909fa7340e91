// Runs before the first paint, from its own file because the CSP allows no inline script: puts the
// chosen theme and text size on <html> so that nothing flashes (appearance.ts writes them), and that there is
// script, for what the pages of the public wing show only with it.
{
  const root = document.documentElement.dataset;
  root.script = '';
  try {
    const { theme, text } = JSON.parse(localStorage.getItem('portal-appearance') || '{}');
    if (theme === 'light' || theme === 'dark' || theme === 'contrast') root.theme = theme;
    if (text === 'large' || text === 'larger') root.text = text;
  } catch {
    // A broken or forbidden storage means the system's theme.
  }
}
