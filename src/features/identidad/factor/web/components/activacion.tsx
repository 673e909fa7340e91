import { useEffect, useRef } from 'react';
import type { OutputOf } from '../../../../../platform/shared/callable.ts';
import { notify } from '../../../../../platform/web/feedback/index.ts';
import { Form, SubmitButton, TextField, useForm } from '../../../../../platform/web/form/index.ts';
import { Button, Folio, IconCopy } from '../../../../../platform/web/ui/index.ts';
import type { startFactor } from '../../contract.ts';
import { useConfirmFactor } from '../hooks.ts';
import styles from './segundo-factor.module.css';

export type Inicio = OutputOf<typeof startFactor>;

/** Puts the secret in the person's application, and proves it with the first code. */
export function Activacion({
  inicio,
  onActive,
  onCancel,
}: {
  inicio: Inicio;
  onActive: (codigos: readonly string[]) => void;
  onCancel: () => void;
}) {
  const confirm = useConfirmFactor();
  const first = useRef<HTMLHeadingElement>(null);
  // It takes the place of what was pressed.
  useEffect(() => first.current?.focus(), []);
  const form = useForm({
    initial: { codigo: '' },
    validate: ({ codigo }) => ({
      codigo: /^\d{6}$/.test(codigo.replace(/\s/g, ''))
        ? undefined
        : 'Escriba las seis cifras que muestra su aplicación.',
    }),
    submit: ({ codigo }) => confirm.mutateAsync({ boleto: inicio.boleto, codigo }),
    clearOnError: ['codigo'],
    onSuccess: ({ codigos }) => onActive(codigos),
  });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(inicio.secreto.replace(/[^A-Z2-7]/g, ''));
      notify.success('Se copió la clave.');
    } catch {
      notify.error('No se pudo copiar. Selecciónela y cópiela a mano.');
    }
  };
  return (
    <ol className={styles.steps}>
      <li>
        <h3 ref={first} tabIndex={-1}>
          Tenga una aplicación de autenticación
        </h3>
        <p>
          En su teléfono: Google Authenticator, Microsoft Authenticator, Aegis, la del propio
          teléfono u otra que dé códigos de un solo uso.
        </p>
      </li>
      <li>
        <h3>Lea este código con ella</h3>
        <div className={styles.scan}>
          <img
            className={styles.qr}
            src={`data:image/svg+xml;utf8,${encodeURIComponent(inicio.qr)}`}
            alt="Código QR con la clave del segundo factor"
            width={200}
            height={200}
          />
          <div>
            <p>¿No puede leerlo? Escriba esta clave en la aplicación:</p>
            <p className={styles.secret}>
              <Folio>{inicio.secreto}</Folio>
            </p>
            <div className={styles.actions}>
              <Button size="small" icon={<IconCopy />} onClick={() => void copy()}>
                Copiar la clave
              </Button>
              <a href={inicio.otpauth}>Abrir en este teléfono</a>
            </div>
          </div>
        </div>
      </li>
      <li>
        <h3>Escriba el código que muestra</h3>
        <Form form={form} label="Confirmar el segundo factor" dense>
          <div className={styles.code}>
            <TextField
              {...form.field('codigo')}
              label="Código de seis cifras"
              inputMode="numeric"
              autoComplete="one-time-code"
              mono
            />
          </div>
          <SubmitButton
            busyLabel="Activando…"
            beside={
              <Button variant="quiet" onClick={onCancel}>
                Dejarlo para después
              </Button>
            }
          >
            Activar
          </SubmitButton>
        </Form>
      </li>
    </ol>
  );
}
