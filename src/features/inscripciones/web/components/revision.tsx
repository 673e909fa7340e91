import { Button, IconArrowLeft } from '../../../../platform/web/ui/index.ts';
import { RespuestasDescritas } from '../../../plantillas/web/components/respuestas.tsx';
import { EsperandoTurno } from '../../envio/web/components/esperando-turno.tsx';
import type { Turno } from '../../envio/web/hooks.ts';
import type { Borrador, Destino } from '../hooks.ts';
import styles from './formulario-inscripcion.module.css';

const AL_ENVIAR: Readonly<Record<Destino, string>> = {
  lugar: 'Al enviar se le asigna un lugar y se emite su acuse.',
  espera: 'Al enviar queda en la lista de espera y se emite su acuse.',
  revision: 'Al enviar pasa a revisión de Control Escolar y se emite su acuse.',
};

/** The last look before sending: every answer, and the way back to each. */
export function Revision({
  borrador: { plantilla, respuestas },
  destino,
  busy,
  turno,
  onCambiar,
  onVolver,
  onEnviar,
}: {
  borrador: Borrador;
  destino: Destino;
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
        {turno ? (
          <EsperandoTurno turno={turno} />
        ) : (
          <p className={styles.advertencia}>
            {AL_ENVIAR[destino]} Después ya no podrá cambiar sus respuestas.
          </p>
        )}
        <Button type="submit" variant="primary" busy={busy}>
          {turno ? 'Esperando turno…' : busy ? 'Enviando…' : 'Enviar inscripción'}
        </Button>
      </div>
    </form>
  );
}
