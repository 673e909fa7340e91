/**
 * Two of the staff who do the same to a document, or to all who passed an edition, at the same instant: one connection cannot show it.
 * Runs only on a real PostgreSQL (TEST_DATABASE_URL).
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueEmitido } from '../../src/features/credenciales/server/service.ts';
import { actAsSystem } from '../../src/platform/server/request-context.ts';
import { makeCuenta } from '../factories/cuentas.ts';
import { CAMPOS, makeEmitido, makeFirmante, pedidoDe } from '../factories/emitidos.ts';
import { makeCurp, makePersona } from '../factories/personas.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';

const AT_ONCE = 8;

describe.skipIf(!process.env.TEST_DATABASE_URL)('documents issued, by several at once', () => {
  let portal: TestPortal;
  let tokens: string[];
  let clave: string;
  let personaId: string;
  let firmante: string;
  beforeAll(async () => {
    portal = await startTestPortal({}, { jobs: false });
    const admin = await makeCuenta(portal, { role: 'Admin' });
    const others = await Promise.all(
      Array.from({ length: AT_ONCE }, () => makeCuenta(portal, { role: 'Escolar' })),
    );
    tokens = [admin, ...others].map(({ token }) => token);
    firmante = await makeFirmante(portal, tokens[0]!);
    clave = makeCurp();
    ({ id: personaId } = await makePersona(portal.services.db, { clave, curp: clave }));
  });
  afterAll(() => portal?.stop());

  const race = async (name: string, dataOf: (i: number) => unknown) => {
    const answers = await Promise.all(
      tokens.slice(1).map((token, i) => portal.call(name, dataOf(i), { token })),
    );
    return {
      done: answers.filter(({ error }) => !error),
      codes: answers.flatMap(({ error }) => (error ? [error.details?.code ?? error.message] : [])),
    };
  };
  const make = () =>
    makeEmitido(portal, {
      tipo: 'certificado',
      clave,
      firmante,
      por: tokens[0]!,
      aprueba: tokens[1]!,
    });
  const recorded = async (id: string, accion: string) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from historial where accion = ${accion} and entidad_id = ${id}`.execute(
      portal.services.db,
    );
    return rows[0]!.n;
  };

  it('is approved once', async () => {
    const { result } = await portal.call(
      'createDocumentoEmitido',
      pedidoDe('grado', clave, firmante),
      {
        token: tokens[0]!,
      },
    );
    const { done, codes } = await race('confirmDocumentoEmitido', () => ({ id: result.id }));
    expect([done.length, new Set(codes)]).toEqual([1, new Set(['emitido-cambio'])]);
    expect(await recorded(result.id, 'emitido.emitir')).toBe(1);
  });

  it('is revoked once, and never both revoked and issued anew', async () => {
    const one = await make();
    const motivo = 'Se emitió por error.';
    const nuevos = Array.from({ length: AT_ONCE }, () => randomUUID());
    const [revoked, replaced] = await Promise.all([
      race('updateVigenciaDocumentoEmitido', () => ({ id: one.id, paso: 'revocar', motivo })),
      race('replaceDocumentoEmitido', (i) => ({
        ...{ id: one.id, nuevo: nuevos[i], motivo, programa: 'Otro curso' },
        ...{ campos: CAMPOS.certificado, firmantes: [firmante] },
      })),
    ]);
    expect(revoked.done.length + replaced.done.length).toBe(1);
    expect(new Set([...revoked.codes, ...replaced.codes])).toEqual(new Set(['emitido-cambio']));
    const { rows } = await sql<{ estado: string; nuevos: number }>`
      select d.estado, (select count(*)::int from documentos_emitidos n where n.sustituye = d.id) as nuevos
      from documentos_emitidos d where d.id = ${one.id}`.execute(portal.services.db);
    const [{ estado, nuevos: n }] = rows as [{ estado: string; nuevos: number }];
    expect([estado, n]).toEqual(revoked.done.length === 1 ? ['revocada', 0] : ['sustituida', 1]);
  });

  it('is one for each place in an edition, however many emissions reach it', async () => {
    const { db, env } = portal.services;
    const [origen, origen_de] = [randomUUID(), randomUUID()];
    const emisiones = Array.from({ length: AT_ONCE }, () => randomUUID());
    for (const id of emisiones) {
      await sql`insert into emisiones (id, tipo, fuente, fuente_id, contenido, trabajo_id, pedido_en, pedido_por)
        values (${id}, 'certificado', 'edicion', ${origen}, '{}', ${randomUUID()}, now(), 'u')`.execute(
        db,
      );
    }
    const contenido = {
      ...{ programa: 'Argumentación', campos: CAMPOS.certificado },
      ...{ firmantes: [firmante], vigenteHasta: null, diseno: null },
    };
    const made = await Promise.all(
      emisiones.map((emision_id) =>
        actAsSystem(() =>
          db.transaction().execute((trx) =>
            issueEmitido(
              trx,
              {
                ...{ id: randomUUID(), tipo: 'certificado' as const, contenido },
                persona: { id: personaId, nombre: 'Ana Pérez Ruiz' },
                origen: { emision_id, origen, origen_de },
                deRuta: true,
              },
              { uid: 'u', env, notificaciones: null, ahora: new Date() },
            ),
          ),
        ),
      ),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from documentos_emitidos where origen = ${origen}`.execute(db);
    expect(rows[0]!.n).toBe(1);
    expect(await recorded(made[0]!.id, 'emitido.emitir')).toBe(1);
  });
});
