/** Whether what everybody was told is what the database says, and what it says holds together. */
import { sql } from 'kysely';
import { reviewInscripciones } from '../../src/features/inscripciones/invariantes/server/service.ts';
import type { Db } from '../../src/platform/server/db/index.ts';
import { foldServer } from '../../src/platform/server/feature.ts';
import { SERVER_FEATURES } from '../../src/server-features.ts';
import type { Respuesta } from './envio.ts';
import type { Apertura } from './gente.ts';

/** How an edition was left. */
export type Estado = { inscritas: number; deCupo: number; enEspera: number };

type Row = {
  persona_id: string;
  estado: string;
  folio: string;
  clave: string;
  llave: string | null;
  cupo_clave: string | null;
  enviada_en: Date;
  lugar: number;
};

/** Every inscripción of an edition; `lugar` is its place in the order of receipt among those who wait. */
const selectTodas = async (db: Db, edicionId: string): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select i.persona_id, i.estado, a.folio, a.clave, i.llave, i.cupo_clave, i.enviada_en,
      (row_number() over (partition by i.estado order by i.enviada_en, i.id))::int as lugar
    from inscripciones i left join acuses a on a.inscripcion_id = i.id
    where i.edicion_id = ${edicionId}`.execute(db);
  return rows;
};

/** What one was told against what is written; `desfase`: by so many the place that they were told may be too good. */
const compare = (one: Respuesta, row: Row | undefined, desfase: number): string | null => {
  const { resultado: said } = one;
  if (!said) return `sin respuesta: ${one.http} ${one.error}`;
  if (!row) return `le dijeron «${said.estado}» y no está`;
  if (row.llave !== one.llave) return 'está con otra llave que la suya';
  if (row.estado !== said.estado) return `le dijeron «${said.estado}» y está «${row.estado}»`;
  if (row.folio !== said.folio.replaceAll('-', '') || row.clave !== said.clave)
    return 'su folio es otro';
  // The instant of receipt is within what they waited for, by one clock (whole milliseconds).
  const at = row.enviada_en.getTime();
  if (at < one.desde - 1 || at > one.hasta + 1) return 'se recibió a una hora en que no lo envió';
  if (row.estado !== 'enListaDeEspera') return null;
  // Who came before and is written later goes before them: they are waited for, but not for ever.
  const told = said.lugarEnEspera ?? 0;
  return told < 1 || told > row.lugar || row.lugar - told > desfase
    ? `le dijeron el lugar ${told} y tiene el ${row.lugar}`
    : null;
};

/** All that does not agree, in words; nothing when all does. */
export const reviewApertura = async (
  db: Db,
  { edicionId, lugares, deCupo, aspirantes }: Apertura,
  answers: readonly Respuesta[],
  { desfase }: { desfase: number },
): Promise<{ estado: Estado; problemas: string[] }> => {
  const rows = await selectTodas(db, edicionId);
  const byPersona = new Map(rows.map((row) => [row.persona_id, row]));
  const inscritas = rows.filter(({ estado }) => estado === 'inscrita');
  const estado = {
    inscritas: inscritas.length,
    deCupo: inscritas.filter(({ cupo_clave }) => cupo_clave !== null).length,
    enEspera: rows.filter((row) => row.estado === 'enListaDeEspera').length,
  };
  const expected = {
    inscritas: Math.min(lugares, aspirantes.length),
    enEspera: Math.max(aspirantes.length - lugares, 0),
  };
  const problemas = answers.flatMap((one) => {
    const problem = compare(one, byPersona.get(one.aspirante.personaId), desfase);
    return problem === null ? [] : [`Persona ${one.aspirante.personaId}: ${problem}.`];
  });
  if (rows.length !== byPersona.size) problemas.push('Hay quien quedó dos veces.');
  if (answers.length !== aspirantes.length) problemas.push('Hay a quien no se le respondió.');
  if (aspirantes.length >= lugares && estado.inscritas !== expected.inscritas) {
    problemas.push(`Se dieron ${estado.inscritas} lugares de ${expected.inscritas}.`);
  }
  if (aspirantes.length >= lugares && estado.enEspera !== expected.enEspera) {
    problemas.push(`Esperan ${estado.enEspera} y debían esperar ${expected.enEspera}.`);
  }
  if (estado.deCupo > deCupo) problemas.push(`Del cupo se dieron ${estado.deCupo} de ${deCupo}.`);
  const found = await reviewInscripciones(db, new Date(), {
    demo: false,
    convocatorias: foldServer(SERVER_FEATURES).given.one('lugarDeConvocatoria'),
  });
  return { estado, problemas: [...problemas, ...found.map(({ texto }) => texto)] };
};
