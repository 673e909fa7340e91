import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { textOfPart } from '../../../../platform/shared/conflict.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { useAutosave } from '../../../../platform/web/autosave/index.ts';
import type { CallOptions } from '../../../../platform/web/callables/client.ts';
import type { DraftClash } from '../../../../platform/web/conflict/conflict-dialog.tsx';
import { type Mirrored, useMirrored } from '../../../../platform/web/mirror/react.tsx';
import type { Definicion } from '../../contract.ts';
import { ERRORES } from '../../errors.ts';
import type { VersionPlantilla } from '../../versiones/contract.ts';
import { definicionDe, unirDefiniciones } from '../../versiones/union/rules.ts';
import { getVersionPlantilla, saveVersionPlantilla } from '../../versiones/web/hooks.ts';
import { act, begin, type EnEquipo, isSaved, type Pasado, redo, takeUp, undo } from '../rules.ts';

/** What stands on the device: the draft until the server has it, what it began from, and what can be undone of it. */
export type SinGuardar = EnEquipo<Definicion> & { readonly revision: number };

/** Under which key it stands. */
export const sinGuardarKey = (versionId: string) => `plantilla/${versionId}`;

/** What this person wrote on this device and the server does not have, and what they may undo. */
export const useSinGuardar = (versionId: string) =>
  useMirrored<SinGuardar>(sinGuardarKey(versionId));

const isCambio = (error: CallError) => error.details?.code === ERRORES.cambio.code;

/** Why nobody writes in a draft any more: it was put in force, or thrown away. */
export type Cierre = 'publicada' | 'descartada';
const CIERRES = new Map<unknown, Cierre>([
  [ERRORES.noEsBorrador.code, 'publicada'],
  [ERRORES.noExiste.code, 'descartada'],
]);
const cierreOf = (error: unknown): Cierre | null =>
  (error instanceof CallError && CIERRES.get(error.details?.code)) || null;

/** What two wrote, and what they began from. */
export type Choque = DraftClash<Definicion> & { readonly base: Definicion };

/**
 * A draft that is being made: its acts, which can be undone; saved by itself; joined with what somebody else saved
 * meanwhile, or with what this device still had of an earlier visit.
 */
export const useConstruccion = (
  data: VersionPlantilla,
  { found, keep, forget }: Mirrored<SinGuardar>,
  pantalla: 'formulario' | 'reglas',
) => {
  const versionId = data.version.id;
  const [opened] = useState(() => {
    const mine = found?.valor;
    if (!mine || isSaved(mine)) {
      const pasado = mine ? takeUp(mine, pantalla, data.definicion) : begin(data.definicion);
      return { pasado, recuperado: false, choque: null };
    }
    const merge = unirDefiniciones(mine.base, mine.pasado.now, data.definicion);
    const suya = data.definicion;
    if (merge.conflictos.length > 0) {
      const en = data.version.actualizadoEn;
      return {
        pasado: mine.pasado,
        recuperado: true,
        choque: { base: mine.base, mia: mine.pasado.now, suya, merge, en },
      };
    }
    const now = definicionDe(merge.valores, {
      base: mine.base,
      mine: mine.pasado.now,
      theirs: suya,
    });
    return { pasado: act(mine.pasado, now, null, Date.now()), recuperado: true, choque: null };
  });
  const [pasado, setPasado] = useState<Pasado<Definicion>>(opened.pasado);
  const [choque, setChoque] = useState<Choque | null>(opened.choque);
  const [problemas, setProblemas] = useState(data.problemas);
  const [cierre, setCierre] = useState<Cierre | null>(null);
  /** What the server has as far as this page knows. */
  const at = useRef({ base: data.definicion, revision: data.revision });
  const [revision, setRevision] = useState(data.revision);
  // The newest, for acts that come before the next render.
  const latest = useRef(pasado);

  const close = (error: unknown) => {
    const why = cierreOf(error);
    if (why === null) return;
    autosave.stop();
    setCierre(why);
  };
  const keepAll = () => keep({ ...at.current, pasado: latest.current, pantalla });
  const autosave = useAutosave<Definicion>(
    async (definicion: Definicion, options: CallOptions) => {
      const saved = await saveVersionPlantilla(
        { versionId, revision: at.current.revision, definicion },
        options,
      ).catch((error: unknown) => {
        close(error);
        throw error;
      });
      at.current = { base: definicion, revision: saved.revision };
      setRevision(saved.revision);
      setProblemas(saved.problemas);
      return saved;
    },
    {
      isConflict: isCambio,
      // What was saved can be undone on the next visit too.
      mirror: { keep: () => keepAll(), forget: () => keepAll() },
    },
  );

  const put = (next: Pasado<Definicion>) => {
    if (next === latest.current) return;
    latest.current = next;
    setPasado(next);
    autosave.change(next.now);
  };
  const show = (definicion: Definicion) => {
    latest.current = act(latest.current, definicion, null, Date.now());
    setPasado(latest.current);
    setChoque(null);
  };
  const join = (definicion: Definicion) => {
    show(definicion);
    autosave.resolve(definicion);
  };

  const tipo = useSyncExternalStore(autosave.subscribe, () => autosave.getState().tipo);
  /** Fetches what somebody else saved meanwhile, and joins it with what is here. */
  const fetchTheirs = () => {
    const plantillaId = data.plantilla.id;
    void getVersionPlantilla({ plantillaId, versionId }).then(
      ({ definicion: suya, revision: now, version, problemas: those }) => {
        const mia = latest.current.now;
        const { base } = at.current;
        const merge = unirDefiniciones(base, mia, suya);
        at.current = { base: suya, revision: now };
        setRevision(now);
        setProblemas(those);
        if (merge.conflictos.length === 0) {
          const both = definicionDe(merge.valores, { base, mine: mia, theirs: suya });
          if (textOfPart(both) === textOfPart(suya) && !autosave.hasUnsaved()) show(both);
          else join(both);
        } else setChoque({ base, mia, suya, merge, en: version.actualizadoEn });
      },
      () => {},
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each conflict
  useEffect(() => {
    if (tipo === 'conflicto') fetchTheirs();
  }, [tipo]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found is saved once
  useEffect(() => {
    if (opened.recuperado && !opened.choque) autosave.change(latest.current.now);
  }, []);

  return {
    definicion: pasado.now,
    problemas,
    revision,
    autosave,
    /** It was published or thrown away: nothing of it stays on the device. */
    finish: () => {
      autosave.finish();
      forget();
    },
    choque,
    join,
    fetchTheirs,
    /** Not null: nothing more is saved of it here; what was written stands on the device. */
    cierre,
    /** A refusal that says that nobody writes in it any more. */
    close,
    recuperadoDe: opened.recuperado ? (found?.en ?? null) : null,
    canUndo: pasado.past.length > 0,
    canRedo: pasado.future.length > 0,
    undo: () => put(undo(latest.current)),
    redo: () => put(redo(latest.current)),
    /** `about`: what is being typed, so that a word is one act. */
    change: (edit: (was: Definicion) => Definicion, about: string | null = null) =>
      put(act(latest.current, edit(latest.current.now), about, Date.now())),
  };
};
export type Construccion = ReturnType<typeof useConstruccion>;

/** Ctrl-Z and Ctrl-Y, where no text is being typed: there the browser's own undo is meant. */
export const useUndoKeys = ({ undo, redo }: Pick<Construccion, 'undo' | 'redo'>) => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, shiftKey } = event;
      if (!(ctrlKey || metaKey)) return;
      if (target instanceof Element && target.closest('input, textarea, select, dialog')) return;
      const letter = key.toLowerCase();
      if (letter === 'z' && !shiftKey) undo();
      else if (letter === 'y' || letter === 'z') redo();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
};
