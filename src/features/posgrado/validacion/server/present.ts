import type { Actor } from '../../../../platform/shared/actor.ts';
import type { OutputOf } from '../../../../platform/shared/callable.ts';
import { fechaDe, formatFecha } from '../../../../platform/shared/dates.ts';
import { type Calendar, workingDaysBetween } from '../../../../platform/shared/working-days.ts';
import { DOCUMENTO } from '../../../documentos/estados.ts';
import { canReviewDocumentos } from '../../../documentos/policy.ts';
import { formatFolio } from '../../../inscripciones/acuse/rules.ts';
import { paraPersonal } from '../../../plantillas/reglas/rules.ts';
import { PRESOLICITUD } from '../../estados.ts';
import { plazoParaPresentar } from '../../inconformidades/rules.ts';
import { canDecidePosgrado } from '../../policy.ts';
import type {
  ConvocatoriaDeCurso,
  FilaPresolicitud,
  getValidacionPresolicitud,
  Plazo,
  PresolicitudPropia,
  RegistroPresolicitud,
  RequisitoRevisado,
  RequisitoVisto,
} from '../contract.ts';
import {
  cuentaDe,
  diasDesde,
  isExigida,
  isReconsiderable,
  paraAspirante,
  type RequisitoJuzgado,
  respuestasLegibles,
} from '../rules.ts';
import type { ConvocatoriaDeCursoRow, ObservacionRow, PresolicitudRow } from './data.ts';
import type { Juzgada, Presentado, Registro, readValidacion } from './service.ts';

type Momento = { readonly calendario: Calendar; readonly ahora: Date };

const plazoOf = (venceEn: Date, { calendario, ahora }: Momento): Plazo => ({
  venceEn: venceEn.toISOString(),
  diasHabiles: workingDaysBetween(fechaDe(ahora), fechaDe(venceEn), calendario),
  vencido: venceEn < ahora,
});

/** The term to answer observations that are pending. */
const subsanarOf = ({ estado, vence_en }: PresolicitudRow, momento: Momento): Plazo | null =>
  PRESOLICITUD.can('vencer', estado) && vence_en ? plazoOf(vence_en, momento) : null;

const presentConvocatoria = (
  row: Pick<ConvocatoriaDeCursoRow, 'id' | 'estado' | 'edicion_id' | 'edicion_nombre'>,
): ConvocatoriaDeCurso => ({
  id: row.id,
  edicionId: row.edicion_id,
  nombre: row.edicion_nombre,
  vigente: row.estado === 'publicada',
});

export const presentCurso = (
  row: Pick<ConvocatoriaDeCursoRow, 'curso_id' | 'curso_nombre' | 'curso_tipo'>,
) => ({ id: row.curso_id, nombre: row.curso_nombre, tipo: row.curso_tipo.nombre });

const presentObservacion = (row: ObservacionRow): RequisitoVisto['observaciones'][number] => ({
  ronda: row.ronda,
  estado: row.estado,
  texto: row.texto,
  creadoEn: row.creado_en.toISOString(),
  respuesta: row.respuesta,
  respondidaEn: row.respondida_en?.toISOString() ?? null,
});

const presentRequisito = (
  requisito: RequisitoJuzgado,
  observaciones: readonly ObservacionRow[],
): RequisitoVisto => ({
  clave: requisito.clave,
  tipo: requisito.tipo,
  titulo: requisito.titulo,
  estado: requisito.estado,
  detalle: requisito.detalle,
  observaciones: observaciones
    .filter((one) => one.requisito === requisito.clave)
    .map(presentObservacion),
});

const presentPropia = (
  { row, expediente, requisitos }: Juzgada,
  momento: Momento,
): PresolicitudPropia => {
  const { estado, decidida_en: decididaEn } = row;
  const envio = expediente?.envios.at(-1)?.numero ?? 0;
  const marcas = expediente?.marcas ?? [];
  const contestable = PRESOLICITUD.pasos.rechazar.a === estado && decididaEn !== null;
  return {
    id: row.id,
    convocatoria: presentConvocatoria({
      ...row,
      id: row.convocatoria_id,
      estado: row.convocatoria_estado,
    }),
    estado,
    enviadaEn: estado === 'borrador' ? null : (row.enviada_en?.toISOString() ?? null),
    decididaEn: decididaEn?.toISOString() ?? null,
    motivo: row.motivo,
    requisitos: requisitos.map((requisito) => ({
      ...presentRequisito(requisito, expediente?.observaciones ?? []),
      estado: paraAspirante(requisito, { estado, envio, marcas }),
    })),
    subsanar: subsanarOf(row, momento),
    inconformidad: contestable
      ? plazoOf(plazoParaPresentar(decididaEn, row.bases, momento.calendario), momento)
      : null,
    solicitudCierra: row.solicitud_cierra.toISOString(),
    clave: row.persona_clave,
  };
};

export const presentValidacion = ({
  curso,
  convocatorias,
  personal,
  propias,
  ...momento
}: Awaited<ReturnType<typeof readValidacion>>): OutputOf<typeof getValidacionPresolicitud> => ({
  curso: presentCurso(curso),
  propias: propias.map((one) => presentPropia(one, momento)),
  personal: personal ? { convocatorias: convocatorias.map(presentConvocatoria) } : null,
  ahora: momento.ahora.toISOString(),
});

/** Days that one has waited for the school. */
const diasEnEspera = ({ estado, enviada_en }: PresolicitudRow, ahora: Date): number | null =>
  PRESOLICITUD.can('validar', estado) && enviada_en ? diasDesde(enviada_en, ahora) : null;

export const presentFila = ({ row, requisitos }: Juzgada, momento: Momento): FilaPresolicitud => ({
  id: row.id,
  persona: { clave: row.persona_clave, nombre: row.persona_nombre_completo },
  convocatoria: { id: row.convocatoria_id, nombre: row.edicion_nombre },
  estado: row.estado,
  folio: row.folio === null ? null : formatFolio(row.folio),
  enviadaEn: (row.enviada_en ?? momento.ahora).toISOString(),
  diasEnEspera: diasEnEspera(row, momento.ahora),
  requisitos: cuentaDe(requisitos),
  observaciones: row.observaciones,
  subsanar: subsanarOf(row, momento),
  revisa: row.revisa,
});

const dayOf = (instant: Date): string => formatFecha(fechaDe(instant));

/** What changed of a document since it was sent. */
const avisosDe = ({ version, reciente }: Presentado, ahora: Date): string[] => {
  const { vence_en: venceEn } = version;
  return [
    ...(venceEn && venceEn <= ahora
      ? [`Venció el ${dayOf(new Date(+venceEn - 1))}. Cuenta como estaba al enviarse.`]
      : []),
    ...(reciente
      ? [
          `En el expediente hay una versión más reciente: la ${reciente.version}, ${DOCUMENTO.palabra(reciente.estado).toLocaleLowerCase('es-MX')}. Cuenta la que se presentó, la ${version.version}.`,
        ]
      : []),
  ];
};

const presentRevisado = (
  requisito: RequisitoJuzgado,
  { expediente, presentados, cambiadas, ahora }: Registro,
  actor: Actor,
): RequisitoRevisado => {
  const presentado =
    requisito.documentoId === null ? undefined : presentados.get(requisito.documentoId);
  const { resultado } = requisito;
  const distinta = resultado && cambiadas.get(resultado.clave);
  return {
    ...presentRequisito(requisito, expediente.observaciones),
    marcable: requisito.marcable,
    marcado: requisito.marcado,
    avisos: presentado ? avisosDe(presentado, ahora) : [],
    regla: resultado && {
      alEnviar: paraPersonal(resultado),
      ahora: distinta ? paraPersonal(distinta) : null,
    },
    documento: presentado
      ? {
          id: presentado.version.id,
          tipo: presentado.tipo,
          version: presentado.version.version,
          estado: presentado.version.estado,
          contentType: presentado.version.content_type,
          antivirus: presentado.version.antivirus,
          creadoEn: presentado.version.creado_en.toISOString(),
          porValidar:
            DOCUMENTO.can('validar', presentado.version.estado) && canReviewDocumentos(actor),
          prueba: presentado.prueba,
        }
      : null,
  };
};

export const presentRegistro = (registro: Registro, actor: Actor): RegistroPresolicitud => {
  const { row, expediente, requisitos, reconsideracion, venceria } = registro;
  const ultimo = expediente.envios.at(-1)!;
  const vigente = row.convocatoria_estado === 'publicada';
  return {
    ...presentFila(registro, registro),
    persona: {
      clave: row.persona_clave,
      nombre: row.persona_nombre_completo,
      curp: row.persona_curp,
      fechaNacimiento: row.persona_fecha_nacimiento,
      entidadNacimiento: row.persona_entidad,
    },
    envio: ultimo.numero,
    decididaEn: row.decidida_en?.toISOString() ?? null,
    decidio: row.decidio,
    motivo: row.motivo,
    requisitos: requisitos.map((one) => presentRevisado(one, registro, actor)),
    advertencias: ultimo.resultados
      .filter((one) => !isExigida(one) && one.efecto === 'advierte' && !one.cumple)
      .map(paraPersonal),
    ...respuestasLegibles(expediente.def, ultimo.respuestas),
    ilegible: expediente.ilegible,
    dias: { subsanar: row.bases.diasSubsanar, inconformidad: row.bases.diasInconformidad },
    venceriaEl: fechaDe(venceria),
    puede: {
      revisar: vigente && PRESOLICITUD.can('validar', row.estado),
      pedirReconsideracion:
        vigente &&
        canDecidePosgrado(actor) &&
        isReconsiderable(row.estado) &&
        !registro.conSolicitud &&
        reconsideracion === null,
    },
    reconsideracion: reconsideracion && {
      id: reconsideracion.id,
      estado: reconsideracion.estado,
      motivo: reconsideracion.motivo,
      pidio: reconsideracion.pidio ?? 'Personal',
      propia: reconsideracion.pedida_por === actor.uid,
      creadoEn: reconsideracion.creado_en.toISOString(),
    },
  };
};
