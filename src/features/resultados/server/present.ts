import { createHash } from 'node:crypto';
import type { OutputOf } from '../../../platform/shared/callable.ts';
import { fechaDe } from '../../../platform/shared/dates.ts';
import { nameInItsCase } from '../../../platform/shared/names.ts';
import { formatFolioActa } from '../actas/rules.ts';
import { porcentajeDe, type Recuento } from '../asistencia/rules.ts';
import type {
  EdicionConResultados,
  getResultados,
  listEdicionesConResultados,
} from '../contract.ts';
import { porQueNoSeCierra } from '../rules.ts';
import type { EdicionDeListaRow, EdicionRow, FilaRow } from './data.ts';

/** What something says now: another one when anything of it changes. */
export const huellaDe = (what: unknown): string =>
  createHash('sha256').update(JSON.stringify(what)).digest('base64url').slice(0, 32);

/** «Pérez Ruiz, Ana»: as a list is read. */
export const nombreDeLista = (row: {
  nombre: string;
  apellido_paterno: string;
  apellido_materno: string;
}): string =>
  [nameInItsCase(row.apellido_paterno, row.apellido_materno), nameInItsCase(row.nombre)]
    .filter(Boolean)
    .join(', ');

export const recuentoOf = (row: Recuento): Recuento => ({
  asistio: row.asistio,
  retardo: row.retardo,
  justificada: row.justificada,
  falta: row.falta,
  sinRegistro: row.sinRegistro,
});

/** Why the acta of an edition cannot be closed yet, or null. */
export const noSeCierra = (row: EdicionRow, ahora: Date): string | null =>
  porQueNoSeCierra(
    {
      termina: row.termina,
      inscripcionCierra: row.inscripcion_cierra.toISOString(),
      cancelada: row.cancelada_en !== null,
    },
    { hoy: fechaDe(ahora), ahora },
  );

export const presentEdicion = (row: EdicionRow, ahora: Date): EdicionConResultados => ({
  id: row.id,
  nombre: row.nombre,
  inicia: row.inicia,
  termina: row.termina,
  estado: row.estado,
  curso: { clave: row.curso_clave, nombre: row.curso_nombre },
  minimos: { calificacion: row.calificacion_minima, asistencia: row.asistencia_minima },
  sesiones: row.sesiones,
  acta:
    row.acta_id === null
      ? null
      : {
          id: row.acta_id,
          folio: formatFolioActa(row.acta_folio!),
          version: row.acta_version!,
          cerradaEn: row.acta_cerrada_en!.toISOString(),
        },
  noSeCierra: row.acta_id === null ? noSeCierra(row, ahora) : null,
});

/** A person's attendance, per cent: the acta's once there is one; null: no session counts yet. */
export const porcentajeDeFila = (row: FilaRow): number | null =>
  row.en_acta ? row.acta_asistencia : porcentajeDe(row);

const presentFila = (row: FilaRow, personaId: string | null) => ({
  inscripcionId: row.inscripcion_id,
  clave: row.clave,
  nombre: nombreDeLista(row),
  grupo: row.grupo,
  estado: row.estado,
  propia: row.persona_id === personaId,
  calificacion: { valor: row.calificacion, version: row.calificacion_version },
  observacion: { valor: row.observacion, version: row.observacion_version },
  asistencia: { ...recuentoOf(row), porcentaje: porcentajeDeFila(row) },
});

/** The list of an edition; without rows when it says what `huella` says. */
export const presentResultados = (
  edicion: EdicionRow,
  rows: readonly FilaRow[],
  asks: { personaId: string | null; huella: string | undefined; ahora: Date },
): OutputOf<typeof getResultados> => {
  const filas = rows.map((row) => presentFila(row, asks.personaId));
  const huella = huellaDe(filas);
  return {
    edicion: presentEdicion(edicion, asks.ahora),
    huella,
    filas: huella === asks.huella ? null : filas,
  };
};

export const presentEdicionDeLista = (
  row: EdicionDeListaRow,
): OutputOf<typeof listEdicionesConResultados>['filas'][number] => ({
  id: row.id,
  nombre: row.nombre,
  inicia: row.inicia,
  termina: row.termina,
  curso: { clave: row.curso_clave, nombre: row.curso_nombre },
  estado: row.estado,
  inscritas: row.inscritas,
  calificadas: row.calificadas,
  acta:
    row.acta_folio === null
      ? null
      : { folio: formatFolioActa(row.acta_folio), version: row.acta_version! },
});
