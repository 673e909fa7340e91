/** Publishing the results of a call, whole and at their moment; reading what was published, and one's own result. */
import type { z } from 'zod';
import type { Aporte } from '../../../../platform/server/aportes.ts';
import type { Trx } from '../../../../platform/server/db/index.ts';
import type { Slots } from '../../../../platform/server/feature.ts';
import { recordCambio, recordCambios } from '../../../../platform/server/historial/index.ts';
import type { Message } from '../../../../platform/server/notificaciones/index.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { fechaDe, startOfDay } from '../../../../platform/shared/dates.ts';
import { CallError, refuse } from '../../../../platform/shared/errors.ts';
import type { Accion } from '../../../../platform/shared/historial.ts';
import { nameInItsCase } from '../../../../platform/shared/names.ts';
import { esUnoMismo } from '../../../../platform/shared/uno-mismo.ts';
import { addWorkingDays, deadlineOf } from '../../../../platform/shared/working-days.ts';
import { readCalendar } from '../../../arco/server/service.ts';
import { readDestinatariosDe } from '../../../identidad/contacto/server/service.ts';
import { readPersonaIdOf } from '../../../identidad/cuentas/server/service.ts';
import { respuestasLeidas } from '../../../plantillas/formulario/contract.ts';
import { correoDeContacto } from '../../../plantillas/formulario/rules.ts';
import { readPublicada } from '../../../plantillas/server/reading.ts';
import { deConvocatoria, onlyAjenas } from '../../acceso/server/service.ts';
import {
  concludeConvocatoria,
  findPorConcluir,
} from '../../convocatorias/cierre/server/service.ts';
import { porQueNoConcluye } from '../../convocatorias/rules.ts';
import {
  type ConvocatoriaRow,
  requireConvocatoria,
  selectEtapas,
} from '../../convocatorias/server/service.ts';
import { ERRORES_POSGRADO } from '../../errors.ts';
import { CONVOCATORIA, type EstadoSolicitud, RANKING, SOLICITUD } from '../../estados.ts';
import { DICTAMEN } from '../../evaluacion/contract.ts';
import { openLugares, readPlazo } from '../../lugares/server/service.ts';
import { canDecidePosgrado } from '../../policy.ts';
import {
  ENTRADAS,
  type Entradas,
  type FilaRanking,
  filaLeida,
  RESULTADO,
  type ResultadoRanking,
} from '../../ranking/contract.ts';
import {
  compararRankings,
  formulaEnPalabras,
  lugarEnPalabras,
  pasoDePublicacion,
  quitaLugares,
  razonesDe,
} from '../../ranking/rules.ts';
import {
  endRanking,
  findPublicado,
  findRanking,
  openSecreto,
  type RankingEnteroRow,
  readEntradas,
  sonIguales,
  sorteoCon,
} from '../../ranking/server/service.ts';
import { convocatoriaPath } from '../../routes.ts';
import type * as contract from '../contract.ts';
import { PUBLICADO } from '../contract.ts';
import { ERRORES_PUBLICACION as ERRORES } from '../errors.ts';
import { resultadosPublicos } from '../rules.ts';
import {
  findEntradasDe,
  findPropio,
  findPublica,
  holdPublicadas,
  insertPublicacion,
  type PublicadaRow,
  selectDesiertas,
  selectDictamenes,
  selectFilasDePersona,
  selectPendientes,
  selectPorPublicar,
  selectUltimosEnvios,
  takePasoDeTodas,
  updatePublicado,
} from './data.ts';
import { resultadoMail } from './mails.ts';

type Con = Pick<Services, 'db' | 'env' | 'notificaciones' | 'now' | 'secrets' | 'log'>;

/** Applications whose letter and seat are written together. */
const BLOCK = 500;

type Paso = NonNullable<ReturnType<typeof pasoDePublicacion>>;

/** Each step of a publication, as the history calls it. */
const ACCIONES: Readonly<Partial<Record<Paso, Accion>>> = {
  noPasar: 'solicitud.noPasar',
  noAdmitir: 'solicitud.noAdmitir',
  admitir: 'solicitud.admitir',
  esperar: 'solicitud.esperar',
  mejorarAEspera: 'solicitud.mejorar',
  mejorarAAdmitida: 'solicitud.mejorar',
};

/** A row of the ranking with its application as it is now, the step that it takes and where that leaves it. */
type EnPublicacion = {
  readonly fila: FilaRanking;
  readonly row: PublicadaRow;
  readonly paso: Paso | null;
  readonly hoy: EstadoSolicitud;
  /** Why it was not admitted, for its person. */
  readonly motivo: string | null;
};

const enPublicacion = (
  { filas }: ResultadoRanking,
  entradas: Entradas,
  rows: readonly PublicadaRow[],
): EnPublicacion[] => {
  const porId = new Map(rows.map((row) => [row.id, row]));
  return filas.flatMap((fila) => {
    const row = porId.get(fila.id);
    if (!row) return [];
    const paso = pasoDePublicacion(row.estado, fila);
    const hoy = paso === null ? row.estado : SOLICITUD.pasos[paso].a!;
    const motivo =
      hoy === 'noAdmitida' ? razonesDe(fila, entradas, { contra: false }).join(' ') : null;
    return [{ fila, row, paso, hoy, motivo }];
  });
};

/** The same inputs without those who left since, and without what only protects published places. */
const comparables = (entradas: Entradas, quedan: ReadonlySet<string>): Entradas => ({
  ...entradas,
  solicitudes: entradas.solicitudes
    .filter(({ id }) => quedan.has(id))
    .map((una) => ({ ...una, conserva: false })),
});

/** Why an approved ranking may not be published any more; null: it may. */
const porQueSeDetiene = async (
  trx: Trx,
  convocatoria: ConvocatoriaRow,
  { entradas, resultado }: { entradas: Entradas; resultado: ResultadoRanking },
  estados: ReadonlyMap<string, EstadoSolicitud>,
): Promise<string | null> => {
  if (!CONVOCATORIA.can('concluir', convocatoria.estado))
    return 'La convocatoria ya no está publicada.';
  const ahora = await readEntradas(trx, convocatoria);
  const quedan = new Set(ahora.solicitudes.map(({ id }) => id));
  if (!sonIguales(comparables(entradas, quedan), comparables(ahora, quedan))) {
    return 'Los puntos, las exclusiones o los lugares cambiaron después de la aprobación.';
  }
  return quitaLugares(resultado.filas, (id) => estados.get(id)).length > 0
    ? 'Mientras tanto se ocupó un lugar que este ranking daba a otra persona.'
    : null;
};

/** Takes every step of a publication, a statement for each kind. */
const takePasos = async (trx: Trx, todas: readonly EnPublicacion[], ahora: Date): Promise<void> => {
  const porPaso = Map.groupBy(todas, ({ paso }) => paso);
  for (const [paso, filas] of porPaso) {
    if (paso === null) continue;
    const tomadas = await takePasoDeTodas(
      trx,
      paso,
      filas.map(({ row: { id }, motivo }) => ({ id, motivo })),
      ahora,
    );
    if (tomadas.length !== filas.length) {
      throw new Error(`${paso}: ${tomadas.length} of ${filas.length} held applications`);
    }
  }
};

type DeQue = {
  readonly convocatoria: ConvocatoriaRow;
  readonly entradas: Entradas;
  /** Last instant to accept a seat. */
  readonly confirmar: Date;
  /** Last day (YYYY-MM-DD) to ask for a review. */
  readonly inconformidadHasta: string;
  /** Why it replaces what was published; null: it is the first. */
  readonly sustituye: string | null;
};

/** The letters of some applications, each with whose it is. */
const cartasDe = async (
  trx: Trx,
  { env }: Pick<Con, 'env'>,
  filas: readonly EnPublicacion[],
  de: DeQue & { envios: ReadonlyMap<string, { version_id: string; respuestas: unknown }> },
): Promise<{ id: string; carta: Message }[]> => {
  const { convocatoria, entradas, sustituye, confirmar, inconformidadHasta, envios } = de;
  const conCuenta: { uid: string; email: string; escrito: string | null }[] = [];
  for (const { row } of filas) {
    if (row.uid === null || row.correo === null) continue;
    const envio = envios.get(row.id);
    const escrito = envio
      ? correoDeContacto(
          await readPublicada(trx, envio.version_id),
          respuestasLeidas.safeParse(envio.respuestas).data ?? {},
        )
      : null;
    conCuenta.push({ uid: row.uid, email: row.correo, escrito });
  }
  const destinos = await readDestinatariosDe(trx, conCuenta);
  return filas.flatMap(({ fila, row, hoy, paso }) =>
    (row.uid === null ? [] : [{ uid: row.uid, to: destinos.get(row.uid) ?? [] }]).map((a) => ({
      id: row.id,
      carta: resultadoMail(
        {
          ...a,
          nombre: nameInItsCase(
            row.persona_nombre,
            row.persona_apellido_paterno,
            row.persona_apellido_materno,
          ),
          publicUrl: env.publicUrl,
        },
        { ...convocatoria, convocatoriaId: convocatoria.id },
        {
          folio: fila.folio,
          estado: fila.estado,
          sustituye,
          razones: razonesDe(fila, entradas, { contra: false }),
          venceEn: paso !== null && hoy === 'admitida' ? confirmar : null,
          inconformidadHasta,
        },
      ),
    })),
  );
};

/** Writes to the people of some applications. Gives the ids of the letters by application. */
const tellTodas = async (
  trx: Trx,
  services: Con,
  filas: readonly EnPublicacion[],
  de: DeQue,
): Promise<Map<string, string[]>> => {
  const correos = new Map<string, string[]>();
  for (let at = 0; at < filas.length; at += BLOCK) {
    const bloque = filas.slice(at, at + BLOCK);
    const ids = bloque.map(({ row }) => row.id);
    const envios = new Map(
      (await selectUltimosEnvios(trx, ids)).map((envio) => [envio.solicitud_id, envio]),
    );
    const cartas = await cartasDe(trx, services, bloque, { ...de, envios });
    const enviadas = await services.notificaciones.notifyAll(
      trx,
      cartas.map(({ carta }) => deConvocatoria(de.convocatoria.id, carta)),
    );
    for (const [n, { id }] of cartas.entries()) {
      correos.set(id, enviadas[n]!);
    }
  }
  return correos;
};

/** Whom a publication writes to, by folio: everybody, or those whose result differs from what was published before. */
const avisadasDe = (
  antes: RankingEnteroRow | undefined,
  resultado: ResultadoRanking,
  todas: readonly EnPublicacion[],
): Set<string> => {
  const quedan = todas.filter(({ hoy }) => !SE_FUERON.has(hoy)).map(({ fila }) => fila.folio);
  if (!antes) return new Set(quedan);
  const cambios = compararRankings(RESULTADO.read(antes.resultado), resultado);
  const distintas = new Set(cambios.map(({ folio }) => folio));
  return new Set(quedan.filter((folio) => distintas.has(folio)));
};

/** Whoever left before the results has none to be told. */
const SE_FUERON: ReadonlySet<EstadoSolicitud> = new Set(['desistida', 'vencida', 'anulada']);

/** Publishes a ranking that is held and approved, whole: whatever fails leaves nothing of it. */
const publishHeld = async (
  trx: Trx,
  services: Con,
  { convocatoria, row }: { convocatoria: ConvocatoriaRow; row: RankingEnteroRow },
): Promise<void> => {
  const ahora = services.now();
  const [entradas, resultado] = [ENTRADAS.read(row.entradas), RESULTADO.read(row.resultado)];
  const rows = await holdPublicadas(
    trx,
    resultado.filas.map(({ id }) => id),
  );
  const estados = new Map(rows.map(({ id, estado }) => [id, estado]));
  const porque = await porQueSeDetiene(trx, convocatoria, { entradas, resultado }, estados);
  if (porque !== null) {
    await endRanking(trx, row, { accion: 'ranking.sustituir', en: ahora, motivo: porque });
    return;
  }
  const antes = await findPublicado(trx, convocatoria.id);
  if (antes) await endRanking(trx, antes, { accion: 'ranking.sustituir', en: ahora, motivo: null });
  const secreto = openSecreto(services.secrets, convocatoria);
  if (!(await updatePublicado(trx, row.id, { en: ahora, secreto }))) {
    throw new Error(`ranking ${row.id}: it was held as approved`);
  }
  const todas = enPublicacion(resultado, entradas, rows);
  await takePasos(trx, todas, ahora);
  const publicado = resultadosPublicos(
    todas.map(({ fila, hoy }) => ({ ...fila, hoy })),
    entradas,
    { numero: row.numero, publicadoEn: ahora.toISOString(), sha256: row.sha256, secreto },
  );
  await insertPublicacion(trx, {
    ranking_id: row.id,
    convocatoria_id: convocatoria.id,
    publicado_en: ahora,
    retirar_en: startOfDay(fechaDe(ahora), convocatoria.bases.diasPublicados + 1),
    resultados: PUBLICADO.write(publicado),
  });
  const avisadas = avisadasDe(antes, resultado, todas);
  const correos = await tellTodas(
    trx,
    services,
    todas.filter(({ fila }) => avisadas.has(fila.folio)),
    {
      ...{ convocatoria, entradas, sustituye: antes ? row.motivo : null },
      confirmar: await readPlazo(trx, convocatoria, ahora),
      inconformidadHasta: addWorkingDays(
        fechaDe(ahora),
        convocatoria.bases.diasInconformidad,
        await readCalendar(trx),
      ),
    },
  );
  await recordCambio(trx, 'ranking.publicar', {
    id: row.id,
    antes: { estado: row.estado },
    despues: {
      ...{ estado: RANKING.pasos.publicar.a, numero: row.numero, convocatoriaId: convocatoria.id },
      ...{ admitidas: publicado.admitidas.length, listaDeEspera: publicado.listaDeEspera.length },
      sha256: row.sha256,
    },
  });
  await recordPasos(trx, todas, { correos, ahora });
  // Last: it holds the edition until the commit.
  await openLugares(
    trx,
    services,
    convocatoria,
    todas.flatMap(({ fila: { id, posicion, estado, cupo }, hoy }) =>
      posicion === null || !SOLICITUD.is('conResultado', hoy)
        ? []
        : [{ solicitudId: id, posicion, conLugar: estado === 'admitida', cupo }],
    ),
  );
};

/** What happened to each application, in the history. */
const recordPasos = async (
  trx: Trx,
  todas: readonly EnPublicacion[],
  { correos, ahora }: { correos: ReadonlyMap<string, string[]>; ahora: Date },
): Promise<void> => {
  for (const [paso, filas] of Map.groupBy(todas, (one) => one.paso)) {
    const accion = paso && ACCIONES[paso];
    if (!accion) continue;
    await recordCambios(
      trx,
      accion,
      filas.map(({ row, hoy, motivo }) => ({
        id: row.id,
        personaId: row.persona_id,
        antes: { estado: row.estado },
        despues: {
          ...{ estado: hoy, en: ahora.toISOString() },
          ...(motivo !== null && { motivo }),
          ...(correos.has(row.id) && { correos: correos.get(row.id) }),
        },
      })),
    );
  }
};

/** Publishes one ranking if its moment has come; false when it is no longer one to publish. */
const publishOne = (
  services: Con,
  { id, convocatoria_id }: { id: string; convocatoria_id: string },
): Promise<boolean> =>
  services.db.transaction().execute(async (trx) => {
    const convocatoria = await requireConvocatoria(trx, { id: convocatoria_id }, { lock: true });
    const row = await findRanking(trx, id, { lock: true });
    const toca = row?.publicar_en && row.publicar_en <= services.now();
    if (!row || row.estado !== RANKING.pasos.aprobar.a || !toca) return false;
    await publishHeld(trx, services, { convocatoria, row });
    return true;
  });

/** Ends a ranking that cannot be published as it is: the edition has begun, or has fewer seats. */
const stopOne = (services: Con, id: string, motivo: string): Promise<void> =>
  services.db.transaction().execute(async (trx) => {
    const row = await findRanking(trx, id, { lock: true });
    if (!row || row.estado !== RANKING.pasos.aprobar.a) return;
    await endRanking(trx, row, { accion: 'ranking.sustituir', en: services.now(), motivo });
  });

/**
 * Publishes every ranking whose moment has come, each in one transaction: what is killed on the way leaves nothing, and the next run does all of
 * it. One that fails keeps no other from being published; one that never could be published no longer counts, and says why.
 *
 * @throws {Error} the first failure, once all were tried
 */
export const publishPendientes = async (services: Con): Promise<void> => {
  const fallos: unknown[] = [];
  for (const one of await selectPorPublicar(services.db, services.now())) {
    try {
      await publishOne(services, one);
    } catch (error) {
      if (error instanceof CallError && error.status === 'FAILED_PRECONDITION') {
        await stopOne(services, one.id, error.message);
      } else fallos.push(error);
    }
  }
  if (fallos.length > 0) throw fallos[0];
};

/** Concludes calls that admitted nobody, once the term to ask for a review is over and nothing is left in them. */
export const concludeDesiertas = async ({ db, now }: Pick<Con, 'db' | 'now'>): Promise<void> => {
  const ahora = now();
  const desiertas = await selectDesiertas(db);
  if (desiertas.length === 0) return;
  const calendario = await readCalendar(db);
  for (const { convocatoria_id, publicado_en } of desiertas) {
    const convocatoria = await requireConvocatoria(db, { id: convocatoria_id });
    const { diasInconformidad } = convocatoria.bases;
    if (ahora <= deadlineOf(publicado_en, diasInconformidad, calendario)) continue;
    const quedan = await findPorConcluir(db, convocatoria_id);
    const cuando = { solicitudCierra: convocatoria.solicitud_cierra, ahora };
    if (porQueNoConcluye(quedan, cuando) !== null) continue;
    await db.transaction().execute((trx) => concludeConvocatoria(trx, convocatoria_id, ahora));
  }
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The public results of a call. See `getResultadosPosgrado`. */
export const readResultados = async (
  { db, now }: Pick<Services, 'db' | 'now'>,
  edicionId: string,
): Promise<z.input<typeof contract.getResultados.output>> => {
  const row = UUID.test(edicionId) ? await findPublica(db, edicionId) : undefined;
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExisten);
  const retirados = row.retirar_en !== null && row.retirar_en <= now();
  return {
    edicionId: row.edicion_id,
    curso: row.curso_nombre,
    edicion: row.edicion_nombre,
    resultadosEn: row.resultados_en.toISOString(),
    resultados: row.retirar_en === null || retirados ? null : PUBLICADO.read(row.resultados),
    retirarEn: row.retirar_en?.toISOString() ?? null,
    retirados,
  };
};

type EtapaPropia = NonNullable<
  z.input<typeof contract.getResultado.output>['resultado']
>['etapas'][number];

/** The stages of one's own application, with each score that counted, by criterion. */
const etapasPropias = async (
  db: Services['db'],
  convocatoriaId: string,
  { fila, entradas }: { fila: FilaRanking; entradas: Entradas },
): Promise<EtapaPropia[]> => {
  const puntos = entradas.solicitudes[0]?.puntos ?? [];
  const contados = puntos.flatMap((one) => (one?.tipo === 'dictamenes' ? one.dictamenes : []));
  const dictamenes = new Map(
    (
      await selectDictamenes(
        db,
        contados.map(({ asignacionId }) => asignacionId),
      )
    ).map(({ id, dictamen }) => [id, DICTAMEN.read(dictamen)]),
  );
  const criteriosDe = new Map(
    (await selectEtapas(db, convocatoriaId)).map(({ id, criterios }) => [id, criterios]),
  );
  return entradas.etapas.map(({ id, nombre, tipo, peso, minimo, corte }, at) => {
    const paso = fila.etapas[at] ?? { centesimas: null, es: 'noLlega' as const };
    const suyos = paso.es === 'noLlega' ? null : puntos[at];
    const entregas = suyos?.tipo === 'dictamenes' ? suyos.dictamenes : [];
    return {
      ...{ nombre, tipo, peso, minimo, corte, ...paso },
      cuenta:
        entregas.length === 0
          ? null
          : entregas.some(({ tercera }) => tercera)
            ? 'mediana'
            : 'media',
      dictamenes: entregas.flatMap(({ asignacionId, puntos: suma }) => {
        const dictamen = dictamenes.get(asignacionId);
        if (!dictamen) return [];
        const criterios = (criteriosDe.get(id) ?? []).map((criterio) => {
          const dado = dictamen.criterios[criterio.id];
          return {
            nombre: criterio.nombre,
            descripcion: criterio.descripcion,
            peso: criterio.peso,
            puntos: dado?.puntos ?? 0,
            ancla: criterio.anclas[dado?.puntos ?? 0] ?? '',
            comentario: dado?.comentario ?? '',
          };
        });
        return [
          { puntos: suma, maximo: suyos?.tipo === 'dictamenes' ? suyos.maximo : 0, criterios },
        ];
      }),
    };
  });
};

/** One's own result. See `getResultadoSolicitud`. */
export const readPropio = async (
  { convocatoriaId }: z.output<typeof contract.getResultado.input>,
  { actor, services: { db } }: Pick<Asking, 'actor' | 'services'>,
): Promise<z.input<typeof contract.getResultado.output>['resultado']> => {
  const { personaId } = actor;
  if (personaId === null) throw refuse('FAILED_PRECONDITION', ERRORES_POSGRADO.sinExpediente);
  const { edicion_id: edicionId } = await requireConvocatoria(db, { id: convocatoriaId });
  const propio = await findPropio(db, { convocatoriaId, personaId });
  if (!propio) return null;
  const fila = filaLeida.parse(propio.fila);
  const entradas = ENTRADAS.read(await findEntradasDe(db, propio.ranking_id, fila.id));
  const { desempate } = fila;
  const secreto = entradas.sorteo.secreto ?? '';
  const sorteo = sorteoCon(secreto);
  return {
    solicitudId: fila.id,
    folio: fila.folio,
    numero: propio.numero,
    publicadoEn: propio.publicado_en.toISOString(),
    ...{ estado: fila.estado, posicion: fila.posicion, total: fila.total, espera: fila.espera },
    lugar: lugarEnPalabras(fila, entradas),
    razones: razonesDe(fila, entradas, { contra: false }),
    formula: formulaEnPalabras(entradas.etapas),
    etapas: await etapasPropias(db, convocatoriaId, { fila, entradas }),
    sorteo:
      desempate?.por === 'sorteo'
        ? {
            ...{ hash: entradas.sorteo.hash, secreto, propio: sorteo(fila.folio) },
            otra: { folio: desempate.contra, valor: sorteo(desempate.contra) },
          }
        : null,
    edicionId,
  };
};

/** One's own result in each published ranking, for the copy of one's data. No column leads to it: a ranking names applications. */
export const resultadosAporte: Aporte = {
  id: 'resultados-de-posgrado',
  titulo: 'Resultados en convocatorias de posgrado',
  columnas: [],
  reservas: [
    'Los puntos y el orden de un ranking que no se ha publicado: son parte de una deliberación en curso.',
  ],
  async *read({ db }, { personaIds }) {
    const rows = await selectFilasDePersona(db, personaIds);
    if (rows.length === 0) return;
    yield rows.map(({ curso, edicion, numero, publicado_en, fila }) => {
      const { folio, estado, posicion, total, espera, etapas } = filaLeida.parse(fila);
      return {
        datos: {
          ...{ programa: curso, edicion, ranking: numero, publicado_en, folio, estado, posicion },
          total: total === null ? null : total / 100,
          lugar_en_la_lista: espera,
          puntos_por_etapa: etapas.map(({ centesimas }) =>
            centesimas === null ? null : centesimas / 100,
          ),
        },
      };
    });
  },
};

/** What waits of results, for whoever may decide it. */
export const rankingsPendientes: Slots['pendientes'] = {
  de: 'personal',
  policy: canDecidePosgrado,
  async find(db, { actor }) {
    const rows = await selectPendientes(db);
    const ajenas = await onlyAjenas(
      db,
      actor,
      rows.map(({ convocatoria_id }) => convocatoria_id),
    );
    const suyos = await Promise.all(
      rows.map(async ({ motivo, calculado_por: uid }) => {
        if (motivo !== null) return false;
        return esUnoMismo(actor, { uids: [uid], personaIds: [await readPersonaIdOf(db, uid)] });
      }),
    );
    return rows.flatMap((row, at) =>
      !ajenas.has(row.convocatoria_id) || suyos[at]
        ? []
        : [
            {
              titulo:
                row.motivo === null
                  ? `Ranking por aprobar: ${row.curso}`
                  : `Resultados sin publicar: ${row.curso}`,
              detalle: row.motivo ?? `Ranking ${row.numero}`,
              enlace: convocatoriaPath(row.edicion_id, 'ranking'),
              accion: 'Revisar',
              espera: row.desde,
            },
          ],
    );
  },
};
