import { useEffect, useRef, useState } from 'react';
import type { OutputOf } from '../../../../platform/shared/callable.ts';
import { type Merge, mergeChanges } from '../../../../platform/shared/conflict.ts';
import { CallError, type FieldErrors } from '../../../../platform/shared/errors.ts';
import { caller, fieldErrorsOf, messageOf } from '../../../../platform/web/callables/client.ts';
import {
  useCall,
  useCallMutation,
  useInvalidate,
} from '../../../../platform/web/callables/hooks.ts';
import { notify } from '../../../../platform/web/feedback/index.ts';
import { type Mirrored, useMirrored } from '../../../../platform/web/mirror/react.tsx';
import { useTableQuery, useTableState } from '../../../../platform/web/table/index.ts';
import { holdUnsaved } from '../../../../platform/web/unsaved.ts';
import { CONVOCATORIA, SOLICITUD } from '../../estados.ts';
import { convocatoriaPath } from '../../routes.ts';
import type * as aspirantes from '../aspirantes/contract.ts';
import type * as avance from '../avance/contract.ts';
import type * as cierre from '../cierre/contract.ts';
import type * as escritura from '../escritura/contract.ts';
import type { CambioDeConvocatoria, ContenidoEscrito, Entorno } from '../escritura/contract.ts';
import { checkContenido, contenidoDePartes, partesDeContenido } from '../escritura/rules.ts';
import type * as modificaciones from '../modificaciones/contract.ts';

const listConvocatorias = caller<typeof avance.listConvocatorias>('listConvocatorias');
const getConvocatoria = caller<typeof avance.getConvocatoria>('getConvocatoria');
const getBases = caller<typeof avance.getBasesConvocatoria>('getBasesConvocatoria');
const listOpciones = caller<typeof escritura.listOpcionesConvocatoria>('listOpcionesConvocatoria');
const createCall = caller<typeof escritura.createConvocatoria>('createConvocatoria');
const saveCall = caller<typeof escritura.saveConvocatoria>('saveConvocatoria');
const deleteCall = caller<typeof escritura.deleteConvocatoria>('deleteConvocatoria');
const requestPublicacion = caller<typeof modificaciones.requestPublicacionConvocatoria>(
  'requestPublicacionConvocatoria',
);
const requestModificacion = caller<typeof modificaciones.requestModificacionConvocatoria>(
  'requestModificacionConvocatoria',
);
const decideModificacion = caller<typeof modificaciones.decideModificacionConvocatoria>(
  'decideModificacionConvocatoria',
);
const withdrawModificacion = caller<typeof modificaciones.withdrawModificacionConvocatoria>(
  'withdrawModificacionConvocatoria',
);
const cancelCall = caller<typeof cierre.cancelConvocatoria>('cancelConvocatoria');
const endCall = caller<typeof cierre.endConvocatoria>('endConvocatoria');
const listSolicitudes = caller<typeof aspirantes.listSolicitudesConvocatoria>(
  'listSolicitudesConvocatoria',
);
const getSolicitud = caller<typeof aspirantes.getSolicitudConvocatoria>('getSolicitudConvocatoria');
const getSensibles = caller<typeof aspirantes.getSensiblesSolicitud>('getSensiblesSolicitud');
const requestExclusion = caller<typeof aspirantes.requestExclusionSolicitud>(
  'requestExclusionSolicitud',
);
const decideExclusion = caller<typeof aspirantes.decideExclusionSolicitud>(
  'decideExclusionSolicitud',
);
const withdrawExclusion = caller<typeof aspirantes.withdrawExclusionSolicitud>(
  'withdrawExclusionSolicitud',
);

export type Convocatoria = OutputOf<typeof avance.getConvocatoria>;

/** What shows a call: asked for again after a change of it. */
const MUESTRAN = [
  getConvocatoria,
  listConvocatorias,
  listOpciones,
  listSolicitudes,
  getSolicitud,
  { callName: 'getEdicionGuardada' },
  { callName: 'listEdiciones' },
  { callName: 'listHistorial' },
  { callName: 'listPendientes' },
  { callName: 'listTrabajos' },
];

/** The calls as the address asks for them. */
export const useConvocatorias = () => {
  const state = useTableState({
    sortable: ['programa', 'inicia'],
    sort: { id: 'inicia', desc: true },
    filters: {
      estado: {
        kind: 'select',
        label: 'Estado',
        options: CONVOCATORIA.estados.map((value) => ({
          value,
          label: CONVOCATORIA.palabra(value),
        })),
      },
    },
    sharedSearch: true,
  });
  const query = useTableQuery(listConvocatorias, {
    ...(state.search && { busqueda: state.search }),
    estado: state.filters.estado,
    orden: state.sort.id,
    descendente: state.sort.desc,
    pagina: state.page,
    porPagina: state.pageSize,
  });
  return { state, query };
};

export const useConvocatoria = (edicionId: string) => useCall(getConvocatoria, { edicionId });

/** Whether an edition has a call that whoever looks may read; null while it is asked. */
export const useConvocatoriaDe = (edicionId: string) =>
  useCall(getConvocatoria, { edicionId }, { retry: false });

/** The terms of a published call, for whoever applies. */
export const useBasesPublicas = (convocatoriaId: string) => useCall(getBases, { convocatoriaId });

export const useOpciones = () => useCall(listOpciones, {});

/** The plantillas in force, to choose the form of the pre-application. */
export const usePlantillas = () =>
  useCall(listOpciones, {}, { select: ({ plantillas }) => plantillas }).data;

/** What the staff does to a call; whatever shows it is asked for again. */
export const useActos = () => {
  const options = { invalidates: MUESTRAN };
  return {
    create: useCallMutation(createCall, options),
    remove: useCallMutation(deleteCall, {
      ...options,
      forgets: (path) => path.startsWith('/convocatorias'),
    }),
    publish: useCallMutation(requestPublicacion, options),
    modify: useCallMutation(requestModificacion, options),
    decide: useCallMutation(decideModificacion, options),
    withdraw: useCallMutation(withdrawModificacion, options),
    cancel: useCallMutation(cancelCall, options),
    end: useCallMutation(endCall, options),
    requestExclusion: useCallMutation(requestExclusion, options),
    decideExclusion: useCallMutation(decideExclusion, options),
    withdrawExclusion: useCallMutation(withdrawExclusion, options),
  };
};

const AVISOS = [
  { value: 'sinCartas', label: 'Con cartas pendientes' },
  { value: 'documentos', label: 'Con documentos por revisar' },
  { value: 'sospecha', label: 'Con carta por verificar' },
  { value: 'porExcluir', label: 'Con exclusión por aprobar' },
] as const;

/** The applications of a call. */
export const useSolicitudes = (convocatoriaId: string) => {
  const state = useTableState({
    sortable: ['folio', 'nombre', 'enviadaEn'],
    sort: { id: 'enviadaEn', desc: false },
    filters: {
      estado: {
        kind: 'select',
        label: 'Estado',
        options: SOLICITUD.estados
          .filter((value) => value !== 'borrador')
          .map((value) => ({ value, label: SOLICITUD.palabra(value) })),
      },
      aviso: { kind: 'select', label: 'Avisos', options: AVISOS },
    },
    prefix: 's',
  });
  const filtros = {
    convocatoriaId,
    ...(state.search && { busqueda: state.search }),
    ...(state.filters.estado && { estado: state.filters.estado }),
    ...(state.filters.aviso && { aviso: state.filters.aviso }),
  };
  const query = useTableQuery(listSolicitudes, {
    ...filtros,
    orden: state.sort.id,
    descendente: state.sort.desc,
    pagina: state.page,
    porPagina: state.pageSize,
  });
  return { state, query, filtros };
};

export const useSolicitud = (id: string) => useCall(getSolicitud, { id });

/** Each asking is a reading that stays recorded: no screen does it by itself. */
export const useGetSensibles = () => useCallMutation(getSensibles);

/** What was written on this device and the server does not have. */
type SinGuardar = { readonly base: ContenidoEscrito; readonly ahora: ContenidoEscrito };

/** The unsaved terms of a call; `modo` tells a draft from a modification that is being written. */
export const useSinGuardar = (id: string, modo: 'borrador' | 'modificacion') =>
  useMirrored<SinGuardar>(`convocatoria/${id}/${modo}`);

/** Somebody else saved the same meanwhile. */
export type Choque = {
  readonly mia: ContenidoEscrito;
  readonly suya: ContenidoEscrito;
  readonly merge: Merge<string>;
  readonly quien: string | null;
  readonly en: string;
  readonly revision: number;
};

const joinBoth = (base: ContenidoEscrito, mia: ContenidoEscrito, suya: ContenidoEscrito) =>
  mergeChanges(partesDeContenido(base), partesDeContenido(mia), partesDeContenido(suya));

const same = (a: ContenidoEscrito, b: ContenidoEscrito) => JSON.stringify(a) === JSON.stringify(b);

/**
 * The terms of a call as they are written: kept on the device until they are saved, and joined with what somebody else saved
 * meanwhile.
 */
export const useEscritura = (
  { id, revision, contenido: guardado }: Pick<Convocatoria, 'id' | 'revision' | 'contenido'>,
  { found, keep, forget }: Mirrored<SinGuardar>,
) => {
  const [opened] = useState((): { ahora: ContenidoEscrito; choque: Choque | null } => {
    if (!found) return { ahora: guardado, choque: null };
    const { base, ahora: mia } = found.valor;
    const merge = joinBoth(base, mia, guardado);
    return merge.conflictos.length === 0
      ? { ahora: contenidoDePartes(merge.valores), choque: null }
      : {
          ahora: mia,
          choque: {
            ...{ mia, suya: guardado, merge, quien: null, revision },
            en: new Date(found.en).toISOString(),
          },
        };
  });
  const [ahora, setAhora] = useState(opened.ahora);
  const [choque, setChoque] = useState(opened.choque);
  const [base, setBase] = useState({ revision, contenido: guardado as ContenidoEscrito });
  const [errores, setErrores] = useState<FieldErrors>({});
  const [saving, setSaving] = useState(false);
  const invalidate = useInvalidate();
  const dirty = !same(ahora, base.contenido);

  const unsaved = useRef(dirty);
  useEffect(() => {
    unsaved.current = dirty;
  }, [dirty]);
  useEffect(() => holdUnsaved({ has: () => unsaved.current }), []);

  const put = (next: ContenidoEscrito, from = base) => {
    setAhora(next);
    if (same(next, from.contenido)) forget();
    else keep({ base: from.contenido, ahora: next });
  };

  /** Whether it may be sent; otherwise says what is wrong beside each field. */
  const check = (): boolean => {
    const wrong = checkContenido(ahora);
    setErrores(wrong);
    return Object.keys(wrong).length === 0;
  };

  /** What the server refused, beside each field; a conflict opens its dialog. */
  const refused = (error: unknown): void => {
    if (error instanceof CallError && error.details?.code === 'convocatoria-cambio') {
      const previo = error.details as Partial<CambioDeConvocatoria>;
      if (previo.contenido && previo.revision !== undefined) {
        const suya = previo.contenido;
        const merge = joinBoth(base.contenido, ahora, suya);
        const { quien = null, momento = '', revision: nueva } = previo;
        setChoque({ mia: ahora, suya, merge, quien, en: momento, revision: nueva });
        return;
      }
    }
    setErrores(fieldErrorsOf(error));
    notify.error(messageOf(error));
  };

  const save = async (): Promise<boolean> => {
    if (saving || !check()) return false;
    setSaving(true);
    try {
      const sent = ahora;
      const saved = await saveCall({ id, revision: base.revision, contenido: sent });
      setBase({ revision: saved.revision, contenido: sent });
      forget();
      void invalidate(...MUESTRAN);
      return true;
    } catch (error) {
      refused(error);
      return false;
    } finally {
      setSaving(false);
    }
  };

  return {
    contenido: ahora,
    change: (next: ContenidoEscrito) => put(next),
    errores,
    dirty,
    saving,
    check,
    save,
    refused,
    forget,
    revision: base.revision,
    recuperado: found?.en ?? null,
    choque,
    /** Ends a conflict: on top of what the other saved. */
    join: (joined: ContenidoEscrito) => {
      if (!choque) return;
      const next = { revision: choque.revision, contenido: choque.suya };
      setBase(next);
      setChoque(null);
      put(joined, next);
    },
    discard: () => {
      forget();
      setAhora(base.contenido);
      setErrores({});
    },
  };
};
export type Escritura = ReturnType<typeof useEscritura>;

/** What the fields of a call are edited with. */
export type Edicion = {
  readonly contenido: ContenidoEscrito;
  readonly entorno: Entorno;
  readonly errores: FieldErrors;
  readonly change: (contenido: ContenidoEscrito) => void;
  /** The id of a field, by its path, so that a message leads to it. */
  readonly idOf: (donde: string) => string;
  /** It is published: the shape of the stages and the forms stay. */
  readonly publicada: boolean;
  /** Stages that may not change any more, and those whose criteria are as many as they are. */
  readonly cerradas: readonly string[];
  readonly conDictamenes: readonly string[];
};

/** The first calls of a search of the whole portal (Ctrl-K). Loaded when somebody searches. */
export const searchConvocatorias = async (busqueda: string, signal: AbortSignal) => {
  const { filas } = await listConvocatorias({ busqueda, porPagina: 5 }, { signal });
  return filas.map(({ programa, edicion, edicionId }) => ({
    titulo: `${programa}, ${edicion}`,
    detalle: 'Convocatoria',
    to: convocatoriaPath(edicionId),
  }));
};
