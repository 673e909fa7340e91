/**
 * What one connection cannot show of results: two people in one grid, an acta that is closed while somebody saves, two who
 * close it at once, and a server that dies half-way. Runs only on a real PostgreSQL (TEST_DATABASE_URL).
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../factories/cuentas.ts';
import { makeCursada, TERMINADA } from '../factories/resultados.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';

type Cuenta = Awaited<ReturnType<typeof makeCuenta>>;
type Cursada = Awaited<ReturnType<typeof makeCursada>>;

describe.skipIf(!process.env.TEST_DATABASE_URL)('results, many at once', () => {
  let portal: TestPortal;
  let eva: Cuenta;
  let alma: Cuenta;
  beforeAll(async () => {
    portal = await startTestPortal({}, { jobs: false });
    eva = await makeCuenta(portal, { role: 'Escolar' });
    alma = await makeCuenta(portal, { role: 'Admin' });
    portal.setNow(TERMINADA);
  });
  afterAll(() => portal?.stop());

  const save = (
    { edicion }: Cursada,
    who: Cuenta,
    celdas: readonly { inscripcionId: string; valor: number; version: number }[],
  ) =>
    portal.call(
      'saveResultadosEdicion',
      { edicionId: edicion.id, calificaciones: celdas, observaciones: [] },
      who,
    );
  const preview = async ({ edicion }: Cursada) =>
    (await portal.call('previewCierreActa', { edicionId: edicion.id }, eva)).result.huella;
  const close = ({ edicion }: Cursada, who: Cuenta, huella: string) =>
    portal.call('confirmCierreActa', { edicionId: edicion.id, huella }, who);
  const ledger = async ({ edicion }: Cursada) => {
    const { rows } = await sql<Record<string, number>>`select
        (select count(*)::int from actas where edicion_id = ${edicion.id}) as actas,
        (select count(*)::int from acta_versiones v join actas a on a.id = v.acta_id
          where a.edicion_id = ${edicion.id}) as versiones,
        (select count(*)::int from acta_resultados x join inscripciones i on i.id = x.inscripcion_id
          where i.edicion_id = ${edicion.id}) as resultados,
        (select count(*)::int from inscripciones where edicion_id = ${edicion.id}
          and estado = 'inscrita') as inscritas,
        (select count(*)::int from historial h join inscripciones i on i.id::text = h.entidad_id
          where i.edicion_id = ${edicion.id}
            and h.accion in ('resultado.acreditar', 'resultado.reprobar')) as historia`.execute(
      portal.services.db,
    );
    return rows[0];
  };

  it('two people fill one grid at the same time: every cell is one of the two, and each knows which', async () => {
    const cursada = await makeCursada(portal, { personas: 60 });
    const ids = cursada.inscritas.map(({ id }) => id);
    const answers = await Promise.all(
      [eva, alma].flatMap((who, w) =>
        Array.from({ length: 6 }, (_, part) => {
          const mine = ids.filter((_, i) => i % 6 === part);
          // Opposite orders: who locks rows in the order that it was given would stop here.
          const celdas = (w === 0 ? mine : mine.toReversed()).map((inscripcionId) => ({
            inscripcionId,
            valor: w === 0 ? 8 : 9,
            version: 0,
          }));
          return save(cursada, who, celdas);
        }),
      ),
    );
    const saved = new Map<string, number>();
    for (const { result, error } of answers) {
      expect(error).toBeUndefined();
      for (const celda of result.calificaciones) {
        if (celda.destino !== 'guardada') continue;
        expect(saved.has(celda.inscripcionId), 'two saved one cell').toBe(false);
        saved.set(celda.inscripcionId, celda.valor);
      }
    }
    const { rows } = await sql<{ inscripcion_id: string; calificacion: number }>`
      select inscripcion_id, calificacion::float8 from resultados
      where inscripcion_id = any(${ids}::uuid[])`.execute(portal.services.db);
    expect(new Map(rows.map((row) => [row.inscripcion_id, row.calificacion]))).toEqual(saved);
    expect(saved.size).toBe(60);
  });

  it('two who close at once leave one acta', async () => {
    const cursada = await makeCursada(portal, { personas: 20 });
    const celdas = cursada.inscritas.map(({ id }) => ({ inscripcionId: id, valor: 9, version: 0 }));
    await save(cursada, eva, celdas);
    const huella = await preview(cursada);
    const answers = await Promise.all(
      [eva, alma, eva, alma].map((who) => close(cursada, who, huella)),
    );
    const codes = answers.map(({ error }) => error?.details?.code ?? 'cerró').sort();
    expect(codes).toEqual(['acta-cerrada', 'acta-cerrada', 'acta-cerrada', 'cerró']);
    expect(await ledger(cursada)).toEqual({
      actas: 1,
      versiones: 1,
      resultados: 20,
      inscritas: 0,
      historia: 20,
    });
  });

  it('what is saved while it closes is in the acta, or is refused; never between', async () => {
    for (let round = 0; round < 5; round += 1) {
      const cursada = await makeCursada(portal, { personas: 10 });
      const celdas = cursada.inscritas.map(({ id }) => ({
        inscripcionId: id,
        valor: 9,
        version: 0,
      }));
      await save(cursada, eva, celdas);
      const huella = await preview(cursada);
      const [closed, ...saves] = await Promise.all([
        close(cursada, eva, huella),
        ...celdas.map((celda) => save(cursada, alma, [{ ...celda, valor: 4, version: 1 }])),
      ]);
      const codes = new Set(saves.map(({ error }) => error?.details?.code));
      const { rows } = await sql<{ impresa: number; celda: number }>`
        select x.calificacion::float8 as impresa, r.calificacion::float8 as celda
        from acta_resultados x join resultados r using (inscripcion_id)
        where inscripcion_id = any(${celdas.map((c) => c.inscripcionId)}::uuid[])`.execute(
        portal.services.db,
      );
      if (closed.error) {
        // Somebody saved first: what was confirmed is no longer what there is.
        expect(closed.error.details?.code).toBe('resultados-cambiaron');
        expect(rows).toEqual([]);
      } else {
        expect(codes).toEqual(new Set(['acta-cerrada']));
        expect(rows.every(({ impresa, celda }) => impresa === 9 && celda === 9)).toBe(true);
      }
    }
  });

  it('an acta of 500 whose connection is killed half-way leaves nothing, and then closes whole', async () => {
    const cursada = await makeCursada(portal, { personas: 500, cuentas: true });
    const celdas = cursada.inscritas.map(({ id }, i) => ({
      inscripcionId: id,
      valor: (i % 41) / 4,
      version: 0,
    }));
    await save(cursada, eva, celdas);
    const huella = await preview(cursada);
    // The server's backend dies by its own hand once the states are written and the history is not yet.
    await sql`create function se_corta() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`.execute(
      portal.services.db,
    );
    await sql`create trigger se_corta after insert on acta_resultados for each statement
      execute function se_corta()`.execute(portal.services.db);
    const cut = await close(cursada, eva, huella);
    expect(cut.error).toBeDefined();
    await sql`drop trigger se_corta on acta_resultados`.execute(portal.services.db);
    expect(await ledger(cursada)).toEqual({
      actas: 0,
      versiones: 0,
      resultados: 0,
      inscritas: 500,
      historia: 0,
    });
    const closed = await close(cursada, eva, huella);
    expect(closed.error).toBeUndefined();
    expect(closed.result.acreditadas + closed.result.noAcreditadas).toBe(500);
    expect(await ledger(cursada)).toEqual({
      actas: 1,
      versiones: 1,
      resultados: 500,
      inscritas: 0,
      historia: 500,
    });
  });
});
