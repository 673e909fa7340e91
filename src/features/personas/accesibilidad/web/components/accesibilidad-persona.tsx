import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Notice } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { TextAreaField, useForm } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import { Button, IconLock, Panel, Section } from '../../../../../platform/web/ui/index.ts';
import { canReadAccesibilidad } from '../../policy.ts';
import { isNinguna, MOTIVO_MAX, MOTIVO_MIN, type Necesidades } from '../../rules.ts';
import { useGetAccesibilidadDe } from '../hooks.ts';
import styles from './accesibilidad.module.css';
import { Dichas } from './necesidades.tsx';

/**
 * For Control Escolar, in somebody else's file: what that person needs to take part. Nothing is shown, not even whether
 * there is something, until it is asked for with a reason.
 */
export function AccesibilidadPersona({ clave }: { clave: string }) {
  const [found, setFound] = useState<Necesidades | null>(null);
  const [opened, { open, close }] = useDisclosure();
  const consultar = useRef<HTMLButtonElement>(null);
  const said = useRef<HTMLParagraphElement>(null);
  const mayRead = canReadAccesibilidad(useUser());
  // A kept screen keeps what was typed, not what was read: who comes back asks again.
  useEffect(() => () => setFound(null), []);
  // The button that asked is gone: whoever goes on with the keyboard goes on from the answer.
  useEffect(() => {
    if (!found) return;
    const timer = setTimeout(() => said.current?.focus());
    return () => clearTimeout(timer);
  }, [found]);
  if (!mayRead) return null;
  const ocultar = () => {
    flushSync(() => setFound(null));
    consultar.current?.focus();
  };
  return (
    <Section title="Accesibilidad">
      {found ? (
        <Panel>
          <div className={styles.head}>
            <p ref={said} tabIndex={-1}>
              {isNinguna(found)
                ? 'No ha anotado que necesite algo.'
                : 'Use estos datos solo para lo que los consultó.'}
            </p>
            <Button size="small" onClick={ocultar}>
              Ocultar<span className="sr-only"> lo que necesita</span>
            </Button>
          </div>
          <Dichas necesidades={found} />
        </Panel>
      ) : (
        <Notice
          tone="info"
          title="Lo que la persona necesita para participar"
          actions={
            <Button ref={consultar} icon={<IconLock />} onClick={open}>
              Consultar<span className="sr-only"> lo que necesita para participar</span>
            </Button>
          }
        >
          <p>Cada consulta queda anotada con su motivo, y la persona puede verla.</p>
        </Notice>
      )}
      {opened && <MotivoDialog clave={clave} onFound={setFound} onClose={close} />}
    </Section>
  );
}

function MotivoDialog({
  clave,
  onFound,
  onClose,
}: {
  clave: string;
  onFound: (found: Necesidades) => void;
  onClose: () => void;
}) {
  const get = useGetAccesibilidadDe();
  const form = useForm({
    initial: { motivo: '' },
    validate: ({ motivo }) => ({
      motivo:
        motivo.trim().length < MOTIVO_MIN ? 'Escriba para qué necesita consultarlo.' : undefined,
    }),
    submit: async ({ motivo }) => onFound(await get.mutateAsync({ clave, motivo })),
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title="Consultar lo que necesita para participar"
      form={form}
      submit="Consultar y dejar anotado"
      onClose={onClose}
    >
      <TextAreaField
        {...form.field('motivo')}
        label="Para qué lo consulta"
        hint="Por ejemplo: pedir un intérprete para el taller. La persona podrá leerlo."
        maxLength={MOTIVO_MAX}
        rows={3}
      />
    </FormDialog>
  );
}
