import type { ReactNode } from 'react';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import {
  type FormState,
  TextAreaField,
  TextField,
} from '../../../../../platform/web/form/index.ts';

type Nombre = { nombre: string; descripcion: string };

/** What a name of the library lacks. */
export const checkNombre = ({ nombre }: Nombre): Partial<Record<keyof Nombre, string>> =>
  nombre.trim().length < 3 ? { nombre: 'Escriba el nombre de la sección: al menos 3 letras.' } : {};

/** How a section of the library is called, and what it is for. */
export function NombreDeSeccionDialog({
  title,
  form,
  keptAs,
  onClose,
  children,
}: {
  title: string;
  form: FormState<Nombre>;
  keptAs: string;
  onClose: () => void;
  children?: ReactNode;
}) {
  return (
    <FormDialog title={title} form={form} submit="Guardar" keptAs={keptAs} onClose={onClose}>
      {children}
      <TextField
        {...form.field('nombre')}
        label="Nombre"
        hint="Como se encontrará en la biblioteca."
        maxLength={120}
        autoComplete="off"
      />
      <TextAreaField
        {...form.field('descripcion')}
        label="Para qué sirve"
        optional
        maxLength={300}
      />
    </FormDialog>
  );
}
