import { useState } from 'react';
import { useNavigate } from 'react-router';
import { notify } from '../../../../../platform/web/feedback/index.ts';
import { Form, SubmitButton, TextField, useForm } from '../../../../../platform/web/form/index.ts';
import { Button } from '../../../../../platform/web/ui/index.ts';
import { explainCurp, parseCurp } from '../../../curp/rules.ts';
import { fusionPath } from '../../../fusiones/routes.ts';
import { personPath } from '../../../routes.ts';
import type { Ensayo } from '../../contract.ts';
import { callRehearseCurp } from '../hooks.ts';
import { EnsayoCurp } from './ensayo-curp.tsx';

/** First which CURP; then what would happen, why, and the button that does it. */
export function PasosCurp({
  clave,
  declarada,
  onClose,
}: {
  clave: string;
  declarada: string | null;
  onClose: () => void;
}) {
  const [ensayo, setEnsayo] = useState<Ensayo | null>(null);
  const navigate = useNavigate();
  const form = useForm({
    initial: { curp: declarada ?? '' },
    validate: ({ curp }) => {
      const reading = parseCurp(curp);
      return reading.ok ? {} : { curp: explainCurp(reading) };
    },
    submit: ({ curp }) => callRehearseCurp({ clave, curp }),
    onSuccess: setEnsayo,
  });
  if (ensayo) {
    return (
      <EnsayoCurp
        key={ensayo.huella}
        ensayo={ensayo}
        onChange={setEnsayo}
        onBack={() => setEnsayo(null)}
        onDone={(done) => {
          onClose();
          if (done.propuesta !== null) {
            notify.success('Lo propuso. Otra persona del personal debe confirmarlo.');
            void navigate(fusionPath(done.propuesta));
            return;
          }
          notify.success(
            done.tipo === 'asignar'
              ? 'Se asignó la CURP. La clave anterior lleva a este expediente.'
              : 'Los dos expedientes son ahora uno. La clave anterior lleva a él.',
          );
          void navigate(personPath(done.clave), { replace: true });
        }}
      />
    );
  }
  return (
    <Form form={form} dense refusal="No se puede asignar">
      <TextField
        {...form.field('curp')}
        label="CURP"
        hint={
          declarada
            ? 'Es la que la persona declaró. Compárela con su constancia antes de seguir.'
            : 'Los 18 caracteres, como aparecen en su constancia.'
        }
        mono
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <p>
        Antes de guardar verá qué cambia. Si otro expediente ya tiene esa CURP, los dos se fusionan
        en aquel cuando otra persona del personal lo confirme.
      </p>
      <SubmitButton
        busyLabel="Revisando…"
        beside={
          <Button variant="quiet" onClick={onClose}>
            Cancelar
          </Button>
        }
      >
        Revisar qué cambia
      </SubmitButton>
    </Form>
  );
}
