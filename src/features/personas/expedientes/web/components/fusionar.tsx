import { useState } from 'react';
import { useNavigate } from 'react-router';
import { notify } from '../../../../../platform/web/feedback/index.ts';
import { Form, SubmitButton, TextField, useForm } from '../../../../../platform/web/form/index.ts';
import { Restored } from '../../../../../platform/web/form/restored.tsx';
import { useMirroredForm } from '../../../../../platform/web/form/use-mirrored-form.ts';
import { Button, Dialog } from '../../../../../platform/web/ui/index.ts';
import type { Ensayo } from '../../../clave/contract.ts';
import { EnsayoCurp } from '../../../clave/web/components/ensayo-curp.tsx';
import { callRehearseCurp } from '../../../clave/web/hooks.ts';
import { fusionPath } from '../../../fusiones/routes.ts';
import { personPath } from '../../../routes.ts';

/** A file that is to be one with another: of the second, its key when it is known already. */
export type Par = { readonly clave: string; readonly nombre: string; readonly otra: string };

/** Two files compared, and the merge of the first into the second proposed: first which one, if it is not known. */
export function Fusionar({ par, onClose }: { par: Par; onClose: () => void }) {
  const [ensayo, setEnsayo] = useState<Ensayo | null>(null);
  const navigate = useNavigate();
  const form = useForm({
    initial: { otra: par.otra },
    validate: ({ otra }) => ({
      otra: otra.trim() === '' ? 'Escriba la CURP o la clave del otro expediente.' : undefined,
    }),
    submit: ({ otra }) => callRehearseCurp({ clave: par.clave, curp: otra.trim() }),
    onSuccess: setEnsayo,
  });
  // Of two that were chosen in the list, both are known: nothing was typed.
  const { restored, forget } = useMirroredForm(
    par.otra === '' ? `fusionar/${par.clave}/otra` : null,
    form,
  );
  const close = () => {
    forget();
    onClose();
  };
  return (
    <Dialog opened onClose={close} title="Comparar y fusionar" wide>
      {ensayo ? (
        <EnsayoCurp
          key={ensayo.huella}
          ensayo={ensayo}
          onChange={setEnsayo}
          onBack={() => setEnsayo(null)}
          volver="Comparar con otro expediente"
          onDone={(done) => {
            close();
            if (done.propuesta !== null) {
              notify.success('Lo propuso. Otra persona del personal debe confirmarlo.');
              void navigate(fusionPath(done.propuesta));
              return;
            }
            notify.success('Los dos expedientes son ahora uno. La clave anterior lleva a él.');
            void navigate(personPath(done.clave));
          }}
        />
      ) : (
        <Form form={form} dense refusal="No se pueden comparar">
          <Restored en={restored} />
          <p>
            El expediente de {par.nombre} se fusiona en el otro, que conserva su clave. Antes verá
            los dos, lado a lado, y qué pasaría con lo de cada uno.
          </p>
          <TextField
            {...form.field('otra')}
            label="CURP o clave del otro expediente"
            hint="Si no la sabe, elija los dos en la lista y pulse «Comparar y fusionar»."
            mono
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <SubmitButton
            busyLabel="Comparando…"
            beside={
              <Button variant="quiet" onClick={close}>
                Cancelar
              </Button>
            }
          >
            Comparar
          </SubmitButton>
        </Form>
      )}
    </Dialog>
  );
}
