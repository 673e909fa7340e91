import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallError } from '../../shared/errors.ts';
import { createAutosave } from './autosave.ts';

type Respuestas = Record<string, string>;

const OFFLINE = () => new CallError('INTERNAL', 'No hay conexión.', { code: 'network/offline' });

const server = () => {
  const saved: Respuestas[] = [];
  const state = { fail: null as Error | null, ms: 0 };
  const save = vi.fn(async (respuestas: Respuestas) => {
    if (state.ms > 0) await new Promise((resolve) => setTimeout(resolve, state.ms));
    if (state.fail) throw state.fail;
    saved.push(respuestas);
    return { guardadoEn: '2026-03-05T16:32:00Z' };
  });
  return { saved, state, save };
};

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('createAutosave', () => {
  it('saves once, a moment after the last key', async () => {
    const { saved, save } = server();
    const autosave = createAutosave(save);
    for (const motivo of ['H', 'Ho', 'Hola']) {
      autosave.change({ motivo });
      await vi.advanceTimersByTimeAsync(300);
    }
    expect(saved).toEqual([]);
    await vi.advanceTimersByTimeAsync(800);
    expect(saved).toEqual([{ motivo: 'Hola' }]);
    expect(autosave.getState()).toEqual({ tipo: 'guardado', en: '2026-03-05T16:32:00Z' });
    expect(autosave.hasUnsaved()).toBe(false);
  });

  it('never has two requests under way, and the newest text is the last', async () => {
    const { saved, save, state } = server();
    state.ms = 3000;
    const autosave = createAutosave(save);
    autosave.change({ motivo: 'uno' });
    await vi.advanceTimersByTimeAsync(900);
    autosave.change({ motivo: 'dos' });
    await vi.advanceTimersByTimeAsync(1500);
    expect(save).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(8000);
    expect(saved).toEqual([{ motivo: 'uno' }, { motivo: 'dos' }]);
  });

  it('keeps what was typed without a connection and saves the newest when it returns', async () => {
    const { saved, save, state } = server();
    state.fail = OFFLINE();
    const autosave = createAutosave(save);
    autosave.change({ motivo: 'uno' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(autosave.getState()).toEqual({ tipo: 'sinConexion' });
    expect(autosave.hasUnsaved()).toBe(true);
    autosave.change({ motivo: 'dos' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(autosave.getState()).toEqual({ tipo: 'sinConexion' });
    state.fail = null;
    await autosave.flush();
    expect(saved).toEqual([{ motivo: 'dos' }]);
  });

  it('tries again by itself, and not when trying again is useless', async () => {
    const { saved, save, state } = server();
    state.fail = OFFLINE();
    const autosave = createAutosave(save);
    autosave.change({ motivo: 'uno' });
    await vi.advanceTimersByTimeAsync(1000);
    state.fail = null;
    await vi.advanceTimersByTimeAsync(5000);
    expect(saved).toEqual([{ motivo: 'uno' }]);

    state.fail = new CallError('INVALID_ARGUMENT', 'Los datos no son los que se esperan.', {
      fields: { motivo: 'La respuesta es demasiado larga; acórtela.' },
    });
    autosave.change({ motivo: 'dos' });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(save).toHaveBeenCalledTimes(3);
    expect(autosave.getState()).toEqual({
      tipo: 'error',
      mensaje: 'La respuesta es demasiado larga; acórtela.',
    });
  });

  it('saves nothing once stopped, and goes on when resumed', async () => {
    const { saved, save } = server();
    const autosave = createAutosave(save);
    autosave.change({ motivo: 'uno' });
    autosave.stop();
    await vi.advanceTimersByTimeAsync(5000);
    expect(saved).toEqual([]);
    autosave.resume();
    await vi.advanceTimersByTimeAsync(1000);
    expect(saved).toEqual([{ motivo: 'uno' }]);
  });

  it('stands on the device until the server has it', async () => {
    const { save, state } = server();
    const mirror = { keep: vi.fn(), forget: vi.fn() };
    state.fail = OFFLINE();
    const autosave = createAutosave(save, { mirror });
    autosave.change({ motivo: 'uno' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(mirror.keep).toHaveBeenLastCalledWith({ motivo: 'uno' });
    expect(mirror.forget).not.toHaveBeenCalled();
    state.fail = null;
    state.ms = 3000;
    void autosave.flush();
    await vi.advanceTimersByTimeAsync(100);
    autosave.change({ motivo: 'dos' });
    await vi.advanceTimersByTimeAsync(3000);
    // The first was saved; the second is still only here.
    expect(mirror.forget).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(8000);
    expect(mirror.forget).toHaveBeenCalledOnce();

    state.fail = OFFLINE();
    autosave.change({ motivo: 'tres' });
    autosave.finish();
    expect(mirror.forget).toHaveBeenCalledTimes(2);
    expect(autosave.hasUnsaved()).toBe(false);
  });

  const changed = () => new CallError('ABORTED', 'Otra persona lo cambió.');
  const isConflict = ({ status }: CallError) => status === 'ABORTED';

  it('sends nothing more after a conflict, keeps what is typed, and saves what both come to', async () => {
    const { saved, save, state } = server();
    state.fail = changed();
    const autosave = createAutosave(save, { isConflict });
    autosave.change({ motivo: 'mío' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(autosave.getState()).toMatchObject({ tipo: 'conflicto', error: { status: 'ABORTED' } });
    state.fail = null;
    autosave.change({ motivo: 'mío y más' });
    await autosave.flush();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(saved).toEqual([]);
    expect(save).toHaveBeenCalledTimes(1);
    expect(autosave.hasUnsaved()).toBe(true);
    autosave.resolve({ motivo: 'de los dos' });
    await vi.advanceTimersByTimeAsync(100);
    expect(saved).toEqual([{ motivo: 'de los dos' }]);
    expect(autosave.hasUnsaved()).toBe(false);
  });

  it('knows of conflicts only where it was told how they look', async () => {
    const { save, state } = server();
    state.fail = changed();
    const autosave = createAutosave(save);
    autosave.change({ motivo: 'uno' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(autosave.getState()).toMatchObject({ tipo: 'error' });
  });
});
