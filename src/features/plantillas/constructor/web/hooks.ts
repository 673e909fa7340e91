import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { textOfPart } from '../../../../platform/shared/conflict.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { useAutosave } from '../../../../platform/web/autosave/index.ts';
import type { CallOptions } from '../../../../platform/web/callables/client.ts';
import type { DraftClash } from '../../../../platform/web/conflict/conflict-dialog.tsx';
import { notify } from '../../../../platform/web/feedback/index.ts';
import { type Mirrored, useMirrored } from '../../../../platform/web/mirror/react.tsx';
import type { Definicion } from '../../contract.ts';
import { ERRORES } from '../../errors.ts';
import { compareDefiniciones } from '../../versiones/comparacion/rules.ts';
import type { VersionPlantilla } from '../../versiones/contract.ts';
import { apartarNuevas, unirDefiniciones, unirSinPreguntar } from '../../versiones/union/rules.ts';
import { getVersionPlantilla, saveVersionPlantilla } from '../../versiones/web/hooks.ts';
import {
  act,
  begin,
  type EnEquipo,
  isSaved,
  isUndoneOn,
  type Pasado,
  rebase,
  redo,
  undo,
} from '../rules.ts';

/** What stands on the device: the draft until the server has it, what it began from, and what can be undone of it. */
export type SinGuardar = EnEquipo<Definicion> & { readonly revision: number };

/** Under which key it stands. */
export const sinGuardarKey = (versionId: string) => `plantilla/${versionId}`;

/** What this person wrote on this device and the server does not have, and what they may undo. */
export const useSinGuardar = (versionId: string) =>
  useMirrored<SinGuardar>(sinGuardarKey(versionId));

const isCambio = (error: CallError) => error.details?.code === ERRORES.cambio.code;

/** Why nobody writes in a draft any more: it was put in force, or thrown away, or waits for its date. */
export type Cierre = 'publicada' | 'descartada' | 'programada';
const CIERRES = new Map<unknown, Cierre>([
  [ERRORES.noEsBorrador.code, 'publicada'],
  [ERRORES.noExiste.code, 'descartada'],
  [ERRORES.programada.code, 'programada'],
]);
const cierreOf = (error: unknown): Cierre | null =>
  (error instanceof CallError && CIERRES.get(error.details?.code)) || null;

/** Who saved the draft last, as others are told; null: oneself, in another screen or window. */
const quienDe = ({ guardadoPor }: Pick<VersionPlantilla, 'guardadoPor'>): string | null =>
  guardadoPor?.propio ? null : guardadoPor?.nombre || 'Otra persona';

/** What two wrote, and what they began from. `quien`: who wrote the other one; null: oneself. */
export type Choque = DraftClash<Definicion> & {
  readonly base: Definicion;
  readonly quien: string | null;
};

/** What somebody else wrote since it was last said that it was read: the draft without it and with it, and when. */
export type Ajeno = {
  readonly antes: Definicion;
  readonly despues: Definicion;
  /** ISO instant. */
  readonly en: string;
  readonly quien: string;
};

/** The same, with what they wrote from `base` to `suya`; what was written here meanwhile is in both. */
const tellAlso = (
  was: Ajeno | null,
  {
    base,
    suya,
    en,
    quien,
  }: { base: Definicion; suya: Definicion; en: string; quien: string | null },
): Ajeno | null => {
  // A change that the same person made in another screen of the draft is nobody else's.
  if (quien === null) return was;
  const antes = was ? unirSinPreguntar(was.despues, base, was.antes) : base;
  return textOfPart(antes) === textOfPart(suya) ? null : { antes, despues: suya, en, quien };
};

/** What was written here, done on what somebody else saved; `choque`: what both wrote, where that is to be asked. */
const joinWith = (
  pasado: Pasado<Definicion>,
  {
    base,
    suya,
    en,
    usadas,
    quien,
  }: {
    base: Definicion;
    suya: Definicion;
    en: string;
    usadas: readonly string[];
    quien: string | null;
  },
): { pasado: Pasado<Definicion>; choque: Choque | null } => {
  const mia = apartarNuevas(base, pasado.now, suya, usadas);
  const merge = unirDefiniciones(base, mia, suya);
  // What I had saved and they wrote over since is theirs, also where I undo what I did.
  const esMio = (parte: string) => merge.conflictos.includes(parte);
  const onto = (one: Definicion) =>
    unirSinPreguntar(base, apartarNuevas(base, one, suya, usadas), suya, esMio);
  const joined = rebase(pasado, unirSinPreguntar(base, mia, suya), onto);
  return {
    pasado: joined,
    choque: merge.conflictos.length > 0 ? { base, mia, suya, merge, en, quien } : null,
  };
};

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
    const [suya, en] = [data.definicion, data.version.actualizadoEn];
    if (!mine || !isUndoneOn(mine, pantalla)) {
      return { pasado: begin(suya), recuperado: false, choque: null, ajeno: null };
    }
    const { base } = mine;
    const quien = quienDe(data);
    const joined = joinWith(mine.pasado, { base, suya, en, usadas: data.clavesUsadas, quien });
    const ajeno = joined.choque ? null : tellAlso(null, { base, suya, en, quien });
    return { ...joined, recuperado: !isSaved(mine), ajeno };
  });
  const [pasado, setPasado] = useState<Pasado<Definicion>>(opened.pasado);
  const [choque, setChoque] = useState<Choque | null>(opened.choque);
  const [dicho, setDicho] = useState('');
  const [ajeno, setAjeno] = useState<Ajeno | null>(opened.ajeno);
  const [problemas, setProblemas] = useState(data.problemas);
  const [cierre, setCierre] = useState<Cierre | null>(null);
  /** What the server has as far as this page knows. */
  const at = useRef({ base: data.definicion, revision: data.revision });
  const [revision, setRevision] = useState(data.revision);
  /** What was sent last. */
  const sent = useRef<Definicion | null>(null);
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
      sent.current = definicion;
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
  /** What was undone is told from what it had come to: what it says differently. */
  const turn = (que: 'Se deshizo' | 'Se rehizo', how: typeof undo<Definicion>) => {
    const [was, next] = [latest.current, how(latest.current)];
    if (next === was) return;
    put(next);
    const [first, ...more] = compareDefiniciones(was.now, next.now);
    const rest = more.length === 0 ? '' : ` Y ${more.length} más.`;
    setDicho(first ? `${que}. ${first.texto.replace(/:$/, '.')}${rest}` : `${que}.`);
  };
  const show = (next: Pasado<Definicion>, asked: Choque | null) => {
    latest.current = next;
    setPasado(next);
    setChoque(asked);
  };
  const join = (definicion: Definicion) => {
    show(act(latest.current, definicion, null, Date.now()), null);
    autosave.resolve(definicion);
  };

  const tipo = useSyncExternalStore(autosave.subscribe, () => autosave.getState().tipo);
  /** Joins what the server has with what is here. `onJoined`: of what somebody else wrote, where nothing is asked. */
  const adopt = (
    theirs: Pick<
      VersionPlantilla,
      'definicion' | 'revision' | 'version' | 'problemas' | 'guardadoPor'
    >,
    onJoined?: (quien: string) => void,
  ): Choque | null => {
    const { definicion: suya, revision: now, version, problemas: those } = theirs;
    // A change sent from here whose answer was lost is nobody else's.
    const isMine = textOfPart(suya) === textOfPart(sent.current);
    const quien = isMine ? null : quienDe(theirs);
    const base = isMine ? suya : at.current.base;
    const en = version.actualizadoEn;
    const joined = joinWith(latest.current, { base, suya, en, usadas: data.clavesUsadas, quien });
    at.current = { base: suya, revision: now };
    setRevision(now);
    setProblemas(those);
    show(joined.pasado, joined.choque);
    if (joined.choque) return joined.choque;
    setAjeno((was) => tellAlso(was, { base, suya, en, quien }));
    const both = joined.pasado.now;
    if (autosave.hasUnsaved() || textOfPart(both) !== textOfPart(suya)) autosave.resolve(both);
    if (quien !== null) onJoined?.(quien);
    return null;
  };
  /** Fetches what was saved elsewhere meanwhile, and joins it with what is here; whether nothing is to be asked. */
  const fetchTheirs = async (onJoined?: (quien: string) => void): Promise<boolean> => {
    const plantillaId = data.plantilla.id;
    const theirs = await getVersionPlantilla({ plantillaId, versionId }).catch(() => null);
    if (theirs === null || theirs.revision === at.current.revision) return true;
    return adopt(theirs, onJoined) === null;
  };
  const reunidos = (quien: string) =>
    notify.success(`${quien} guardó este borrador: sus cambios se reunieron con los de usted.`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each conflict
  useEffect(() => {
    if (tipo === 'conflicto') void fetchTheirs(reunidos);
  }, [tipo]);
  // The form and the rules are two screens of one draft, and both are kept: what one saved the other takes when it is shown again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer of the server
  useEffect(() => {
    if (data.revision > at.current.revision && !cierre) adopt(data, reunidos);
  }, [data]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found is saved once
  useEffect(() => {
    if (opened.recuperado && !opened.choque) autosave.change(latest.current.now);
  }, []);

  return {
    definicion: pasado.now,
    /** Keys that other versions of the plantilla used: nothing new is given one of them. */
    usadas: data.clavesUsadas,
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
    ajeno,
    /** It was read. */
    onLeido: () => setAjeno(null),
    fetchTheirs,
    /** Not null: nothing more is saved of it here; what was written stands on the device. */
    cierre,
    /** A refusal that says that nobody writes in it any more. */
    close,
    recuperadoDe: opened.recuperado ? (found?.en ?? null) : null,
    canUndo: pasado.past.length > 0,
    canRedo: pasado.future.length > 0,
    /** What was just undone or redone, for who does not see it. */
    dicho,
    undo: () => turn('Se deshizo', undo),
    redo: () => turn('Se rehizo', redo),
    /** `about`: what is being typed, so that a word is one act. */
    change: (edit: (was: Definicion) => Definicion, about: string | null = null) => {
      setDicho('');
      put(act(latest.current, edit(latest.current.now), about, Date.now()));
    },
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
