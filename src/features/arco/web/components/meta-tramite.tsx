import type { ReactNode } from 'react';
import { groupByFour } from '../../../../platform/shared/ids.ts';
import { EstadoBadge, Folio } from '../../../../platform/web/ui/index.ts';
import type { TramiteArco } from '../../contract.ts';
import { TRAMITE_ARCO } from '../../estados.ts';

/** Which request it is and how it stands, beneath its title; `children`: what else is said there. */
export function MetaTramite({
  tramite: { folio, estado },
  children,
}: {
  tramite: Pick<TramiteArco, 'folio' | 'estado'>;
  children?: ReactNode;
}) {
  return (
    <>
      <span>
        Folio <Folio>{groupByFour(folio)}</Folio>
      </span>
      <EstadoBadge tone={TRAMITE_ARCO.tono(estado)}>{TRAMITE_ARCO.palabra(estado)}</EstadoBadge>
      {children}
    </>
  );
}
