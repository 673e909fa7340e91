// Runs before the first paint, from its own file because the CSP allows no inline script: puts the
// chosen theme and text size on <html> so that nothing flashes. theme-choice.ts writes them.
try {
  const { theme, text } = JSON.parse(localStorage.getItem('portal-appearance') || '{}');
  const root = document.documentElement.dataset;
  if (theme === 'light' || theme === 'dark' || theme === 'contrast') root.theme = theme;
  if (text === 'large' || text === 'larger') root.text = text;
} catch {
  // A broken or forbidden storage means the system's theme.
}
