import { memo, useId, useState } from 'react';
import type { Formulario as FormularioDef, Respuestas } from '../../formulario/contract.ts';
import { EsMuestra } from './campo.tsx';
import { Formulario } from './formulario.tsx';

/** A form as whoever enrols will see it; what is answered here is kept nowhere. */
export const FormularioDeMuestra = memo(function FormularioDeMuestra({
  definicion,
}: {
  definicion: FormularioDef;
}) {
  const [respuestas, setRespuestas] = useState<Respuestas>({});
  const prefijo = useId();
  return (
    <EsMuestra value={true}>
      <Formulario
        definicion={definicion}
        respuestas={respuestas}
        errores={{}}
        prefijo={prefijo}
        onCambio={(clave, valor) => setRespuestas((was) => ({ ...was, [clave]: valor }))}
      />
    </EsMuestra>
  );
});
