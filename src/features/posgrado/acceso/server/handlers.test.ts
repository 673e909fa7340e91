/**
 * Every callable of posgrado, before the results, by everybody who must learn nothing from it. The inputs are made from the contracts, so
 * that a new callable is tried too: nobody who applies or recommends gets an answer of the staff's side, whatever their role, and no
 * answer bears somebody else's name, points, comments or letter.
 */
import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makeEvaluador } from '../../../../../tests/factories/evaluacion.ts';
import {
  type Convocatoria,
  type EtapaHecha,
  makeAspirante,
  makeConcurso,
  makeConvocatoria,
} from '../../../../../tests/factories/posgrado.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { foldServer } from '../../../../platform/server/feature.ts';
import { recordCambio } from '../../../../platform/server/historial/index.ts';
import type { Message } from '../../../../platform/server/notificaciones/index.ts';
import { actAsSystem } from '../../../../platform/server/request-context.ts';
import type { Actor, Role } from '../../../../platform/shared/actor.ts';
import { SERVER_FEATURES } from '../../../../server-features.ts';
import { posgrado } from '../../server/feature.ts';
import { deConvocatoria } from './service.ts';

const AHORA = new Date('2027-03-10T18:00:00Z');
const ETAPAS: readonly EtapaHecha[] = [
  { tipo: 'examen', nombre: 'Examen', peso: 40 },
  {
    ...{ tipo: 'rubrica', nombre: 'Proyecto', peso: 60 },
    criterios: [{ nombre: 'Método', peso: 100, piezas: ['proyecto'] }],
  },
];
/** What nobody may learn: a name, points of the exam, a comment, who recommends, what a letter says. */
const SECRETO =
  /Tlanextli|TLANEXTLI|(?<![\da-f-])(7654|76\.54)(?![\da-f])|Comentario \d|Xochiquetzal|cuicacalli/;

const { given } = foldServer(SERVER_FEATURES);
const CALLABLES =
  typeof posgrado.callables === 'function' ? posgrado.callables(given) : posgrado.callables!;

/** Of the staff's side, and open to a member of staff who is party to this call: they are of every call, or begin one. */
const DE_TODAS = [
  ...['createConvocatoria', 'listConvocatorias', 'listOpcionesConvocatoria'],
  ...['listPresolicitudesCurso', 'decidePresolicitudesCurso', 'endRevisionPresolicitud'],
  'startRevisionPresolicitud',
];
const isDeActor = (role: Role | null) => (one: (typeof CALLABLES)[number]) =>
  !one.access.public && one.access.policy({ ...ACTOR, role });
const ACTOR = { uid: 'x', email: 'x@x.example', personaId: randomUUID(), role: null } as Actor;

let portal: TestPortal;
let call: Convocatoria;
let ids: Record<string, string[]>;
type Alguien = { token: string; uid: string; quien: string; role: Role | null };
let partes: Alguien[];
let ajenos: Alguien[];
let admin: { token: string; uid: string };
let rival: { id: string; folio: string; personaId: string };
const clave = 'SCRIVAL0001';

const db = () => portal.services.db;
const withRole = async (uid: string, role: Role | null) => {
  await db().updateTable('cuentas').set({ role }).where('uid', '=', uid).execute();
};

beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  portal.setNow(AHORA);
  call = await makeConvocatoria(db(), {
    ...{ ahora: new Date(AHORA.getTime() - 45 * 86_400_000), etapas: ETAPAS, cupo: 2 },
    resultados_en: new Date(AHORA.getTime() + 86_400_000),
  });
  const gente = await makeConcurso(
    portal.services,
    call,
    Array.from({ length: 5 }, () => ({ puntos: [7654, [[3], [3]]] })),
  );
  rival = gente[4]!;
  admin = await makeCuenta(portal, { role: 'Admin' });
  const escolar = await makeCuenta(portal, { role: 'Escolar' });
  await sql`update personas_todas set nombre = 'Luz', apellido_paterno = 'Tlanextli', nombre_completo = 'LUZ TLANEXTLI'
    where id = any(${gente.map(({ personaId }) => personaId)}::uuid[])`.execute(db());
  await sql`update personas_todas set clave = ${clave} where id = ${rival.personaId}`.execute(db());

  const aspirantes: Alguien[] = [];
  for (const role of ['Escolar', 'Admin', null] as const) {
    const uno = await makeAspirante(portal);
    await withRole(uno.uid, role);
    const { id } = gente[aspirantes.length]!;
    for (const tabla of ['presolicitudes', 'solicitudes']) {
      await sql`update ${sql.table(tabla)} t set persona_id = ${uno.personaId} from solicitudes s
        where s.id = ${id} and t.id = ${sql.ref(tabla === 'solicitudes' ? 's.id' : 's.presolicitud_id')}`.execute(
        db(),
      );
    }
    aspirantes.push({ ...uno, role, quien: `aspirante ${role ?? 'sin rol'}` });
  }
  const recomienda = await makeCuenta(portal, { role: 'Admin' });
  await sql`insert into recomendaciones (solicitud_id, estado, nombre, correo, institucion, relacion, recibida_en, carta, creado_en, actualizado_en)
    values (${rival.id}, 'recibida', 'Xochiquetzal', ${recomienda.email}, 'Tribunal', 'jefe', ${AHORA},
      ${portal.services.secrets.seal('cuicacalli')}, ${AHORA}, ${AHORA})`.execute(db());
  const [escolarQueAspira, adminQueAspira, persona] = aspirantes as [Alguien, Alguien, Alguien];
  partes = [
    escolarQueAspira,
    adminQueAspira,
    { ...recomienda, role: 'Admin', quien: 'recomendante Admin' },
  ];
  const evaluador = await makeEvaluador(portal, call, admin);
  ajenos = [
    persona,
    { ...(await makeCuenta(portal)), role: null, quien: 'nadie' },
    { ...evaluador, role: null, quien: 'evaluadora' },
  ];
  const made = await portal.call('createRankingPosgrado', { convocatoriaId: call.id }, escolar);
  if (made.error) throw new Error(JSON.stringify(made.error));
  const of = async (tabla: string) => {
    const found = await sql<{
      id: string;
    }>`select id::text as id from ${sql.table(tabla)} limit 1`.execute(db());
    return found.rows.map(({ id }) => id);
  };
  ids = {
    convocatoriaId: [call.id],
    edicionId: [call.edicionId],
    cursoId: [call.cursoId],
    etapaId: call.etapas.map(({ id }) => id),
    solicitudId: [rival.id],
    evaluadorId: await of('evaluadores'),
    id: [
      ...[call.id, rival.id, made.result.id],
      ...(await of('presolicitudes')),
      ...(await of('asignaciones')),
      ...(await of('recomendaciones')),
      ...(await of('evaluadores')),
    ],
  };
  await actAsSystem(() =>
    db()
      .transaction()
      .execute((trx) =>
        recordCambio(trx, 'solicitud.enviar', {
          id: rival.id,
          personaId: rival.personaId,
          despues: { estado: 'enviada', folio: rival.folio },
        }),
      ),
  );
});
afterAll(() => portal?.stop());

type Esquema = Record<string, unknown> & {
  properties?: Record<string, Esquema>;
  required?: string[];
  items?: Esquema;
  anyOf?: Esquema[];
  oneOf?: Esquema[];
  enum?: unknown[];
};
/** A value that a schema takes, for a field of that name. `turn` picks among ids. */
const sampleOf = (schema: Esquema, campo: string, turn: number): unknown => {
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  const some = schema.oneOf ?? schema.anyOf;
  if (some) return sampleOf(some.find(({ type }) => type !== 'null') ?? some[0]!, campo, turn);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
          schema.required?.includes(name) ? [[name, sampleOf(one, name, turn)]] : [],
        ),
      );
    case 'array':
      return Array.from({ length: Number(schema.minItems ?? 0) }, () =>
        sampleOf(schema.items ?? {}, campo, turn),
      );
    case 'integer':
    case 'number':
      return Math.max(Number(schema.minimum ?? 1), 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default: {
      const known = ids[campo] ?? (schema.format === 'uuid' ? ids.id : undefined);
      if (known) return known[turn % known.length];
      if (schema.format === 'date-time') return new Date(AHORA.getTime() + 7_200_000).toISOString();
      if (schema.format === 'date') return '2027-03-11';
      if (schema.format === 'email') return 'alguien@correo.example';
      return 'Texto suficiente para lo que se pide.'.slice(0, Number(schema.maxLength ?? 37));
    }
  }
};
const inputsOf = ({ contract }: (typeof CALLABLES)[number]): unknown[] => {
  const schema = z.toJSONSchema(contract.input, { io: 'input', unrepresentable: 'any' }) as Esquema;
  const all = Array.from({ length: ids.id!.length }, (_, turn) => sampleOf(schema, '', turn));
  const distinct = new Map(all.map((one) => [JSON.stringify(one), one]));
  return [...distinct.values()];
};

describe('before the results, of the staff’s side', () => {
  it('who applies or recommends gets no answer, whatever their role', {
    timeout: 300_000,
  }, async () => {
    for (const quien of partes) {
      for (const one of CALLABLES) {
        const name = one.contract.name;
        const isDePersonal = isDeActor('Admin')(one) && !isDeActor(null)(one);
        const isRefused = !isDeActor(quien.role)(one) && !one.access.public;
        for (const data of inputsOf(one).slice(0, isRefused ? 1 : undefined)) {
          const { result, error, ...answer } = await portal.call(name, data, quien);
          const said = JSON.stringify({ result, error });
          expect(said, `${name}, ${quien.quien}`).not.toMatch(SECRETO);
          expect(answer.http, `${name}, ${quien.quien}: ${said}`).not.toBe(500);
          if (isDePersonal && !DE_TODAS.includes(name)) {
            expect([name, quien.quien, result]).toEqual([name, quien.quien, undefined]);
            expect(
              ['PERMISSION_DENIED', 'NOT_FOUND', 'INVALID_ARGUMENT', 'ABORTED'],
              `${name}, ${quien.quien}: ${said}`,
            ).toContain(error?.status);
          }
        }
      }
    }
  });

  it('nobody and an evaluator get no answer either', { timeout: 300_000 }, async () => {
    for (const quien of ajenos) {
      for (const one of CALLABLES) {
        const name = one.contract.name;
        // Refused by their role whatever they ask for: once is enough.
        const refused = !isDeActor(null)(one) && !one.access.public;
        for (const data of inputsOf(one).slice(0, refused ? 1 : undefined)) {
          const { result, error } = await portal.call(name, data, quien);
          const said = JSON.stringify({ result, error });
          expect(said, `${name}, ${quien.quien}`).not.toMatch(SECRETO);
          if (refused) {
            expect([name, error?.status]).toEqual([name, 'PERMISSION_DENIED']);
          }
        }
      }
    }
  });

  it('a member of staff who is no party does: the inputs are such that there is something to read', async () => {
    let answered = 0;
    for (const one of CALLABLES) {
      if (!one.contract.name.startsWith('list') && !one.contract.name.startsWith('get')) continue;
      for (const data of inputsOf(one)) {
        const { result } = await portal.call(one.contract.name, data, admin);
        if (result !== undefined && SECRETO.test(JSON.stringify(result))) answered += 1;
      }
    }
    expect(answered).toBeGreaterThan(5);
  });
});

describe('Auditoría', () => {
  const rows = async (quien: { token: string }, filtros: object, name = 'listHistorial') =>
    (await portal.call(name, { porPagina: 100, ...filtros }, quien)).result.filas as {
      id: number;
      entidad: string;
    }[];
  const DE_POSGRADO = /^(convocatoria|solicitud|ranking|evaluador|presolicitud|asignacion)$/;

  it('shows an Admin who applies or recommends nothing of that call, by no filter; another Admin all', async () => {
    const all = await rows(admin, { entidad: 'ranking' });
    expect(all.length).toBeGreaterThan(0);
    const filtros = [
      ...[{}, { entidad: 'ranking' }, { entidad: 'solicitud' }, { busqueda: rival.id }],
      ...[{ clave }, { id: all[0]!.id }, { accion: 'ranking.' }, { entidadId: rival.id }],
      { actorUid: admin.uid },
    ];
    for (const quien of partes.filter((one) => one.quien.endsWith('Admin'))) {
      for (const filtro of filtros) {
        const found = await rows(quien, filtro);
        expect(
          found.filter(({ entidad }) => DE_POSGRADO.test(entidad)),
          JSON.stringify(filtro),
        ).toEqual([]);
      }
    }
    for (const filtro of filtros.slice(1)) {
      expect(
        (await rows(admin, filtro)).filter(({ entidad }) => DE_POSGRADO.test(entidad)).length,
        JSON.stringify(filtro),
      ).toBeGreaterThan(0);
    }
  });

  it('calls each form by its folio and its call', async () => {
    const nombres = await posgrado.registros!.solicitud!(db(), [rival.id]);
    expect(nombres.get(rival.id)?.nombre).toContain(rival.folio.slice(0, 4));
    expect(nombres.get(rival.id)?.nombre).toContain('Maestría en Derecho Judicial');
    const { rows } = await sql<{ id: string }>`select presolicitud_id as id from solicitudes
      where id = ${rival.id}`.execute(db());
    const previas = await posgrado.registros!.presolicitud!(db(), [rows[0]!.id, 'no es suyo']);
    expect([...previas.keys()]).toEqual([rows[0]!.id]);
  });

  it('nor does the history of another applicant’s file', async () => {
    const [escolar] = partes;
    const data = { clave };
    expect(
      (await rows(escolar!, data, 'listHistorialPersona')).filter(({ entidad }) =>
        DE_POSGRADO.test(entidad),
      ),
    ).toEqual([]);
    expect(
      (await rows(admin, data, 'listHistorialPersona')).map(({ entidad }) => entidad),
    ).toContain('solicitud');
  });
});

describe('the list of letters', () => {
  const PARA = 'letras@correo.example';
  const write = (subject: string, de: string | null) =>
    db()
      .transaction()
      .execute((trx) => {
        const letter: Message = {
          ...{ to: PARA, clase: 'codigos', subject },
          ...{ paragraphs: ['Léalo.'], reason: 'Porque sí.' },
        };
        return portal.services.notificaciones.notify(
          trx,
          de === null ? letter : deConvocatoria(de, letter),
        );
      });
  const shown = async (quien: { token: string }, busqueda: string) => {
    const { total, filas } = (await portal.call('listCorreos', { busqueda }, quien)).result;
    return [total, filas.map(({ asunto }: { asunto: string }) => asunto)];
  };
  const queue = async (quien: { token: string }) =>
    (await portal.call('getColaCorreos', null, quien)).result as {
      esperan: number;
      fallidos: number;
    };
  const pendientes = async (quien: { token: string }) =>
    JSON.stringify((await portal.call('listPendientes', null, quien)).result);

  it('shows, counts and sends again to an Admin who takes part nothing of that call', async () => {
    const [suyo] = await write('Carta de la convocatoria', call.id);
    await write('Carta de otra cosa', null);
    await write('Carta de otra convocatoria', randomUUID());
    await sql`update correos set estado = 'fallido', fallido_en = now() where id = ${suyo}`.execute(
      db(),
    );
    const [, adminQueAspira, recomienda] = partes as [Alguien, Alguien, Alguien];
    const all = await queue(admin);
    expect((await shown(admin, PARA))[0]).toBe(3);
    expect(await pendientes(admin)).toContain('Correo sin entregar');
    const otras = ['Carta de otra convocatoria', 'Carta de otra cosa'];
    for (const quien of [adminQueAspira, recomienda]) {
      const [total, asuntos] = await shown(quien, PARA);
      expect([total, (asuntos as string[]).toSorted()], quien.quien).toEqual([2, otras]);
      expect(await shown(quien, 'Carta de la convocatoria'), quien.quien).not.toContain(1);
      expect(await queue(quien)).toMatchObject({ fallidos: all.fallidos - 1 });
      expect(await pendientes(quien)).not.toContain('sin entregar');
      const parte = { ids: [suyo] };
      const again = await portal.call('applyToCorreos', { accion: 'reenviar', parte }, quien);
      expect(again.result).toMatchObject({ cambiadas: 0, fallas: [] });
    }
  });

  it('knows of every letter of posgrado to which call it belongs', () => {
    const sent = globSync('src/features/posgrado/**/*.ts')
      .filter((file) => !file.includes('.test.'))
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/\bnotify(?:All)?\([^;]*;/g)].map(([one]) => one),
      )
      .filter((one) => /notify(?:All)?\(\s*trx/.test(one));
    expect(sent.length).toBeGreaterThan(10);
    expect(sent.filter((one) => !one.includes('deConvocatoria('))).toEqual([]);
  });
});
