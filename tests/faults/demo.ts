import { tipoEnRuta } from '../../src/features/cursos/routes.ts';
import { apuntaOf, fieldsOf } from '../../src/features/plantillas/formulario/rules.ts';
import { answerAll } from '../factories/respuestas.ts';
import type { CallAnswer } from '../portal.ts';

/** What a callable answers, or the wire's sign-in. */
type Answer = Pick<CallAnswer, 'result' | 'error'> & { idToken?: string };

/** What a request got: its status, or the failure of the connection itself. */
export type Got = {
  at: number;
  ms: number;
  http: number | string;
  code?: string;
  retryAfter?: string;
};

const post = async (url: string, body: unknown, token?: string) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  return { response, json: (await response.json()) as Answer };
};

/** A server with the demo data, as its people use it. */
export const demoClient = (port: number) => {
  const base = `http://127.0.0.1:${port}`;

  const call = async (name: string, data: unknown, token?: string) => {
    const { response, json } = await post(`${base}/us-central1/${name}`, { data }, token);
    return {
      http: response.status,
      retryAfter: response.headers.get('retry-after'),
      result: json.result,
      error: json.error,
    };
  };

  /** Enters by the wire; gives the token. */
  const signInAs = async (email: string, password = 'Portal-Demo-2026'): Promise<string> => {
    const { json } = await post(
      `${base}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword`,
      { email, password },
    );
    if (json.idToken === undefined) throw new Error(`${email} could not sign in`);
    return json.idToken;
  };

  /** The same of somebody of the demonstration. */
  const signIn = (n: number) => signInAs(`persona${n}@demo.example`);

  /** What a callable that must not refuse answers. */
  const resultOf = async (name: string, data: unknown, token: string) => {
    const { result, error } = await call(name, data, token);
    if (error) throw new Error(JSON.stringify(error));
    return result;
  };

  /**
   * Forms of open offers with seats that they are not in, each with answers to send it back with: those that are answered by
   * writing (what points to a document, say, would have to be theirs), of the first `most` offers.
   */
  async function* writable(token: string, most = Number.POSITIVE_INFINITY) {
    const { ofertas } = (await call('listOfertas', {}, token)).result;
    const free = ofertas.filter(
      ({ momento, inscripcion, lugares }: any) =>
        momento === 'abierta' && inscripcion === null && lugares.libres > 0,
    );
    for (const { curso, edicion, plantillaId } of free.slice(0, most)) {
      const ids = {
        idCurso: curso.id,
        idPlantilla: plantillaId,
        tipo: tipoEnRuta(curso.tipo),
        edicionId: edicion.id,
      };
      const { plantilla, prellenado } = (await call('getInscripcion', ids, token)).result;
      if (fieldsOf(plantilla.definicion).some((campo) => apuntaOf(campo) !== null)) continue;
      const respuestas = answerAll(plantilla.definicion, prellenado);
      yield { ids, version: plantilla.version, respuestas };
    }
  }

  /** Somebody who fills in a form: `save` writes their draft in a transaction, with its history. */
  const enrolling = async (n: number) => {
    const token = await signIn(n);
    const { value: form } = await writable(token).next();
    if (!form) throw new Error('no offer of the demonstration can be answered by writing');
    const { ids, version, respuestas } = form;
    return {
      token,
      save: () => call('saveBorradorInscripcion', { ...ids, respuestas }, token),
      submit: () => call('submitInscripcion', { ...ids, version, respuestas }, token),
      read: () => call('getInscripcion', ids, token),
    };
  };

  const readyz = async () => {
    const response = await fetch(`${base}/readyz`, { signal: AbortSignal.timeout(20_000) });
    return { http: response.status, ...((await response.json()) as { parts: object }) };
  };

  /** Everybody saves as fast as answers come, until `stop`. */
  const load = (people: readonly { save: () => ReturnType<typeof call> }[]) => {
    const got: Got[] = [];
    let going = true;
    const one = async ({ save }: (typeof people)[number]) => {
      while (going) {
        const at = Date.now();
        const answer = await save().catch((error: Error) => ({
          http: `${error.name}: ${error.message}`,
          error: undefined,
          retryAfter: null,
        }));
        got.push({
          at,
          ms: Date.now() - at,
          http: answer.http,
          ...(answer.error?.details?.code && { code: answer.error.details.code }),
          ...(answer.retryAfter && { retryAfter: answer.retryAfter }),
        });
        // Nobody presses again at once after a refusal.
        if (answer.http !== 200) await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    const all = Promise.all(people.map(one));
    return {
      got,
      stop: async () => {
        going = false;
        await all;
      },
    };
  };

  return { base, call, resultOf, signIn, signInAs, writable, enrolling, readyz, load };
};
