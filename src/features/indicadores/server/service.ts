import type { Db, Trx } from '../../../platform/server/db/index.ts';
import { formatFecha } from '../../../platform/shared/dates.ts';
import { TRAMOS } from '../../cursos/contract.ts';
import { INSCRIPCION } from '../../inscripciones/estados.ts';
import { countEnviadas } from '../../inscripciones/server/service.ts';
import type { FiltrosDeIndicadores, Indicadores } from '../contract.ts';
import { agrupacionDe, diasDe } from '../rules.ts';
import {
  type Cuales,
  type DiferenciaRow,
  findDiferencias,
  foldCambios,
  insertRevision,
  remakeIndicadores,
  selectCircuitos,
  selectConclusiones,
  selectDeCanceladas,
  selectOcupacion,
  selectOpciones,
  selectRevision,
  selectTiempo,
} from './data.ts';

export { foldCambios, selectOpciones as findOpciones };

const NADA = { acreditadas: 0, noAcreditadas: 0, bajas: 0, enCurso: 0 };

/** Of what each row of the completion is. */
const partesDe = ({ areaId, cursoId }: FiltrosDeIndicadores) => {
  if (cursoId !== undefined) return 'ediciones';
  return areaId === undefined ? 'areas' : 'tipos';
};

/** The figures of a period, of all enrolments or of those of some editions. */
export const readIndicadores = async (
  db: Db,
  filtros: FiltrosDeIndicadores,
  ahora: Date,
): Promise<Indicadores> => {
  const { tipoId, areaId, cursoId } = filtros;
  const cuales: Cuales = { ...diasDe(filtros), tipoId, areaId, cursoId };
  const por = agrupacionDe(filtros, filtros.por);
  const [tiempo, circuitos, tramos, conclusiones, canceladas, revision] = await Promise.all([
    selectTiempo(db, cuales, por),
    selectCircuitos(db, cuales),
    selectOcupacion(db, cuales, TRAMOS),
    selectConclusiones(db, { ...cuales, de: partesDe(filtros) }),
    selectDeCanceladas(db, cuales),
    selectRevision(db),
  ]);
  const of = (estado: (typeof INSCRIPCION.estados)[number]) =>
    circuitos.reduce((sum, { estados }) => sum + (estados[estado] ?? 0), 0);
  return {
    ahora: ahora.toISOString(),
    por,
    tiempo,
    circuitos: circuitos.map(({ estados: _estados, ...rest }) => rest),
    estados: INSCRIPCION.estados
      .map((estado) => ({ estado, n: of(estado) }))
      .filter(({ n }) => n !== 0),
    ocupacion: {
      ediciones: tramos.reduce((sum, { ediciones }) => sum + ediciones, 0),
      cupo: tramos.reduce((sum, { cupo }) => sum + cupo, 0),
      ocupados: tramos.reduce((sum, { ocupados }) => sum + ocupados, 0),
      tramos: TRAMOS.map(
        (de) =>
          tramos.find((tramo) => tramo.de === de) ?? { de, ediciones: 0, cupo: 0, ocupados: 0 },
      ),
    },
    conclusion: {
      ...NADA,
      acreditadas: of('acreditada'),
      noAcreditadas: of('noAcreditada'),
      bajas: of('baja') - canceladas.bajas,
      enCurso: of('inscrita') - canceladas.enCurso,
    },
    conclusiones,
    revision: revision
      ? { revisadoEn: revision.revisado_en.toISOString(), diferencias: revision.diferencias }
      : null,
  };
};

const describe = ({
  tabla,
  ambito,
  dia,
  circuito,
  estado,
  esperado,
  dice,
}: DiferenciaRow): string => {
  if (dia === null || estado === null) {
    return `${tabla}: ${ambito} se cuenta en un tipo o un área que ya no son los suyos`;
  }
  const mensual = circuito === null ? formatFecha(dia) : `mes del ${formatFecha(dia)}, ${circuito}`;
  return `${tabla}: ${ambito}, ${mensual}, ${INSCRIPCION.palabra(estado)}: dice ${dice} y son ${esperado}`;
};

/** Of a comparison, the differences that are told one by one. */
const TOLD = 20;

export type Revision = { inscripciones: number; diferencias: number; ejemplos: string[] };

/** Compares every figure with the enrolments, and notes that it was done and what was found. */
export const reviewIndicadores = async (db: Db, ahora: Date): Promise<Revision> => {
  await foldCambios(db);
  const { n, primeras } = await findDiferencias(db, TOLD);
  const revision = {
    inscripciones: await countEnviadas(db),
    diferencias: n,
    ejemplos: primeras.map(describe),
  };
  await insertRevision(db, { ...revision, revisadoEn: ahora });
  return revision;
};

/** Makes every figure again from the enrolments, and compares them. */
export const rebuildIndicadores = async (db: Db, ahora: Date): Promise<Revision> => {
  await db.transaction().execute((trx: Trx) => remakeIndicadores(trx));
  return reviewIndicadores(db, ahora);
};
