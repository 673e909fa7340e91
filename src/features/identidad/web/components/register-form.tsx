import { useRef, useState } from 'react';
import {
  Fieldset,
  Form,
  PasswordField,
  SubmitButton,
  TextField,
  useForm,
} from '../../../../platform/web/form/index.ts';
import { explainCurp, normalizeCurp, parseCurp } from '../../../personas/curp/rules.ts';
import { emailProblem, nombresProblems, passwordLengthProblem } from '../../rules.ts';
import { type DatosRegistro, useRegistro } from '../hooks.ts';
import { CurpReading } from './curp-reading.tsx';
import { DifferenceNotice, differencesOf, type NombreField } from './difference-notice.tsx';
import { RegisterProgress } from './register-progress.tsx';

const EMPTY: DatosRegistro = {
  email: '',
  password: '',
  curp: '',
  nombre: '',
  apellidoPaterno: '',
  apellidoMaterno: '',
};

const CURP_LENGTH = 18;

const validate = (datos: DatosRegistro) => {
  const reading = parseCurp(datos.curp);
  return {
    email: emailProblem(datos.email) ?? undefined,
    password: passwordLengthProblem(datos.password) ?? undefined,
    curp: reading.ok ? undefined : explainCurp(reading),
    ...nombresProblems(datos),
  };
};

/** Registration with CURP, in one column. `onSent` once every step was done. */
export function RegisterForm({ onSent }: { onSent: (email: string) => void }) {
  const { paso, registrar } = useRegistro();
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
  const visit = (field: NombreField) => () =>
    setVisited((old) => (old.includes(field) ? old : [...old, field]));

  const submit = async () => {
    const problems = Object.values(validate(values)).some(Boolean);
    const key = differences.join();
    if (!problems && key !== '' && key !== told) {
      // Shown once before it is sent; the names stay as the person wrote them.
      setTold(key);
      setVisited(differences);
      requestAnimationFrame(() => difference.current?.focus());
      return;
    }
    await form.submit();
  };

  const curpField = form.field('curp');
  const curpError = reading?.ok ? undefined : curpField.error;

  return (
    <Form form={{ ...form, submit }} label="Crear una cuenta">
      <Fieldset legend="Su cuenta">
        <TextField
          {...form.field('email')}
          label="Correo electrónico"
          hint="Uno que revise a diario: ahí le enviaremos el enlace para verificarlo."
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField
          {...form.field('password')}
          label="Contraseña"
          hint="De 12 a 128 caracteres; puede ser una frase que recuerde."
          autoComplete="new-password"
        />
      </Fieldset>
      <Fieldset legend="Sus datos">
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
        <TextField
          {...form.field('nombre')}
          onBlur={visit('nombre')}
          label="Nombre o nombres"
          hint="Como aparecen en su acta de nacimiento."
          autoComplete="given-name"
        />
        <TextField
          {...form.field('apellidoPaterno')}
          onBlur={visit('apellidoPaterno')}
          label="Primer apellido"
          autoComplete="family-name"
        />
        <div>
          <TextField
            {...form.field('apellidoMaterno')}
            onBlur={visit('apellidoMaterno')}
            label="Segundo apellido"
            optional
            hint="Si tiene un solo apellido, déjelo vacío."
            autoComplete="off"
          />
          <DifferenceNotice ref={difference} fields={seen} />
        </div>
      </Fieldset>
      <div>
        <SubmitButton busyLabel="Creando su cuenta…">Crear mi cuenta</SubmitButton>
        <RegisterProgress paso={paso} />
      </div>
    </Form>
  );
}
