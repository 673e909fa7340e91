/** Who is told of an exception: whom it excuses, by mail; who may approve it, on their home. */
import type { Trx } from '../../../../../platform/server/db/index.ts';
import type { Slots } from '../../../../../platform/server/feature.ts';
import type { Services } from '../../../../../platform/server/services.ts';
import { fechaDe } from '../../../../../platform/shared/dates.ts';
import { nameInItsCase, properName } from '../../../../../platform/shared/names.ts';
import { personPath } from '../../../../personas/routes.ts';
import { canManageExcepciones } from '../../policy.ts';
import { findAvisada, markAvisada, selectPorAprobar, selectPorVencer } from './data.ts';
import { type AvisoDeExcepcion, excepcionMail } from './mails.ts';

/** How long before its last day is over one is told, in days. */
const DIAS = 7;
const DAY_MS = 86_400_000;

/** Tells whom an exception excuses what became of it; who has no account is told by whoever asked for it. */
export const tellExcepcion = async (
  trx: Trx,
  { env, notificaciones }: Pick<Services, 'env' | 'notificaciones'>,
  id: string,
  aviso: AvisoDeExcepcion,
): Promise<void> => {
  const row = await findAvisada(trx, id);
  if (!row?.correo || row.uid === null) return;
  const nombre = nameInItsCase(
    row.persona_nombre,
    row.persona_apellido_paterno,
    row.persona_apellido_materno,
  );
  const que = {
    plantilla: row.plantilla_nombre,
    descripcion: row.descripcion,
    venceEl: fechaDe(new Date(row.vence_en.getTime() - 1)),
  };
  await notificaciones.notify(
    trx,
    excepcionMail(env, { to: row.correo, uid: row.uid, nombre }, que, aviso),
  );
};

/** Tells of those that end within a week, each once: its mail commits with the mark that it was told. */
export const tellPorVencer = async (services: Services): Promise<void> => {
  const ahora = services.now();
  const hasta = new Date(ahora.getTime() + DIAS * DAY_MS);
  for (const id of await selectPorVencer(services.db, { ahora, hasta, dias: DIAS })) {
    await services.db.transaction().execute(async (trx) => {
      if (await markAvisada(trx, id, ahora)) {
        await tellExcepcion(trx, services, id, { tipo: 'porVencer' });
      }
    });
  }
};

/** What waits for a second person, for whoever may be that one. */
export const excepcionesPendientes: Slots['pendientes'] = {
  de: 'personal',
  policy: canManageExcepciones,
  async find(db, { actor: { uid, personaId }, ahora }) {
    const rows = await selectPorAprobar(db, { uid, personaId, ahora });
    return rows.map(({ persona_clave, persona_nombre_completo, descripcion, creado_en }) => ({
      titulo: `Excepción por aprobar: ${properName(persona_nombre_completo)}`,
      detalle: descripcion,
      enlace: personPath(persona_clave),
      accion: 'Revisar',
      espera: creado_en,
    }));
  },
};
