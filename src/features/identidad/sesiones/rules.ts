/** A device in plain words, from what its browser says of itself. */
export type Dispositivo = { readonly nombre: string; readonly movil: boolean };

// Order matters: Edge and Opera also say Chrome, Chrome also says Safari.
const NAVEGADORES: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SISTEMAS: readonly (readonly [RegExp, string, boolean])[] = [
  [/\biPhone\b/, 'iPhone', true],
  [/\biPad\b/, 'iPad', true],
  [/\bAndroid\b/, 'Android', true],
  [/\bWindows\b/, 'Windows', false],
  [/\bMacintosh\b|\bMac OS X\b/, 'Mac', false],
  [/\bCrOS\b/, 'ChromeOS', false],
  [/\bLinux\b/, 'Linux', false],
];

/** "Chrome en Windows"; what is not known is left out. */
export const dispositivoOf = (userAgent: string): Dispositivo => {
  const navegador = NAVEGADORES.find(([pattern]) => pattern.test(userAgent))?.[1];
  const sistema = SISTEMAS.find(([pattern]) => pattern.test(userAgent));
  const movil = sistema?.[2] ?? false;
  if (navegador && sistema) return { nombre: `${navegador} en ${sistema[1]}`, movil };
  return { nombre: navegador ?? sistema?.[1] ?? 'Dispositivo desconocido', movil };
};
