import { EstadoBadge, IconEyeOff } from '../../../../platform/web/ui/index.ts';
import type { Item } from '../../contract.ts';

/** Says that an item is not offered: it is inactive, or what it hangs from is. Nothing for the others. */
export function Inactivo({ item }: { item: Item }) {
  const above = item.ruta.find(({ activo }) => !activo);
  if (item.activo && !above) return null;
  return (
    <EstadoBadge tone="neutral" icon={IconEyeOff}>
      {item.activo ? `Inactivo con ${above?.nombre}` : 'Inactivo'}
    </EstadoBadge>
  );
}
