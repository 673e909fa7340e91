import { cover, dmy, type Face, type Layout, shown } from './layouts.ts';
import type { Random } from './random.ts';

/**
 * A third family of cards for `lamplight.ts`: the size of a bank card, type as small as such cards
 * have it, drawn by other code and with other habits than `layouts.ts` and `papers.ts`. Each drawing
 * says the size of its code and where it begins (`data-letters`, `data-code`, units of the card): how
 * hard a photo is depends on the size of its letters, and no glare may lie over what must be legible.
 */
const W = 1012;
const H = 638;

/** From our npm packages, in several weights, and what every Debian has. */
const FACES = [
  { family: 'Source Sans 3', weights: [500, 600, 700] },
  { family: 'Source Sans 3', weights: [600, 800] },
  { family: 'DejaVu Sans', weights: [400, 700] },
  { family: 'DejaVu Sans Condensed', weights: [400, 700] },
  { family: 'DejaVu Serif Condensed', weights: [400, 700] },
  { family: 'Source Serif 4', weights: [600, 700] },
  { family: 'JetBrains Mono', weights: [600, 700] },
  { family: 'DejaVu Sans Mono', weights: [700] },
] as const;

type Pen = (x: number, y: number, content: string, size?: number, extra?: string) => string;

/** Two pens of one card: `say` for data, `label` for captions. `letters` is the size of the data. */
function pens(random: Random, letters: number): { say: Pen; label: Pen; ink: string } {
  const face = random.pick(FACES);
  const weight = random.pick(face.weights);
  const ink = random.pick(['#0d0d0d', '#1c1c24', '#20262d', '#2b1d18', '#10233f']);
  const faint = random.pick(['#4c4c4c', '#6a5560', '#3f5a63', ink]);
  const write =
    (color: string, usual: number, heavy: number): Pen =>
    (x, y, content, size = usual, extra = '') =>
      `<text x="${x}" y="${y}" font-family="'${face.family}'" font-size="${size.toFixed(1)}" font-weight="${heavy}" fill="${color}" ${extra}>${content.replaceAll('<', '&lt;')}</text>`;
  return {
    say: write(ink, letters, weight),
    label: write(faint, letters * random.between(0.55, 0.75), 400),
    ink,
  };
}

/** Rosettes and fine parallel curves under the print, in two colours. */
function security(random: Random): string {
  const [one, two] = [random.whole(0, 359), random.whole(0, 359)];
  const strength = random.between(0.12, 0.4);
  const cx = random.between(0.2, 0.8) * W;
  const cy = random.between(0.2, 0.8) * H;
  let out = '';
  for (let i = 0; i < 18; i++) {
    out += `<ellipse cx="${cx.toFixed(0)}" cy="${cy.toFixed(0)}" rx="${random.between(180, 240).toFixed(0)}" ry="${random.between(60, 90).toFixed(0)}" transform="rotate(${i * 10} ${cx.toFixed(0)} ${cy.toFixed(0)})" fill="none" stroke="hsl(${one},45%,55%)" stroke-width="1" opacity="${strength.toFixed(2)}"/>`;
  }
  for (let y = -40; y < H + 40; y += random.whole(14, 22)) {
    out += `<path d="M0 ${y} C${W * 0.3} ${y + 50} ${W * 0.6} ${y - 50} ${W} ${y + 15}" fill="none" stroke="hsl(${two},40%,60%)" stroke-width="1.2" opacity="${strength.toFixed(2)}"/>`;
  }
  return out;
}

function face(x: number, y: number, w: number, random: Random): string {
  const h = w * 1.25;
  const skin = `hsl(${random.whole(18, 32)},${random.whole(30, 50)}%,${random.whole(35, 72)}%)`;
  return `<g transform="translate(${x} ${y})"><rect width="${w}" height="${h}" fill="hsl(${random.whole(0, 359)},12%,${random.whole(70, 90)}%)"/>
    <rect x="${w * 0.12}" y="${h * 0.72}" width="${w * 0.76}" height="${h * 0.28}" rx="${w * 0.2}" fill="#39424e"/>
    <circle cx="${w / 2}" cy="${h * 0.42}" r="${w * 0.25}" fill="${skin}"/>
    <path d="M${w * 0.22} ${h * 0.42} A${w * 0.28} ${w * 0.32} 0 0 1 ${w * 0.78} ${h * 0.42} L${w * 0.7} ${h * 0.3} L${w * 0.3} ${h * 0.3}Z" fill="#241c18"/></g>`;
}

function plate(
  letters: number,
  [x, y]: readonly [x: number, y: number],
  body: string,
  random: Random,
): string {
  const paper = `hsl(${random.whole(0, 359)},${random.whole(8, 38)}%,${random.whole(86, 96)}%)`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}" viewBox="0 0 ${W} ${H}" data-letters="${letters.toFixed(1)}" data-code="${x} ${y}"><rect width="${W}" height="${H}" rx="34" fill="${paper}"/>${security(random)}${body}</svg>`;
}

/** Hides the code of a negative: everything right of x on the line at y. */
const hide = (f: Face, x: number, y: number, letters: number, w = 480) =>
  cover(f, x - 6, y - letters, w, letters * 1.3);

const sizeOf = (random: Random) => random.between(20, 27);

/** Data in one column beside the portrait, label before value on the same line. */
const voter: Layout = (f, random) => {
  const p = f.person;
  const s = sizeOf(random);
  const { say, label } = pens(random, s);
  const x = 300;
  const row = (i: number) => 130 + i * 40;
  return plate(
    s,
    [x + 90, row(9)],
    `<rect width="${W}" height="84" rx="34" fill="hsl(${random.whole(300, 350)},30%,80%)"/>
    ${say(40, 38, 'MÉXICO', 34)}${say(300, 36, 'INSTITUTO NACIONAL ELECTORAL', 25)}${say(300, 68, 'CREDENCIAL PARA VOTAR', 22)}
    ${face(34, 120, 235, random)}
    ${label(x, row(0), 'NOMBRE')}${label(860, row(0), `SEXO ${p.sexo}`, s * 0.8)}
    ${say(x, row(1), p.paterno)}${say(x, row(2), p.materno)}${say(x, row(3), p.nombre)}
    ${label(x, row(4), 'DOMICILIO')}${p.domicilio.map((d, i) => say(x, row(5) + i * 32, d, s * 0.92)).join('')}
    ${label(x, row(8), 'CLAVE DE ELECTOR')}${say(x + 250, row(8), p.claveElector)}
    ${label(x, row(9), 'CURP')}${say(x + 90, row(9), shown(f))}${hide(f, x + 90, row(9), s)}
    ${label(x, row(10), 'FECHA DE NACIMIENTO')}${say(x, row(11), dmy(p.nacimiento))}
    ${label(560, row(10), 'SECCIÓN')}${say(560, row(11), p.seccion)}${label(720, row(10), 'VIGENCIA')}${say(720, row(11), p.vigencia)}`,
    random,
  );
};

/** A member's card of a social-security body: portrait on the right, code under the name. */
const social: Layout = (f, random) => {
  const p = f.person;
  const s = sizeOf(random);
  const { say, label } = pens(random, s);
  return plate(
    s,
    [40, 324],
    `<path d="M0 34 A34 34 0 0 1 34 0 H${W - 34} A34 34 0 0 1 ${W} 34 V100 H0Z" fill="hsl(${random.whole(90, 170)},40%,28%)"/>
    <text x="40" y="64" font-family="'Source Sans 3'" font-weight="700" font-size="36" fill="#fff">SERVICIOS SOCIALES</text>
    ${face(740, 140, 230, random)}
    ${label(40, 160, 'Nombre')}${say(40, 196, `${p.nombre}`)}${say(40, 232, `${p.paterno} ${p.materno}`)}
    ${label(40, 288, 'CURP')}${say(40, 324, shown(f), s, `letter-spacing="${random.pick([0, 0, 1, 2])}"`)}${hide(f, 40, 324, s)}
    ${label(40, 380, 'Fecha de nacimiento')}${say(40, 416, dmy(p.nacimiento, random.pick(['/', '-'])))}
    ${label(400, 380, 'Sexo')}${say(400, 416, p.sexo === 'H' ? 'HOMBRE' : 'MUJER')}
    ${label(40, 472, 'Número de afiliación')}${say(40, 508, `${random.whole(10, 99)}-${random.whole(10, 99)}-${random.whole(10, 99)}-${random.whole(1000, 9999)}-${random.whole(0, 9)}`)}
    ${label(40, 580, 'Vigente hasta')}${say(230, 580, `12/${p.vigencia.slice(-4)}`)}`,
    random,
  );
};

/** A professional licence: centred, the code in the middle of a grid of fields. */
const licence: Layout = (f, random) => {
  const p = f.person;
  const s = sizeOf(random);
  const { say, label } = pens(random, s);
  const mid = 'text-anchor="middle"';
  return plate(
    s,
    [430, 262],
    `${say(506, 56, 'CÉDULA PROFESIONAL', 34, mid)}${label(506, 92, 'Dirección General de Profesiones', 22, mid)}
    ${face(40, 130, 200, random)}
    ${say(620, 160, `${p.nombre} ${p.paterno} ${p.materno}`, s, mid)}${label(620, 188, 'nombre completo', s * 0.6, mid)}
    ${say(620, 262, shown(f), s * 1.05, mid)}${hide(f, 400, 262, s)}${label(620, 290, 'CURP', s * 0.6, mid)}
    ${say(620, 364, 'LICENCIATURA EN DERECHO', s, mid)}${label(620, 392, 'con efectos de patente', s * 0.6, mid)}
    ${say(140, 470, String(random.whole(1000000, 12999999)), s, mid)}${label(140, 498, 'cédula', s * 0.6, mid)}
    ${say(620, 470, `${random.whole(10, 28)}/0${random.whole(1, 9)}/20${random.whole(10, 24)}`, s, mid)}${label(620, 498, 'fecha de expedición', s * 0.6, mid)}
    ${say(506, 590, 'Toda enmendadura anula este documento', 17, mid)}`,
    random,
  );
};

/** A civil servant's badge: narrow letters, date, sex and code on two lines in the lower half. */
const servant: Layout = (f, random) => {
  const p = f.person;
  const s = sizeOf(random);
  const { say, label, ink } = pens(random, s);
  return plate(
    s,
    [60, 526],
    `<rect x="0" y="${H - 60}" width="${W}" height="60" fill="hsl(${random.whole(0, 359)},35%,72%)"/>
    <circle cx="110" cy="80" r="52" fill="none" stroke="${ink}" stroke-width="6"/>
    ${say(200, 72, 'PODER JUDICIAL', 32)}${say(200, 108, 'Escuela de formación', 24)}
    ${face(760, 40, 210, random)}
    ${say(60, 220, p.nombre, s * 1.2)}${say(60, 262, `${p.paterno} ${p.materno}`, s * 1.2)}
    ${label(60, 318, 'ADSCRIPCIÓN')}${say(60, 350, p.domicilio[2]!)}
    ${label(60, 404, 'NACIMIENTO')}${say(60, 438, dmy(p.nacimiento, random.pick(['/', '-', '.'])))}
    ${label(330, 404, 'SEXO')}${say(330, 438, p.sexo)}${label(480, 404, 'EMPLEADO')}${say(480, 438, String(random.whole(10000, 99999)))}
    ${label(60, 490, 'CLAVE ÚNICA DE REGISTRO DE POBLACIÓN')}${say(60, 526, shown(f))}${hide(f, 60, 526, s)}
    ${say(60, 612, `VIGENCIA ${p.vigencia}`, 24)}`,
    random,
  );
};

/** A driver's card: two columns of short fields, RFC over the CURP. */
const driver: Layout = (f, random) => {
  const p = f.person;
  const s = sizeOf(random) * 0.97;
  const { say, label } = pens(random, s);
  const rfc = `${p.curp.slice(0, 10)}${random.pick(['QX2', '1H8', 'TA5'])}`;
  return plate(
    s,
    [300, 398],
    `<rect x="0" y="40" width="${W}" height="66" fill="hsl(${random.whole(0, 359)},30%,66%)"/>
    ${say(40, 86, 'PERMISO PARA CONDUCIR', 36)}${say(860, 86, random.pick(['A', 'B', 'E']), 44)}
    ${face(40, 140, 220, random)}
    ${label(300, 150, 'APELLIDOS')}${say(300, 182, `${p.paterno} ${p.materno}`)}
    ${label(300, 222, 'NOMBRES')}${say(300, 254, p.nombre)}
    ${label(300, 294, 'RFC')}${say(300, 326, rfc)}
    ${label(300, 366, 'CURP')}${say(300, 398, shown(f))}${hide(f, 300, 398, s)}
    ${label(720, 222, 'NACIMIENTO')}${say(720, 254, dmy(p.nacimiento))}
    ${label(720, 294, 'EXPEDICIÓN')}${say(720, 326, `${random.whole(10, 28)}/11/2023`)}
    ${label(300, 438, 'DOMICILIO')}${p.domicilio.map((d, i) => say(300, 470 + i * 32, d, s * 0.9)).join('')}
    ${label(40, 560, 'No.')}${say(90, 562, String(random.whole(100000000, 999999999)))}`,
    random,
  );
};

/** On which birth date and sex are printed. */
export const DATED_CREDENTIALS: readonly Layout[] = [voter, social, servant];
export const CREDENTIALS: readonly Layout[] = [voter, social, licence, servant, driver];
