/** What becomes of the enrolments of whoever has their data cancelled. */
import type { Trx } from '../../../../platform/server/db/index.ts';
import type { Statement } from '../../../../platform/server/db/together.ts';
import { recordCambios } from '../../../../platform/server/historial/index.ts';
import { type Supresion, supresionDeTabla } from '../../../../platform/server/supresiones.ts';
import { holdInscripcionSola, takePasoSinAviso } from '../../pasos/server/service.ts';
import { porInscripcion } from '../../server/service.ts';
import { selectEnviadas, selectVivas, wasKept } from './data.ts';

const MOTIVO = 'Se suprimieron sus datos personales.';

/**
 * They leave what they are in, are in line for or is being decided: nobody may look at a blocked file any more, to decide,
 * grade or call whose it is. What they are told is what became of their data. Gives what gives their seats back, which is
 * sent after the history.
 */
const withdrawAll = async (
  trx: Trx,
  personaIds: readonly string[],
  ahora: Date,
): Promise<Statement<void>[]> => {
  const libera: Statement<void>[] = [];
  for (const id of await selectVivas(trx, personaIds)) {
    // The application of a seat of a call was left before: its table points to this one (`inOrder`).
    const row = await holdInscripcionSola(trx, id);
    const huella = { ahora, motivo: MOTIVO };
    libera.push(
      ...(await takePasoSinAviso(
        trx,
        row,
        { paso: 'darDeBaja', accion: 'inscripcion.darDeBaja' },
        huella,
      )),
    );
  }
  return libera;
};

const deInscripciones = supresionDeTabla({
  id: 'inscripciones',
  titulo:
    'Inscripciones: los borradores se borran, las enviadas se conservan y las que siguen en curso quedan de baja',
  tabla: 'inscripciones',
  por: [{ columna: 'persona_id', es: 'persona' }],
  conserva: wasKept,
  fundamento: 'academico',
  identifica: true,
});

/** Drafts and what is sealed go; what was sent and its acuses stay, and with them whose they are. */
export const inscripcionesSupresiones: readonly Supresion[] = [
  {
    ...deInscripciones,
    async perform(trx, titular, now) {
      now.alFinal(await withdrawAll(trx, titular.personaIds, now.ahora));
      // Of all of them, whether or not something was answered apart, which is nobody's to know: it is not missed (invariantes).
      await recordCambios(
        trx,
        'inscripcion.suprimirSensibles',
        await selectEnviadas(trx, titular.personaIds),
      );
      return deInscripciones.perform(trx, titular, now);
    },
  },
  supresionDeTabla({
    id: 'acuses',
    titulo: 'Acuses de inscripción',
    tabla: 'acuses',
    por: [porInscripcion],
    conserva: 'todo',
    fundamento: 'academico',
    identifica: true,
  }),
  supresionDeTabla({
    id: 'respuestas-sensibles',
    titulo: 'Respuestas sensibles, que se guardan aparte',
    tabla: 'respuestas_sensibles',
    por: [porInscripcion],
  }),
];
