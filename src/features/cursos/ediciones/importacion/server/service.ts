import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import { recordCambios } from '../../../../../platform/server/historial/index.ts';
import { enComunDe } from '../../../../../platform/server/hojas/cambios.ts';
import {
  type HojaRow,
  type ImportRun,
  rowError,
} from '../../../../../platform/server/hojas/define.ts';
import { changedFields } from '../../../../../platform/shared/conflict.ts';
import { formatFecha } from '../../../../../platform/shared/dates.ts';
import type { RowProblem } from '../../../../../platform/shared/hojas.ts';
import { lookUp } from '../../../../../platform/shared/look-up.ts';
import { fold } from '../../../../../platform/shared/search.ts';
import { MESSAGES } from '../../../errors.ts';
import {
  type Cambio,
  type Fila,
  nameItems,
  type Plan,
} from '../../../importacion/server/service.ts';
import type { DatosDeEdicion } from '../../contract.ts';
import { selectDiasDeSesiones } from '../../partes/server/data.ts';
import {
  type CampoDeEdicion,
  cambiaParaInscritos,
  checkConActa,
  checkEdicion,
  checkPorConvocatoria,
  sesionesQueDejaFuera,
} from '../../rules.ts';
import {
  type EdicionRow,
  insertEdicionesImportadas,
  selectCursosDeClaves,
  selectEdicionesPorNombre,
  selectOcupados,
  selectPlantillas,
  updateEdiciones,
} from '../../server/data.ts';
import { datosDeEdicionOf } from '../../server/present.ts';
import {
  convocatoriaDe,
  cupoTaken,
  type ParticipantesDeEdicion,
  paraHistorial,
  type ResultadosDeEdicion,
} from '../../server/service.ts';

/** `2027-01-12 09:00` as people write it in a sheet. */
const escrito = (momento: unknown): string => {
  const [dia = '', hora = ''] = String(momento).split(' ');
  return `${dia.split('-').reverse().join('/')} ${hora}`.trim();
};

/** Which column says a field. */
const COLUMNA: Readonly<Record<string, string>> = {
  cursoId: 'curso',
  sedeId: 'sede',
  plantillaId: 'plantilla',
};

type Curso = { id: string; clave: string; retirado_en: Date | null };
type Plantilla = { id: string; nombre: string };

type Conocidos = {
  cursos: ReadonlyMap<string, Curso>;
  /** By course and name, folded. */
  ediciones: ReadonlyMap<string, readonly EdicionRow[]>;
  plantillas: readonly Plantilla[];
  nombrado: Awaited<ReturnType<typeof nameItems<'sede'>>>;
};

const llaveDe = (cursoId: string, nombre: string): string => `${cursoId} ${fold(nombre)}`;

const load = async (
  db: Db | Trx,
  rows: readonly HojaRow<Fila>[],
  ahora: Date,
): Promise<Conocidos> => {
  const claves = [...new Set(rows.map(({ valores }) => String(valores.curso)))];
  const cursos = await selectCursosDeClaves(db, claves);
  const nombres = [...new Set(rows.map(({ valores }) => fold(String(valores.nombre))))];
  const named = { cursos: cursos.map(({ id }) => id), nombres };
  const ediciones = new Map<string, EdicionRow[]>();
  for (const row of await selectEdicionesPorNombre(db, named, ahora)) {
    const llave = llaveDe(row.curso_id, row.nombre);
    ediciones.set(llave, [...(ediciones.get(llave) ?? []), row]);
  }
  return {
    cursos: new Map(cursos.map((curso) => [curso.clave.toUpperCase(), curso])),
    ediciones,
    plantillas: await selectPlantillas(db),
    nombrado: await nameItems(db, { sede: 'sedes' }, rows),
  };
};

const conHora = (value: Fila[string] | undefined, hora: string): string => {
  const text = String(value ?? '');
  return text === '' || text.includes(' ') ? text : `${text} ${hora}`;
};

/** What a row says over what there was, but for what it names. */
const over = ({ valores }: HojaRow<Fila>, antes: DatosDeEdicion | null): DatosDeEdicion => {
  const text = (key: 'inicia' | 'termina') => String(valores[key] ?? antes?.[key] ?? '');
  const number = (key: 'cupo' | 'calificacionMinima' | 'asistenciaMinima') => {
    const value = valores[key] ?? antes?.[key] ?? null;
    return value === null ? null : Number(value);
  };
  return {
    cursoId: antes?.cursoId ?? '',
    plantillaId: antes?.plantillaId ?? '',
    nombre: antes?.nombre ?? String(valores.nombre).trim(),
    inicia: text('inicia'),
    termina: text('termina'),
    inscripcionAbre: conHora(valores.inscripcionAbre, '00:00') || (antes?.inscripcionAbre ?? ''),
    inscripcionCierra:
      conHora(valores.inscripcionCierra, '23:59') || (antes?.inscripcionCierra ?? ''),
    sedeId: antes?.sedeId ?? null,
    cupo: number('cupo'),
    calificacionMinima: number('calificacionMinima'),
    asistenciaMinima: number('asistenciaMinima'),
  };
};

const EN_SU_PAGINA =
  'Hay personas inscritas: sus fechas y su sede se cambian en la página de la edición, donde se decide si se les avisa.';
const CON_PLANTILLA = 'Ya hay inscripciones en esta edición: su plantilla no cambia.';
const PARA_INSCRITOS = ['inicia', 'termina', 'sedeId'] as const;

/** A plantilla by its name; what the edition has already it keeps. */
const namePlantilla = (
  texto: string,
  was: EdicionRow | undefined,
  plantillas: readonly Plantilla[],
): { plantilla: Plantilla | null; problem: string | null } => {
  if (was && fold(was.plantilla) === fold(texto)) {
    return { plantilla: { id: was.plantilla_id, nombre: was.plantilla }, problem: null };
  }
  const found = plantillas.filter(({ nombre }) => fold(nombre) === fold(texto));
  if (found.length === 1) return { plantilla: found[0]!, problem: null };
  return {
    plantilla: null,
    problem:
      found.length === 0
        ? 'Ninguna plantilla publicada se llama así.'
        : `${found.length} plantillas publicadas se llaman así: elija la plantilla en la página de la edición.`,
  };
};

/** What does not change of an edition that is there: by field. */
const checkConocida = (
  was: EdicionRow,
  datos: DatosDeEdicion,
  changed: readonly string[],
): Record<string, string> => {
  const antes = datosDeEdicionOf(was);
  const told = was.ocupados > 0 && cambiaParaInscritos(antes, datos);
  return {
    ...(datos.cupo !== null && datos.cupo < was.ocupados && { cupo: cupoTaken(was.ocupados) }),
    ...(told &&
      Object.fromEntries(
        PARA_INSCRITOS.filter((key) => changed.includes(key)).map((key) => [key, EN_SU_PAGINA]),
      )),
    ...checkPorConvocatoria(antes, datos, convocatoriaDe(was)),
  };
};

const say = (key: string, value: string | number | null): string => {
  if (value === null || value === '') return '';
  if (key === 'inicia' || key === 'termina') return formatFecha(String(value));
  return key.startsWith('inscripcion') ? escrito(value) : String(value);
};

const planOf = (row: HojaRow<Fila>, known: Conocidos): Plan<DatosDeEdicion> => {
  const problems: RowProblem[] = [];
  const wrong = new Set<string>(row.malas ?? []);
  const refuse = (columna: string | null, mensaje: string) => {
    if (columna !== null && wrong.has(columna)) return;
    problems.push(rowError(row, columna, mensaje));
    if (columna !== null) wrong.add(columna);
  };
  const curso = known.cursos.get(String(row.valores.curso));
  const llave = llaveDe(curso?.id ?? `? ${row.valores.curso}`, String(row.valores.nombre));
  const found = known.ediciones.get(llave) ?? [];
  const was = found.length === 1 ? found[0] : undefined;
  const antes = was ? datosDeEdicionOf(was) : null;
  const datos = { ...over(row, antes), cursoId: curso?.id ?? '' };
  if (!curso) refuse('curso', 'Ningún curso tiene esa clave.');
  else if (found.length > 1) {
    refuse(
      'nombre',
      `${found.length} ediciones de este curso se llaman así: cámbielas en su página.`,
    );
  } else if (!was && curso.retirado_en) refuse('curso', MESSAGES['curso-retirado']);

  const sede = known.nombrado(row, 'sede', antes?.sedeId ?? null);
  if (sede?.problem) {
    problems.push(sede.problem);
    wrong.add('sede');
  }
  if (sede?.item) datos.sedeId = sede.item.id;
  const texto = row.valores.plantilla ?? null;
  const named = texto === null ? null : namePlantilla(String(texto), was, known.plantillas);
  if (named?.problem) refuse('plantilla', named.problem);
  if (named?.plantilla) datos.plantillaId = named.plantilla.id;

  const changed = changedFields(antes ?? {}, datos);
  const nombres: Record<string, [string, string]> = {
    sedeId: [was?.sede ?? '', sede?.item?.nombre ?? ''],
    plantillaId: [was?.plantilla ?? '', named?.plantilla?.nombre ?? ''],
  };
  if (changed.length > 0) {
    if (was?.cancelada_en) refuse(null, MESSAGES['edicion-cancelada']);
    const errores = {
      ...checkEdicion(datos),
      ...(was && checkConocida(was, datos, changed)),
    };
    for (const [key, mensaje] of Object.entries(errores)) {
      refuse(lookUp(COLUMNA, key) ?? key, mensaje);
    }
  }
  return {
    fila: row.fila,
    llave,
    conocido:
      was && antes
        ? {
            id: was.id,
            nombre: `${was.curso_nombre}, ${was.nombre}`,
            version: was.version,
            datos: antes,
          }
        : null,
    datos,
    celdas: antes
      ? changed.map((key) => ({
          columna: lookUp(COLUMNA, key) ?? key,
          antes: lookUp(nombres, key)?.[0] ?? say(key, antes[key as CampoDeEdicion]),
          despues: lookUp(nombres, key)?.[1] ?? say(key, datos[key as CampoDeEdicion]),
        }))
      : [],
    items: datos.sedeId ? [datos.sedeId] : [],
    problems,
  };
};

/** Who is in an edition, asked for when it is needed. */
export type Participantes = () => Pick<ParticipantesDeEdicion, 'count' | 'conAlguna'>;

/** Asks, when needed, for the values that its results keep from being changed. */
export type Resultados = () => Pick<ResultadosDeEdicion, 'findActas'>;

type Edit = { id: string; antes: DatosDeEdicion; datos: DatosDeEdicion };

const SESIONES_FUERA =
  'Deja sesiones fuera de sus fechas: cámbielas en la página de la edición, donde se confirma.';

/** What of these editions stays because of their actas and their sessions: by edition, the column and why. */
const findFijas = async (
  db: Db | Trx,
  edits: readonly Edit[],
  resultados: Resultados,
): Promise<ReadonlyMap<string, readonly [string, string][]>> => {
  const ids = edits.map(({ id }) => id);
  const actas = ids.length === 0 ? new Map() : await resultados().findActas(db, ids);
  const sesiones = await selectDiasDeSesiones(db, ids);
  return new Map(
    edits.map(({ id, antes, datos }) => {
      const fuera = sesionesQueDejaFuera(sesiones.get(id) ?? [], antes, datos);
      const errores = {
        ...(fuera.length > 0 && {
          [antes.termina === datos.termina ? 'inicia' : 'termina']: SESIONES_FUERA,
        }),
        ...checkConActa(antes, datos, actas.get(id)?.folio ?? null),
      };
      const said = Object.entries(errores).map(([key, mensaje]): [string, string] => [
        lookUp(COLUMNA, key) ?? key,
        mensaje,
      ]);
      return [id, said];
    }),
  );
};

/** Which of these editions would get another plantilla though somebody has enrolled with the one that they have. */
const selectConPlantilla = async (
  db: Db | Trx,
  cambios: readonly Edit[],
  participantes: Participantes,
): Promise<Set<string>> => {
  const found = new Set<string>();
  for (const { id, antes, datos } of cambios) {
    if (antes.plantillaId === datos.plantillaId) continue;
    if ((await participantes().count(db, id)) > 0) found.add(id);
  }
  return found;
};

/** What each row of a file would make of the edition that it names. */
export const lookAt = async (
  db: Db | Trx,
  rows: readonly HojaRow<Fila>[],
  { participantes, resultados }: { participantes: Participantes; resultados: Resultados },
): Promise<Plan<DatosDeEdicion>[]> => {
  const known = await load(db, rows, new Date());
  const planes = rows.map((row) => planOf(row, known));
  const cambios = planes.flatMap(({ conocido, datos }) =>
    conocido ? [{ id: conocido.id, antes: conocido.datos, datos }] : [],
  );
  const fijas = await selectConPlantilla(db, cambios, participantes);
  const otras = await findFijas(db, cambios, resultados);
  return planes.map((plan, i) => {
    if (!plan.conocido) return plan;
    const { id } = plan.conocido;
    const said = [
      ...(fijas.has(id) ? [['plantilla', CON_PLANTILLA] as const] : []),
      ...(otras.get(id) ?? []),
    ];
    const more = said.map(([columna, mensaje]) => rowError(rows[i]!, columna, mensaje));
    return more.length === 0 ? plan : { ...plan, problems: [...plan.problems, ...more] };
  });
};

/** Whether nobody has enrolled meanwhile in what would then not change, nor closed its acta: neither touches this list. */
export const isStill = async (
  trx: Trx,
  cambios: readonly Cambio<DatosDeEdicion>[],
  { participantes, resultados }: { participantes: Participantes; resultados: Resultados },
): Promise<boolean> => {
  const edits = cambios.map(({ id, antes, datos }) => ({ id, antes: antes!, datos }));
  const rows = await selectOcupados(
    trx,
    edits.map(({ id }) => id),
  );
  const ocupados = new Map(rows.map((row) => [row.id, row.ocupados]));
  const fits = edits.every(({ id, antes, datos }) => {
    const n = ocupados.get(id) ?? 0;
    return n <= datos.cupo! && (n === 0 || !cambiaParaInscritos(antes, datos));
  });
  if (!fits || (await selectConPlantilla(trx, edits, participantes)).size > 0) return false;
  const fijas = await findFijas(trx, edits, resultados);
  return [...fijas.values()].every((said) => said.length === 0);
};

/** Records and writes what rows make of editions. */
export const putEdiciones = async (
  trx: Trx,
  cambios: readonly Cambio<DatosDeEdicion>[],
  run: ImportRun,
): Promise<void> => {
  const comun = enComunDe(run);
  const nuevas = cambios.filter(({ antes }) => antes === null);
  const otras = cambios.filter(({ antes }) => antes !== null);
  await recordCambios(
    trx,
    'edicion.agregar',
    nuevas.map(({ id, datos }) => ({ id, despues: { ...datos } })),
    comun,
  );
  await recordCambios(
    trx,
    'edicion.editar',
    otras.map(({ id, antes, datos }) => {
      const changed = changedFields(antes!, datos);
      return {
        id,
        antes: paraHistorial(antes!, changed),
        despues: paraHistorial(datos, changed),
      };
    }),
    comun,
  );
  await insertEdicionesImportadas(trx, nuevas, run.now);
  await updateEdiciones(trx, otras, run.now);
};
