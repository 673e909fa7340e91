import type { ReactNode } from 'react';
import { Button, EstadoBadge, formatShortDate } from '../../../../../platform/web/ui/index.ts';
import type { Entrada } from '../../../apartados/contract.ts';
import type { Telefonos } from '../../contract.ts';
import { isVerificable } from '../../rules.ts';

/** Whether a telephone is verified, and since when. Where the portal cannot verify any, only what is. */
export const estadoTelefono = ({ id, valores }: Entrada, telefonos: Telefonos): ReactNode => {
  const desde = telefonos.verificados[id];
  if (desde) {
    return (
      <>
        <EstadoBadge tone="success">Verificado</EstadoBadge> el {formatShortDate(desde)}
      </>
    );
  }
  if (!telefonos.verificables || !isVerificable(valores)) return null;
  return <EstadoBadge tone="neutral">Sin verificar</EstadoBadge>;
};

/** Begins to verify it, where it can be. */
export function VerificarTelefono({
  entrada: { id, valores },
  numero,
  telefonos,
  onVerificar,
}: {
  entrada: Entrada;
  /** As it is read. */
  numero: string;
  telefonos: Telefonos;
  onVerificar: () => void;
}) {
  if (!telefonos.verificables || !isVerificable(valores) || telefonos.verificados[id]) return null;
  return (
    <Button size="small" onClick={onVerificar}>
      Verificar<span className="sr-only"> {numero}</span>
    </Button>
  );
}
