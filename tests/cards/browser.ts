import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import type { Level } from './distort.ts';
import { dmy, type Layout, shown } from './layouts.ts';
import type { Random } from './random.ts';

/**
 * The fourth family, only ever for a final measure: cards set by a browser in HTML, seen from the side
 * by CSS, lit by its gradients, then blurred, shaken and grained by sharp. Nothing of the reader was
 * adjusted on it, and its seeds are looked at once.
 */
const FONTS = [
  'Liberation Sans',
  'Roboto',
  'Open Sans',
  'Lato',
  'Nimbus Sans',
  'Nimbus Sans Narrow',
  'Liberation Mono',
  'Liberation Serif',
  'Roboto Condensed',
  'DejaVu Sans',
];

const style = (random: Random, letters: number) => `
  font-family: "${random.pick(FONTS)}", "DejaVu Sans", sans-serif;
  font-weight: ${random.pick([400, 500, 700])};
  font-size: ${letters.toFixed(1)}px;
  color: ${random.pick(['#111', '#1b2030', '#2a1712', '#0b2a2a'])};`;

const field = (name: string, value: string, code = false) =>
  `<div class="field"><small>${name}</small><b${code ? ' id="code"' : ''}>${value.replaceAll('<', '&lt;') || '&nbsp;'}</b></div>`;

/** A card as HTML of 1000 × 630; `hideCurp` draws a bar over the code. */
const sheet =
  (title: string, body: (face: Parameters<Layout>[0], random: Random) => string): Layout =>
  (face, random) => {
    const letters = random.between(21, 28);
    const hue = random.whole(0, 359);
    const bar = face.hideCurp === 'bar' ? '#code{background:#000;color:#000}' : '';
    return `<style>
      .card{position:absolute;width:1000px;height:630px;border-radius:36px;overflow:hidden;padding:24px 40px;box-sizing:border-box;
        background:repeating-radial-gradient(circle at ${random.whole(10, 90)}% ${random.whole(10, 90)}%,hsl(${hue} 40% 94%) 0 7px,hsl(${hue} 45% 88%) 7px 9px);${style(random, letters)}}
      .card h1{font-size:32px;margin:0 0 14px} .card small{display:block;font-size:.62em;font-weight:400;opacity:.75}
      .card b{font-weight:inherit} .field{margin-bottom:${random.whole(6, 12)}px}
      .grid{display:grid;grid-template-columns:250px 1fr 220px;gap:4px 28px}
      .photo{width:230px;height:290px;border-radius:10px;background:radial-gradient(circle at 50% 36%,#b98 0 25%,transparent 26%),linear-gradient(#cdd6dd 70%,#456 70%)}
      ${bar}</style>
      <div class="card" data-letters="${letters.toFixed(1)}"><h1>${title}</h1>${body(face, random)}</div>`;
  };

const code = (face: Parameters<Layout>[0]) => field('CURP', shown(face), true);

const elector = sheet('CREDENCIAL PARA VOTAR', (f) => {
  const p = f.person;
  return `<div class="grid"><div class="photo"></div><div>
    ${field('NOMBRE', `${p.paterno}<br>${p.materno}<br>${p.nombre}`).replaceAll('&lt;br>', '<br>')}
    ${field('DOMICILIO', p.domicilio.join('<br>')).replaceAll('&lt;br>', '<br>')}
    ${field('CLAVE DE ELECTOR', p.claveElector)}${code(f)}</div>
    <div>${field('SEXO', p.sexo)}${field('FECHA DE NACIMIENTO', dmy(p.nacimiento))}${field('SECCIÓN', p.seccion)}${field('VIGENCIA', p.vigencia)}</div></div>`;
});

const staff = sheet('CONSEJO DE LA JUDICATURA', (f) => {
  const p = f.person;
  return `<div class="grid"><div class="photo"></div><div>${field('Nombre', `${p.nombre} ${p.paterno} ${p.materno}`)}${code(f)}
    ${field('Fecha de nacimiento', dmy(p.nacimiento))}${field('Adscripción', p.domicilio[2]!)}</div>
    <div>${field('Sexo', p.sexo === 'H' ? 'HOMBRE' : 'MUJER')}${field('Empleado', p.seccion)}</div></div>`;
});

const licence = sheet('LICENCIA DE MANEJO', (f) => {
  const p = f.person;
  return `<div class="grid"><div>${field('Apellidos', `${p.paterno} ${p.materno}`)}${field('Nombre', p.nombre)}${field('Vence', `11/0${(Number(p.seccion) % 9) + 1}/2029`)}</div>
    <div>${code(f)}${field('Fecha de nacimiento', dmy(p.nacimiento, '-'))}${field('Domicilio', p.domicilio.join(' '))}</div><div class="photo"></div></div>`;
});

export const BROWSER_DATED: readonly Layout[] = [elector, staff];
export const BROWSER_CARDS: readonly Layout[] = [elector, staff, licence];

let opened: Promise<Page> | null = null;
/** One page of one browser, ended with the process that makes the pictures. */
const page = () => {
  opened ??= chromium
    .launch({
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--allow-file-access-from-files'],
    })
    .then((browser) => browser.newPage());
  return opened;
};

/** Ends the browser, if one was started. */
export async function closeBrowser(): Promise<void> {
  if (opened) await (await opened).context().browser()?.close();
  opened = null;
}

const WIDTH = 1300;
const HEIGHT = 975;

/** A card of this file, or a drawing in SVG, as a picture file. All but heavy ones are mild. */
export async function filmed(content: string, level: Level, random: Random): Promise<Buffer> {
  const heavy = level === 'heavy';
  const drawn = content.startsWith('<svg');
  const wide = drawn ? Number(/width="(\d+)"/.exec(content)![1]) : 1000;
  const tall = drawn ? Number(/height="(\d+)"/.exec(content)![1]) : 630;
  const letters = Number(/data-letters="([\d.]+)"/.exec(content)?.[1] ?? wide / 42);
  const scale = Math.min(
    Math.max((random.between(13.5, 17.5) * (heavy ? 1 : 1.4)) / (letters * 0.7), 600 / wide),
    (WIDTH * 0.82) / wide,
    (HEIGHT * 0.82) / tall,
  );
  const [turn, yaw, pitch] = heavy
    ? [random.between(-14, 14), random.between(10, 28), random.between(0, 14)]
    : [random.between(-4, 4), random.between(0, 6), 0];
  const side = random.pick([-1, 1]);
  const [dx, dy] = [random.between(-40, 40), random.between(-40, 40)];
  const fall = heavy ? 0.6 : 0.2;
  const way = random.whole(0, 359);
  const spot = [random.pick([8, 92]), random.pick([6, 94])];
  const floor = `repeating-linear-gradient(${random.whole(0, 179)}deg,hsl(${random.whole(0, 359)} 25% ${random.whole(25, 70)}%) 0 ${random.whole(20, 90)}px,hsl(${random.whole(0, 359)} 20% ${random.whole(25, 70)}%) 0 ${random.whole(100, 220)}px)`;
  const view = await page();
  await view.setViewportSize({ width: WIDTH, height: HEIGHT });
  await view.setContent(`<body style="margin:0;width:${WIDTH}px;height:${HEIGHT}px;overflow:hidden;background:${floor}">
    <div style="perspective:${random.whole(1700, 2400)}px;position:absolute;inset:0">
      <div style="position:absolute;left:${WIDTH / 2 - wide / 2 + dx}px;top:${HEIGHT / 2 - tall / 2 + dy}px;width:${wide}px;height:${tall}px;transform:scale(${scale}) rotateX(${pitch}deg) rotateY(${side * yaw}deg) rotateZ(${turn}deg)">${content}
      <div style="position:absolute;inset:0;border-radius:36px;background:radial-gradient(ellipse 18% 14% at ${spot[0]}% ${spot[1]}%,rgba(255,255,255,${heavy ? 0.95 : 0.3}),transparent)"></div></div></div>
    <div style="position:absolute;inset:0;mix-blend-mode:multiply;background:linear-gradient(${way}deg,rgb(${Math.round(255 * (1 - fall))} ${Math.round(252 * (1 - fall))} ${Math.round(242 * (1 - fall))}) 22%,#fffaf0 78%)"></div></body>`);
  const shot = await view.screenshot({ type: 'png' });
  let image = sharp(shot).removeAlpha();
  if (heavy) {
    // Three pixels along one of four ways.
    const kernel = random.pick([
      [0, 0, 0, 1, 1, 1, 0, 0, 0],
      [0, 1, 0, 0, 1, 0, 0, 1, 0],
      [1, 0, 0, 0, 1, 0, 0, 0, 1],
      [0, 0, 1, 0, 1, 0, 1, 0, 0],
    ]);
    image = sharp(await image.convolve({ width: 3, height: 3, kernel, scale: 3 }).png().toBuffer());
  }
  const { data, info } = await image
    .blur(heavy ? random.between(1, Math.min(1.9, (letters * 0.7 * scale) / 8.4)) : 0.5)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const noise = heavy ? 16 : 4;
  for (let i = 0; i < data.length; i++) {
    let sum = -6;
    for (let n = 0; n < 12; n++) sum += random.next();
    data[i] = Math.max(0, Math.min(255, Math.round(data[i]! + noise * sum)));
  }
  const made = sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } });
  const turned = level === 'turned' ? made.rotate(random.pick([90, 180, 270])) : made;
  return turned.jpeg({ quality: heavy ? 45 : 85 }).toBuffer();
}
