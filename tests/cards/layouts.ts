import type { Person } from './people.ts';
import type { Random } from './random.ts';

/** What is printed; differs from the person where a card is meant to be wrong. */
export type Face = { person: Person; curp: string; hideCurp?: 'bar' | 'blank' | undefined };
export type Layout = (face: Face, random: Random) => string;

export const WIDTH = 1200;
export const HEIGHT = 757;

/** Present on the machines this runs on, or loaded from the packages by `fonts.ts`. */
const FAMILIES = [
  'Liberation Sans',
  'DejaVu Sans',
  'Nimbus Sans',
  'Source Sans 3',
  'Liberation Sans Narrow',
  'DejaVu Sans Condensed',
];
const SERIFS = ['Liberation Serif', 'Source Serif 4', 'C059', 'DejaVu Serif'];
const MONOS = ['JetBrains Mono', 'Liberation Mono', 'DejaVu Sans Mono'];

const escapeXml = (s: string) => s.replace(/&/g, '&amp;').replace(/</g, '&lt;');

type Style = {
  size: number;
  family: string;
  weight?: number;
  fill?: string;
  spacing?: number;
  anchor?: string;
};

export function text(x: number, y: number, content: string, style: Style): string {
  const { size, family, weight = 400, fill = '#1a1a1a', spacing = 0, anchor = 'start' } = style;
  return `<text x="${x}" y="${y}" font-size="${size}" font-family="'${family}'" font-weight="${weight}" fill="${fill}" letter-spacing="${spacing}" text-anchor="${anchor}">${escapeXml(content)}</text>`;
}

/** Wavy fine lines such as identity documents carry under the text. */
export function guilloche(random: Random, strength = 0.35): string {
  const hue = random.whole(0, 359);
  let out = '';
  for (let i = 0; i < 26; i++) {
    const y = (i / 25) * HEIGHT;
    const amplitude = random.between(15, 60);
    let d = `M0 ${y.toFixed(0)}`;
    for (let x = 0; x <= WIDTH; x += 30) {
      d += `L${x} ${(y + amplitude * Math.sin(x / random.between(60, 66) + i)).toFixed(1)}`;
    }
    out += `<path d="${d}" fill="none" stroke="hsl(${hue + i * 3},45%,70%)" stroke-width="1.4" opacity="${strength}"/>`;
  }
  return out;
}

export function portrait(x: number, y: number, w: number, h: number, random: Random): string {
  const skin = random.pick(['#c99', '#a87', '#d8b59b', '#8a6650']);
  return `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="#d5dbe0"/>
    <path d="M${x} ${y + h} Q${x + w / 2} ${y + h * 0.45} ${x + w} ${y + h}Z" fill="#3b4a5c"/>
    <ellipse cx="${x + w / 2}" cy="${y + h * 0.42}" rx="${w * 0.24}" ry="${h * 0.25}" fill="${skin}"/>
    <path d="M${x + w * 0.25} ${y + h * 0.36} Q${x + w / 2} ${y + h * 0.02} ${x + w * 0.75} ${y + h * 0.36} Q${x + w / 2} ${y + h * 0.2} ${x + w * 0.25} ${y + h * 0.36}" fill="#2a211c"/>`;
}

export function frame(body: string, random: Random, background?: string): string {
  const fill = background ?? random.pick(['#f6f3ee', '#eef4f1', '#f7eef2', '#eef1f8', '#ffffff']);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" rx="36" fill="${fill}"/>${guilloche(random, random.between(0.15, 0.5))}${body}</svg>`;
}

export const dmy = (iso: string, separator = '/') => iso.split('-').reverse().join(separator);
export const cover = (face: Face, x: number, y: number, w: number, h: number) =>
  face.hideCurp === 'bar' ? `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="#111"/>` : '';
export const shown = (face: Face) => (face.hideCurp === 'blank' ? '' : face.curp);

/** Label above value, portrait on the left, as the elector's card since 2014. */
const elector: Layout = (face, random) => {
  const p = face.person;
  const family = random.pick(FAMILIES);
  const label = { size: 20, family, fill: '#555', weight: 600 };
  const value = { size: random.whole(27, 31), family, weight: random.pick([400, 600, 700]) };
  return frame(
    `${text(60, 80, 'MÉXICO', { size: 44, family, weight: 700, fill: '#7a1f3d' })}
    ${text(330, 60, 'INSTITUTO NACIONAL ELECTORAL', { size: 34, family, weight: 700 })}
    ${text(330, 102, 'CREDENCIAL PARA VOTAR', { size: 30, family })}
    ${portrait(50, 150, 310, 400, random)}
    ${text(400, 165, 'NOMBRE', label)}
    ${text(400, 200, p.paterno, value)}${text(400, 236, p.materno, value)}${text(400, 272, p.nombre, value)}
    ${text(930, 165, 'SEXO', label)}${text(1000, 167, p.sexo, value)}
    ${text(400, 312, 'DOMICILIO', label)}
    ${p.domicilio.map((line, i) => text(400, 344 + i * 31, line, { ...value, size: 25 })).join('')}
    ${text(400, 455, 'CLAVE DE ELECTOR', label)}${text(620, 457, p.claveElector, value)}
    ${text(400, 506, 'CURP', label)}${text(400, 542, shown(face), value)}${cover(face, 395, 512, 450, 38)}
    ${text(860, 506, 'AÑO DE REGISTRO', label)}${text(860, 542, p.registro, value)}
    ${text(400, 594, 'FECHA DE NACIMIENTO', label)}${text(400, 630, dmy(p.nacimiento), value)}
    ${text(690, 594, 'SECCIÓN', label)}${text(690, 630, p.seccion, value)}
    ${text(860, 594, 'VIGENCIA', label)}${text(860, 630, p.vigencia, value)}
    <path d="M70 640 q40 -60 90 -10 t90 -10 t80 20" fill="none" stroke="#223" stroke-width="4"/>`,
    random,
  );
};

/** Label and value on one line, older card, portrait on the right. */
const oldElector: Layout = (face, random) => {
  const p = face.person;
  const family = random.pick(FAMILIES);
  const value = { size: random.whole(26, 30), family, weight: random.pick([400, 700]) };
  const between = random.pick([' ', '  ', ': ', '']);
  const small = { size: 19, family, fill: '#444' };
  return frame(
    `<rect width="${WIDTH}" height="96" fill="#2d5a4a"/>
    ${text(60, 46, 'INSTITUTO FEDERAL ELECTORAL', { size: 32, family, weight: 700, fill: '#fff' })}
    ${text(60, 82, 'REGISTRO FEDERAL DE ELECTORES', { size: 22, family, fill: '#fff' })}
    ${portrait(850, 130, 300, 380, random)}
    ${text(60, 150, 'NOMBRE', small)}
    ${text(60, 186, p.paterno, value)}${text(60, 222, p.materno, value)}${text(60, 258, p.nombre, value)}
    ${text(560, 150, 'FECHA DE NACIMIENTO', small)}${text(560, 186, dmy(p.nacimiento), value)}
    ${text(560, 222, `SEXO ${p.sexo}`, value)}
    ${text(60, 310, 'DOMICILIO', small)}
    ${p.domicilio.map((line, i) => text(60, 344 + i * 33, line, value)).join('')}
    ${text(60, 470, `CLAVE DE ELECTOR${between || ' '}${p.claveElector}`, value)}
    ${text(60, 518, `CURP${between}${shown(face)}`, value)}${cover(face, 130, 488, 500, 42)}
    ${text(60, 566, `AÑO DE REGISTRO ${p.registro}`, value)}
    ${text(60, 614, `ESTADO 09  MUNICIPIO 015  SECCIÓN ${p.seccion}`, value)}
    ${text(60, 662, `VIGENCIA ${p.vigencia.slice(-4)}`, value)}`,
    random,
  );
};

/** A driver's licence: two columns in a fixed-width face. */
const licence: Layout = (face, random) => {
  const p = face.person;
  const family = random.pick(MONOS);
  const value = { size: random.whole(26, 29), family, weight: random.pick([500, 700]) };
  const label = { size: 18, family, fill: '#345' };
  return frame(
    `<rect width="${WIDTH}" height="110" fill="#c9d7ea"/>
    ${text(600, 52, 'LICENCIA DE CONDUCIR', { size: 38, family, weight: 700, anchor: 'middle' })}
    ${text(600, 92, 'GOBIERNO DEL ESTADO', { size: 24, family, anchor: 'middle' })}
    ${portrait(50, 150, 280, 360, random)}
    ${text(370, 160, 'Nombre', label)}${text(370, 194, `${p.nombre} ${p.paterno} ${p.materno}`.slice(0, 40), { ...value, size: 24 })}
    ${text(370, 250, 'CURP', label)}${text(370, 284, shown(face), value)}${cover(face, 360, 254, 420, 40)}
    ${text(900, 250, 'Sexo', label)}${text(900, 284, p.sexo === 'H' ? 'HOMBRE' : 'MUJER', value)}
    ${text(370, 340, 'Fecha de nacimiento', label)}${text(370, 374, dmy(p.nacimiento, '-'), value)}
    ${text(800, 340, 'Tipo', label)}${text(800, 374, random.pick(['A', 'B', 'C']), value)}
    ${text(370, 430, 'Domicilio', label)}
    ${p.domicilio.map((line, i) => text(370, 464 + i * 34, line, value)).join('')}
    ${text(370, 590, 'Expedición', label)}${text(370, 624, `12-03-${p.vigencia.slice(0, 4)}`, value)}
    ${text(800, 590, 'Vencimiento', label)}${text(800, 624, `12-03-${p.vigencia.slice(-4)}`, value)}
    ${text(60, 560, `No. ${random.whole(100000, 999999)}`, value)}`,
    random,
  );
};

/** A population-register certificate: the code is large and alone. */
const register: Layout = (face, random) => {
  const p = face.person;
  const family = random.pick(SERIFS);
  const big = { size: random.whole(50, 60), family, weight: 700, spacing: random.pick([0, 3]) };
  const value = { size: 30, family };
  const label = { size: 20, family, fill: '#555' };
  return frame(
    `${text(600, 70, 'ESTADOS UNIDOS MEXICANOS', { size: 32, family, weight: 700, anchor: 'middle' })}
    ${text(600, 112, 'CLAVE ÚNICA DE REGISTRO DE POBLACIÓN', { size: 28, family, anchor: 'middle' })}
    <rect x="180" y="180" width="840" height="110" fill="#ffffffaa" stroke="#777"/>
    ${text(600, 254, shown(face), { ...big, anchor: 'middle' })}${cover(face, 190, 195, 820, 80)}
    ${text(180, 350, 'Nombre', label)}${text(180, 390, `${p.nombre} ${p.paterno} ${p.materno}`, value)}
    ${text(180, 460, 'Fecha de inscripción', label)}${text(180, 500, '03/02/1999', value)}
    ${text(620, 460, 'Folio', label)}${text(620, 500, String(random.whole(10000000, 99999999)), value)}
    ${text(180, 570, 'Entidad de registro', label)}${text(180, 610, p.domicilio[2]!.split(',')[0]!, value)}
    ${text(600, 690, 'TRÁMITE GRATUITO', { size: 22, family, anchor: 'middle' })}`,
    random,
  );
};

/** A staff card: coloured column, white on dark for the code's label, glued label at times. */
const staff: Layout = (face, random) => {
  const p = face.person;
  const family = random.pick([...FAMILIES, ...SERIFS]);
  const value = { size: random.whole(27, 32), family, weight: random.pick([400, 600]) };
  const dark = random.chance(0.4);
  const ink = dark ? '#f5f5f5' : '#16202c';
  const glue = random.pick(['CURP', 'CURP:', 'CURP: ', 'C.U.R.P. ']);
  return frame(
    `<rect x="0" y="0" width="380" height="${HEIGHT}" fill="#1f3b57"/>
    ${portrait(55, 90, 270, 340, random)}
    ${text(190, 500, 'PERSONAL', { size: 34, family, weight: 700, fill: '#fff', anchor: 'middle' })}
    ${text(190, 545, `No. ${random.whole(1000, 9999)}`, { size: 28, family, fill: '#fff', anchor: 'middle' })}
    ${text(430, 90, 'CONSEJO ACADÉMICO REGIONAL', { size: 34, family, weight: 700, fill: ink })}
    ${text(430, 180, `${p.nombre}`, { ...value, fill: ink })}
    ${text(430, 222, `${p.paterno} ${p.materno}`, { ...value, fill: ink })}
    ${text(430, 300, `Nacimiento: ${dmy(p.nacimiento, random.pick(['/', '-', '.']))}   Sexo: ${p.sexo}`, { ...value, fill: ink })}
    ${text(430, 370, glue + shown(face), { ...value, fill: ink })}${cover(face, 500, 338, 560, 46)}
    ${text(430, 440, `Adscripción: ${p.domicilio[2]}`, { ...value, fill: ink })}
    ${text(430, 510, `Vigencia: ${p.vigencia}`, { ...value, fill: ink })}
    ${text(430, 640, 'Esta credencial es personal e intransferible', { size: 22, family, fill: ink })}`,
    random,
    dark ? '#33475b' : undefined,
  );
};

/** Six columns of small labels with the code between other codes on the same line. */
const dense: Layout = (face, random) => {
  const p = face.person;
  const family = random.pick(FAMILIES);
  const value = { size: 25, family, weight: random.pick([400, 600, 700]) };
  const label = { size: 17, family, fill: '#666' };
  return frame(
    `${text(50, 60, 'INSTITUTO NACIONAL ELECTORAL', { size: 30, family, weight: 700, fill: '#7a1f3d' })}
    ${text(50, 98, 'CREDENCIAL PARA VOTAR', { size: 26, family })}
    ${portrait(880, 40, 270, 340, random)}${portrait(960, 520, 120, 150, random)}
    ${text(50, 150, 'NOMBRE', label)}${text(50, 182, `${p.paterno} ${p.materno}`, value)}${text(50, 214, p.nombre, value)}
    ${text(50, 262, 'DOMICILIO', label)}
    ${p.domicilio.map((line, i) => text(50, 292 + i * 30, line, value)).join('')}
    ${text(50, 430, 'CLAVE DE ELECTOR', label)}${text(50, 460, p.claveElector, value)}
    ${text(450, 430, 'CURP', label)}${text(450, 460, shown(face), value)}${cover(face, 440, 434, 380, 36)}
    ${text(50, 520, 'FECHA DE NACIMIENTO', label)}${text(50, 550, dmy(p.nacimiento), value)}
    ${text(330, 520, 'SECCIÓN', label)}${text(330, 550, p.seccion, value)}
    ${text(480, 520, 'AÑO DE REGISTRO', label)}${text(480, 550, p.registro, value)}
    ${text(720, 520, 'VIGENCIA', label)}${text(720, 550, p.vigencia, value)}
    ${text(50, 610, 'SEXO', label)}${text(50, 640, p.sexo, value)}
    ${text(330, 700, `IDMEX${random.whole(1000000, 9999999)}`, { size: 30, family: 'Liberation Mono' })}`,
    random,
  );
};

export const LAYOUTS: readonly Layout[] = [elector, oldElector, licence, register, staff, dense];
