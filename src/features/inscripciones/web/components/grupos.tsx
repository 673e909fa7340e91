import { RadioGroupField } from '../../../../platform/web/form/index.ts';
import type { Inscripcion } from '../hooks.ts';

const lugaresDe = (libres: number): string =>
  libres === 0 ? 'sin lugares' : libres === 1 ? 'queda 1 lugar' : `quedan ${libres} lugares`;

/** Which group of the edition: each has its own seats. */
export function Grupos({
  grupos,
  llenos,
  ...field
}: {
  grupos: Inscripcion['grupos'];
  /** Whether one that is full may be chosen: one waits for it. */
  llenos: boolean;
  id: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}) {
  return (
    <RadioGroupField
      label="Grupo"
      options={grupos.map(({ id, nombre, horario, libres }) => ({
        value: id,
        label: `${nombre} (${lugaresDe(libres)})`,
        disabled: libres === 0 && !llenos,
        ...(horario && { hint: horario }),
      }))}
      {...field}
    />
  );
}
