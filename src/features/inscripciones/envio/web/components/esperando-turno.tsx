import { Notice } from '../../../../../platform/web/feedback/index.ts';
import { Button } from '../../../../../platform/web/ui/index.ts';
import type { Turno } from '../hooks.ts';

/** While too many people send at once: what is sent is sent again by itself. */
export function EsperandoTurno({ turno: { intentos, dejar } }: { turno: Turno }) {
  return (
    <div role="status">
      <Notice
        tone="warning"
        title="Hay mucha gente: su envío espera su turno"
        actions={<Button onClick={dejar}>Dejar de esperar</Button>}
      >
        <p>
          No cierre ni recargue esta página: el envío se repite solo y, en cuanto se reciba, aquí
          verá el resultado. No quedará dos veces. Lo que escribió está a salvo.
        </p>
        {intentos > 1 && <p aria-live="off">Se ha intentado {intentos} veces.</p>}
      </Notice>
    </div>
  );
}
