import { join } from 'node:path';
import { catalogosPaths } from '../../src/features/catalogos/routes.ts';
import { privacidadPaths } from '../../src/features/identidad/privacidad/routes.ts';
import { identidadPaths } from '../../src/features/identidad/routes.ts';
import { inicioPaths } from '../../src/features/inicio/routes.ts';
import { acuseRoutes } from '../../src/features/inscripciones/acuse/server/http.ts';
import { inscripcionesPaths } from '../../src/features/inscripciones/routes.ts';
import { inscripcionesHandlers } from '../../src/features/inscripciones/server/handlers.ts';
import { createRegistry, type Handler } from '../../src/platform/server/callables.ts';
import { foldServer } from '../../src/platform/server/feature.ts';
import { createApp } from '../../src/platform/server/http/app.ts';
import { loadPublicWing } from '../../src/platform/server/http/pages.ts';
import type { Actor } from '../../src/platform/shared/actor.ts';
import { SERVER_FEATURES } from '../../src/server-features.ts';
import { type CallAnswer, startTestPortal } from '../portal.ts';
import { makeOferta } from './ofertas.ts';
import { makeActor, makePersona } from './personas.ts';

/** What all features give, as a portal hands it to who takes of it. */
export const GIVEN = foldServer(SERVER_FEATURES).given;

/** What acts for the calls of posgrado, for who takes steps of inscripciones without a portal's handlers. */
export const CONVOCATORIAS = { convocatorias: GIVEN.one('lugarDeConvocatoria') };

/** Screens of others whose first files are measured. */
const FIRST_PATHS = [...identidadPaths, ...inicioPaths, ...catalogosPaths];

/** The moment at which these tests happen: 10:00 in Mexico City. */
export const AHORA = new Date('2026-11-21T16:00:00.000Z');

const DIST = join(import.meta.dirname, '../../dist');

/**
 * The enrolment callables over HTTP, on a database of their own, for whatever actor a test makes:
 * signing in is identity's business and is tested there. With `site`, the pages
 * that the build left in dist, too; with `handlers`, those of other features.
 */
export const startEnrolmentApp = async (
  variables: Record<string, string> = {},
  options: { jobs?: boolean; site?: boolean; handlers?: readonly Handler[] } = {},
) => {
  const portal = await startTestPortal(variables, { jobs: options.jobs ?? true });
  const { services } = portal;
  const given = GIVEN;
  const resolveActor = async (token: string) =>
    JSON.parse(Buffer.from(token, 'base64url').toString()) as Actor;
  const app = await createApp(services, {
    handlers: createRegistry([...inscripcionesHandlers(given), ...(options.handlers ?? [])]),
    routes: [acuseRoutes({ resolveActor, deEnvio: given.all('acusesDeEnvio') })],
    resolveActor,
    sesionViva: async () => null,
    sitePaths: options.site ? [...FIRST_PATHS, ...privacidadPaths, ...inscripcionesPaths] : [],
    siteDir: options.site ? join(DIST, 'web') : null,
    // As in startTestPortal.
    maxEventLoopDelay: 0,
    publicWing: options.site ? await loadPublicWing(join(DIST, 'pages')) : null,
  });
  portal.net.watch(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const url = `http://127.0.0.1:${port}`;
  portal.setNow(AHORA);
  const { db } = services;

  return {
    /** The whole portal on the same data, for those who signed in: what long work makes comes down from there. */
    portal,
    services,
    /** The same, for acts of the line. */
    con: { ...services, ...CONVOCATORIAS },
    db,
    url,
    setNow: portal.setNow,
    mails: portal.mails,
    /** Calls as that actor, or as a visitor. */
    async call(name: string, data: unknown, actor: Actor | null = null): Promise<CallAnswer> {
      const response = await fetch(`${url}/${services.env.region}/${name}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(actor
            ? {
                authorization: `Bearer ${Buffer.from(JSON.stringify(actor)).toString('base64url')}`,
              }
            : {}),
        },
        body: JSON.stringify({ data }),
      });
      return {
        http: response.status,
        headers: response.headers,
        ...((await response.json()) as object),
      };
    },
    /** A person with an account, ready to enrol. */
    async person(overrides: Partial<Actor> = {}): Promise<Actor & { personaId: string }> {
      const persona = await makePersona(db);
      return { ...makeActor(persona, overrides), personaId: persona.id };
    },
    /** Something to enrol in. */
    offer: (options: Omit<Parameters<typeof makeOferta>[1], 'ahora'> = {}) =>
      makeOferta(db, { ...options, ahora: AHORA }),
    /** Seats taken of an edition. */
    async ocupados(edicionId: string): Promise<number> {
      const row = await db
        .selectFrom('ediciones')
        .select('ocupados')
        .where('id', '=', edicionId)
        .executeTakeFirstOrThrow();
      return row.ocupados;
    },
    async stop() {
      await app.close();
      await portal.stop();
    },
  };
};
export type EnrolmentApp = Awaited<ReturnType<typeof startEnrolmentApp>>;
