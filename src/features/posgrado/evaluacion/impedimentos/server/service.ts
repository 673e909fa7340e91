/** Conflicts between evaluators and applications: read from both files, kept, and never forgotten. */
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import { recordCambios } from '../../../../../platform/server/historial/index.ts';
import { fechaDe } from '../../../../../platform/shared/dates.ts';
import { readExpedientes } from '../../../../personas/hechos/server/service.ts';
import { respuestasLeidas } from '../../../../plantillas/formulario/contract.ts';
import { answersByField, controlOf, fieldsOf } from '../../../../plantillas/formulario/rules.ts';
import { readPublicada } from '../../../../plantillas/server/reading.ts';
import { IMPEDIMENTO } from '../../../estados.ts';
import type { Acto } from '../../server/service.ts';
import {
  impedimentosDe,
  type Perfil,
  type PerfilEvaluador,
  type PerfilSolicitud,
  parejaDe,
} from '../rules.ts';
import {
  type GuardadoRow,
  insertImpedimentos,
  type NuevoImpedimento,
  selectCorreos,
  selectGuardados,
  selectNombres,
  selectRecomendantes,
  selectUltimosEnvios,
  updateResuelto,
} from './data.ts';

type DePersona = { readonly id: string; readonly persona_id: string };

const text = (valor: unknown): string | null => (typeof valor === 'string' ? valor : null);
const yearOf = (valor: unknown): number[] => {
  const day = text(valor);
  return day === null ? [] : [Number(day.slice(0, 4))];
};

/** What the files of these people say; one whose file is not to be seen is left out. */
const readPerfiles = async (
  db: Db | Trx,
  personas: readonly string[],
): Promise<Map<string, Perfil>> => {
  const nombres = await selectNombres(db, personas);
  const expedientes = await readExpedientes(db, personas, ['empleo', 'estudio']);
  return new Map(
    nombres.map(({ id, nombre, paterno, materno }) => {
      const entradas = expedientes.get(id)?.entradas ?? [];
      const perfil: Perfil = {
        personaId: id,
        nombre,
        apellidoPaterno: paterno,
        apellidoMaterno: materno,
        empleos: entradas.flatMap(({ apartado, valores, items }) => {
          const organo = text(valores.organo);
          return apartado === 'empleo' && organo !== null
            ? [
                {
                  organo: { id: organo, nombre: items.organo?.nombre ?? 'el mismo órgano' },
                  desde: text(valores.desde) ?? '',
                  hasta: text(valores.hasta),
                },
              ]
            : [];
        }),
        estudios: entradas.flatMap(({ apartado, valores }) => {
          const institucion = text(valores.institucion);
          return apartado === 'estudio' && institucion !== null
            ? [{ institucion, anios: [...yearOf(valores.inicio), ...yearOf(valores.termino)] }]
            : [];
        }),
      };
      return [id, perfil];
    }),
  );
};

/** What was answered in the fields of text of the last sending of each application. */
const readTextos = async (
  db: Db | Trx,
  solicitudes: readonly string[],
): Promise<Map<string, PerfilSolicitud['textos']>> => {
  const textos = new Map<string, PerfilSolicitud['textos']>();
  for (const { solicitud_id, version_id, respuestas } of await selectUltimosEnvios(
    db,
    solicitudes,
  )) {
    const definicion = await readPublicada(db, version_id);
    const said = answersByField(definicion, respuestasLeidas.safeParse(respuestas).data ?? {});
    textos.set(
      solicitud_id,
      fieldsOf(definicion).flatMap((campo) => {
        const { clave, etiqueta } = campo;
        const texto = said[clave];
        const isText = ['text', 'area'].includes(controlOf(campo).kind);
        return isText && texto !== undefined ? [{ clave, etiqueta, texto }] : [];
      }),
    );
  }
  return textos;
};

/** Pairs that are in conflict, pairs that may be, and what nobody wrote down yet. */
export type Parejas = {
  readonly bloqueadas: ReadonlySet<string>;
  readonly dudosas: ReadonlySet<string>;
  readonly nuevos: readonly NuevoImpedimento[];
  /** Ids of those that waited for staff and are certain now. */
  readonly ciertos: readonly string[];
};

/** The conflicts of these evaluators with these applications: those that are kept, and what both files say now. Nothing is written. */
export const readParejas = async (
  db: Db | Trx,
  {
    evaluadores,
    solicitudes,
    ahora,
  }: { evaluadores: readonly DePersona[]; solicitudes: readonly DePersona[]; ahora: Date },
): Promise<Parejas> => {
  const ids = {
    evaluadores: evaluadores.map(({ id }) => id),
    solicitudes: solicitudes.map(({ id }) => id),
  };
  const perfiles = await readPerfiles(db, [
    ...new Set([...evaluadores, ...solicitudes].map(({ persona_id }) => persona_id)),
  ]);
  const correos = Map.groupBy(
    await selectCorreos(
      db,
      evaluadores.map(({ persona_id }) => persona_id),
    ),
    ({ id }) => id,
  );
  const recomendantes = Map.groupBy(
    await selectRecomendantes(db, ids.solicitudes),
    ({ solicitud_id }) => solicitud_id,
  );
  const textos = await readTextos(db, ids.solicitudes);
  const guardados = new Map(
    (await selectGuardados(db, ids.evaluadores, ids.solicitudes)).map(
      (row): [string, GuardadoRow] => [
        `${parejaDe(row.evaluador_id, row.solicitud_id)} ${row.tipo}`,
        row,
      ],
    ),
  );
  const bloqueadas = new Set<string>();
  const dudosas = new Set<string>();
  for (const { evaluador_id, solicitud_id, estado } of guardados.values()) {
    const pareja = parejaDe(evaluador_id, solicitud_id);
    if (estado === IMPEDIMENTO.pasos.impedir.a) bloqueadas.add(pareja);
    if (estado === IMPEDIMENTO.pasos.plantear.a) dudosas.add(pareja);
  }
  const nuevos: NuevoImpedimento[] = [];
  const ciertos: string[] = [];
  const hoy = fechaDe(ahora);
  for (const evaluador of evaluadores) {
    const suyo = perfiles.get(evaluador.persona_id);
    if (!suyo) continue;
    const quien: PerfilEvaluador = {
      ...suyo,
      correos: (correos.get(evaluador.persona_id) ?? []).map(({ correo }) => correo),
    };
    for (const solicitud of solicitudes) {
      const de = perfiles.get(solicitud.persona_id);
      if (!de) continue;
      const pareja = parejaDe(evaluador.id, solicitud.id);
      const hallados = impedimentosDe(
        quien,
        {
          ...de,
          recomendantes: recomendantes.get(solicitud.id) ?? [],
          textos: textos.get(solicitud.id) ?? [],
        },
        hoy,
      );
      for (const { tipo, bloquea, detalle } of hallados) {
        const known = guardados.get(`${pareja} ${tipo}`);
        if (known) {
          // What staff were asked about is certain now: they need not answer.
          if (bloquea && IMPEDIMENTO.can('confirmar', known.estado)) {
            ciertos.push(known.id);
            bloqueadas.add(pareja);
          }
          continue;
        }
        const paso = bloquea ? 'impedir' : 'plantear';
        (bloquea ? bloqueadas : dudosas).add(pareja);
        nuevos.push({
          evaluadorId: evaluador.id,
          solicitudId: solicitud.id,
          tipo,
          detalle,
          estado: IMPEDIMENTO.pasos[paso].a,
        });
      }
    }
  }
  return { bloqueadas, dudosas, nuevos, ciertos };
};

/** Keeps what nobody wrote down yet, with its history. */
export const saveParejas = async (
  trx: Trx,
  { nuevos, ciertos }: Pick<Parejas, 'nuevos' | 'ciertos'>,
  { services }: Pick<Acto, 'services'>,
): Promise<void> => {
  const en = services.now();
  // Found by the portal, whoever it was that had it look.
  await saveImpedimentos(trx, nuevos, { services, por: null });
  const confirmed: string[] = [];
  for (const id of ciertos) {
    const acto = { por: null, en, resolucion: 'Ambos expedientes lo confirman.' };
    if (await updateResuelto(trx, id, 'confirmar', acto)) confirmed.push(id);
  }
  if (confirmed.length > 0) {
    const estado = { despues: { estado: IMPEDIMENTO.pasos.confirmar.a } };
    await recordCambios(
      trx,
      'impedimento.confirmar',
      confirmed.map((id) => ({ id, ...estado })),
      { actorUid: null },
    );
  }
};

/** Writes conflicts down, by whoever found them. */
export const saveImpedimentos = async (
  trx: Trx,
  nuevos: readonly NuevoImpedimento[],
  { services, por }: Acto,
): Promise<{ id: string }[]> => {
  if (nuevos.length === 0) return [];
  const written = await insertImpedimentos(trx, nuevos, { por, en: services.now() });
  for (const paso of ['impedir', 'plantear'] as const) {
    const those = written.filter(({ estado }) => estado === IMPEDIMENTO.pasos[paso].a);
    if (those.length === 0) continue;
    await recordCambios(
      trx,
      `impedimento.${paso}`,
      those.map(({ id, evaluadorId, solicitudId, tipo, estado }) => ({
        id,
        despues: { estado, tipo, evaluadorId, solicitudId },
      })),
      { actorUid: por },
    );
  }
  return written;
};
