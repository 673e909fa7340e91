import { useId } from 'react';
import { formatMomento } from '../../../../platform/shared/dates.ts';
import { Preguntar } from '../../../../platform/web/ayuda.tsx';
import {
  Button,
  classes,
  iconOfTone,
  LinkButton,
  Section,
  type Tone,
  toneClass,
} from '../../../../platform/web/ui/index.ts';
import { convocatoriaDeEdicionPath } from '../../../cursos/routes.ts';
import { hasEspera, repartoDe } from '../../../plantillas/cupos/rules.ts';
import { withoutRespuestas } from '../../../plantillas/formulario/hechos/rules.ts';
import { isAnswered } from '../../../plantillas/formulario/respuestas/rules.ts';
import { datoOf, fieldsOf } from '../../../plantillas/formulario/rules.ts';
import { type ResultadoRegla, VENTANA } from '../../../plantillas/reglas/contract.ts';
import { fieldsOfReglas, mayEnroll, needsRevision } from '../../../plantillas/reglas/rules.ts';
import { Requisitos } from '../../../plantillas/web/components/requisitos.tsx';
import { RespuestasDescritas } from '../../../plantillas/web/components/respuestas.tsx';
import { ERRORES } from '../../errors.ts';
import { llenoDe } from '../../reserva/rules.ts';
import { alternativaPath } from '../../routes.ts';
import type { Borrador, Inscripcion } from '../hooks.ts';
import styles from './formulario-inscripcion.module.css';

export type Impedimento = {
  titulo: string;
  texto: string;
  tone: Tone;
  /** Asking again may give another answer before long. */
  puedeCambiar: boolean;
  /** What to do instead. */
  salida?: { to: string; label: string };
};

/** One enters it by a call: when it receives pre-applications, and the way there. */
const porConvocatoria = (edicion: Inscripcion['edicion'], ahora: Date): Impedimento => {
  const { message } = ERRORES.porConvocatoria;
  const [abre, cierra] = [new Date(edicion.inscripcionAbre), new Date(edicion.inscripcionCierra)];
  const plazo = () => {
    if (edicion.convocatoriaId === null) return 'La convocatoria todavía no se publica.';
    if (ahora < abre) return `Las presolicitudes abren el ${formatMomento(abre)}.`;
    return ahora < cierra
      ? `Las presolicitudes se reciben hasta el ${formatMomento(cierra)}.`
      : `Las presolicitudes cerraron el ${formatMomento(cierra)}.`;
  };
  return {
    titulo: 'Ingreso por convocatoria',
    texto: `${message} ${plazo()}`,
    tone: 'info',
    puedeCambiar: false,
    salida: { to: convocatoriaDeEdicionPath(edicion.convocatoriaId), label: 'Ver la convocatoria' },
  };
};

const isExceptuadaDeFechas = (
  { definicion: { reglas } }: Inscripcion['plantilla'],
  evaluacion: readonly ResultadoRegla[],
): boolean =>
  reglas.some(
    (regla) =>
      fieldsOfReglas([regla]).includes(VENTANA) &&
      evaluacion.some(({ clave, exceptuada }) => clave === regla.clave && exceptuada),
  );

/** Why one cannot enrol at this moment; null when one can. Not an error of who fills the form. */
export const impedimentoDe = (
  inscripcion: Pick<
    Inscripcion,
    'edicion' | 'lugares' | 'reserva' | 'cancelacion' | 'grupos' | 'plantilla'
  >,
  evaluacion: readonly ResultadoRegla[],
  ahora: Date,
): Impedimento | null => {
  const { edicion, cancelacion, plantilla } = inscripcion;
  if (edicion.porConvocatoria && !edicion.cancelada) return porConvocatoria(edicion, ahora);
  if (edicion.cancelada) {
    return {
      titulo: 'Esta edición se canceló',
      texto: cancelacion?.motivo
        ? `${ERRORES.cancelada.message} Motivo: ${cancelacion.motivo}`
        : ERRORES.cancelada.message,
      tone: 'danger',
      puedeCambiar: false,
    };
  }
  if (!plantilla.enVigor) {
    return {
      titulo: 'Por ahora esta edición no tiene formulario',
      texto: ERRORES.sinFormulario.message,
      tone: 'warning',
      puedeCambiar: true,
    };
  }
  // What is answered in the form does not keep it from being filled in.
  const [abre, cierra] = [new Date(edicion.inscripcionAbre), new Date(edicion.inscripcionCierra)];
  // The dates hold also where no rule of the plantilla names them; only an exception from such a rule lets somebody in.
  const fuera = (ahora < abre || ahora >= cierra) && !isExceptuadaDeFechas(plantilla, evaluacion);
  if (fuera || !mayEnroll(withoutRespuestas(plantilla.definicion.reglas, evaluacion))) {
    if (ahora < abre) {
      return {
        titulo: 'La inscripción todavía no abre',
        texto: `Abre el ${formatMomento(abre)} y cierra el ${formatMomento(cierra)}. El formulario aparecerá aquí a esa hora, sin que tenga que recargar la página.`,
        tone: 'info',
        puedeCambiar: false,
      };
    }
    if (ahora >= cierra) {
      return {
        titulo: 'La inscripción ya cerró',
        texto: `Cerró el ${formatMomento(cierra)}. Si cree que se trata de un error, escriba a Control Escolar.`,
        tone: 'neutral',
        puedeCambiar: false,
      };
    }
    return {
      titulo: 'Por ahora no puede inscribirse',
      texto: 'Hay requisitos que no se cumplen. Abajo está cada uno, con lo que encontramos.',
      tone: 'warning',
      puedeCambiar: true,
    };
  }
  // Whoever waits, or is looked at first, may send all the same.
  if (hasEspera(repartoDe(plantilla.definicion)) || needsRevision(evaluacion)) return null;
  const lleno = llenoDe(inscripcion);
  return lleno && { ...lleno, tone: 'warning', puedeCambiar: true };
};

/** A page that explains, in place of the form: what happens, every rule, and the way out. */
export function NoDisponible({
  impedimento,
  cancelacion,
  evaluacion,
  borrador,
  edicionId,
  volver,
  onRetry,
}: {
  impedimento: Impedimento;
  cancelacion: Inscripcion['cancelacion'];
  evaluacion: readonly ResultadoRegla[];
  borrador: Borrador;
  edicionId: string;
  /** The address of this screen: what is mended elsewhere leads back to it. */
  volver: string;
  onRetry: () => void;
}) {
  const id = useId();
  const Icon = iconOfTone(impedimento.tone);
  const { definicion } = borrador.plantilla;
  const otraSalida = Boolean(cancelacion?.alternativa ?? impedimento.salida);
  const answered = fieldsOf(definicion).some(
    (campo) => !datoOf(campo) && isAnswered(borrador.respuestas[campo.clave]),
  );
  return (
    <div className={styles.explicacion}>
      <section className={classes(styles.motivo, toneClass(impedimento.tone))} aria-labelledby={id}>
        <Icon />
        <div>
          <h2 id={id}>{impedimento.titulo}</h2>
          <p>{impedimento.texto}</p>
          {answered && <p>Lo que usted había escrito se conserva como borrador.</p>}
          <div className={styles.salidas}>
            {cancelacion?.alternativa && (
              <LinkButton to={alternativaPath(cancelacion.alternativa)} variant="primary">
                Inscribirse en {cancelacion.alternativa.nombre}
              </LinkButton>
            )}
            {impedimento.salida && (
              <LinkButton to={impedimento.salida.to} variant="primary">
                {impedimento.salida.label}
              </LinkButton>
            )}
            <LinkButton to="/" variant={otraSalida ? 'secondary' : 'primary'}>
              Ver otras inscripciones
            </LinkButton>
            {impedimento.puedeCambiar && <Button onClick={onRetry}>Comprobar de nuevo</Button>}
            {impedimento.tone !== 'info' && <Preguntar sobre="curso" id={edicionId} />}
          </div>
        </div>
      </section>
      {/* What its call asks for is shown there, and nobody enrols in what was cancelled. */}
      {!impedimento.salida && !cancelacion && (
        <Section title="Requisitos">
          <Requisitos evaluacion={evaluacion} volver={volver} />
        </Section>
      )}
      {answered && (
        <details className={styles.plegado}>
          <summary>Ver lo que había escrito</summary>
          <RespuestasDescritas definicion={definicion} respuestas={borrador.respuestas} />
        </details>
      )}
    </div>
  );
}
