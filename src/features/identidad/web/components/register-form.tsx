import { useRef, useState } from 'react';
import { Fieldset, Form, TextField, useForm } from '../../../../platform/web/form/index.ts';
import { Link } from '../../../../platform/web/router.tsx';
import { explainCurp, normalizeCurp, parseCurp } from '../../../personas/curp/rules.ts';
import { CardReader } from '../../../personas/curp/web/components/card-reader.tsx';
import { registerNoCurpPath } from '../../routes.ts';
import { type DatosRegistro, PASOS_CON_CURP, useGoingOn, useRegistro } from '../hooks.ts';
import { CurpReading } from './curp-reading.tsx';
import { DifferenceNotice, differencesOf, type NombreField } from './difference-notice.tsx';
import {
  AcceptAndSend,
  AccountFields,
  EMPTY,
  NameFields,
  validateRegistro,
} from './register-fields.tsx';

const CURP_LENGTH = 18;

const validate = (datos: DatosRegistro) => {
  const reading = parseCurp(datos.curp);
  return { ...validateRegistro(datos), curp: reading.ok ? undefined : explainCurp(reading) };
};

/** Registration with CURP, in one column. `onSent` once every step was done. */
export function RegisterForm({ onSent }: { onSent: (email: string) => void }) {
  const { paso, registrar } = useRegistro(PASOS_CON_CURP);
  const goingOn = useGoingOn();
  const [curpLeft, setCurpLeft] = useState(false);
  const [visited, setVisited] = useState<readonly NombreField[]>([]);
  /** Which differences the person has been stopped at: the next press goes on. */
  const [told, setTold] = useState('');
  const difference = useRef<HTMLDivElement>(null);

  const form = useForm({
    initial: EMPTY,
    validate,
    submit: registrar,
    onSuccess: (_, { email }) => {
      form.reset();
      setVisited([]);
      onSent(email.trim());
    },
  });
  const { values } = form;

  const typed = normalizeCurp(values.curp).length;
  const reading = typed >= CURP_LENGTH || (typed > 0 && curpLeft) ? parseCurp(values.curp) : null;
  const differences = differencesOf(values);
  const seen = differences.filter((field) => visited.includes(field));
  const visit = (field: NombreField) =>
    setVisited((old) => (old.includes(field) ? old : [...old, field]));

  const submit = async () => {
    const problems = Object.values(validate(values)).some(Boolean);
    const key = differences.join();
    if (!problems && key !== '' && key !== told) {
      // Shown once before it is sent; the names stay as the person wrote them.
      setTold(key);
      setVisited(differences);
      requestAnimationFrame(() => difference.current?.focus());
      return false;
    }
    return form.submit();
  };

  const curpField = form.field('curp');
  const curpError = reading?.ok ? undefined : curpField.error;

  return (
    <Form form={{ ...form, submit }} label="Crear una cuenta" refusal="Su registro no se completó">
      <Fieldset
        legend="Sus datos"
        lead={
          <>
            ¿No tiene CURP, o el portal no la acepta?{' '}
            <Link to={goingOn(registerNoCurpPath)}>Regístrese sin CURP</Link>.
          </>
        }
      >
        <CardReader
          onConfirm={(curp, nombres) => {
            curpField.onChange(curp);
            setCurpLeft(true);
            // A proposal: what the person has typed stays.
            for (const [name, text] of Object.entries(nombres ?? {})) {
              const field = form.field(name as NombreField);
              if (field.value.trim() === '') field.onChange(text);
            }
            // When the reader has gone: the field is elsewhere then.
            requestAnimationFrame(() => {
              const field = document.getElementById(curpField.id);
              field?.focus({ preventScroll: true });
              field?.scrollIntoView({ block: 'center' });
            });
          }}
        />
        <div>
          <TextField
            {...curpField}
            onChange={(curp) => {
              setCurpLeft(false);
              curpField.onChange(curp);
            }}
            onBlur={() => setCurpLeft(true)}
            error={curpError}
            label="CURP"
            hint="Las 18 letras y números de su constancia."
            mono
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <CurpReading text={values.curp} reading={reading} explained={curpError !== undefined} />
        </div>
        <NameFields form={form} hint="Como aparecen en su acta de nacimiento." onLeave={visit}>
          <DifferenceNotice ref={difference} fields={seen} />
        </NameFields>
      </Fieldset>
      <AccountFields form={form} />
      <AcceptAndSend form={form} pasos={PASOS_CON_CURP} paso={paso} />
    </Form>
  );
}
