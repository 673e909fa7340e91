import { type Aporte, aporteDeTabla } from '../../../../platform/server/aportes.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { recordCambio } from '../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import type { Secrets } from '../../../../platform/server/secrets.ts';
import { type Supresion, supresionDeTabla } from '../../../../platform/server/supresiones.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import { readKept, tryKept } from '../../../../platform/shared/formatos.ts';
import { NO_SE_LEE } from '../../../../platform/shared/ilegible.ts';
import type { Seguidor } from '../../clave/seguidores/server/service.ts';
import { normalizeCurp } from '../../curp/rules.ts';
import { findPersonaByClave, lockPersona } from '../../server/data.ts';
import type { AccesibilidadPropia } from '../contract.ts';
import { ERRORES } from '../errors.ts';
import {
  APOYOS,
  cleanNecesidades,
  isNinguna,
  joinNecesidades,
  type Necesidades,
  NINGUNA,
} from '../rules.ts';
import {
  deleteAccesibilidad,
  findAccesibilidad,
  saveSellado,
  selectAccesibilidad,
} from './data.ts';

/** As it is kept. The id goes in with it: what is put in another row does not open. */
export const sealNecesidades = (
  secrets: Pick<Secrets, 'seal'>,
  personaId: string,
  necesidades: Necesidades,
): string | null =>
  isNinguna(necesidades) ? null : secrets.seal(JSON.stringify({ personaId, necesidades }));

/** What somebody needs, from what is kept of it. @throws {Ilegible} */
export const openNecesidades = (
  secrets: Pick<Secrets, 'open'>,
  personaId: string,
  sellado: string | null,
): Necesidades => {
  if (sellado === null) return NINGUNA;
  return readKept(() => {
    const kept = JSON.parse(secrets.open(sellado)) as {
      personaId: string;
      necesidades: Necesidades;
    };
    if (kept.personaId !== personaId) throw new Error('what another person needs was kept here');
    return kept.necesidades;
  });
};

/** What somebody needs, for themselves. */
export const readAccesibilidad = async (
  db: Db | Trx,
  secrets: Pick<Secrets, 'open'>,
  personaId: string,
): Promise<AccesibilidadPropia> => {
  const row = await findAccesibilidad(db, personaId);
  const { apoyos, detalle } = openNecesidades(secrets, personaId, row?.sellado ?? null);
  return { apoyos: [...apoyos], detalle, version: row?.version ?? 0 };
};

/** Saves what one needs, over the version that was edited. */
export const saveAccesibilidad = async (
  trx: Trx,
  { version, ...escritas }: Necesidades & { version: number },
  { actor, services }: Pick<Asking, 'actor' | 'services'>,
): Promise<AccesibilidadPropia> => {
  const persona = actor.personaId === null ? undefined : await lockPersona(trx, actor.personaId);
  if (!persona) throw refuse('NOT_FOUND', ERRORES.noExiste);
  const necesidades = cleanNecesidades(escritas);
  const saved = await saveSellado(trx, {
    personaId: persona.id,
    sellado: sealNecesidades(services.secrets, persona.id, necesidades),
    version,
    ahora: services.now(),
  });
  if (!saved) throw refuse('ABORTED', ERRORES.cambio);
  // That they did, not what: not even whether there is something.
  await recordCambio(trx, 'persona.guardarAccesibilidad', { id: persona.id });
  return readAccesibilidad(trx, services.secrets, persona.id);
};

/** For one of the staff who says why. What cannot be left in the history is not read. */
export const readAccesibilidadDe = async (
  db: Db,
  secrets: Pick<Secrets, 'open'>,
  { clave, motivo }: { clave: string; motivo: string },
): Promise<Necesidades> => {
  const persona = await findPersonaByClave(db, normalizeCurp(clave));
  if (!persona) throw refuse('NOT_FOUND', ERRORES.noExiste);
  await db
    .transaction()
    .execute((trx) => recordCambio(trx, 'persona.leerAccesibilidad', { id: persona.id, motivo }));
  const row = await findAccesibilidad(db, persona.id);
  return openNecesidades(secrets, persona.id, row?.sellado ?? null);
};

/** What somebody needs follows them, sealed anew for the file that it goes to; of two files, all of it. */
export const accesibilidadSeguidor: Seguidor = {
  columnas: ['personas_accesibilidad.persona_id'],

  // Nothing is said to staff of whether there is any: it follows, whatever there is.
  look: async (trx, { de, a }, lock) => ({
    siguen: [],
    version: (await selectAccesibilidad(trx, a === null ? [de] : [de, a], lock)).map(
      ({ persona_id, version }) => [persona_id, version],
    ),
  }),

  async follow(trx, { de, a, ctx, anotar }) {
    if (a === null) return;
    const rows = await selectAccesibilidad(trx, [de, a], true);
    const [mine, theirs] = [de, a].map((id) => rows.find((row) => row.persona_id === id));
    if (!mine) return;
    const { secrets, now } = ctx.services;
    const joined = joinNecesidades(
      openNecesidades(secrets, a, theirs?.sellado ?? null),
      openNecesidades(secrets, de, mine.sellado),
    );
    await saveSellado(trx, {
      personaId: a,
      sellado: sealNecesidades(secrets, a, joined),
      version: theirs?.version ?? 0,
      ahora: now(),
    });
    await deleteAccesibilidad(trx, de);
    anotar('persona.reunirAccesibilidad', { id: a });
  },
};

/** What somebody needs, opened for themselves. */
export const accesibilidadAporte: Aporte = aporteDeTabla({
  id: 'accesibilidad',
  titulo: 'Lo que necesita para participar',
  tabla: 'personas_accesibilidad',
  por: [{ columna: 'persona_id', es: 'persona' }],
  sin: ['sellado'],
  completa: async ({ secrets }, filas) =>
    filas.map(({ persona_id, sellado }) => {
      const kept = sellado === null ? null : String(sellado);
      // What does not open keeps nobody from the rest of their data.
      const suyas = tryKept(() => openNecesidades(secrets, String(persona_id), kept));
      if (suyas === null) return { apoyos: [], detalle: NO_SE_LEE };
      const { apoyos, detalle } = suyas;
      const dichos = APOYOS.filter(({ value }) => apoyos.includes(value));
      return { apoyos: dichos.map(({ label }) => label), detalle };
    }),
});

export const accesibilidadSupresion: Supresion = supresionDeTabla({
  id: 'accesibilidad',
  titulo: 'Lo que necesita para participar',
  tabla: 'personas_accesibilidad',
  por: [{ columna: 'persona_id', es: 'persona' }],
});
