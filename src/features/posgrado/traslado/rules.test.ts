import { expect, it } from 'vitest';
import type { EstadoPresolicitud, EstadoSolicitud } from '../estados.ts';
import { planTraslado } from './rules.ts';

const at = (minuto: number) => new Date(Date.UTC(2026, 10, 1, 12, minuto));
const presolicitud = (
  id: string,
  estado: EstadoPresolicitud,
  minuto = 0,
  convocatoriaId = 'c',
) => ({
  ...{ id, estado, convocatoriaId, actualizadoEn: at(minuto) },
});
const solicitud = (id: string, estado: EstadoSolicitud, presolicitudId: string, minuto = 0) => ({
  ...{ id, estado, presolicitudId, convocatoriaId: 'c', actualizadoEn: at(minuto) },
});
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

it.each([
  // Of two drafts the newer one, whichever file it is of.
  ['borrador', 5, 'borrador', 1, 'theirs', 'descartadas'],
  ['borrador', 1, 'borrador', 5, 'mine', 'descartadas'],
  ['enviada', 0, 'borrador', 9, 'theirs', 'descartadas'],
  ['borrador', 9, 'valida', 0, 'mine', 'descartadas'],
  ['enviada', 9, 'valida', 0, 'mine', 'anuladas'],
  ['valida', 0, 'conObservaciones', 9, 'theirs', 'anuladas'],
  // Alike: that of the file that stays.
  ['valida', 9, 'valida', 0, 'mine', 'anuladas'],
] as const)('%s (%i) against %s (%i): %s goes, %s', (mine, m, theirs, t, goes, how) => {
  const { presolicitudes: plan } = planTraslado(
    { de: [presolicitud('mine', mine, m)], a: [presolicitud('theirs', theirs, t)] },
    { de: [], a: [] },
  );
  expect(idsOf(plan[how])).toEqual([goes]);
  expect(idsOf(plan[how === 'anuladas' ? 'descartadas' : 'anuladas'])).toEqual([]);
  const moved = !(goes === 'mine' && how === 'descartadas');
  expect(idsOf(plan.siguen)).toEqual(moved ? ['mine'] : []);
});

it('what is closed, and other calls, are in nobody’s way', () => {
  const { presolicitudes: plan } = planTraslado(
    {
      de: [presolicitud('uno', 'retirada'), presolicitud('dos', 'valida', 0, 'otra')],
      a: [presolicitud('tres', 'valida')],
    },
    { de: [], a: [] },
  );
  expect([idsOf(plan.siguen), plan.descartadas, plan.anuladas]).toEqual([['uno', 'dos'], [], []]);
});

it('the pre-application of the application that stays, stays with it', () => {
  const plan = planTraslado(
    { de: [presolicitud('p', 'valida')], a: [presolicitud('q', 'valida', 9)] },
    { de: [solicitud('s', 'enEvaluacion', 'p')], a: [solicitud('t', 'enviada', 'q')] },
  );
  expect(idsOf(plan.solicitudes.anuladas)).toEqual(['t']);
  expect(idsOf(plan.presolicitudes.anuladas)).toEqual(['q']);
  const draft = planTraslado(
    { de: [presolicitud('p', 'valida')], a: [presolicitud('q', 'valida', 9)] },
    { de: [solicitud('s', 'borrador', 'p')], a: [] },
  );
  expect(idsOf(draft.presolicitudes.anuladas)).toEqual(['q']);
  expect(idsOf(draft.solicitudes.siguen)).toEqual(['s']);
});
