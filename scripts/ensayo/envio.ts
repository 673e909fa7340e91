/** Everybody presses: as browsers do, over kept connections, again with the same key when the portal says to wait. */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { Apertura, Aspirante } from './gente.ts';

/** What somebody was told, after however many times they pressed. */
export type Respuesta = {
  readonly aspirante: Aspirante;
  readonly llave: string;
  /** When they first pressed, and when they were told (of this machine's clock, as the servers'). */
  readonly desde: number;
  readonly hasta: number;
  /** Of the last press, in milliseconds. */
  readonly ms: number;
  /** Times that the portal said to wait (503, 429), and times that nobody answered. */
  readonly espere: number;
  readonly sinRespuesta: number;
  readonly http: number;
  readonly resultado: {
    readonly estado: string;
    readonly folio: string;
    readonly clave: string;
    readonly lugarEnEspera: number | null;
  } | null;
  /** What was said instead of it. */
  readonly error: string | null;
};

type Answer = { http: number; text: string; retryAfter: number };

/** Milliseconds until whoever was not answered presses again. */
const PAUSA = 250;
/** Times that somebody presses before they give up. */
const VECES = 200;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const post = (agent: Agent, url: string, token: string, data: unknown) =>
  new Promise<Answer>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const sent = request(url, { agent, method: 'POST', headers, timeout: 90_000 }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          http: response.statusCode ?? 0,
          text,
          retryAfter: Number(response.headers['retry-after'] ?? 1),
        }),
      );
    });
    sent.on('timeout', () => sent.destroy(new Error('nobody answered')));
    sent.on('error', reject);
    sent.end(JSON.stringify({ data }));
  });

/**
 * Sends everybody's, `enVuelo` at a time and each to the next server, and waits until all have been told. `alResponder` is
 * called with how many have been, after each.
 */
export const sendTodos = async (
  bases: readonly string[],
  { aspirantes }: Pick<Apertura, 'aspirantes'>,
  { enVuelo, alResponder = () => {} }: { enVuelo: number; alResponder?: (van: number) => void },
): Promise<Respuesta[]> => {
  const agent = new Agent({ keepAlive: true, maxSockets: enVuelo });
  let turn = 0;
  const press = async (aspirante: Aspirante): Promise<Respuesta> => {
    const llave = randomUUID();
    const desde = Date.now();
    let espere = 0;
    let sinRespuesta = 0;
    for (let vez = 1; ; vez += 1) {
      const url = `${bases[turn++ % bases.length]}/us-central1/submitInscripcion`;
      const from = performance.now();
      const answer = await post(agent, url, aspirante.token, { ...aspirante.envio, llave }).catch(
        () => null,
      );
      const ms = performance.now() - from;
      const waits = answer === null || answer.http === 503 || answer.http === 429;
      if (!waits || vez === VECES) {
        const said = answer && JSON.parse(answer.text);
        return {
          ...{ aspirante, llave, desde, hasta: Date.now(), ms, espere, sinRespuesta },
          http: answer?.http ?? 0,
          resultado: said?.result ?? null,
          error: said?.error ? (said.error.details?.code ?? said.error.status) : null,
        };
      }
      if (answer === null) sinRespuesta += 1;
      else espere += 1;
      // Not all at the same moment again.
      await pause(answer === null ? PAUSA : answer.retryAfter * 1_000 * (0.5 + Math.random()));
    }
  };
  const answers: Respuesta[] = [];
  const waiting = aspirantes.values();
  const lane = async () => {
    for (const aspirante of waiting) {
      answers.push(await press(aspirante));
      alResponder(answers.length);
    }
  };
  await Promise.all(Array.from({ length: Math.min(enVuelo, aspirantes.length) }, lane));
  agent.destroy();
  return answers;
};
