import { sql } from 'kysely';
import type { Trx } from '../../../platform/server/db/index.ts';
import { integer, pick } from '../../../platform/shared/random.ts';
import { displayNameOf } from '../../identidad/rules.ts';
import { makeClaveSinCurp } from '../clave/rules.ts';
import { checkDigit, deriveCurp, ENTIDADES, type Sexo } from '../curp/rules.ts';

const MUJERES =
  'María Fernanda,Guadalupe,Ana Sofía,Verónica,Leticia,Rosa María,Alejandra,Ximena,Regina,Claudia,Gabriela,Norma Angélica,Itzel,Citlali,Yolanda,Beatriz,Paulina,Mónica,Araceli,Teresa,Lucía,Daniela,Renata,Abril,Estefanía,Socorro,Irma,Magdalena,Nayeli,Xóchitl'.split(
    ',',
  );
const HOMBRES =
  'José Luis,Juan Carlos,Miguel Ángel,Jesús,Francisco Javier,Alejandro,Ricardo,Héctor,Óscar,Raúl,Iñaki,Emiliano,Santiago,Mateo,Rodrigo,Gerardo,Arturo,Enrique,Sergio,Cuauhtémoc,Tonatiuh,Efraín,Rubén,Ignacio,Saúl,Ulises,Víctor Manuel,Leonardo,Octavio,Zenón'.split(
    ',',
  );
const APELLIDOS =
  'Hernández,García,Martínez,López,González,Pérez,Rodríguez,Sánchez,Ramírez,Cruz,Flores,Gómez,Morales,Vázquez,Reyes,Jiménez,Torres,Díaz,Gutiérrez,Ruiz,Mendoza,Aguilar,Ortiz,Moreno,Castillo,Romero,Álvarez,Chávez,Rivera,Juárez,Domínguez,Ramos,Herrera,Medina,Castro,Vargas,Guzmán,Velázquez,Muñoz,Rojas,Contreras,Salazar,Luna,de la Cruz,Ortega,Guerrero,Estrada,Bautista,Cortés,Soto,Alvarado,Espinosa,Lara,Ávila,Ríos,Cervantes,Núñez,Peña,Íñiguez,Ochoa,Zúñiga,Tlapanco,Xicoténcatl,del Ángel,Montes de Oca,Bolaños,Quiñones,Ibáñez'.split(
    ',',
  );
const STATES = Object.keys(ENTIDADES);
/** The longest name a screen must bear: 52 characters. */
const LONG = {
  nombre: 'María de los Ángeles Guadalupe',
  apellidoPaterno: 'Fernández de Lara',
  apellidoMaterno: 'Íñigo',
};

export type SeededPersona = { id: string; curp: string; sexo: Sexo; nombreCompleto: string };

declare module '../../../platform/server/feature.ts' {
  interface DemoData {
    personas: readonly SeededPersona[];
    /** What their files say is there. */
    expedientes: true;
  }
}

const personaAt = (index: number, random: () => number) => {
  const sexo: Sexo = random() < 0.53 ? 'M' : 'H';
  const names =
    index === 7
      ? LONG
      : {
          nombre: pick(random, sexo === 'M' ? MUJERES : HOMBRES),
          apellidoPaterno: pick(random, APELLIDOS),
          apellidoMaterno: random() < 0.03 ? '' : pick(random, APELLIDOS),
        };
  const year = integer(random, 1958, 2002);
  const fechaNacimiento = `${year}-${String(integer(random, 1, 12)).padStart(2, '0')}-${String(integer(random, 1, 28)).padStart(2, '0')}`;
  const entidad = pick(random, STATES);
  const first16 = deriveCurp({
    ...names,
    fechaNacimiento,
    sexo: index === 7 ? 'M' : sexo,
    entidad,
  });
  // Position 17 tells homonyms apart; it also gives the century.
  const symbols = year < 2000 ? '0123456789' : 'ABCDEFGHIJ';
  const curps = [...symbols].map((symbol) => first16 + symbol + checkDigit(first16 + symbol));
  return {
    curps,
    ...names,
    nombreCompleto: [names.nombre, names.apellidoPaterno, names.apellidoMaterno]
      .filter(Boolean)
      .join(' ')
      .toLocaleUpperCase('es-MX'),
    fechaNacimiento,
    sexo: index === 7 ? ('M' as const) : sexo,
    entidad,
  };
};

const CHUNK = 2_000;

/**
 * Fictional people, the same ones for the same `random`; written in blocks, so that 100,000 take
 * little memory. Gives ids in the order made.
 */
export const seedPersonas = async (
  trx: Trx,
  { count, random }: { count: number; random: () => number },
): Promise<SeededPersona[]> => {
  const used = new Set<string>();
  const all: SeededPersona[] = [];
  for (let done = 0; done < count; done += CHUNK) {
    const rows = [];
    while (rows.length < Math.min(CHUNK, count - done)) {
      const made = personaAt(done + rows.length, random);
      const curp = made.curps.find((candidate) => !used.has(candidate));
      if (!curp) continue;
      used.add(curp);
      rows.push({ ...made, curp });
    }
    const ids = await trx
      .insertInto('personas')
      .columns([
        'clave',
        'curp',
        'nombre',
        'apellido_paterno',
        'apellido_materno',
        'nombre_completo',
        'fecha_nacimiento',
        'sexo',
        'entidad_nacimiento',
      ])
      .expression(
        sql`select r->>'curp', r->>'curp', r->>'nombre', r->>'apellidoPaterno', r->>'apellidoMaterno', r->>'nombreCompleto', (r->>'fechaNacimiento')::date, r->>'sexo', r->>'entidad' from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as t(r, n) order by n` as never,
      )
      .returning(['id', 'curp'])
      .execute();
    const idOf = new Map(ids.map((row) => [row.curp, row.id]));
    for (const row of rows) {
      all.push({
        id: idOf.get(row.curp)!,
        curp: row.curp,
        sexo: row.sexo,
        nombreCompleto: row.nombreCompleto,
      });
    }
  }
  return all;
};

/**
 * Some of those people as if they had registered without CURP: one whose declared CURP nobody has,
 * one who already has another file with it. And one whose name does not agree with their CURP.
 */
export const seedSinCurp = async (trx: Trx, personas: readonly SeededPersona[]): Promise<void> => {
  const [alone, twice, twin, differing] = [17, 18, 65, 19].map((i) => personas[i]);
  if (!alone || !twice || !twin || !differing) return;
  const sinCurp = {
    curp: null,
    fecha_nacimiento: null,
    sexo: null,
    entidad_nacimiento: null,
  };
  await trx
    .updateTable('personas')
    .set({ ...sinCurp, clave: makeClaveSinCurp('20260001'), curp_declarada: alone.curp })
    .where('id', '=', alone.id)
    .execute();
  const { nombre_completo, ...sameName } = await trx
    .selectFrom('personas')
    .select(['nombre', 'apellido_paterno', 'apellido_materno', 'nombre_completo'])
    .where('id', '=', twin.id)
    .executeTakeFirstOrThrow();
  // As many people write it: without accents.
  const plain = (text: string) => text.normalize('NFD').replace(/[\u0300\u0301]/g, '');
  twice.nombreCompleto = plain(nombre_completo);
  await trx
    .updateTable('personas')
    .set({
      ...sinCurp,
      nombre: plain(sameName.nombre).toUpperCase(),
      apellido_paterno: plain(sameName.apellido_paterno).toUpperCase(),
      apellido_materno: plain(sameName.apellido_materno).toUpperCase(),
      nombre_completo: twice.nombreCompleto,
      clave: makeClaveSinCurp('20260002'),
      curp_declarada: twin.curp,
    })
    .where('id', '=', twice.id)
    .execute();
  const { apellidoPaterno, apellidoMaterno } = await trx
    .selectFrom('personas')
    .select(['apellido_paterno as apellidoPaterno', 'apellido_materno as apellidoMaterno'])
    .where('id', '=', differing.id)
    .executeTakeFirstOrThrow();
  const nombre = 'Quetzalli';
  differing.nombreCompleto = displayNameOf({ nombre, apellidoPaterno, apellidoMaterno });
  await trx
    .updateTable('personas')
    .set({
      nombre,
      nombre_completo: differing.nombreCompleto,
      discrepancias: sql<string[]>`'{nombre}'::text[]`,
    })
    .where('id', '=', differing.id)
    .execute();
};
