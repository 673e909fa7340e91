import { documentosJobs } from '../../src/features/documentos/server/jobs.ts';
import { actAsSystem } from '../../src/platform/server/request-context.ts';
import { startTestPortal } from '../portal.ts';
import { makeCuenta } from './cuentas.ts';
import { makePersona } from './personas.ts';

type Cuenta = { token: string };

/** A portal whose vaults are looked at: two of its staff, who has one, and what is done with documents and asked of them. */
export const startBoveda = async () => {
  const portal = await startTestPortal({}, { jobs: false });
  const escolar = await makeCuenta(portal, { role: 'Escolar' });
  const otra = await makeCuenta(portal, { role: 'Admin' });
  const open = (path: string, token?: string) =>
    fetch(`${portal.url}${path}`, token ? { headers: { authorization: `Bearer ${token}` } } : {});
  return {
    ...{ portal, escolar, otra, open },
    /** Somebody with a file of their own. */
    titular: async (overrides: object = {}) => {
      const persona = await makePersona(portal.services.db);
      const cuenta = await makeCuenta(portal, { personaId: persona.id, ...overrides });
      return { ...cuenta, persona };
    },
    /** A document's bytes. */
    archivo: (id: string, token?: string) => open(`/documentos/${id}/archivo`, token),
    /** What a vault has of a kind. */
    lugar: async (clave: string, { token }: Cuenta, tipo = 'ACTA') => {
      const { result } = await portal.call('listDocumentosPersona', { clave }, { token });
      return result.lugares.find((one: { tipo: { clave: string } }) => one.tipo.clave === tipo);
    },
    /** What the history has of a record, the oldest first. */
    acciones: async (id: string) => {
      const rows = await portal.services.db
        .selectFrom('historial')
        .select('accion')
        .where('entidad_id', '=', id)
        .orderBy('id')
        .execute();
      return rows.map(({ accion }) => accion);
    },
    /** Does one of the jobs of documents. */
    run: (job: string) =>
      actAsSystem(() => documentosJobs[job]!(portal.services).run({} as never, {} as never)),
    /** The next one that waits for staff. */
    next: (cuenta: Cuenta, input: object = {}) =>
      portal.call('startRevisionDocumento', input, cuenta),
    decide: (
      id: string,
      cuenta: Cuenta,
      decision: object = { decision: 'validar', venceEl: null },
    ) => portal.call('decideRevisionDocumento', { id, ...decision }, cuenta),
    /** What a test left. */
    clear: async () => {
      portal.setNow(null);
      await portal.services.db.deleteFrom('documentos').execute();
    },
  };
};
export type Boveda = Awaited<ReturnType<typeof startBoveda>>;
