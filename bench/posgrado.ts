/**
 * What results of a call with many applications cost, on PostgreSQL: reading the inputs and ranking them, approving, publishing (states,
 * seats, letters, public results) and proving all of it again, in seconds.
 *
 *   node bench/posgrado.ts [applications]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { startPostgres } from '../scripts/throwaway-postgres.ts';
import { comprobarPosgrado } from '../src/features/posgrado/invariantes/server/service.ts';
import { publishPendientes } from '../src/features/posgrado/publicacion/server/service.ts';
import {
  approveRanking,
  calculateRanking,
} from '../src/features/posgrado/ranking/server/service.ts';
import { readEnv } from '../src/platform/server/env.ts';
import { actAs, actAsSystem } from '../src/platform/server/request-context.ts';
import type { Actor } from '../src/platform/shared/actor.ts';
import { createPortal } from '../src/server.ts';
import { insertCuentaVerificada } from '../tests/factories/cuentas.ts';
import {
  DEFINICION_SOLICITUD,
  makeConcurso,
  makeConvocatoria,
} from '../tests/factories/posgrado.ts';

const many = Number(process.argv[2] ?? 5_000);
const postgres = await startPostgres();
if (!postgres) throw new Error('There is no PostgreSQL on this machine.');
const dataDir = mkdtempSync(join(tmpdir(), 'portal-'));
const env = { DATABASE_URL: postgres.url, DATA_DIR: dataDir, SECRET_KEY: '5e'.repeat(32) };
const portal = await createPortal(readEnv({ ...env, DEMO: '1', LOG_LEVEL: 'silent' }));
const { services } = portal;
const { db } = services;

const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const [from, cpu] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(cpu);
  const seconds = ((performance.now() - from) / 1_000).toFixed(2);
  const own = ((user + system) / 1_000_000).toFixed(2);
  process.stdout.write(`${name}: ${seconds} s (${own} s of processor of this process)\n`);
  return result;
};
const actorOf = async (role: 'Admin' | 'Escolar'): Promise<Actor> => {
  const { uid, email } = await insertCuentaVerificada(db, { role });
  return { uid, email, role, personaId: null } as Actor;
};
const [escolar, admin] = [await actorOf('Escolar'), await actorOf('Admin')];
const convocatoria = await makeConvocatoria(db, {
  ahora: new Date(Date.now() - 45 * 86_400_000),
  cupo: Math.ceil(many / 10),
  etapas: [
    { tipo: 'examen', nombre: 'Examen', peso: 40, minimo: 5000 },
    {
      ...{ tipo: 'rubrica', nombre: 'Proyecto', peso: 60 },
      criterios: [
        { nombre: 'Motivos', peso: 40, piezas: ['exposicion'] },
        { nombre: 'Proyecto', peso: 60, piezas: ['proyecto'] },
      ],
    },
  ],
  solicitud: {
    ...DEFINICION_SOLICITUD,
    reparto: { alLlenarse: 'esperaPorPuntos', horasParaAceptar: 72, cupos: [] },
  },
});
await makeConcurso(
  services,
  convocatoria,
  Array.from({ length: many }, (_, n) => ({
    puntos: [
      4_000 + ((n * 7919) % 6_001),
      [
        [n % 5, (n * 3) % 5],
        [n % 5, (n * 3 + 1) % 5],
      ],
    ],
  })),
);
await sql`analyze`.execute(db);
const as = <T>({ uid }: Actor, work: () => Promise<T>) => actAs(uid, work);
const ctx = (actor: Actor) => ({ actor, services, receivedAt: new Date() });

const { id } = await timed(`calculating a ranking of ${many}`, () =>
  as(escolar, () =>
    db
      .transaction()
      .execute((trx) =>
        calculateRanking(
          trx,
          { convocatoriaId: convocatoria.id, motivo: null },
          ctx(escolar) as never,
        ),
      ),
  ),
);
await timed('approving it', () =>
  as(admin, () =>
    db
      .transaction()
      .execute((trx) =>
        approveRanking(
          trx,
          { id, publicarEn: new Date(Date.now() + 3_700_000).toISOString(), adelanto: null },
          ctx(admin) as never,
        ),
      ),
  ),
);
await sql`update rankings set publicar_en = now() where id = ${id}`.execute(db);
await timed('publishing it', () => actAsSystem(() => publishPendientes(services)));
const found = await timed('proving it', () =>
  comprobarPosgrado(db, { ahora: new Date(), todas: false }),
);
const { rows } = await sql<Record<string, number>>`
  select (select count(*)::int from solicitudes where estado = 'admitida') as admitidas,
    (select count(*)::int from solicitudes where estado = 'listaDeEspera') as espera,
    (select count(*)::int from correos) as cartas, (select count(*)::int from publicaciones) as publicaciones`.execute(
  db,
);
const claves = [...new Set(found.map(({ clave }) => clave))].join(', ');
process.stdout.write(`${JSON.stringify(rows[0])}; found: ${claves || 'nothing'}\n`);
await portal.stop();
await postgres.stop();
rmSync(dataDir, { recursive: true, force: true });
