/**
 * A whole contest by the public callables: people send both forms, the school validates and assigns, evaluators score, a ranking is
 * calculated, approved and published. What each score gave is kept, to compute the order without the program's own rules (`orderOf`).
 */
import { createHash, randomUUID } from 'node:crypto';
import { definicionSchema } from '../src/features/plantillas/escritura/contract.ts';
import type { Db } from '../src/platform/server/db/index.ts';
import type { Secrets } from '../src/platform/server/secrets.ts';
import { insertCuentaVerificada } from './factories/cuentas.ts';
import { makePersona } from './factories/personas.ts';
import {
  DEFINICION_SOLICITUD,
  type EtapaHecha,
  makeConvocatoria,
  RESPUESTAS_PRESOLICITUD,
  RESPUESTAS_SOLICITUD,
  SECRETO_DEL_SORTEO,
} from './factories/posgrado.ts';
import { cupoDe } from './factories/reparto.ts';

/** Two stages with whole points that tie often: the second for the best of the first. */
const etapasDe = (corte: number): readonly EtapaHecha[] => [
  {
    ...{ tipo: 'rubrica', nombre: 'Proyecto', peso: 70, minimo: 4000, corte },
    criterios: [
      { nombre: 'Motivos', peso: 40, piezas: ['exposicion'] },
      { nombre: 'Proyecto', peso: 60, piezas: ['proyecto'] },
    ],
  },
  {
    ...{ tipo: 'rubrica', nombre: 'Oficio', peso: 30 },
    criterios: [{ nombre: 'Redacción', peso: 100, piezas: ['proyecto'] }],
  },
];
const PESOS = [[40, 60], [100]] as const;
const PESO_DE_ETAPA = [70, 30] as const;
const MINIMO = 4000;

// biome-ignore lint/suspicious/noExplicitAny: what a callable answers, as tests read it
type Answer = any;

export type Contest = {
  readonly db: Db;
  readonly secrets: Pick<Secrets, 'seal'>;
  /** A callable as that account; it must not be refused. */
  readonly must: (name: string, data: unknown, token?: string) => Promise<Answer>;
  readonly signIn: (email: string) => Promise<string>;
  /** Applications are no longer received, and have passed to evaluation. */
  readonly closeReception: (convocatoriaId: string) => Promise<void>;
  /** The moment of publication comes, and the results are there. */
  readonly publish: (rankingId: string, edicionId: string) => Promise<void>;
  /** Told after each score. */
  readonly onScore?: () => void;
};

type Applicant = {
  readonly n: number;
  readonly token: string;
  readonly sexo: 'H' | 'M';
  readonly afirmativa: boolean;
  solicitudId: string;
  folio: string;
};
type Score = { folio: string; etapa: number; puntos: readonly number[] };

/** Runs work over a list, a few at a time. */
const each = async <T>(list: readonly T[], work: (one: T, at: number) => Promise<void>) => {
  const queue = [...list.entries()];
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let next = queue.shift(); next; next = queue.shift()) await work(next[1], next[0]);
    }),
  );
};

/** Points that an evaluator gives: most agree, some pairs do not. */
const puntosDe = (aspirante: number, evaluador: number, etapa: number): number[] =>
  PESOS[etapa]!.map((_, criterio) => {
    const base = (aspirante * 7 + criterio * 3 + etapa * 5) % 5;
    return (aspirante + evaluador * 3 + etapa) % 7 === 0 ? 4 - base : base;
  });

/** Runs it, from an open call to published results. */
export const runContest = async (
  { db, secrets, must, signIn, closeReception, publish, onScore }: Contest,
  {
    aspirantes,
    evaluadores,
    lugares,
  }: { aspirantes: number; evaluadores: number; lugares: number },
) => {
  const ahora = new Date();
  const reservados = Math.ceil(lugares / 4);
  const corte = Math.ceil(aspirantes / 2);
  const convocatoria = await makeConvocatoria(db, {
    ahora,
    cupo: lugares,
    sorteo_secreto: secrets.seal(SECRETO_DEL_SORTEO),
    etapas: etapasDe(corte),
    bases: { desempates: [{ por: 'afirmativa' }] },
    solicitud: definicionSchema.parse({
      ...DEFINICION_SOLICITUD,
      reparto: {
        ...{ alLlenarse: 'esperaPorPuntos', horasParaAceptar: 24 },
        cupos: [cupoDe('M', reservados)],
      },
    }),
  });
  const { id: convocatoriaId, edicionId, cursoId } = convocatoria;
  const staff = async (role: 'Escolar' | 'Admin') =>
    signIn((await insertCuentaVerificada(db, { role })).email);
  const [escolar, admin] = [await staff('Escolar'), await staff('Admin')];
  const person = async (at: number, sexo: 'H' | 'M') => {
    const letras = [...String(at)].map((digit) => 'ABCDEFGHIJ'[Number(digit)]).join('');
    const [apellidoPaterno, apellidoMaterno] = [`Pat${letras}`, `Mat${letras}`];
    const persona = await makePersona(db, {
      ...{ sexo, nombre: 'Luz', apellidoPaterno, apellidoMaterno },
      nombreCompleto: `LUZ ${apellidoPaterno} ${apellidoMaterno}`.toUpperCase(),
    });
    const { email } = await insertCuentaVerificada(db, { persona_id: persona.id });
    return { persona, email, token: await signIn(email) };
  };

  const gente: Applicant[] = [];
  await each(Array.from({ length: aspirantes }), async (_, n) => {
    const sexo = n % 3 === 0 ? 'M' : 'H';
    const { email, token } = await person(n, sexo);
    gente.push({ n, token, sexo, afirmativa: n % 5 === 0, solicitudId: '', folio: '' });
    await must(
      'submitPresolicitud',
      {
        ...{ convocatoriaId, version: 1, llave: randomUUID() },
        respuestas: { ...RESPUESTAS_PRESOLICITUD, correo: email },
      },
      token,
    );
  });
  let tras: string | null = null;
  do {
    const parte = { filtros: { cursoId }, excepto: [], tras };
    const { siguiente, fallas } = await must('decidePresolicitudesCurso', { parte }, escolar);
    if (fallas.length > 0) throw new Error(JSON.stringify(fallas));
    tras = siguiente;
  } while (tras !== null);
  await each(gente, async (one) => {
    const { id, folioSolicitud } = await must(
      'submitSolicitud',
      {
        ...{ convocatoriaId, version: 1, llave: randomUUID() },
        respuestas: { ...RESPUESTAS_SOLICITUD, afirmativa: one.afirmativa },
      },
      one.token,
    );
    Object.assign(one, { solicitudId: id, folio: folioSolicitud });
  });

  const jueces: { n: number; token: string }[] = [];
  for (let n = 0; n < evaluadores; n += 1) {
    const { persona, token } = await person(50_000 + n, 'H');
    await must('createEvaluadorConvocatoria', { convocatoriaId, clave: persona.clave }, escolar);
    jueces.push({ n, token });
  }
  await closeReception(convocatoriaId);

  const porFolio = new Map(gente.map((one) => [one.folio.replaceAll('-', ''), one]));
  const scores: Score[] = [];
  const scoreAll = async (etapa: number) => {
    const { id: etapaId, criterios } = convocatoria.etapas[etapa]!;
    let pending = 0;
    await each(jueces, async ({ n, token }) => {
      const { convocatorias } = await must('listDictamenesPropios', {}, token);
      const suya = convocatorias
        .flatMap((one: Answer) => one.etapas)
        .find(({ id }: { id: string }) => id === etapaId);
      for (const { id, folio, estado } of suya?.asignaciones ?? []) {
        if (estado === 'entregada') continue;
        pending += 1;
        const puntos = puntosDe(porFolio.get(folio.replaceAll('-', ''))!.n, n, etapa);
        await must('acceptAsignacionDictamen', { id }, token);
        const comentario = 'Lo sostiene con fuentes y lo explica con orden.';
        const dictamen = {
          criterios: Object.fromEntries(
            criterios.map((criterio, k) => [criterio, { puntos: puntos[k], comentario }]),
          ),
        };
        await must('submitDictamenPropio', { id, dictamen, revision: 0 }, token);
        scores.push({ folio: folio.replaceAll('-', ''), etapa, puntos });
        onScore?.();
      }
    });
    return pending;
  };
  for (const [etapa, { id: etapaId }] of convocatoria.etapas.entries()) {
    const { huella } = await must('previewAsignacionEtapa', { etapaId }, escolar);
    await must('assignSolicitudesEtapa', { etapaId, huella }, escolar);
    // A disagreement gives it to a third one.
    while ((await scoreAll(etapa)) > 0);
    await must('endEtapaEvaluacion', { etapaId }, escolar);
  }
  const { id: rankingId } = await must('createRankingPosgrado', { convocatoriaId }, escolar);
  await must(
    'publishRankingPosgrado',
    {
      id: rankingId,
      publicarEn: new Date(ahora.getTime() + 45 * 86_400_000).toISOString(),
    },
    admin,
  );
  await publish(rankingId, edicionId);
  const filas: Answer[] = [];
  for (let pagina = 1; ; pagina += 1) {
    const data = { id: rankingId, pagina, porPagina: 100 };
    const page = await must('listFilasRankingPosgrado', data, escolar);
    filas.push(...page.filas);
    if (filas.length >= page.total) break;
  }
  const { resultados } = await must('getResultadosPosgrado', { edicionId });
  const expected = orderOf({ gente, scores, lugares, reservados, corte });
  return { convocatoria, rankingId, filas, resultados, expected, gente, scores, escolar, admin };
};

/** Hundredths of a point out of 100 of a fraction, rounded half up. */
const half = (num: number, den: number) => Math.floor((num * 20_000 + den) / (2 * den));

/**
 * The published order, from the scores alone: written here and not with the program's code. Two scores count their mean, three their
 * median; equal totals go by the affirmative action, and then by the draw.
 */
const orderOf = ({
  gente,
  scores,
  lugares,
  reservados,
  corte,
}: {
  gente: readonly Applicant[];
  scores: readonly Score[];
  lugares: number;
  reservados: number;
  corte: number;
}) => {
  /** Twice the points of a stage, out of 800. */
  const dobles = (folio: string, etapa: number): number | null => {
    const suyos = scores
      .filter((one) => one.folio === folio && one.etapa === etapa)
      .map(({ puntos }) => puntos.reduce((sum, one, k) => sum + one * PESOS[etapa]![k]!, 0))
      .sort((a, b) => a - b);
    if (suyos.length === 0) return null;
    return suyos.length === 3 ? 2 * suyos[1]! : suyos[0]! + suyos[1]!;
  };
  const draw = (folio: string) =>
    createHash('sha256').update(`${SECRETO_DEL_SORTEO}${folio}`).digest('hex');
  const todas = gente.map((one) => {
    const folio = one.folio.replaceAll('-', '');
    const [uno, dos] = [dobles(folio, 0), dobles(folio, 1)];
    const primera = half(uno!, 800);
    const total = half(PESO_DE_ETAPA[0] * uno! + PESO_DE_ETAPA[1] * (dos ?? 0), 80_000);
    return { ...one, folio, primera, segunda: dos, total };
  });
  const bastan = todas.filter(({ primera }) => primera >= MINIMO);
  const puestos = bastan.map(({ primera }) => primera).sort((a, b) => b - a);
  const ultima = puestos[Math.min(corte, puestos.length) - 1] ?? 0;
  const pasan = bastan
    .filter(({ primera }) => primera >= ultima)
    .sort(
      (a, b) =>
        b.total - a.total ||
        Number(b.afirmativa) - Number(a.afirmativa) ||
        (draw(a.folio) < draw(b.folio) ? -1 : 1),
    );
  const admitidas = new Set(
    pasan
      .filter(({ sexo }) => sexo === 'M')
      .slice(0, reservados)
      .map(({ folio }) => folio),
  );
  for (const { folio } of pasan) if (admitidas.size < lugares) admitidas.add(folio);
  return {
    orden: pasan.map(({ folio, total }) => ({ folio, total })),
    admitidas: [...admitidas].sort(),
    espera: pasan.map(({ folio }) => folio).filter((folio) => !admitidas.has(folio)),
    terceras: scores.length - 2 * (todas.length + pasan.length),
  };
};
