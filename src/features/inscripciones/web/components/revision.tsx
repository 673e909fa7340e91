import { Button, IconArrowLeft } from '../../../../platform/web/ui/index.ts';
import { RespuestasDescritas } from '../../../plantillas/web/components/respuestas.tsx';
import { EsperandoTurno } from '../../envio/web/components/esperando-turno.tsx';
import type { Turno } from '../../envio/web/hooks.ts';
import type { Borrador, DatosDeBorrador } from '../hooks.ts';
import styles from './formulario-inscripcion.module.css';

/** The last look before sending: every answer, and the way back to each. */
export function Revision({
  borrador: { plantilla, respuestas },
  aviso,
  accion,
  busy,
  turno,
  onCambiar,
  onVolver,
  onEnviar,
}: {
  borrador: Pick<Borrador<DatosDeBorrador['plantilla']>, 'plantilla' | 'respuestas'>;
  /** What sending comes to, and what may be changed afterwards. */
  aviso: string;
  /** The button's words. */
  accion: string;
  busy: boolean;
  /** It was sent, and waits for the portal to take it. */
  turno: Turno | null;
  onCambiar: (clave: string) => void;
  onVolver: () => void;
  onEnviar: () => void;
}) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onEnviar();
      }}
    >
      <button type="button" className={styles.volver} onClick={onVolver}>
        <IconArrowLeft width="1em" height="1em" /> Volver al formulario
      </button>
      <div className={styles.hoja}>
        <RespuestasDescritas
          definicion={plantilla.definicion}
          respuestas={respuestas}
          level={3}
          onCambiar={onCambiar}
        />
      </div>
      <div className={styles.barra}>
        {turno ? <EsperandoTurno turno={turno} /> : <p className={styles.advertencia}>{aviso}</p>}
        <Button type="submit" variant="primary" busy={busy}>
          {turno ? 'Esperando turno…' : busy ? 'Enviando…' : accion}
        </Button>
      </div>
    </form>
  );
}
