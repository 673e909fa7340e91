import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallError } from '../../../../platform/shared/errors.ts';
import { formatCalificacion, leerCalificacion } from '../../rules.ts';
import { createCeldas, type Destinada, type EnServidor, type Envio } from './hooks.ts';

const lecturaDe = () => ({
  leer: leerCalificacion,
  formato: (valor: number | string | null) =>
    formatCalificacion(valor === null ? null : Number(valor)),
});

/** A server with cells, that two people may write to. */
const makeServer = (cells: Record<string, EnServidor>) => {
  const kept = new Map(Object.entries(cells));
  return {
    kept,
    sent: [] as (readonly Envio[])[],
    down: false,
    write(llave: string, valor: number) {
      kept.set(llave, { valor, version: (kept.get(llave)?.version ?? 0) + 1 });
    },
    async enviar(celdas: readonly Envio[]): Promise<readonly Destinada[]> {
      if (this.down) throw new CallError('UNAVAILABLE', 'No hay conexión.');
      this.sent.push(celdas);
      return celdas.map(({ llave, valor, version }) => {
        const now = kept.get(llave)!;
        if (now.valor === valor) return { llave, destino: 'guardada', ...now, por: null };
        if (now.version !== version) return { llave, destino: 'conflicto', ...now, por: 'Eva' };
        kept.set(llave, { valor, version: version + 1 });
        return { llave, destino: 'guardada', valor, version: version + 1, por: null };
      });
    },
  };
};
const vacia = { valor: null, version: 0 };

describe('the cells of a grid', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const open = (server: ReturnType<typeof makeServer>) => {
    const device: { kept: object | null } = { kept: null };
    const celdas = createCeldas({
      lecturaDe,
      enviar: (lote) => server.enviar(lote),
      max: 2,
      mirror: {
        keep: (escritas) => {
          device.kept = escritas;
        },
        forget: () => {
          device.kept = null;
        },
      },
    });
    celdas.recibir(server.kept);
    return { celdas, device };
  };
  const soon = () => vi.advanceTimersByTimeAsync(2_000);

  it('go in batches a moment after they are typed, in the form in which they are shown', async () => {
    const server = makeServer({ a: vacia, b: vacia, c: vacia });
    const { celdas, device } = open(server);
    celdas.escribir([
      { llave: 'a', texto: '8,5' },
      { llave: 'b', texto: '10' },
      { llave: 'c', texto: '7' },
    ]);
    expect(celdas.vistaDe('a')).toMatchObject({ texto: '8.50', estado: 'pendiente' });
    expect(device.kept).not.toBeNull();
    await soon();
    expect(server.sent.map((lote) => lote.length)).toEqual([2, 1]);
    expect(celdas.vistaDe('a')).toMatchObject({ texto: '8.50', estado: 'guardada' });
    expect(celdas.getState()).toMatchObject({ porGuardar: 0, red: 'bien' });
    expect([celdas.hasUnsaved(), device.kept]).toEqual([false, null]);
  });

  it('what cannot be read is said beside it and not sent', async () => {
    const server = makeServer({ a: vacia, b: vacia });
    const { celdas } = open(server);
    celdas.escribir([
      { llave: 'a', texto: '85' },
      { llave: 'b', texto: '9' },
    ]);
    await soon();
    expect(celdas.vistaDe('a')).toEqual({
      texto: '85',
      estado: 'error',
      mensaje: 'La calificación va de 0 a 10.',
    });
    expect(server.kept.get('a')).toEqual(vacia);
    celdas.escribir([{ llave: 'a', texto: '8.5' }]);
    await soon();
    expect(server.kept.get('a')).toEqual({ valor: 8.5, version: 1 });
  });

  it('survive a cut, and the page that is closed in it', async () => {
    const server = makeServer({ a: vacia });
    const { celdas, device } = open(server);
    server.down = true;
    celdas.escribir([{ llave: 'a', texto: '9' }]);
    await soon();
    expect(celdas.getState().red).toBe('error');
    expect(celdas.vistaDe('a')).toMatchObject({ texto: '9.00', estado: 'pendiente' });
    const left = device.kept as Record<string, { texto: string; version: number }>;
    celdas.stop();
    server.down = false;
    const again = open(server).celdas;
    expect(again.recuperar(left)).toBe(1);
    await soon();
    expect(server.kept.get('a')).toEqual({ valor: 9, version: 1 });
  });

  it('a cut that ends by itself is tried again', async () => {
    const server = makeServer({ a: vacia });
    const { celdas } = open(server);
    server.down = true;
    celdas.escribir([{ llave: 'a', texto: '9' }]);
    await soon();
    server.down = false;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(server.kept.get('a')?.valor).toBe(9);
    expect(celdas.getState().red).toBe('bien');
  });

  it('two on one cell: both are shown, and one chooses; on others nobody notices', async () => {
    const server = makeServer({ a: vacia, b: vacia });
    const { celdas } = open(server);
    server.write('a', 6);
    server.write('b', 7);
    celdas.escribir([{ llave: 'a', texto: '9' }]);
    await soon();
    celdas.recibir(server.kept);
    expect(celdas.vistaDe('b').texto).toBe('7.00');
    expect(celdas.getState().choques).toEqual([
      { llave: 'a', mia: '9.00', suya: '6.00', por: 'Eva' },
    ]);
    expect(server.kept.get('a')?.valor).toBe(6);
    celdas.resolver('a', 'mia');
    await soon();
    expect(server.kept.get('a')).toEqual({ valor: 9, version: 2 });
    server.write('a', 5);
    celdas.escribir([{ llave: 'a', texto: '4' }]);
    celdas.recibir(server.kept);
    expect(celdas.vistaDe('a').estado).toBe('conflicto');
    celdas.resolver('a', 'suya');
    await soon();
    expect([celdas.vistaDe('a').texto, server.kept.get('a')?.valor]).toEqual(['5.00', 5]);
  });

  it('an answer of before does not undo what is known now', async () => {
    const server = makeServer({ a: vacia });
    const { celdas } = open(server);
    const old = new Map(server.kept);
    celdas.escribir([{ llave: 'a', texto: '9' }]);
    await soon();
    celdas.recibir(old);
    expect(celdas.vistaDe('a').texto).toBe('9.00');
  });

  it('undoes a block as one step, and does it again', async () => {
    const llaves = Array.from({ length: 500 }, (_, i) => `c${i}`);
    const server = makeServer(Object.fromEntries(llaves.map((llave) => [llave, vacia])));
    const celdas = createCeldas({ lecturaDe, enviar: (l) => server.enviar(l), max: 500 });
    celdas.recibir(server.kept);
    celdas.escribir(llaves.map((llave, i) => ({ llave, texto: String((i % 41) / 4) })));
    await soon();
    expect(server.sent).toHaveLength(1);
    expect(server.kept.get('c40')?.valor).toBe(10);
    expect(celdas.deshacer()).toHaveLength(500);
    await soon();
    expect([...server.kept.values()].every(({ valor }) => valor === null)).toBe(true);
    celdas.rehacer();
    await soon();
    expect(server.kept.get('c40')?.valor).toBe(10);
    expect(celdas.getState()).toMatchObject({ puedeDeshacer: true, puedeRehacer: false });
  });

  it('typing on while it is saved keeps both', async () => {
    const server = makeServer({ a: vacia });
    const { celdas } = open(server);
    const send = server.enviar.bind(server);
    server.enviar = async (lote) => {
      celdas.escribir([{ llave: 'a', texto: '7' }]);
      server.enviar = send;
      return send(lote);
    };
    celdas.escribir([{ llave: 'a', texto: '9' }]);
    await soon();
    expect(server.kept.get('a')).toEqual({ valor: 7, version: 2 });
    expect(celdas.getState().choques).toEqual([]);
  });
});
