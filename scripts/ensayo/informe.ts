/** What a rehearsal says, in words for who runs the school's machine. */
import type { Respuesta } from './envio.ts';
import type { Apertura } from './gente.ts';
import type { Estado } from './revision.ts';

const cifra = (n: number): string => Math.round(n).toLocaleString('es-MX');

/** Milliseconds as people say them. */
const tiempo = (ms: number): string =>
  ms < 1_000
    ? `${cifra(ms)} ms`
    : `${(ms / 1_000).toLocaleString('es-MX', { maximumFractionDigits: 1 })} s`;

const percentiles = (values: readonly number[]) => {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
};

const enFila = (values: readonly number[]): string => {
  const { p50, p95, p99 } = percentiles(values);
  return `la mitad en ${tiempo(p50)}, 95 de cada 100 en ${tiempo(p95)}, 99 de cada 100 en ${tiempo(p99)}`;
};

/** Milliseconds within which whoever presses at an opening does not think that it failed. */
const BIEN = 10_000;
/** And within which they still wait. */
const TOLERABLE = 60_000;

/** What this machine can bear, in a sentence. */
const juicio = (porMinuto: number, p95: number, personas: number): string => {
  const base = `Esta máquina atiende ${cifra(porMinuto)} envíos por minuto.`;
  if (p95 <= BIEN) {
    return `${base} Con ${cifra(personas)} personas a la vez, casi nadie espera más de ${tiempo(p95)}: está lista.`;
  }
  const comodas = cifra((porMinuto * BIEN) / 60_000);
  return p95 <= TOLERABLE
    ? `${base} Con ${cifra(personas)} personas a la vez se espera hasta ${tiempo(p95)}: funciona, pero se sentirá lento. Cómodamente atiende a ${comodas} a la vez.`
    : `${base} Con ${cifra(personas)} personas a la vez se espera hasta ${tiempo(p95)}: es demasiado. Cómodamente atiende a ${comodas} a la vez: abra por grupos a distintas horas, o dé más procesadores al portal y a su base.`;
};

/** The whole report. */
export const informe = (
  { lugares, aspirantes }: Apertura,
  answers: readonly Respuesta[],
  { estado, problemas }: { estado: Estado; problemas: readonly string[] },
): string => {
  const desde = Math.min(...answers.map((one) => one.desde));
  const hasta = Math.max(...answers.map((one) => one.hasta));
  const esperas = answers.map((one) => one.hasta - desde);
  const porMinuto = (answers.length * 60_000) / Math.max(hasta - desde, 1);
  const sum = (of: (one: Respuesta) => number) => answers.reduce((n, one) => n + of(one), 0);
  const { p95 } = percentiles(esperas);
  const veces = sum((one) => one.espere);
  return [
    `Personas: ${cifra(aspirantes.length)}, todas al mismo tiempo. Lugares: ${cifra(lugares)}, una cuarta parte de ellos reservados en un cupo.`,
    `Duró ${tiempo(hasta - desde)}.`,
    `Desde que se abre hasta su respuesta: ${enFila(esperas)}.`,
    `Cada petición, en el servidor y de ida y vuelta: ${enFila(answers.map(({ ms }) => ms))}.`,
    `Peticiones a las que se dijo «espere un momento» (el navegador las repite solo): ${cifra(veces)}. Sin respuesta: ${cifra(sum((one) => one.sinRespuesta))}.`,
    `Inscritas: ${cifra(estado.inscritas)} (${cifra(estado.deCupo)} del cupo). En lista de espera: ${cifra(estado.enEspera)}.`,
    problemas.length === 0
      ? 'Comprobado: ningún lugar de más ni de menos, nadie dos veces, cada respuesta es lo que dice la base, la lista va en el orden de llegada, y las invariantes cuadran.'
      : `NO CUADRA (${problemas.length}):\n${problemas
          .slice(0, 10)
          .map((one) => `  ${one}`)
          .join('\n')}`,
    '',
    juicio(porMinuto, p95, aspirantes.length),
  ].join('\n');
};
