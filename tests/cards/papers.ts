import { cover, dmy, type Layout, portrait, shown, text } from './layouts.ts';
import type { Random } from './random.ts';

/**
 * A second family of documents, of other sizes and habits than `layouts.ts`, to notice when the
 * reader has only learnt that one: pages, passports, badges, grouped and spaced codes, typewriters.
 */
const SANS = ['Liberation Sans', 'DejaVu Sans', 'Nimbus Sans', 'Nimbus Sans Narrow', 'URW Gothic'];
const OTHERS = ['P052', 'Nimbus Roman', 'URW Bookman', 'DejaVu Serif Condensed', 'Noto Sans Mono'];
const TYPEWRITERS = ['Nimbus Mono PS', 'Liberation Mono', 'DejaVu Sans Mono', 'Noto Mono'];

function sheet(w: number, h: number, body: string, random: Random, plain = false): string {
  const hue = random.whole(0, 359);
  let pattern = '';
  if (!plain) {
    for (let i = 0; i < 40; i++) {
      const r = 40 + i * (w / 40);
      pattern += `<circle cx="${w * 0.7}" cy="${h * 0.4}" r="${r.toFixed(0)}" fill="none" stroke="hsl(${hue},50%,60%)" stroke-width="${random.between(0.8, 2).toFixed(1)}" opacity="0.3"/>`;
    }
    if (random.chance(0.4)) {
      pattern += `<text x="${w / 2}" y="${h / 2}" font-size="${w / 6}" font-family="Liberation Sans" font-weight="700" text-anchor="middle" fill="hsl(${hue},40%,50%)" opacity="0.13" transform="rotate(-24 ${w / 2} ${h / 2})">MÉXICO</text>`;
    }
  }
  const second = plain ? '#fff' : `hsl(${(hue + 60) % 360},35%,${random.whole(82, 93)}%)`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}"><defs><linearGradient id="g"><stop offset="0" stop-color="#fbfaf7"/><stop offset="1" stop-color="${second}"/></linearGradient></defs><rect width="${w}" height="${h}" rx="${plain ? 0 : 24}" fill="url(#g)"/>${pattern}${body}</svg>`;
}

const inks = ['#000', '#222', '#1b2a49', '#3a3a3a', '#4b1c1c'];

/** The elector's card at the size of a scanned one, small type. */
const voter: Layout = (face, random) => {
  const p = face.person;
  const family = random.pick(SANS);
  const fill = random.pick(inks);
  const v = { size: random.whole(19, 24), family, fill, weight: random.pick([400, 700]) };
  const l = { size: 13, family, fill: '#666' };
  return sheet(
    1012,
    638,
    `${text(506, 42, 'INSTITUTO NACIONAL ELECTORAL', { size: 28, family, weight: 700, anchor: 'middle' })}
    ${text(506, 74, 'CREDENCIAL PARA VOTAR', { size: 22, family, anchor: 'middle' })}
    ${portrait(30, 130, 250, 330, random)}${portrait(850, 430, 110, 140, random)}
    ${text(310, 130, 'NOMBRE', l)}${text(310, 156, p.paterno, v)}${text(310, 184, p.materno, v)}${text(310, 212, p.nombre, v)}
    ${text(310, 244, 'DOMICILIO', l)}${p.domicilio.map((d, i) => text(310, 268 + i * 25, d, v)).join('')}
    ${text(310, 352, 'CLAVE DE ELECTOR', l)}${text(450, 353, p.claveElector, v)}
    ${text(310, 392, 'CURP', l)}${text(310, 418, shown(face), v)}${cover(face, 305, 396, 360, 30)}
    ${text(650, 392, 'AÑO DE REGISTRO', l)}${text(650, 418, p.registro, v)}
    ${text(310, 452, 'FECHA DE NACIMIENTO', l)}${text(310, 478, dmy(p.nacimiento), v)}
    ${text(530, 452, 'SECCIÓN', l)}${text(530, 478, p.seccion, v)}
    ${text(650, 452, 'VIGENCIA', l)}${text(650, 478, p.vigencia, v)}
    ${text(860, 130, 'SEXO', l)}${text(910, 131, p.sexo, v)}`,
    random,
  );
};

/** A page on white paper with much other text: the CURP is one line of forty. */
const certificate: Layout = (face, random) => {
  const p = face.person;
  const family = random.pick([...SANS, ...OTHERS]);
  const body = { size: 19, family };
  const legal =
    'La presente constancia se expide con fundamento en los artículos aplicables de la Ley General de Población y su Reglamento, y es válida sin sello.';
  const words = legal.split(' ');
  const lines = Array.from({ length: 16 }, (_, i) =>
    text(
      110,
      900 + i * 34,
      Array.from({ length: 11 }, (_, k) => words[(i * 7 + k) % words.length]).join(' '),
      body,
    ),
  );
  return sheet(
    1275,
    1650,
    `${text(637, 130, 'CONSTANCIA DE LA CLAVE ÚNICA', { size: 36, family, weight: 700, anchor: 'middle' })}
    ${text(637, 180, 'DE REGISTRO DE POBLACIÓN', { size: 36, family, weight: 700, anchor: 'middle' })}
    ${text(110, 330, 'Clave:', body)}
    ${text(110, 385, shown(face), { size: random.whole(28, 46), family, weight: 700 })}${cover(face, 100, 335, 720, 70)}
    ${text(110, 470, 'Nombre', body)}${text(110, 512, `${p.nombre} ${p.paterno} ${p.materno}`, { size: 30, family })}
    ${text(110, 590, `Entidad de registro: ${p.domicilio[2]}   Folio ${random.whole(100000000, 999999999)}`, body)}
    ${text(110, 640, `Expedida el ${random.whole(10, 28)}/0${random.whole(1, 9)}/2024`, body)}
    ${lines.join('')}`,
    random,
    true,
  );
};

/** Data page of a passport with its two machine-readable lines. */
const passport: Layout = (face, random) => {
  const p = face.person;
  const family = random.pick(SANS);
  const v = { size: random.whole(21, 25), family, fill: random.pick(inks) };
  const l = { size: 13, family, fill: '#567' };
  const mono = { size: 38, family: random.pick(TYPEWRITERS) };
  const number = `G${random.whole(10000000, 99999999)}`;
  const born = p.nacimiento.slice(2).replaceAll('-', '');
  return sheet(
    1250,
    880,
    `${text(420, 60, 'ESTADOS UNIDOS MEXICANOS', { size: 30, family, weight: 700 })}
    ${portrait(50, 130, 300, 400, random)}
    ${text(400, 120, 'Tipo / Type', l)}${text(400, 148, 'P', v)}${text(600, 120, 'Clave / Code', l)}${text(600, 148, 'MEX', v)}
    ${text(850, 120, 'Pasaporte No.', l)}${text(850, 148, number, v)}
    ${text(400, 190, 'Apellidos / Surname', l)}${text(400, 220, `${p.paterno} ${p.materno}`, v)}
    ${text(400, 260, 'Nombres / Given names', l)}${text(400, 290, p.nombre, v)}
    ${text(400, 330, 'Nacionalidad / Nationality', l)}${text(400, 360, 'MEXICANA', v)}
    ${text(750, 330, 'Clave Única de Registro de Población', l)}${text(750, 360, shown(face), v)}${cover(face, 742, 336, 420, 32)}
    ${text(400, 400, 'Fecha de nacimiento / Date of birth', l)}${text(400, 430, dmy(p.nacimiento, ' '), v)}
    ${text(750, 400, 'Sexo / Sex', l)}${text(750, 430, p.sexo === 'H' ? 'M' : 'F', v)}
    ${text(400, 470, 'Fecha de expedición', l)}${text(400, 500, '14 05 2022', v)}${text(750, 470, 'Fecha de caducidad', l)}${text(750, 500, '14 05 2032', v)}
    ${text(40, 740, `P<MEX${p.paterno}<${p.materno}<<${p.nombre.replace(' ', '<')}${'<'.repeat(44)}`.replace(/[ÑÁÉÍÓÚ]/g, 'N').slice(0, 44), mono)}
    ${text(40, 800, `${number}7MEX${born}${random.whole(0, 9)}${p.sexo === 'H' ? 'M' : 'F'}3205142${'<'.repeat(14)}0${random.whole(0, 9)}`, mono)}`,
    random,
  );
};

/** A driving licence: dark band, narrow type, RFC beside the CURP, M for masculino. */
const driver: Layout = (face, random) => {
  const p = face.person;
  const family = random.pick([...SANS, 'Liberation Sans Narrow', 'DejaVu Sans Condensed']);
  const fill = random.pick(inks);
  const v = { size: random.whole(22, 27), family, fill, weight: random.pick([400, 700]) };
  const same = random.chance(0.5);
  const rfc = `${p.curp.slice(0, 10)}${random.pick(['AB1', 'K93', '7Q0'])}`;
  return sheet(
    1000,
    630,
    `<rect y="0" width="1000" height="90" fill="#5b1133"/>${text(40, 58, 'LICENCIA PARA CONDUCIR', { size: 34, family, weight: 700, fill: '#fff' })}
    ${portrait(700, 120, 260, 320, random)}
    ${text(40, 150, `${p.paterno} ${p.materno}`, v)}${text(40, 186, p.nombre, v)}
    ${text(40, 250, `RFC: ${rfc}`, v)}
    ${same ? '' : text(40, 296, 'CURP', { ...v, size: 15 })}
    ${text(40, same ? 300 : 326, (same ? 'CURP: ' : '') + shown(face), v)}${cover(face, same ? 120 : 30, same ? 275 : 300, 430, 36)}
    ${text(40, 380, `SEXO: ${p.sexo === 'H' ? 'M' : 'F'}   TIPO DE SANGRE: O+`, v)}
    ${text(40, 430, `NACIMIENTO ${dmy(p.nacimiento, '-')}`, v)}
    ${text(40, 480, 'EXPEDICIÓN 11-03-2023   VENCE 11-03-2026', { ...v, size: 20 })}
    ${text(40, 560, `No. ${random.pick(['A', 'B', 'Z'])}${random.whole(10000000, 99999999)}`, { ...v, size: 32 })}`,
    random,
  );
};

/** Typed over a form: typewriter letters, wide spacing or groups. */
const typed: Layout = (face, random) => {
  const p = face.person;
  const family = random.pick(TYPEWRITERS);
  const v = { size: random.whole(24, 30), family, weight: random.pick([400, 700]) };
  const c = shown(face);
  const grouped = random.chance(0.4) && c.length === 18;
  const code = grouped
    ? [c.slice(0, 4), c.slice(4, 10), c.slice(10, 16), c.slice(16)].join(random.pick([' ', '-']))
    : c;
  return sheet(
    1200,
    760,
    `${text(600, 60, 'DIRECCIÓN DE PROFESIONES', { size: 32, family: 'Nimbus Roman', weight: 700, anchor: 'middle' })}
    ${text(60, 160, `NOMBRE: ${p.nombre} ${p.paterno} ${p.materno}`, v)}
    ${text(60, 230, 'CURP:', v)}${text(190, 230, code, { ...v, spacing: grouped ? 0 : random.pick([0, 2, 6]) })}${cover(face, 180, 195, 700, 48)}
    ${text(60, 300, `CÉDULA ${random.whole(1000000, 9999999)}   LIBRO ${random.whole(1, 99)}  FOJAS ${random.whole(1, 300)}`, v)}
    ${text(60, 370, 'LICENCIADO EN DERECHO', v)}
    ${text(60, 440, `FECHA DE NACIMIENTO ${dmy(p.nacimiento)}`, v)}
    ${text(60, 510, p.domicilio.join(' '), { ...v, size: 20 })}
    <line x1="60" y1="640" x2="520" y2="640" stroke="#000"/>${text(60, 675, 'FIRMA DEL TITULAR', { size: 18, family: 'Liberation Sans' })}`,
    random,
  );
};

/** An upright badge: few lines, centred, the code large or small. */
const badge: Layout = (face, random) => {
  const p = face.person;
  const family = random.pick([...SANS, ...OTHERS]);
  const light = random.chance(0.5);
  const fill = light ? '#111' : '#fdfdfd';
  const mid = { size: 30, family, anchor: 'middle', fill };
  return sheet(
    640,
    1000,
    `<rect x="0" y="0" width="640" height="1000" fill="${light ? '#f3f0e8' : '#213c34'}"/>
    ${text(320, 70, 'INSTITUTO DE FORMACIÓN', { ...mid, weight: 700 })}
    ${portrait(180, 120, 280, 350, random)}
    ${text(320, 540, p.nombre, mid)}${text(320, 580, `${p.paterno} ${p.materno}`, mid)}
    ${text(320, 660, 'CURP', { ...mid, size: 20 })}${text(320, 700, shown(face), { ...mid, size: random.whole(28, 42), weight: 700 })}${cover(face, 60, 668, 520, 44)}
    ${text(320, 780, `Ingreso ${random.whole(10, 28)}/08/2021`, { ...mid, size: 24 })}
    ${text(320, 900, `MATRÍCULA ${random.whole(100000, 999999)}`, mid)}`,
    random,
  );
};

export const PAPERS: readonly Layout[] = [voter, certificate, passport, driver, typed, badge];
