import type { ReactNode } from 'react';
import { type FormState, PasswordField } from '../../../../../platform/web/form/index.ts';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import { useFactor } from '../../../factor/web/hooks.ts';
import { CodigoField } from './codigo-field.tsx';

export type Prueba = { password: string; codigo: string };

/** What is missing to show who one is, by field. */
export const pruebaProblems = (
  { password, codigo }: Prueba,
  conFactor: boolean,
): { password: string | undefined; codigo: string | undefined } => ({
  password: password === '' ? 'Escriba su contraseña actual.' : undefined,
  codigo:
    conFactor && codigo.trim().length < 6
      ? 'Escriba el código de su aplicación o uno de recuperación.'
      : undefined,
});

/** The same as the server takes it. */
export const pruebaOf = ({ password, codigo }: Prueba) => ({
  password,
  ...(codigo.trim() !== '' && { codigo }),
});

/** Whether one's own account has a second factor; false until it is known, the server decides. */
export const useConFactor = (): boolean => useFactor().data?.activo ?? false;

/**
 * What every sensitive change asks again: the present password and, with a second factor, a code.
 * The form's own fields go between them, so that the code is typed last and does not run out.
 */
export function PruebaFields<V extends Prueba>({
  form,
  conFactor,
  children,
}: {
  form: FormState<V>;
  conFactor: boolean;
  children?: ReactNode;
}) {
  const { email } = useUser();
  const codigo = form.field('codigo');
  return (
    <>
      {/* For the browser's keeper of passwords, which has to know whose it is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField {...form.field('password')} label="Contraseña actual" />
      {children}
      {/* The server asks for it of who activated it somewhere else a moment ago. */}
      {(conFactor || codigo.error) && <CodigoField field={codigo} />}
    </>
  );
}
