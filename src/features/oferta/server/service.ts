import { cursorPage } from '../../../platform/server/db/cursor.ts';
import type { Db } from '../../../platform/server/db/index.ts';
import { limitedSearch, selectLike } from '../../../platform/server/db/search.ts';
import type { Slots } from '../../../platform/server/feature.ts';
import type { Actor } from '../../../platform/shared/actor.ts';
import { CallError } from '../../../platform/shared/errors.ts';
import { describeEdicion, isPresencial } from '../../cursos/rules.ts';
import { presentEdicion } from '../../cursos/server/service.ts';
import type { Reserva } from '../../inscripciones/contract.ts';
import type { Elegibilidad as Juicio } from '../../inscripciones/elegibilidad/server/service.ts';
import { readReservasDe } from '../../inscripciones/ofertas/server/service.ts';
import { readFaltasParaInscribirse } from '../../personas/completitud/server/service.ts';
import { mayEnroll } from '../../plantillas/reglas/rules.ts';
import type {
  EdicionDetallada,
  EdicionOfrecida,
  Elegibilidad,
  FiltrosDeOferta,
} from '../contract.ts';
import {
  type listEdicionesOferta,
  MAX_DIAS_CALENDARIO,
  MAX_FECHAS_CALENDARIO,
} from '../contract.ts';
import { ERRORES } from '../errors.ts';
import {
  countOferta,
  findDetallada,
  type OfrecidaRow,
  selectEdiciones,
  selectFechas,
  selectFiltros,
  selectOferta,
} from './data.ts';
import { presentDetallada, presentOfrecida } from './present.ts';

const DIA = 86_400_000;
/** Editions whose rules are looked at in one go, where only those that one meets are shown. */
const BLOQUE = 200;

type Quien = {
  actor: Pick<Actor, 'personaId' | 'clave'>;
  ahora: Date;
  /** Where the rules are judged. */
  reglas: Slots['elegibilidad'];
};

/** How somebody stands before the rules of these editions; nothing for nobody's file. */
const judge = async (
  db: Db,
  ediciones: readonly string[],
  { actor: { personaId, clave }, ahora, reglas }: Quien,
) =>
  personaId === null || ediciones.length === 0
    ? new Map<string, Juicio>()
    : reglas.evaluarPara(db, { ediciones, personaId, clave: clave ?? undefined, ahora });

/** What the rules of an edition say. Dates and seats are said apart. */
const presentFaltas = (faltas: Juicio['faltas']) =>
  faltas.map(({ descripcion, condiciones }) => ({
    que: descripcion,
    enlace: condiciones.find(({ remedio }) => remedio !== null)?.remedio?.enlace ?? null,
  }));

/** Whether a rule that is not met lets one enrol: the school looks at it before it gives a seat. */
const isDeRevision = (falta: Juicio['faltas'][number]): boolean => mayEnroll([falta]);

const presentElegibilidad = (juicio: Juicio | undefined): Elegibilidad =>
  juicio
    ? {
        cumple: juicio.faltas.every(isDeRevision),
        faltas: presentFaltas(juicio.faltas.filter((one) => !isDeRevision(one))),
        aRevision: presentFaltas(juicio.faltas.filter(isDeRevision)),
      }
    : null;

type Listed = { row: OfrecidaRow; elegibilidad: Elegibilidad; reserva: Reserva | null };

/** What the rules say of these editions, and whose their seats are. */
const judgeRows = async (db: Db, rows: readonly OfrecidaRow[], quien: Quien): Promise<Listed[]> => {
  const juicios = await judge(
    db,
    rows.map(({ edicion_id }) => edicion_id),
    quien,
  );
  const reservas = await readReservasDe(db, rows, juicios, quien.ahora);
  return rows.map((row) => ({
    row,
    elegibilidad: presentElegibilidad(juicios.get(row.edicion_id)),
    reserva: reservas.get(row.edicion_id) ?? null,
  }));
};

/** A page of the offer. `parecidas`: nothing has all the words, these look like them. */
export const readOferta = async (db: Db, input: OfertaInput, quien: Quien) => {
  const {
    actor: { personaId },
    ahora,
  } = quien;
  const { soloCumplo, tras, antes, porPagina, ...asked } = input;
  const query = { ...asked, personaId, ahora };
  const judged = async (rows: OfrecidaRow[]): Promise<Listed[]> =>
    (await judgeRows(db, rows, quien)).filter(
      ({ elegibilidad }) => !soloCumplo || elegibilidad?.cumple,
    );
  const select = async ({
    after,
    reversed,
    limit,
  }: {
    after: string | null;
    reversed: boolean;
    limit: number;
  }): Promise<Listed[]> => {
    const found: Listed[] = [];
    const block = soloCumplo ? Math.max(limit, BLOQUE) : limit;
    for (let from = after; ; ) {
      const descendente = asked.descendente !== reversed;
      const rows = await limitedSearch(db, asked.busqueda, (on) =>
        selectOferta(on, { ...query, descendente, after: from, limit: block }),
      );
      found.push(...(await judged(rows)));
      if (rows.length < block || found.length >= limit) return found.slice(0, limit);
      from = rows.at(-1)!.edicion_id;
    }
  };
  const page = await cursorPage(
    { tras, antes, porPagina },
    ({ row }) => row.edicion_id,
    select,
    () =>
      soloCumplo
        ? Promise.resolve(null)
        : limitedSearch(db, asked.busqueda, (on) => countOferta(on, query)),
  );
  const nothing = page.filas.length === 0 && tras === undefined && antes === undefined;
  const like =
    nothing && asked.busqueda
      ? await selectLike(db, { ...query, pagina: 1, porPagina }, (on, { parecida }) =>
          selectOferta(on, { ...query, parecida, after: null, limit: porPagina }),
        ).then(judged)
      : [];
  const parecidas = like.length > 0;
  const filas = (parecidas ? like : page.filas).map(({ row, ...said }) =>
    presentOfrecida(row, said, ahora),
  );
  return {
    ...page,
    ...(parecidas && { total: like.length }),
    filas,
    parecidas,
    ahora: ahora.toISOString(),
    faltas: await readFaltasParaInscribirse(db, personaId),
  };
};

type OfertaInput = ReturnType<typeof listEdicionesOferta.input.parse>;

type Opcion = { clave: string; nombre: string };

const unicas = (opciones: readonly (Opcion | null)[]): Opcion[] => {
  const found = opciones.filter((one) => one !== null);
  return [...new Map(found.map((one) => [one.clave, one])).values()].sort((a, b) =>
    a.nombre.localeCompare(b.nombre, 'es'),
  );
};

/** What the offer may be narrowed to. */
export const readFiltros = async (db: Db, ahora: Date) => {
  const rows = await selectFiltros(db, ahora);
  return {
    tipos: unicas(rows.map(({ tipo }) => tipo)),
    modalidades: unicas(rows.map(({ modalidad }) => modalidad)),
    areas: unicas(rows.map(({ area }) => area)),
    sedes: unicas(rows.map(({ sede }) => sede)),
  };
};

/** The dates of the offer. @throws {CallError} INVALID_ARGUMENT: it is not a span of at most 62 days. */
export const readFechas = async (
  db: Db,
  { soloCumplo, ...asked }: FiltrosDeOferta & { desde: string; hasta: string },
  quien: Quien,
) => {
  const {
    actor: { personaId },
    ahora,
  } = quien;
  const days = (Date.parse(asked.hasta) - Date.parse(asked.desde)) / DIA;
  if (!(days >= 0 && days <= MAX_DIAS_CALENDARIO)) {
    throw new CallError('INVALID_ARGUMENT', 'Pida cuando mucho dos meses de fechas.');
  }
  const found = await limitedSearch(db, asked.busqueda, (on) =>
    selectFechas(on, { ...asked, personaId, ahora, limit: MAX_FECHAS_CALENDARIO + 1 }),
  );
  const fechas = soloCumplo ? await onlyMet(db, found, quien) : found;
  return {
    fechas: fechas.slice(0, MAX_FECHAS_CALENDARIO),
    hayMas: found.length > MAX_FECHAS_CALENDARIO,
  };
};

const onlyMet = async <F extends { edicionId: string }>(
  db: Db,
  fechas: readonly F[],
  quien: Quien,
): Promise<F[]> => {
  const ids = [...new Set(fechas.map(({ edicionId }) => edicionId))];
  const juicios = await judge(db, ids, quien);
  return fechas.filter(({ edicionId }) => juicios.get(edicionId)?.faltas.every(isDeRevision));
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** One edition with all that it says. @throws {CallError} NOT_FOUND. */
export const readEdicionOfrecida = async (
  db: Db,
  edicionId: string,
  quien: Quien,
): Promise<EdicionDetallada> => {
  const {
    actor: { personaId },
    ahora,
  } = quien;
  const row = UUID.test(edicionId) ? await findDetallada(db, { edicionId, personaId }) : undefined;
  if (!row) {
    const { code, message } = ERRORES.noExiste;
    throw new CallError('NOT_FOUND', message, { code });
  }
  const [said] = await judgeRows(db, [row], quien);
  const faltas = await readFaltasParaInscribirse(db, personaId);
  const ofrecida: EdicionOfrecida = presentOfrecida(row, said!, ahora);
  const [alternativa] =
    row.edicion_alternativa_id === null
      ? []
      : await selectEdiciones(db, [row.edicion_alternativa_id]);
  return {
    ...ofrecida,
    ...presentDetallada(row),
    cancelacion: ofrecida.edicion.cancelada
      ? {
          motivo: row.edicion_cancelacion_motivo,
          alternativa: alternativa
            ? {
                id: alternativa.edicion_id,
                nombre: `${alternativa.curso_nombre}, ${describeEdicion(presentEdicion(alternativa))}`,
              }
            : null,
        }
      : null,
    faltas: isPresencial(ofrecida.curso) ? faltas.presencial : faltas.enLinea,
    ahora: ahora.toISOString(),
  };
};
