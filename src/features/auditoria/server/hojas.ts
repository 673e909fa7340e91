import type { z } from 'zod';
import { Momento } from '../../../platform/server/hojas/cells.ts';
import { defineHoja } from '../../../platform/server/hojas/define.ts';
import type { Vocabulario } from '../../../platform/shared/historial.ts';
import { isAdmin, isSignedIn } from '../../../platform/shared/policy.ts';
import { readPersonaIdOf } from '../../identidad/cuentas/server/service.ts';
import { readActor } from '../../identidad/sesiones/server/service.ts';
import { readPersonaIds } from '../../personas/server/service.ts';
import { type Anotacion, listHistorial } from '../contract.ts';
import { decirRenglon, describeCambio } from '../rules.ts';
import { selectAccesos } from './data.ts';
import { presentAcceso } from './present.ts';
import { type Palabras, readConsulta, readHistorial } from './service.ts';

const BLOCK = 1_000;
/** Rows of the export of who has looked at one's file: the latest. */
const MAX_ACCESOS = 10_000;

const filters = listHistorial.input.pick({
  busqueda: true,
  accion: true,
  entidad: true,
  desde: true,
  hasta: true,
  descendente: true,
});

/** Who did it: how they were called then and, if otherwise, how they are today. */
const quienDe = ({ nombre, nombreDeHoy, email }: NonNullable<Anotacion['actor']>): string => {
  const entonces = nombre || email || 'Cuenta eliminada';
  return nombreDeHoy ? `${entonces} (hoy ${nombreDeHoy})` : entonces;
};

const toFila = (a: Anotacion, vocabulario: Vocabulario) => ({
  momento: new Momento(new Date(a.momento)),
  accion: vocabulario.describeAccion(a.accion),
  quien: a.actor ? quienDe(a.actor) : 'El sistema',
  correo: a.actor?.email || null,
  registro: vocabulario.describeEntidad(a.entidad),
  id: a.entidadId,
  cambio: describeCambio(vocabulario, a).renglones.map(decirRenglon).join('; '),
  motivo: a.motivo,
  origen: a.origen,
  peticion: a.peticionId,
});

/** The history, for an Admin, in the order of the screen. Nothing is imported into it. */
const historialHoja = (palabras: Palabras) =>
  defineHoja<ReturnType<typeof toFila>, z.output<typeof filters>>({
    id: 'historial',
    title: 'auditoría',
    policy: isAdmin,
    columns: [
      { key: 'momento', header: 'Cuándo', example: '', width: 18 },
      { key: 'accion', header: 'Qué', example: '', width: 30 },
      { key: 'quien', header: 'Quién', example: '', width: 30 },
      { key: 'correo', header: 'Correo', example: '', width: 30 },
      { key: 'registro', header: 'Registro', example: '', width: 16 },
      { key: 'id', header: 'Clave del registro', example: '', width: 38 },
      { key: 'cambio', header: 'Antes y después', example: '', width: 60 },
      { key: 'motivo', header: 'Motivo', example: '', width: 30 },
      { key: 'origen', header: 'Desde', example: '', width: 16 },
      { key: 'peticion', header: 'Petición', example: '', width: 38 },
    ],
    filters,
    shownFilters: ['accion', 'entidad', 'desde', 'hasta', 'descendente'],

    async *exportRows({ descendente, ...filtros }, { db, actorUid }) {
      const actor = (await readActor(db, actorUid)) ?? { personaId: null, email: '' };
      const consulta = await readConsulta(db, palabras, actor, filtros);
      if (!consulta) return;
      let tras: number | undefined;
      for (;;) {
        const query = { ...consulta, tras, descendente, limite: BLOCK };
        const filas = await readHistorial(db, palabras, query);
        if (filas.length === 0) return;
        tras = filas.at(-1)!.id;
        yield filas.map((fila) => toFila(fila, palabras.vocabulario));
      }
    },
  });

const toAcceso = (acceso: ReturnType<typeof presentAcceso>, { describeAccion }: Vocabulario) => ({
  momento: new Momento(new Date(acceso.momento)),
  accion: describeAccion(acceso.accion),
  quien: acceso.quien,
  role: acceso.role,
  motivo: acceso.motivo,
});

/** Who has looked at the file of whoever asks. */
const accesosHoja = (vocabulario: Vocabulario) =>
  defineHoja<ReturnType<typeof toAcceso>>({
    id: 'accesos',
    title: 'consultas de su expediente',
    policy: isSignedIn,
    columns: [
      { key: 'momento', header: 'Cuándo', example: '', width: 18 },
      { key: 'accion', header: 'Qué', example: '', width: 30 },
      { key: 'quien', header: 'Quién', example: '', width: 30 },
      { key: 'role', header: 'Rol', example: '' },
      { key: 'motivo', header: 'Motivo', example: '', width: 40 },
    ],
    async *exportRows(_filters, { db, actorUid }) {
      const personaId = await readPersonaIdOf(db, actorUid);
      if (personaId === null) return;
      const ids = await readPersonaIds(db, personaId);
      const de = { personaIds: ids, ownUid: actorUid };
      const rows = await selectAccesos(db, de, { limit: MAX_ACCESOS });
      yield rows.map((row) => toAcceso(presentAcceso(row), vocabulario));
    },
  });

/** How the history is exported: in the words of the features, which name their records. */
export const auditoriaHojas = (palabras: Palabras) =>
  [historialHoja(palabras), accesosHoja(palabras.vocabulario)] as const;
