/**
 * What two do about one person's file at the same moment: a merge is undone, a correction approved, a request about their
 * data answered, a cancellation carried out, while somebody else writes. Whoever comes first stands before the last thing
 * that they write, holding all that they hold, until the other waits for them or has ended: no outcome depends on how
 * fast the machine is. Runs only on a real PostgreSQL (TEST_DATABASE_URL).
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta, signInByWire } from '../factories/cuentas.ts';
import { makeCurso, makeEdicion } from '../factories/cursos.ts';
import { makeDocumento, makePdf, sendArchivo } from '../factories/documentos.ts';
import { makeCurp, makePersona } from '../factories/personas.ts';
import { makePlantilla, RESPUESTAS } from '../factories/plantillas.ts';
import { createGates } from '../gates.ts';
import { type CallAnswer, startTestPortal, type TestPortal } from '../portal.ts';

const MOTIVO = 'Se comprobó con las actas de nacimiento.';
/** Before whatever they write in the history: the key of the lock that they ask for there. */
const GATES = { historial: 20_261_123 };

describe.skipIf(!process.env.TEST_DATABASE_URL)('one file, and two who act on it', () => {
  let portal: TestPortal;
  let gates: Awaited<ReturnType<typeof createGates<keyof typeof GATES>>>;
  // biome-ignore lint/suspicious/noExplicitAny: rows of whatever is asked
  type Row = Record<string, any>;
  type Cuenta = Awaited<ReturnType<typeof makeCuenta>>;
  let [escolar, otra, admin]: Cuenta[] = [];
  beforeAll(async () => {
    portal = await startTestPortal();
    escolar = await makeCuenta(portal, { role: 'Escolar' });
    otra = await makeCuenta(portal, { role: 'Escolar' });
    admin = await makeCuenta(portal, { role: 'Admin' });
    gates = await createGates(portal.services.database, GATES);
    await gates.put('historial', 'before insert on historial for each statement');
  });
  afterAll(() => portal?.stop());

  const exec = async (text: string, values: unknown[] = []) =>
    (await portal.services.database.execute(text, values)).rows as Row[];
  const call = (name: string, input: unknown, who: Cuenta = escolar!) =>
    portal.call(name, input, { token: who.token });
  const codeOf = ({ error }: CallAnswer): string | null => error?.details?.code ?? null;

  /** Both at once: `first` holds all that it holds when `second` begins, and goes on when that one waits or has ended. */
  const meet = async (
    first: () => Promise<CallAnswer>,
    second: () => Promise<CallAnswer>,
  ): Promise<[CallAnswer, CallAnswer]> => {
    let both: [Promise<CallAnswer>, Promise<CallAnswer>] | undefined;
    await gates.holding(['historial'], async () => {
      const a = first();
      await gates.atGate('historial', a);
      let over = false;
      const b = second().finally(() => {
        over = true;
      });
      await gates.until(async () => over || (await gates.waiting()) >= 2);
      both = [a, b];
    });
    return Promise.all(both!);
  };
  /** In both orders; each outcome says which of the two was done. */
  const ORDERS = [['first', false] as const, ['last', true] as const];
  const inOrder = async (
    swap: boolean,
    one: () => Promise<CallAnswer>,
    other: () => Promise<CallAnswer>,
  ): Promise<[CallAnswer, CallAnswer]> => {
    if (!swap) return meet(one, other);
    const [b, a] = await meet(other, one);
    return [a, b];
  };

  const offer = async () => {
    const { db } = portal.services;
    const curso = await makeCurso(db);
    const plantilla = await makePlantilla(db);
    const { id } = await makeEdicion(db, {
      cursoId: curso.id,
      plantillaId: plantilla.id,
      ahora: new Date(),
    });
    return { idCurso: curso.id, idPlantilla: plantilla.id, tipo: curso.tipo, edicionId: id };
  };
  const enrolling = async (who: Cuenta) => {
    const ids = await offer();
    return {
      ids,
      enrol: () => call('submitInscripcion', { ...ids, version: 1, respuestas: RESPUESTAS }, who),
    };
  };
  const ocupados = async (edicionId: string): Promise<number> =>
    (await exec('select ocupados from ediciones where id = $1', [edicionId]))[0]!.ocupados;

  /** Proposes to make a file one with that of a CURP; how to confirm it. */
  const proposing = async (clave: string, curp: string) => {
    const { result: ensayo } = await call('rehearseCurp', { clave, curp });
    const asked = await call('assignCurp', {
      clave,
      curp,
      tomar: [],
      motivo: MOTIVO,
      huella: ensayo.huella,
    });
    const id = asked.result.propuesta;
    return () => call('decideFusion', { id, decision: 'confirmar' }, otra);
  };
  /** Two files that are one now, with the account of the one that went; how to undo it. */
  const merged = async () => {
    const { db } = portal.services;
    const curp = makeCurp();
    const a = await makePersona(db, { clave: curp, curp });
    const de = await makePersona(db);
    const cuenta = await makeCuenta(portal, { personaId: de.id });
    expect((await (await proposing(de.clave, curp))()).http).toBe(200);
    const [row] = await exec('select id from fusiones_hechas where anterior_id = $1', [de.id]);
    // Its sessions ended with the merge.
    const token = await signInByWire(portal, cuenta.email);
    return {
      de,
      a,
      cuenta: { ...cuenta, token },
      undo: () => call('undoFusionHecha', { id: row!.id, motivo: MOTIVO }),
    };
  };

  it.each(ORDERS)('a merge is undone (%s) while its person enrols', async (_order, swap) => {
    const { de, a, cuenta, undo } = await merged();
    const { ids, enrol } = await enrolling(cuenta);
    const [undone, enrolled] = await inOrder(swap, undo, enrol);
    const rows = await exec('select persona_id from inscripciones where edicion_id = $1', [
      ids.edicionId,
    ]);
    if (undone.http === 200) {
      expect(enrolled.http).not.toBe(200);
      expect(rows).toEqual([]);
    } else {
      expect(codeOf(undone)).toBe('impedido');
      expect(enrolled.http).toBe(200);
      expect(rows).toEqual([{ persona_id: a.id }]);
    }
    expect(undone.http === 200).toBe(!swap);
    expect(await ocupados(ids.edicionId)).toBe(rows.length);
    const [file] = await exec('select persona_id from cuentas where uid = $1', [cuenta.uid]);
    expect(file!.persona_id).toBe(undone.http === 200 ? de.id : a.id);
  });

  it.each(ORDERS)(
    'a merge is undone (%s) while its person uploads a document',
    async (_o, swap) => {
      const { de, a, cuenta, undo } = await merged();
      const { name: archivo } = await sendArchivo(portal, cuenta, await makePdf());
      const upload = () =>
        call('saveDocumentoPersona', { tipo: 'ACTA', archivo, nombre: 'acta.pdf' }, cuenta);
      const [undone, uploaded] = await inOrder(swap, undo, upload);
      const rows = await exec('select persona_id from documentos where persona_id in ($1, $2)', [
        a.id,
        de.id,
      ]);
      expect(rows).toHaveLength(uploaded.http === 200 ? 1 : 0);
      const files = await exec('select nombre from archivos where nombre = $1', [archivo]);
      // What was not taken in is still where it was sent.
      expect(files).toHaveLength(uploaded.http === 200 ? 0 : 1);
      if (undone.http === 200 && uploaded.http === 200) {
        // Saved in that very instant: it stays in the file that remains, under its history.
        expect(rows).toEqual([{ persona_id: a.id }]);
      }
      expect([undone.http, uploaded.http]).toContain(200);
      if (undone.http !== 200) expect(codeOf(undone)).toBe('impedido');
    },
  );

  const corrected = async () => {
    const { db } = portal.services;
    const persona = await makePersona(db);
    const cuenta = await makeCuenta(portal, { personaId: persona.id });
    const documentoId = await makeDocumento(portal, cuenta);
    const identidad = {
      nombre: 'Ana',
      apellidoPaterno: 'Pérez',
      apellidoMaterno: 'Ruiz',
      curp: '',
    };
    const id = randomUUID();
    const asked = await call(
      'requestCorreccionPersona',
      { id, identidad: { ...identidad, nombre: 'Ana María' }, motivo: MOTIVO, documentoId },
      cuenta,
    );
    expect(asked.http).toBe(200);
    const approve = (who: Cuenta) => () =>
      call('decideCorreccionPersona', { id, decision: 'aprobar', visto: identidad }, who);
    return { persona, id, approve };
  };

  it('a correction that two approve is approved by one', async () => {
    const { persona, id, approve } = await corrected();
    const [first, second] = await meet(approve(escolar!), approve(admin!));
    expect(first.http).toBe(200);
    expect(codeOf(second)).toBe('correccion-atendida');
    const rows = await exec(
      "select actor_uid from historial where entidad_id = $1 and accion = 'correccion.aprobar'",
      [id],
    );
    expect(rows).toEqual([{ actor_uid: escolar!.uid }]);
    const [row] = await exec('select nombre from personas where id = $1', [persona.id]);
    expect(row!.nombre).toBe('Ana María');
  });

  it.each(ORDERS)('a correction is approved (%s) while its file is merged', async (_o, swap) => {
    const { db } = portal.services;
    const { persona, id, approve } = await corrected();
    const curp = makeCurp();
    const target = await makePersona(db, { clave: curp, curp });
    const confirm = await proposing(persona.clave, curp);
    const [approved, joined] = await inOrder(swap, approve(admin!), confirm);
    const [{ estado }] = (await exec('select estado from correcciones where id = $1', [id])) as [
      { estado: string },
    ];
    const left = await exec('select id from personas where id = $1', [persona.id]);
    const [file] = await exec('select nombre from personas where id = $1', [target.id]);
    // Whoever comes second is told, and nothing of what they asked is there.
    if (swap) {
      expect([joined.http, estado, left.length]).toEqual([200, 'anulada', 0]);
      expect(codeOf(approved)).toBe('correccion-atendida');
    } else {
      expect([approved.http, estado, left.length]).toEqual([200, 'aprobada', 1]);
      expect(joined.http).not.toBe(200);
    }
    expect(file!.nombre).toBe('Ana');
  });

  const asking = async () => {
    const { db } = portal.services;
    const curp = makeCurp();
    const persona = await makePersona(db, { clave: curp, curp });
    const cuenta = await makeCuenta(portal, { personaId: persona.id });
    const id = randomUUID();
    const asked = { id, derecho: 'cancelacion', descripcion: 'Pido que se borren mis datos.' };
    expect((await call('requestTramiteArco', asked, cuenta)).http).toBe(200);
    const answer = (sentido: 'conceder' | 'negar', who: Cuenta) => () =>
      call(
        'decideTramiteArco',
        {
          id,
          sentido,
          respuesta: `Respuesta: ${sentido}.`,
          ...(sentido === 'negar' && { fundamento: 'obligacion' }),
        },
        who,
      );
    return { persona, cuenta, id, answer };
  };

  it('a request about one’s data that two answer is answered by one', async () => {
    const { id, answer } = await asking();
    const [first, second] = await meet(answer('negar', escolar!), answer('conceder', admin!));
    expect(first.http).toBe(200);
    expect(codeOf(second)).toBe('arco-atendida');
    const [row] = await exec('select estado, respuesta from tramites_arco where id = $1', [id]);
    expect(row).toEqual({ estado: 'improcedente', respuesta: 'Respuesta: negar.' });
    const told = (await portal.mails()).filter(({ text }) => text.includes('Respuesta:'));
    expect(told.filter(({ text }) => text.includes('conceder'))).toEqual([]);
  });

  it.each(ORDERS)(
    'a cancellation is carried out (%s) while its person enrols',
    async (_o, swap) => {
      const { persona, cuenta, id, answer } = await asking();
      expect((await answer('conceder', escolar!)()).http).toBe(200);
      const { ids, enrol } = await enrolling(cuenta);
      const { result: plan } = await call('previewSupresionArco', { id }, admin);
      const cancel = () =>
        call(
          'confirmSupresionArco',
          { id, confirmacion: plan.confirmacion, huella: plan.huella },
          admin,
        );
      const [cancelled, enrolled] = await inOrder(swap, cancel, enrol);
      const rows = await exec('select id from inscripciones where edicion_id = $1', [
        ids.edicionId,
      ]);
      const file = await exec('select id from personas_todas where id = $1', [persona.id]);
      if (swap) {
        // There is something now that the law keeps: it is looked at again.
        expect([enrolled.http, codeOf(cancelled)]).toEqual([200, 'arco-cambio']);
        expect([rows.length, file.length]).toEqual([1, 1]);
      } else {
        expect(cancelled.http).toBe(200);
        expect(enrolled.http).toBeGreaterThanOrEqual(400);
        expect(enrolled.http).toBeLessThan(500);
        expect([rows.length, file.length]).toEqual([0, 0]);
      }
      expect(await ocupados(ids.edicionId)).toBe(rows.length);
    },
  );
});
