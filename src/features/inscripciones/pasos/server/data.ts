import { sql } from 'kysely';
import { mayTake } from '../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { ACTIVIDAD, type ActividadRow } from '../../../cursos/server/reading.ts';
import { correoDe, uidDe } from '../../../identidad/server/reading.ts';
import { PERSONA, type PersonaRow } from '../../../personas/server/reading.ts';
import type { Respuestas } from '../../../plantillas/formulario/contract.ts';
import {
  readDefiniciones,
  type StoredVersion,
  VERSION_DE,
  type VersionRow,
} from '../../../plantillas/server/reading.ts';
import { type Estado, INSCRIPCION } from '../../estados.ts';

/** An inscripción with all that a step of it looks at: what it is in, under which version, whose, and where they are written to. */
export type EnteraRow = ActividadRow &
  PersonaRow &
  VersionRow & {
    id: string;
    persona_id: string;
    estado: Estado;
    grupo_id: string | null;
    cupo_clave: string | null;
    cupos: string[];
    puntos: number;
    enviada_en: Date;
    lugar_vence_en: Date | null;
    decidida_en: Date | null;
    respuestas: Respuestas;
    /** Null: its person has no account. */
    uid: string | null;
    correo: string | null;
  };

/** One that was sent; with `lock`, held until the transaction ends. */
export const findEntera = async (
  db: Db | Trx,
  id: string,
  { lock }: { lock: boolean },
): Promise<EnteraRow | undefined> => {
  const { rows } = await sql<StoredVersion<EnteraRow>>`
    select ${ACTIVIDAD.columns}, ${PERSONA.columns}, ${VERSION_DE.columns}, i.id, i.persona_id, i.estado, i.grupo_id,
      i.cupo_clave, i.cupos, i.puntos, i.enviada_en, i.lugar_vence_en, i.decidida_en, i.respuestas, ${uidDe('pe.id')} as uid,
      ${correoDe('pe.id')} as correo
    from inscripciones i
    join ${ACTIVIDAD.tables} on e.id = i.edicion_id
    join ${VERSION_DE.tables} on v.id = i.plantilla_version_id
    join ${PERSONA.tables} on pe.id = i.persona_id
    where i.id = ${id} and i.enviada_en is not null
    ${lock ? sql`for update of i` : sql``}`.execute(db);
  return readDefiniciones(rows)[0] as EnteraRow | undefined;
};

/** Whether one was sent to an edition that is entered by a call. */
export const isDeConvocatoria = async (trx: Trx, id: string): Promise<boolean> => {
  const { rows } = await sql<{ es: boolean }>`select e.por_convocatoria as es
    from inscripciones i join ${ACTIVIDAD.tables} on e.id = i.edicion_id where i.id = ${id}`.execute(
    trx,
  );
  return rows[0]?.es ?? false;
};

export type PasoDeInscripcion = keyof typeof INSCRIPCION.pasos;

/** What a step leaves in the row besides its state. */
export type Huella = {
  ahora: Date;
  /** Of a baja or a rejection. */
  motivo: string | null;
  /** Its seat is somebody else's from now on. */
  suelta: boolean;
  /** When somebody of the school decided so; null: what they decided is taken back. Undefined: nobody of it did. */
  decididaEn?: Date | null | undefined;
};

/** Takes a step; false when it is no longer one from which it may be taken. Whatever was offered is over. */
export const setPaso = async (
  trx: Trx,
  id: string,
  paso: PasoDeInscripcion,
  { ahora, motivo, suelta, decididaEn }: Huella,
): Promise<boolean> => {
  const a = INSCRIPCION.pasos[paso].a!;
  const result = await trx
    .updateTable('inscripciones')
    .set({
      estado: a,
      actualizado_en: ahora,
      lugar_ofrecido_en: null,
      lugar_vence_en: null,
      decision_motivo: a === 'rechazada' ? motivo : null,
      ...(a === 'baja' && { baja_en: ahora, baja_motivo: motivo }),
      ...(suelta && { cupo_clave: null, cupo_tomado: null }),
      ...(decididaEn !== undefined && { decidida_en: decididaEn }),
    })
    .where('id', '=', id)
    .where(mayTake(INSCRIPCION, paso))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
};
