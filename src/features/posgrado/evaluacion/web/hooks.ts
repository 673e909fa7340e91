import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import type * as asignacion from '../asignacion/contract.ts';
import type * as calibracion from '../calibracion/contract.ts';
import type * as cierre from '../cierre/contract.ts';
import type * as dictamenes from '../dictamenes/contract.ts';
import type * as evaluadores from '../evaluadores/contract.ts';
import type * as resolucion from '../resolucion/contract.ts';

const listDictamenes = caller<typeof dictamenes.listDictamenesPropios>('listDictamenesPropios');
const getDictamen = caller<typeof dictamenes.getDictamen>('getDictamenPropio');
const acceptAsignacion = caller<typeof dictamenes.acceptAsignacion>('acceptAsignacionDictamen');
const declareImpedimento = caller<typeof dictamenes.declareImpedimento>(
  'declareImpedimentoDictamen',
);
const submitDictamen = caller<typeof dictamenes.submitDictamen>('submitDictamenPropio');
const listMuestras = caller<typeof calibracion.listMuestrasPropias>('listMuestrasCalibracion');
const submitMuestra = caller<typeof calibracion.submitMuestra>('submitMuestraCalibracion');
const HOME = { callName: 'listPendientes' };

/** What one has to score, by call and stage. */
export const useDictamenes = () => useCall(listDictamenes, {});

/** One's own assignment. It is not asked for again by itself: what is being written stands on it. */
export const useDictamen = (id: string) =>
  useCall(getDictamen, { id }, { refetchOnWindowFocus: false });

const OWN = [listDictamenes, { callName: 'getPendientesDictamenes' }, HOME];

export const useAcceptAsignacion = () =>
  useCallMutation(acceptAsignacion, { invalidates: [...OWN, getDictamen] });
export const useDeclareImpedimento = () =>
  useCallMutation(declareImpedimento, { invalidates: OWN });
/** Saves a draft: `useAutosave` calls it. */
export const saveDictamenCall = caller<typeof dictamenes.saveDictamen>('saveDictamenPropio');
export const useSubmitDictamen = () =>
  useCallMutation(submitDictamen, { invalidates: [...OWN, getDictamen] });

export const useMuestras = (etapaId: string) => useCall(listMuestras, { etapaId });
export const useSubmitMuestra = () =>
  useCallMutation(submitMuestra, { invalidates: [...OWN, listMuestras] });

const listEvaluadores = caller<typeof evaluadores.listEvaluadoresConvocatoria>(
  'listEvaluadoresConvocatoria',
);
const createEvaluador = caller<typeof evaluadores.createEvaluadorConvocatoria>(
  'createEvaluadorConvocatoria',
);
const removeEvaluador = caller<typeof evaluadores.removeEvaluadorConvocatoria>(
  'removeEvaluadorConvocatoria',
);
const listImpedimentos = caller<typeof resolucion.listImpedimentosConvocatoria>(
  'listImpedimentosConvocatoria',
);
const decideImpedimento = caller<typeof resolucion.decideImpedimento>('decideImpedimentoEvaluador');
const createImpedimento = caller<typeof resolucion.createImpedimento>('createImpedimentoEvaluador');
const listAsignaciones = caller<typeof asignacion.listAsignacionesEtapa>('listAsignacionesEtapa');
const previewAsignacion =
  caller<typeof asignacion.previewAsignacionEtapa>('previewAsignacionEtapa');
const assignSolicitudes =
  caller<typeof asignacion.assignSolicitudesEtapa>('assignSolicitudesEtapa');
const createAsignacion = caller<typeof asignacion.createAsignacionEtapa>('createAsignacionEtapa');
const removeAsignacion = caller<typeof asignacion.removeAsignacionEtapa>('removeAsignacionEtapa');
const listAvance = caller<typeof cierre.listAvanceEvaluacion>('listAvanceEvaluacion');
const endEtapa = caller<typeof cierre.endEtapa>('endEtapaEvaluacion');
const listResultados = caller<typeof cierre.listResultadosEtapa>('listResultadosEtapa');
const requestReevaluacion = caller<typeof cierre.requestReevaluacion>('requestReevaluacionEtapa');
const getCalibracion = caller<typeof calibracion.getCalibracionEtapa>('getCalibracionEtapa');
const saveCalibracion = caller<typeof calibracion.saveCalibracionEtapa>('saveCalibracionEtapa');

/** What the desk shows of the evaluation, which any act on it makes old. */
const DESK = [
  listEvaluadores,
  listImpedimentos,
  listAsignaciones,
  listAvance,
  listResultados,
  getCalibracion,
  { callName: 'getConvocatoria' },
  HOME,
];

export const useEvaluadores = (convocatoriaId: string) =>
  useCall(listEvaluadores, { convocatoriaId });
export const useCreateEvaluador = () => useCallMutation(createEvaluador, { invalidates: DESK });
export const useRemoveEvaluador = () => useCallMutation(removeEvaluador, { invalidates: DESK });

export const useImpedimentos = (convocatoriaId: string) =>
  useCall(listImpedimentos, { convocatoriaId });
export const useDecideImpedimento = () => useCallMutation(decideImpedimento, { invalidates: DESK });
export const useCreateImpedimento = () => useCallMutation(createImpedimento, { invalidates: DESK });

export const useAvance = (convocatoriaId: string) => useCall(listAvance, { convocatoriaId });
export const useAsignaciones = (etapaId: string) => useCall(listAsignaciones, { etapaId });
/** The draw as it would be now: asked for each time the dialog opens. */
export const usePreviewAsignacion = () => useCallMutation(previewAsignacion);
export const useAssignSolicitudes = () => useCallMutation(assignSolicitudes, { invalidates: DESK });
export const useCreateAsignacion = () => useCallMutation(createAsignacion, { invalidates: DESK });
export const useRemoveAsignacion = () => useCallMutation(removeAsignacion, { invalidates: DESK });

export const useEndEtapa = () => useCallMutation(endEtapa, { invalidates: DESK });
export const useResultados = (etapaId: string) => useCall(listResultados, { etapaId });
export const useRequestReevaluacion = () =>
  useCallMutation(requestReevaluacion, { invalidates: DESK });
export const useCalibracion = (etapaId: string) => useCall(getCalibracion, { etapaId });
export const useSaveCalibracion = () => useCallMutation(saveCalibracion, { invalidates: DESK });
