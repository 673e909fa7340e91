import type { ReactNode } from 'react';
import {
  CheckboxField,
  Fieldset,
  type FormState,
  PasswordField,
  SubmitButton,
  TextField,
} from '../../../../platform/web/form/index.ts';
import { avisoPath, terminosPath } from '../../privacidad/routes.ts';
import { AvisoSimplificado } from '../../privacidad/web/components/aviso-simplificado.tsx';
import { emailProblem, type Nombres, nombresProblems, passwordLengthProblem } from '../../rules.ts';
import type { DatosRegistro, Paso } from '../hooks.ts';
import { RegisterProgress } from './register-progress.tsx';

/* The parts that the registrations with and without CURP share. */

export type RegisterState = FormState<DatosRegistro>;

export const EMPTY: DatosRegistro = {
  email: '',
  password: '',
  curp: '',
  nombre: '',
  apellidoPaterno: '',
  apellidoMaterno: '',
  acepta: false,
};

/** What has to be right in both. */
export const validateRegistro = (datos: DatosRegistro) => ({
  email: emailProblem(datos.email) ?? undefined,
  password: passwordLengthProblem(datos.password) ?? undefined,
  ...nombresProblems(datos),
  acepta: datos.acepta
    ? undefined
    : 'Lea el aviso de privacidad y los términos de uso, y acéptelos para registrarse.',
});

export function AccountFields({ form }: { form: RegisterState }) {
  return (
    <Fieldset legend="Su cuenta">
      <TextField
        {...form.field('email')}
        label="Correo electrónico"
        hint="Ahí recibirá el enlace de verificación."
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
  );
}

export function NameFields({
  form,
  hint,
  onLeave,
  children,
}: {
  form: RegisterState;
  /** Where the names are to be copied from. */
  hint: string;
  onLeave?: (field: keyof Nombres) => void;
  /** What there is to say of them, under the last one. */
  children?: ReactNode;
}) {
  return (
    <>
      <TextField
        {...form.field('nombre')}
        onBlur={() => onLeave?.('nombre')}
        label="Nombre o nombres"
        hint={hint}
        autoComplete="given-name"
      />
      <TextField
        {...form.field('apellidoPaterno')}
        onBlur={() => onLeave?.('apellidoPaterno')}
        label="Primer apellido"
        autoComplete="family-name"
      />
      <div>
        <TextField
          {...form.field('apellidoMaterno')}
          onBlur={() => onLeave?.('apellidoMaterno')}
          label="Segundo apellido"
          optional
          hint="Si tiene un solo apellido, déjelo vacío."
          autoComplete="off"
        />
        {children}
      </div>
    </>
  );
}

/** In another tab, so that nothing of what was typed is lost. */
function Text({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} target="_blank" rel="noopener">
      {children}
      <span className="sr-only"> (se abre en otra pestaña)</span>
    </a>
  );
}

/** The acceptance, and the end of the form. */
export function AcceptAndSend({
  form,
  pasos,
  paso,
}: {
  form: RegisterState;
  pasos: readonly Paso[];
  paso: number | null;
}) {
  return (
    <>
      <AvisoSimplificado />
      <CheckboxField
        {...form.field('acepta')}
        label={
          <>
            He leído y acepto el <Text to={avisoPath}>aviso de privacidad</Text> y los{' '}
            <Text to={terminosPath}>términos de uso</Text>
          </>
        }
      />
      <div>
        <SubmitButton busyLabel="Creando su cuenta…">Crear mi cuenta</SubmitButton>
        <RegisterProgress pasos={pasos} paso={paso} />
      </div>
    </>
  );
}
