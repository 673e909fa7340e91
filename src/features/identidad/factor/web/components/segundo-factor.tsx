import { useState } from 'react';
import { ErrorState, Loading, Notice } from '../../../../../platform/web/feedback/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import {
  Button,
  EstadoBadge,
  formatDate,
  formatNumber,
} from '../../../../../platform/web/ui/index.ts';
import { useFactor } from '../hooks.ts';
import { Activacion, type Inicio } from './activacion.tsx';
import { CodigosRecuperacion } from './codigos-recuperacion.tsx';
import { DesactivarDialog, EmpezarDialog, RenovarDialog } from './factor-dialogs.tsx';
import styles from './segundo-factor.module.css';

const FEW_CODES = 3;

/**
 * The second factor of one's own account: what it is, activating it, its recovery codes, taking it
 * off. `onReady` is called when it is active and the codes were seen.
 */
export function SegundoFactor({ onReady }: { onReady?: () => void }) {
  const factor = useFactor();
  const [inicio, setInicio] = useState<Inicio | null>(null);
  const [codigos, setCodigos] = useState<readonly string[] | null>(null);
  const [starting, start] = useDisclosure();
  const [renewing, renew] = useDisclosure();
  const [leaving, leave] = useDisclosure();

  if (codigos) {
    return (
      <CodigosRecuperacion
        codigos={codigos}
        onDone={() => {
          setCodigos(null);
          onReady?.();
        }}
      />
    );
  }
  if (inicio) {
    return (
      <Activacion
        inicio={inicio}
        onCancel={() => setInicio(null)}
        onActive={(nuevos) => {
          setInicio(null);
          setCodigos(nuevos);
        }}
      />
    );
  }
  if (factor.isPending) return <Loading shape="line" />;
  if (factor.isError) {
    return <ErrorState error={factor.error} retry={() => void factor.refetch()} />;
  }

  const { activo, desde, codigosRestantes, obligatorio } = factor.data;
  const empezar = starting && (
    <EmpezarDialog activo={activo} onClose={start.close} onStarted={setInicio} />
  );
  if (!activo) {
    return (
      <div className={styles.state}>
        <p>
          Además de su contraseña, al ingresar se le pedirá un código de seis cifras que cambia cada
          medio minuto y que solo usted ve en su teléfono. Quien averigüe su contraseña no podrá
          entrar con ella.
        </p>
        <div className={styles.actions}>
          <Button variant={onReady ? 'primary' : 'secondary'} onClick={start.open}>
            Activar el segundo factor
          </Button>
        </div>
        {empezar}
      </div>
    );
  }
  return (
    <div className={styles.state}>
      <p className={styles.badge}>
        <EstadoBadge tone="success">Activo</EstadoBadge>
        {desde && <span>desde el {formatDate(desde)}</span>}
      </p>
      {codigosRestantes <= FEW_CODES ? (
        <Notice
          tone="warning"
          title={
            codigosRestantes === 0
              ? 'Ya no le quedan códigos de recuperación'
              : `Le ${codigosRestantes === 1 ? 'queda 1 código' : `quedan ${codigosRestantes} códigos`} de recuperación`
          }
        >
          <p>Renuévelos: sin ellos no podrá ingresar si pierde su teléfono.</p>
        </Notice>
      ) : (
        <p>
          Le quedan {formatNumber(codigosRestantes)} códigos de recuperación, para cuando no tenga a
          la mano su teléfono.
        </p>
      )}
      {obligatorio && <p>Su rol lo pide: no se puede desactivar mientras sea obligatorio.</p>}
      <div className={styles.actions}>
        <Button onClick={renew.open}>Renovar los códigos</Button>
        <Button onClick={start.open}>Pasarlo a otro teléfono</Button>
        {!obligatorio && (
          <Button variant="quiet" onClick={leave.open}>
            Desactivar
          </Button>
        )}
      </div>
      {empezar}
      {renewing && <RenovarDialog onClose={renew.close} onRenewed={setCodigos} />}
      {leaving && <DesactivarDialog onClose={leave.close} />}
    </div>
  );
}
