import { type ReactNode, useMemo } from 'react';
import { CheckboxField } from '../../../../platform/web/form/index.ts';
import { guardablesDe } from '../../../plantillas/formulario/rules.ts';
import type { Borrador, DatosDeBorrador } from '../hooks.ts';

/** Below each field that says otherwise than the file and may be saved there: whether to. By the field's key. */
export const useGuardarTambien = ({
  plantilla: { definicion },
  asentadas,
  prellenado,
  elegido: { guardar },
  choose,
}: Borrador<DatosDeBorrador['plantilla']>): Readonly<Record<string, ReactNode>> => {
  const guardables = useMemo(
    () => guardablesDe(definicion, asentadas, prellenado),
    [definicion, asentadas, prellenado],
  );
  return Object.fromEntries(
    guardables.map((clave) => [
      clave,
      <CheckboxField
        key={clave}
        label="Guardar también en mi expediente"
        value={guardar.includes(clave)}
        onChange={(marked) =>
          choose({
            guardar: marked ? [...guardar, clave] : guardar.filter((one) => one !== clave),
          })
        }
      />,
    ]),
  );
};
