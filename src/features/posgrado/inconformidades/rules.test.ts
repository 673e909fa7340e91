import { describe, expect, it } from 'vitest';
import { calendarOf } from '../../../platform/shared/working-days.ts';
import type { FilaRanking } from '../ranking/contract.ts';
import {
  consecuenciasDe,
  type EtapaDeInconformidad,
  faltaAlReincorporar,
  makeFolioInconformidad,
  materiaDePresolicitud,
  materiaDeSolicitud,
  plazoParaPresentar,
  plazoParaResolver,
  porQueNoPresenta,
  situacionDePlazo,
} from './rules.ts';

const fila = (over: Partial<FilaRanking> = {}): FilaRanking => ({
  ...{ id: 's', folio: 'SP', estado: 'noAdmitida', posicion: 7, total: 7000, etapas: [] },
  ...{ detenida: null, excluida: false, desempate: null, cupo: null, espera: null },
  ...over,
});
const day = (n: number) => new Date(Date.UTC(2027, 2, n, 18));

describe('the terms', () => {
  // Friday 19 and Monday 22 March 2027 are holidays; so are all the days of Easter.
  const calendar = calendarOf(['2027-03-19', { desde: '2027-03-22', hasta: '2027-03-24' }]);

  it('count working days of the judicial calendar, the last one whole', () => {
    // Notified on Thursday 18: Thursday 25, Friday 26 and Monday 29.
    const hasta = plazoParaPresentar(day(18), { diasInconformidad: 3 }, calendar);
    expect(hasta.toISOString()).toBe('2027-03-30T05:59:59.999Z');
    expect(plazoParaResolver(day(26), { diasResolver: 10 }, calendar).toISOString()).toBe(
      '2027-04-10T05:59:59.999Z',
    );
  });

  it('say how they stand', () => {
    const hasta = plazoParaPresentar(day(18), { diasInconformidad: 3 }, calendar);
    const at = (iso: string) => situacionDePlazo(hasta, new Date(iso), calendar);
    expect(at('2027-03-18T18:00:00Z')).toEqual({ diasHabiles: 3, vencido: false });
    expect(at('2027-03-23T18:00:00Z')).toEqual({ diasHabiles: 3, vencido: false });
    expect(at('2027-03-30T05:59:59.999Z')).toEqual({ diasHabiles: 0, vencido: false });
    expect(at('2027-03-30T06:00:00.000Z').vencido).toBe(true);
  });

  it('a folio has its check symbol and says nothing of whose it is', () => {
    expect(makeFolioInconformidad(day(18), 'K9Y2ZKYW0')).toMatch(/^NC27-K9Y2-ZKYW-0[0-9A-Z*~$=]$/);
  });
});

describe('what may be contested', () => {
  it('of a pre-application: that it was declared improcedente', () => {
    const decididaEn = day(1);
    expect(materiaDePresolicitud({ estado: 'improcedente', decididaEn })).toEqual({
      ...{ sobre: 'improcedencia', etapaId: null, notificadaEn: decididaEn },
    });
    for (const estado of [
      'borrador',
      'enviada',
      'conObservaciones',
      'valida',
      'vencida',
    ] as const) {
      expect(materiaDePresolicitud({ estado, decididaEn })).toBeNull();
    }
  });

  it('of an application: its exclusion, the stage where it stopped, or its result', () => {
    const publicadas = [{ publicadoEn: day(3), fila: fila() }];
    const of = (over: Partial<Parameters<typeof materiaDeSolicitud>[0]>) =>
      materiaDeSolicitud({ estado: 'noAdmitida', excluidaEn: null, publicadas, ...over });
    expect(of({})).toMatchObject({ sobre: 'resultado', notificadaEn: day(3) });
    expect(of({ estado: 'listaDeEspera' })).toMatchObject({ sobre: 'resultado' });
    expect(of({ excluidaEn: day(2) })).toMatchObject({ sobre: 'exclusion', notificadaEn: day(2) });
    const detenida = [{ publicadoEn: day(3), fila: fila({ detenida: 'e1', posicion: null }) }];
    expect(of({ publicadas: detenida })).toMatchObject({ sobre: 'etapa', etapaId: 'e1' });
    expect(of({ publicadas: [] })).toBeNull();
    for (const estado of [
      'enEvaluacion',
      'admitida',
      'inscrita',
      'desistida',
      'vencida',
    ] as const) {
      expect(of({ estado })).toBeNull();
    }
  });

  it('since it was told: a ranking that left it as it was tells nothing anew', () => {
    const since = (...filas: FilaRanking[]) =>
      materiaDeSolicitud({
        ...{ estado: 'noAdmitida', excluidaEn: null },
        publicadas: filas.map((one, n) => ({ publicadoEn: day(9 - n), fila: one })),
      })!.notificadaEn;
    expect(since(fila(), fila(), fila())).toEqual(day(7));
    expect(since(fila(), fila(), fila({ total: 6999 }), fila())).toEqual(day(8));
    expect(since(fila(), fila({ posicion: 6 }))).toEqual(day(9));
    // Others' tie-breaks do not tell them anything.
    expect(since(fila(), fila({ espera: 3, cupo: 'x' }))).toEqual(day(8));
  });

  it('once while it is open, and not again once it was answered, unless it is told anew', () => {
    const materia = { sobre: 'resultado', etapaId: null, notificadaEn: day(3) } as const;
    const why = (over: Partial<Parameters<typeof porQueNoPresenta>[1]>) =>
      porQueNoPresenta(materia, {
        ...{ suyas: [], venceEn: day(8), ahora: day(5), vigente: true },
        ...over,
      });
    const una = (
      estado: 'presentada' | 'enEstudio' | 'fundada' | 'infundada' | 'retirada',
      n = 4,
    ) => [{ sobre: 'resultado', estado, creadoEn: day(n) } as const];
    expect(why({})).toBeNull();
    expect(why({ ahora: day(8) })).toBeNull();
    expect(why({ ahora: new Date(day(8).getTime() + 1) })).toBe('fueraDePlazo');
    expect(why({ vigente: false })).toBe('concluida');
    expect(why({ suyas: una('presentada') })).toBe('abierta');
    expect(why({ suyas: una('enEstudio', 1) })).toBe('abierta');
    expect(why({ suyas: una('infundada') })).toBe('resuelta');
    expect(why({ suyas: una('fundada') })).toBe('resuelta');
    expect(why({ suyas: una('infundada', 2) })).toBeNull();
    expect(why({ suyas: una('retirada') })).toBeNull();
    expect(why({ suyas: [{ ...una('presentada')[0]!, sobre: 'exclusion' }] })).toBeNull();
  });
});

const etapa = (over: Partial<EtapaDeInconformidad>): EtapaDeInconformidad => ({
  ...{ id: 'e', tipo: 'rubrica', cerrada: true, entregadas: 2, conExamen: false, ausente: false },
  ...over,
});

describe('what follows from one that is granted', () => {
  const etapas = [
    etapa({ id: 'documental', tipo: 'documental', entregadas: 0 }),
    etapa({ id: 'examen', tipo: 'examen', entregadas: 0, conExamen: true }),
    etapa({ id: 'rubrica' }),
    etapa({ id: 'sin', entregadas: 0 }),
    etapa({ id: 'abierta', cerrada: false }),
    etapa({ id: 'entrevista', tipo: 'entrevista' }),
  ];
  const of = (sobre: Parameters<typeof consecuenciasDe>[0], vigente = true) =>
    consecuenciasDe(sobre, { etapas, vigente }).map(({ tipo, etapas: suyas }) =>
      [tipo, ...suyas].join(' '),
    );

  it('is what can still be done about it', () => {
    expect(of('improcedencia')).toEqual(['reconsiderar', 'otra']);
    expect(of('exclusion')).toEqual(['reincorporar', 'otra']);
    expect(of('etapa')).toEqual([
      ...['evaluarDeNuevo rubrica', 'corregirExamen examen', 'recalcular', 'otra'],
    ]);
    expect(of('resultado')).toEqual(of('etapa'));
    expect(of('resultado', false)).toEqual(['otra']);
    expect(consecuenciasDe('etapa', { etapas: [], vigente: true }).map(({ tipo }) => tipo)).toEqual(
      [...['recalcular', 'otra']],
    );
  });

  it('says what an application that comes back lacks', () => {
    expect(faltaAlReincorporar(etapas, 2)).toEqual({ porEvaluar: ['sin'], perdidas: [] });
    expect(faltaAlReincorporar(etapas, 3)).toEqual({
      porEvaluar: ['rubrica', 'sin'],
      perdidas: [],
    });
    const entrevista = etapa({ id: 'x', tipo: 'entrevista', entregadas: 0 });
    expect(faltaAlReincorporar([entrevista], 2).perdidas).toEqual(['x']);
    expect(faltaAlReincorporar([{ ...entrevista, ausente: true }], 2).perdidas).toEqual([]);
    expect(faltaAlReincorporar([{ ...entrevista, cerrada: false }], 2).perdidas).toEqual([]);
  });
});
