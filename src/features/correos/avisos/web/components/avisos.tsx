import { useState } from 'react';
import {
  CLASES_CORREO,
  CLASES_OBLIGATORIAS,
  CLASES_OPCIONALES,
} from '../../../../../platform/shared/avisos.ts';
import { ErrorState, Loading, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { CheckboxGroupField, useForm } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { Button } from '../../../../../platform/web/ui/index.ts';
import { RecordList, RecordRow } from '../../../../../platform/web/ui/record-list.tsx';
import type { Avisos as Elegidos } from '../../contract.ts';
import { useAvisos, useSaveAvisos } from '../hooks.ts';
import styles from './avisos.module.css';

/** What the portal writes about, which of it comes by mail, and choosing that. */
export function Avisos() {
  const query = useAvisos();
  const [opened, { open, close }] = useDisclosure();
  if (query.isPending) return <Loading shape="list" />;
  if (query.isError) {
    return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  }
  const { soloEnPortal } = query.data;
  return (
    <div className={styles.part}>
      <p>De qué le escribe el portal, y qué prefiere ver solo aquí.</p>
      <RecordList>
        {CLASES_OPCIONALES.map((clase) => {
          const { titulo, detalle, enPortal } = CLASES_CORREO[clase];
          const solo = soloEnPortal.includes(clase);
          return (
            <RecordRow key={clase} name={titulo} note={`${detalle} ${enPortal}`}>
              <p>
                <strong>{solo ? 'Solo en el portal' : 'Por correo y en el portal'}</strong>
              </p>
            </RecordRow>
          );
        })}
        {CLASES_OBLIGATORIAS.map((clase) => {
          const { titulo, detalle, porque } = CLASES_CORREO[clase];
          return (
            <RecordRow key={clase} name={titulo} note={detalle}>
              <p>
                <strong>Siempre por correo.</strong> {porque}
              </p>
            </RecordRow>
          );
        })}
      </RecordList>
      <Button onClick={open}>Cambiar mis avisos</Button>
      {opened && (
        <Elegir
          actual={query.data}
          onClose={() => {
            close();
            // After what another window changed, it says what is so.
            void query.refetch();
          }}
        />
      )}
    </div>
  );
}

function Elegir({ actual, onClose }: { actual: Elegidos; onClose: () => void }) {
  // What was seen when it was opened, whatever comes meanwhile.
  const [{ soloEnPortal: antes }] = useState(actual);
  const save = useSaveAvisos();
  const porCorreo: readonly string[] = CLASES_OPCIONALES.filter((clase) => !antes.includes(clase));
  const form = useForm({
    initial: { porCorreo },
    submit: (chosen) =>
      save.mutateAsync({
        soloEnPortal: CLASES_OPCIONALES.filter((clase) => !chosen.porCorreo.includes(clase)),
        antes,
      }),
    onSuccess: () => {
      notify.success('Se guardó por dónde recibe sus avisos.');
      onClose();
    },
  });
  return (
    <FormDialog title="Por dónde recibe sus avisos" form={form} submit="Guardar" onClose={onClose}>
      <CheckboxGroupField
        {...form.field('porCorreo')}
        label="Recibir también por correo"
        hint="Los que no marque los verá solo en el portal."
        optional
        options={CLASES_OPCIONALES.map((clase) => ({
          value: clase,
          label: CLASES_CORREO[clase].titulo,
        }))}
      />
      <p>Los correos de su cuenta, de su expediente y de lo que usted pide se envían siempre.</p>
    </FormDialog>
  );
}
