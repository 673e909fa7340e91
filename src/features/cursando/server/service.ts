import type { Db } from '../../../platform/server/db/index.ts';
import type { Slots } from '../../../platform/server/feature.ts';
import { fechaDe, startOfDay } from '../../../platform/shared/dates.ts';
import { isSignedIn } from '../../../platform/shared/policy.ts';
import { SIN_EXPEDIENTE, tabPath } from '../../personas/routes.ts';
import type { Cursado } from '../contract.ts';
import { readPublicados } from '../materiales/server/service.ts';
import { PESTANA } from '../routes.ts';
import { isPasado } from '../rules.ts';
import { selectCursados, selectProximas } from './data.ts';
import { presentCursado } from './present.ts';

/** What is recorded of these enrolments and their person may see, by enrolment. */
type ResultadosDeInscripciones = (
  db: Db,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, Cursado['resultados']>>;

declare module '../../../platform/server/feature.ts' {
  interface Slots {
    /** Attendance and grades, for whoever takes the course. */
    resultadosDeInscripciones: ResultadosDeInscripciones;
  }
}

/** All that somebody takes or took: first what goes on, what begins soonest first; then what is over. */
export const readCursos = async (
  db: Db,
  personaId: string,
  { ahora, resultados }: { ahora: Date; resultados: readonly ResultadosDeInscripciones[] },
): Promise<Cursado[]> => {
  const rows = await selectCursados(db, personaId);
  const conLugar = rows.filter(({ con_lugar }) => con_lugar);
  const materiales = await readPublicados(
    db,
    conLugar.map(({ edicion_id }) => edicion_id),
  );
  const found = new Map<string, Cursado['resultados']>();
  for (const read of resultados) {
    const ids = conLugar.map(({ inscripcion_id }) => inscripcion_id);
    for (const [id, one] of await read(db, ids)) found.set(id, one);
  }
  const cursos = rows.map((row) =>
    presentCursado(row, {
      ahora,
      materiales: row.con_lugar ? (materiales.get(row.edicion_id) ?? []) : [],
      resultados: found.get(row.inscripcion_id),
    }),
  );
  const going = cursos.filter((one) => !isPasado(one));
  return [
    ...going.sort((a, b) => a.edicion.inicia.localeCompare(b.edicion.inicia)),
    ...cursos.filter(isPasado),
  ];
};

/** Days before a session that home says so. */
const DIAS_DE_AVISO = 7;

/** The next session of what one takes, when it is near. */
export const sesionesProximas: Slots['pendientes'] = {
  de: 'propios',
  policy: isSignedIn,
  async find(db, { actor: { personaId, clave }, ahora }) {
    if (personaId === null) return [];
    const rows = await selectProximas(db, personaId, {
      hoy: fechaDe(ahora),
      hasta: fechaDe(new Date(ahora.getTime() + DIAS_DE_AVISO * 86_400_000)),
    });
    return rows.flatMap(({ fecha, de, a, tema, lugar, curso_nombre: curso, edicion_nombre }) => {
      const [hour = 0, minute = 0] = de.split(':').map(Number);
      const empieza = new Date(startOfDay(fecha).getTime() + (hour * 60 + minute) * 60_000);
      if (empieza <= ahora) return [];
      const horas = `de ${de} a ${a}\u00a0h`;
      return [
        {
          titulo: `Sesión de ${curso}`,
          detalle: [tema, horas, lugar || edicion_nombre].filter(Boolean).join(', '),
          empieza,
          enlace: tabPath(clave ?? SIN_EXPEDIENTE, PESTANA),
          accion: 'Ver mis cursos',
        },
      ];
    });
  },
};
