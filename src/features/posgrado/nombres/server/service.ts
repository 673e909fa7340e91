/** How the history calls the records of posgrado that have no screen of their own: by their call, and by what tells them apart. */
import type { Nombrar } from '../../../../platform/server/historial/index.ts';
import { formatMomento } from '../../../../platform/shared/dates.ts';
import { groupByFour } from '../../../../platform/shared/ids.ts';
import { properName } from '../../../../platform/shared/names.ts';
import { convocatoriaPath, inconformidadEnMesaPath } from '../../routes.ts';
import { type NombradoRow, type RegistroDeConvocatoria, selectNombrados } from './data.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The tab of the desk where each kind is seen. */
const SECCION: Record<RegistroDeConvocatoria, string> = {
  asignacion: 'evaluacion',
  entrevista: 'examenes',
  etapa: 'bases',
  evaluacion: 'evaluacion',
  evaluador: 'evaluacion',
  examen: 'examenes',
  exclusion: 'solicitudes',
  impedimento: 'evaluacion',
  inconformidad: 'inconformidades',
  ranking: 'ranking',
  recomendacion: 'solicitudes',
  reconsideracion: 'presolicitudes',
};
/** Kinds that are told apart by somebody's name, which is kept in capitals. */
const DE_ALGUIEN: ReadonlySet<RegistroDeConvocatoria> = new Set(['evaluador', 'impedimento']);

const nombrarDe =
  (registro: RegistroDeConvocatoria): Nombrar =>
  async (db, ids) => {
    const nombreDe = ({ convocatoria, que, folio, cuando }: NombradoRow) =>
      [
        folio && groupByFour(folio.replaceAll('-', '')),
        que && (DE_ALGUIEN.has(registro) ? properName(que) : que),
        cuando && formatMomento(cuando),
        convocatoria,
      ]
        .filter(Boolean)
        .join(', ');
    const rows = await selectNombrados(
      db,
      registro,
      ids.filter((id) => UUID.test(id)),
    );
    return new Map(
      rows.map((row) => [
        row.id,
        {
          nombre: nombreDe(row),
          enlace:
            registro === 'inconformidad'
              ? inconformidadEnMesaPath(row.edicion_id, row.id)
              : convocatoriaPath(row.edicion_id, SECCION[registro]),
        },
      ]),
    );
  };

/** Names of these kinds of record, for the manifest. */
export const nombrarDeConvocatorias: Readonly<Record<RegistroDeConvocatoria, Nombrar>> = {
  asignacion: nombrarDe('asignacion'),
  entrevista: nombrarDe('entrevista'),
  etapa: nombrarDe('etapa'),
  evaluacion: nombrarDe('evaluacion'),
  evaluador: nombrarDe('evaluador'),
  examen: nombrarDe('examen'),
  exclusion: nombrarDe('exclusion'),
  impedimento: nombrarDe('impedimento'),
  inconformidad: nombrarDe('inconformidad'),
  ranking: nombrarDe('ranking'),
  recomendacion: nombrarDe('recomendacion'),
  reconsideracion: nombrarDe('reconsideracion'),
};
