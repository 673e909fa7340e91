import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatMomento } from '../../../../../platform/shared/dates.ts';
import { Notice } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { TextAreaField, useForm } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import {
  Button,
  DataList,
  IconLock,
  Panel,
  Section,
} from '../../../../../platform/web/ui/index.ts';
import { INSCRIPCION } from '../../../estados.ts';
import { canReadSensibles } from '../../policy.ts';
import { MOTIVO_MAX, MOTIVO_MIN } from '../../rules.ts';
import { type Sensibles, useGetRespuestasSensibles } from '../hooks.ts';
import styles from './datos-sensibles.module.css';

/**
 * For staff, in somebody else's file: what that person answered apart (the support that they need…).
 * Nothing is shown, not even whether there is something, until it is asked for with a reason.
 */
export function DatosSensibles({ clave }: { clave: string }) {
  const [found, setFound] = useState<Sensibles | null>(null);
  const [opened, { open, close }] = useDisclosure();
  const consultar = useRef<HTMLButtonElement>(null);
  const mayRead = canReadSensibles(useUser());
  // A kept screen keeps what was typed, not what was read: who comes back asks again.
  useEffect(() => () => setFound(null), []);
  const ocultar = () => {
    flushSync(() => setFound(null));
    consultar.current?.focus();
  };
  if (!mayRead) return null;
  return (
    <Section title="Apoyos y otros datos sensibles">
      {found ? (
        <Encontrados inscripciones={found.inscripciones} onOcultar={ocultar} />
      ) : (
        <Notice
          tone="info"
          title="Lo que la persona respondió de manera reservada"
          actions={
            <Button ref={consultar} icon={<IconLock />} onClick={open}>
              Consultar
            </Button>
          }
        >
          <p>
            Por ejemplo, los ajustes que pidió para participar. Cada consulta queda anotada con su
            motivo, y la persona puede verla.
          </p>
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
  onFound: (found: Sensibles) => void;
  onClose: () => void;
}) {
  const get = useGetRespuestasSensibles();
  const form = useForm({
    initial: { motivo: '' },
    validate: ({ motivo }) => ({
      motivo:
        motivo.trim().length < MOTIVO_MIN ? 'Escriba para qué necesita consultarlos.' : undefined,
    }),
    submit: async ({ motivo }) => onFound(await get.mutateAsync({ clave, motivo })),
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title="Consultar datos sensibles"
      form={form}
      submit="Consultar y dejar anotado"
      onClose={onClose}
    >
      <TextAreaField
        {...form.field('motivo')}
        label="Para qué los consulta"
        hint="Por ejemplo: reservar un lugar accesible en el aula. La persona podrá leerlo."
        maxLength={MOTIVO_MAX}
        rows={3}
      />
    </FormDialog>
  );
}

function Encontrados({ inscripciones, onOcultar }: Sensibles & { onOcultar: () => void }) {
  const said = useRef<HTMLParagraphElement>(null);
  // The button that asked is gone: whoever goes on with the keyboard goes on from the answer.
  useEffect(() => {
    const timer = setTimeout(() => said.current?.focus());
    return () => clearTimeout(timer);
  }, []);
  return (
    <Panel>
      <div className={styles.cabeza}>
        <p ref={said} tabIndex={-1}>
          {inscripciones.length === 0
            ? 'No respondió nada de manera reservada en las inscripciones que ha enviado.'
            : 'Use estos datos solo para lo que los consultó.'}
        </p>
        <Button size="small" onClick={onOcultar}>
          Ocultar
        </Button>
      </div>
      {inscripciones.map((inscripcion) => (
        <section key={inscripcion.id} className={styles.inscripcion}>
          <h3>{inscripcion.curso}</h3>
          <p className={styles.cual}>
            {inscripcion.edicion} · {INSCRIPCION.palabra(inscripcion.estado)} · la envió el{' '}
            {formatMomento(new Date(inscripcion.enviadaEn))}
          </p>
          <DataList
            items={inscripcion.secciones
              .flatMap(({ respuestas }) => respuestas)
              .map(({ etiqueta, valor, aceptado }) => ({
                label: etiqueta,
                value: aceptado ? `${valor}: «${aceptado}»` : valor,
              }))}
          />
        </section>
      ))}
    </Panel>
  );
}
