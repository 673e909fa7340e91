import { useState } from 'react';
import { messageOf } from '../../../../../platform/web/callables/client.ts';
import { ErrorState, Loading, notify } from '../../../../../platform/web/feedback/index.ts';
import { TextField } from '../../../../../platform/web/form/index.ts';
import {
  Button,
  formatDate,
  IconCopy,
  IconPlus,
  IconTrash,
  IconTurn,
  Section,
} from '../../../../../platform/web/ui/index.ts';
import { useCalendarioPropio, useRenewCalendario, useWithdrawCalendario } from '../hooks.ts';
import styles from './mi-calendario.module.css';

/** The address by which one's own calendar is followed from a phone or another program, and taking it back. */
export function MiCalendario() {
  const { data, error, isPending, refetch } = useCalendarioPropio();
  const renew = useRenewCalendario();
  const withdraw = useWithdrawCalendario();
  const [direccion, setDireccion] = useState<string | null>(null);
  if (isPending) return <Loading shape="list" />;
  if (!data) return <ErrorState error={error} retry={() => void refetch()} />;
  const make = async () => {
    try {
      setDireccion((await renew.mutateAsync(null)).direccion);
    } catch (failed) {
      notify.error(messageOf(failed));
    }
  };
  const take = async () => {
    try {
      await withdraw.mutateAsync(null);
      setDireccion(null);
      notify.success('La dirección dejó de servir.');
    } catch (failed) {
      notify.error(messageOf(failed));
    }
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(direccion ?? '');
      notify.success('Se copió la dirección.');
    } catch {
      notify.error('No se pudo copiar. Selecciónela y cópiela.');
    }
  };
  const { direccionDesde } = data;
  return (
    <Section
      title="Mi calendario"
      lead="Siga en su teléfono o en otro calendario las sesiones de los cursos donde está inscrito y las ediciones que ponga en su calendario. La dirección no lleva su nombre ni sus datos; no la comparta."
    >
      <div className={styles.partes}>
        {direccion !== null && (
          <TextField
            label="Dirección de su calendario"
            hint="Cópiela ahora: por seguridad no se vuelve a mostrar. Si la pierde, cree otra."
            value={direccion}
            onChange={() => {}}
            readOnly
          />
        )}
        {direccion === null && direccionDesde !== null && (
          <p>Su calendario tiene una dirección desde el {formatDate(direccionDesde)}.</p>
        )}
        <div className={styles.botones}>
          {direccion !== null && (
            <Button icon={<IconCopy />} onClick={() => void copy()}>
              Copiar la dirección
            </Button>
          )}
          <Button
            icon={direccionDesde === null ? <IconPlus /> : <IconTurn />}
            busy={renew.isPending}
            onClick={() => void make()}
          >
            {direccionDesde === null ? 'Crear una dirección' : 'Cambiar la dirección'}
          </Button>
          <Button
            icon={<IconTrash />}
            variant="quiet"
            busy={withdraw.isPending}
            aria-disabled={direccionDesde === null || undefined}
            onClick={() => direccionDesde !== null && void take()}
          >
            Retirar la dirección
          </Button>
        </div>
        {direccionDesde !== null && (
          <p className={styles.nota}>
            Si cambia o retira la dirección, la anterior deja de servir en ese momento.
          </p>
        )}
      </div>
    </Section>
  );
}
