import { useState } from 'react';
import type { InputOf, OutputOf } from '../../../../platform/shared/callable.ts';
import { caller } from '../../../../platform/web/callables/client.ts';
import {
  useCall,
  useCallMutation,
  useInvalidate,
} from '../../../../platform/web/callables/hooks.ts';
import { useQueue } from '../../../../platform/web/queue/use-queue.ts';
import { useTableQuery, useTableState } from '../../../../platform/web/table/index.ts';
import type * as documentos from '../../../documentos/revision/contract.ts';
import { PRESOLICITUD } from '../../estados.ts';
import type * as contract from '../contract.ts';
import type { ConvocatoriaDeCurso, RequisitoRevisado } from '../contract.ts';
import { ORDENES } from '../rules.ts';

const getValidacion = caller<typeof contract.getValidacionPresolicitud>(
  'getValidacionPresolicitud',
);
const listPresolicitudes =
  caller<typeof contract.listPresolicitudesCurso>('listPresolicitudesCurso');
const getRevision = caller<typeof contract.getRevisionPresolicitud>('getRevisionPresolicitud');
const getSensibles = caller<typeof contract.getSensiblesPresolicitud>('getSensiblesPresolicitud');
const startRevision = caller<typeof contract.startRevisionPresolicitud>(
  'startRevisionPresolicitud',
);
const renew = caller<typeof contract.renewRevisionPresolicitud>('renewRevisionPresolicitud');
const end = caller<typeof contract.endRevisionPresolicitud>('endRevisionPresolicitud');
const decide = caller<typeof contract.decideRevisionPresolicitud>('decideRevisionPresolicitud');
const reviewRequisito = caller<typeof contract.reviewRequisitoPresolicitud>(
  'reviewRequisitoPresolicitud',
);
const decideMany = caller<typeof contract.decidePresolicitudesCurso>('decidePresolicitudesCurso');
const requestReconsideracion = caller<typeof contract.requestReconsideracionPresolicitud>(
  'requestReconsideracionPresolicitud',
);
const decideReconsideracion = caller<typeof contract.decideReconsideracionPresolicitud>(
  'decideReconsideracionPresolicitud',
);
const withdrawReconsideracion = caller<typeof contract.withdrawReconsideracionPresolicitud>(
  'withdrawReconsideracionPresolicitud',
);
const startDocumento = caller<typeof documentos.startRevisionDocumento>('startRevisionDocumento');
const endDocumento = caller<typeof documentos.endRevisionDocumento>('endRevisionDocumento');
const decideDocumento =
  caller<typeof documentos.decideRevisionDocumento>('decideRevisionDocumento');

/** What shows pre-applications: asked for again after a decision. */
const SHOWN = [listPresolicitudes, getRevision, getValidacion, { callName: 'listPendientes' }];

/** The programme as whoever looks sees it. */
export const useValidacion = (cursoId: string) => useCall(getValidacion, { cursoId });

/** What the table shows, as batches take it. */
export type Filtros = Extract<
  InputOf<typeof contract.decidePresolicitudesCurso>['parte'],
  { filtros: unknown }
>['filtros'];

const ESTADOS = PRESOLICITUD.estados
  .filter((estado) => estado !== 'borrador')
  .map((value) => ({ value, label: PRESOLICITUD.palabra(value) }));

/** The applicants of a programme, as the address asks for them. */
export const usePresolicitudes = (
  cursoId: string,
  convocatorias: readonly ConvocatoriaDeCurso[],
) => {
  const state = useTableState({
    sortable: ORDENES,
    sort: { id: 'enviada', desc: false },
    filters: {
      estado: { kind: 'select', label: 'Estado', options: ESTADOS },
      // Of one there is nothing to choose.
      ...(convocatorias.length > 1 && {
        convocatoria: {
          kind: 'select',
          label: 'Convocatoria',
          all: 'Todas',
          options: convocatorias.map(({ id: value, nombre: label }) => ({ value, label })),
        } as const,
      }),
    },
  });
  const { estado } = state.filters;
  const convocatoriaId =
    'convocatoria' in state.filters
      ? (state.filters.convocatoria as string | undefined)
      : undefined;
  const filtros: Filtros = {
    cursoId,
    ...(state.search && { busqueda: state.search }),
    ...(estado && { estado }),
    ...(convocatoriaId && { convocatoriaId }),
  };
  const query = useTableQuery(listPresolicitudes, {
    ...filtros,
    orden: state.sort.id,
    descendente: state.sort.desc,
    pagina: state.page,
    porPagina: state.pageSize,
  });
  return { state, query, filtros };
};

/** One of them, whole. */
export const useRevision = (id: string) => useCall(getRevision, { id });

/** The sensitive answers, once they are asked for: the reading is recorded. */
export const useSensibles = (id: string, asked: boolean) =>
  useCall(getSensibles, { id }, { enabled: asked });

/** Validates many; `refresh` asks for what is shown again. */
export const useDecideMany = () => {
  const invalidate = useInvalidate();
  return { decide: decideMany, refresh: () => void invalidate(...SHOWN) };
};

export const useRequestReconsideracion = () =>
  useCallMutation(requestReconsideracion, { invalidates: SHOWN });
export const useDecideReconsideracion = () =>
  useCallMutation(decideReconsideracion, { invalidates: SHOWN });
export const useWithdrawReconsideracion = () =>
  useCallMutation(withdrawReconsideracion, { invalidates: SHOWN });

type Turno = OutputOf<typeof contract.startRevisionPresolicitud>;
type Decision = InputOf<typeof contract.decideRevisionPresolicitud>;

/** The pre-applications of a programme that wait, one after another. */
export const useCola = (cursoId: string) =>
  useQueue<Turno, Decision>(
    {
      start: ({ id, saltados }) => startRevision({ cursoId, saltados, ...(id && { id }) }),
      renew,
      end,
      decide,
    },
    { idOf: ({ presolicitud }) => presolicitud?.id, param: 'presolicitud', old: SHOWN },
  );

/** The requirements of the record at hand, as they are marked. */
export const useMarcas = (id: string, envio: number, iniciales: readonly RequisitoRevisado[]) => {
  const [requisitos, setRequisitos] = useState(iniciales);
  const mark = useCallMutation(reviewRequisito);
  return {
    requisitos,
    busy: mark.isPending,
    /** @throws what the server refuses. */
    mark: async (requisito: string, validado: boolean): Promise<void> => {
      const { requisito: now } = await mark.mutateAsync({ id, envio, requisito, validado });
      setRequisitos((was) =>
        was.map((one) => (one.clave === now.clave ? { ...one, ...now } : one)),
      );
    },
    /** The vault's document was validated there: what it is now. */
    setValidado: (clave: string) =>
      setRequisitos((was) =>
        was.map((one) =>
          one.clave === clave && one.documento
            ? { ...one, documento: { ...one.documento, estado: 'validado', porValidar: false } }
            : one,
        ),
      ),
  };
};

/** The vault's own review of one document, from beginning to end. */
export const useRevisionEnExpediente = (documentoId: string) => ({
  start: () => startDocumento({ id: documentoId, saltados: [] }),
  end: () => endDocumento(null, { keepalive: true }).catch(() => {}),
  validate: (venceEl: string | null) =>
    decideDocumento({ id: documentoId, decision: 'validar', venceEl }),
});
