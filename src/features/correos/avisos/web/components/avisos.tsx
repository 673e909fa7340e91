import { useState } from 'react';
import {
  CLASES_CORREO,
  CLASES_OBLIGATORIAS,
  CLASES_OPCIONALES,
  type ClaseOpcional,
  type ModoAviso,
} from '../../../../../platform/shared/avisos.ts';
import { ErrorState, Loading, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { SelectField, useForm } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { Button } from '../../../../../platform/web/ui/index.ts';
import { RecordList, RecordRow } from '../../../../../platform/web/ui/record-list.tsx';
import type { Avisos as Elegidos } from '../../contract.ts';
import { useAvisos, useSaveAvisos } from '../hooks.ts';
import styles from './avisos.module.css';

const MODO: Readonly<Record<ModoAviso, string>> = {
  correo: 'Por correo y en el portal',
  portal: 'Solo en el portal',
  diario: 'En un resumen diario',
  semanal: 'En un resumen semanal',
};
const OPTIONS = Object.entries(MODO).map(([value, label]) => ({ value, label }));

/** What the portal tells about, by which way it comes, and choosing that. */
export function Avisos() {
  const query = useAvisos();
  const [opened, { open, close }] = useDisclosure();
  if (query.isPending) return <Loading shape="list" />;
  if (query.isError) {
    return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  }
  return (
    <div className={styles.part}>
      <p>Los resúmenes se envían a las 8:00 de los días hábiles.</p>
      <RecordList>
        {query.data.modos.map(({ clase, modo }) => {
          const { titulo, detalle, enPortal } = CLASES_CORREO[clase];
          return (
            <RecordRow key={clase} name={titulo} note={`${detalle} ${enPortal}`}>
              <p>
                <strong>{MODO[modo]}</strong>
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
  const [{ modos: antes }] = useState(actual);
  const save = useSaveAvisos();
  const form = useForm({
    initial: Object.fromEntries(antes.map(({ clase, modo }) => [clase, modo])) as Record<
      ClaseOpcional,
      string
    >,
    submit: (chosen) =>
      save.mutateAsync({
        modos: CLASES_OPCIONALES.map((clase) => ({ clase, modo: chosen[clase] as ModoAviso })),
        antes,
      }),
    onSuccess: () => {
      notify.success('Se guardó por dónde recibe sus avisos.');
      onClose();
    },
  });
  return (
    <FormDialog title="Por dónde recibe sus avisos" form={form} submit="Guardar" onClose={onClose}>
      {CLASES_OPCIONALES.map((clase) => (
        <SelectField
          key={clase}
          {...form.field(clase)}
          label={CLASES_CORREO[clase].titulo}
          options={OPTIONS}
          empty={null}
        />
      ))}
      <p>Los correos de su cuenta, de su expediente y de lo que usted pide se envían siempre.</p>
    </FormDialog>
  );
}
