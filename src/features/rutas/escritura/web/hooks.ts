import { useEffect, useRef, useState } from 'react';
import { mergeChanges } from '../../../../platform/shared/conflict.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { messageOf } from '../../../../platform/web/callables/client.ts';
import type { DraftClash } from '../../../../platform/web/conflict/conflict-dialog.tsx';
import { notify } from '../../../../platform/web/feedback/index.ts';
import { type Mirrored, useMirrored } from '../../../../platform/web/mirror/react.tsx';
import { holdUnsaved } from '../../../../platform/web/unsaved.ts';
import type { CursoDeRuta, RutaEditable, VersionDeRuta } from '../../contract.ts';
import { ERRORES } from '../../errors.ts';
import type { DefinicionRuta } from '../../rules.ts';
import { getRutaEditable, useRutaChanges } from '../../web/hooks.ts';
import { deshacer, type Edicion, hacer, partesDeRuta, rehacer, rutaDePartes } from '../rules.ts';

/** What stands on the device until the server has it: the draft, and what it began from. */
type SinGuardar = { readonly base: DefinicionRuta; readonly ahora: DefinicionRuta };

/** What this person wrote on this device and the server does not have. */
export const useSinGuardar = (rutaId: string) => useMirrored<SinGuardar>(`ruta/${rutaId}`);

const joinBoth = (base: DefinicionRuta, mia: DefinicionRuta, suya: DefinicionRuta) =>
  mergeChanges(partesDeRuta(base), partesDeRuta(mia), partesDeRuta(suya));

const borradorDe = ({ versiones }: RutaEditable) =>
  versiones.find(({ estado }) => estado === 'borrador');

/**
 * The draft of a route as it is written: what was done, which can be undone; kept on the device until it is saved, and joined
 * with what somebody else saved meanwhile. `onCurso`: courses that another brought and whose names are not known here.
 */
export const useEscritura = (
  ruta: RutaEditable,
  draft: VersionDeRuta,
  { found, keep, forget }: Mirrored<SinGuardar>,
  onCurso: (curso: CursoDeRuta) => void,
) => {
  const [opened] = useState(() => {
    const suya = draft.definicion;
    const clean = { antes: [], ahora: suya, despues: [] };
    if (!found) return { edicion: clean, choque: null, en: null };
    const { base, ahora: mia } = found.valor;
    const merge = joinBoth(base, mia, suya);
    return merge.conflictos.length > 0
      ? {
          edicion: hacer(clean, mia),
          choque: { mia, suya, merge, en: draft.actualizadoEn },
          en: found.en,
        }
      : { edicion: hacer(clean, rutaDePartes(merge.valores)), choque: null, en: found.en };
  });
  const [edicion, setEdicion] = useState<Edicion<DefinicionRuta>>(opened.edicion);
  const [choque, setChoque] = useState<DraftClash<DefinicionRuta> | null>(opened.choque);
  const [saved, setSaved] = useState({ version: ruta.version!, definicion: draft.definicion });
  const { save } = useRutaChanges();
  const definicion = edicion.ahora;
  const dirty = definicion !== saved.definicion;

  const unsaved = useRef(dirty);
  useEffect(() => {
    unsaved.current = dirty;
    if (dirty) keep({ base: saved.definicion, ahora: definicion });
    else forget();
  }, [dirty, definicion, saved.definicion, keep, forget]);
  useEffect(() => holdUnsaved({ has: () => unsaved.current }), []);

  /** What somebody else saved, beside what is on the screen; nothing of it is lost meanwhile. */
  const meet = async (error: CallError) => {
    const now = await getRutaEditable({ id: ruta.id });
    const theirs = borradorDe(now);
    if (!theirs || now.version === null) return notify.error(messageOf(error));
    for (const curso of now.cursos) onCurso(curso);
    const suya = theirs.definicion;
    const merge = joinBoth(saved.definicion, definicion, suya);
    setSaved({ version: now.version, definicion: suya });
    setChoque({ mia: definicion, suya, merge, en: theirs.actualizadoEn });
  };

  return {
    definicion,
    version: saved.version,
    dirty,
    /** When what was found on the device was written (ms); null: nothing was. */
    recuperadoDe: opened.en,
    canUndo: edicion.antes.length > 0,
    canRedo: edicion.despues.length > 0,
    undo: () => setEdicion(deshacer),
    redo: () => setEdicion(rehacer),
    change: (next: DefinicionRuta) => setEdicion((was) => hacer(was, next)),
    forget,
    choque,
    /** What both came to; it is on the screen, to be looked at and saved. */
    join: (joined: DefinicionRuta) => {
      setChoque(null);
      setEdicion((was) => hacer(was, joined));
    },
    saving: save.isPending,
    save: () =>
      save.mutate(
        { id: ruta.id, version: saved.version, definicion },
        {
          onSuccess: ({ version }) => {
            setSaved({ version, definicion });
            notify.success('Se guardó el borrador. Nadie lo ve hasta que lo publique.');
          },
          onError: (error) => {
            const other = error instanceof CallError && error.details?.code === ERRORES.cambio.code;
            if (!other) notify.error(messageOf(error));
            else void meet(error).catch((one: unknown) => notify.error(messageOf(one)));
          },
        },
      ),
  };
};
export type Escritura = ReturnType<typeof useEscritura>;
