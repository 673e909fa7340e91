import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useOnHide } from '../../../../platform/web/keep-alive/index.ts';
import type { RowAction } from '../../../../platform/web/table/index.ts';
import type { EmitidoListado } from '../../contract.ts';
import { EMITIDO } from '../../estados.ts';
import { validacionPath } from '../../routes.ts';
import { type Acto, ActoDialog, ReemitirDialog } from './dialogos.tsx';

type Open = { emitido: EmitidoListado; acto: Acto | 'reemitir' };

/** The state of the record itself: one that is over is in force or suspended all the same. */
const registroDe = ({ estado }: EmitidoListado) => (estado === 'vencida' ? 'vigente' : estado);

/** What may be done to a document, and the dialog of what is being done. */
export const useAcciones = () => {
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open | null>(null);
  useOnHide(() => setOpen(null));
  const close = () => setOpen(null);
  const actions = (emitido: EmitidoListado, { seReemite = true } = {}): RowAction[] => {
    const estado = registroDe(emitido);
    const act = (label: string, acto: Open['acto'], danger = false): RowAction => ({
      label,
      danger,
      onSelect: () => setOpen({ emitido, acto }),
    });
    if (estado === 'borrador') {
      return [act('Aprobar y emitir', 'aprobar'), act('Descartar', 'descartar', true)];
    }
    return [
      {
        label: 'Ver cómo lo valida cualquiera',
        onSelect: () => void navigate(validacionPath(emitido.tipo, emitido.folio)),
      },
      ...(EMITIDO.can('levantar', estado) ? [act('Levantar la suspensión', 'levantar')] : []),
      ...(EMITIDO.can('suspender', estado) ? [act('Suspender', 'suspender')] : []),
      ...(seReemite && EMITIDO.can('sustituir', estado)
        ? [act('Emitir de nuevo', 'reemitir')]
        : []),
      ...(EMITIDO.can('revocar', estado) ? [act('Revocar', 'revocar', true)] : []),
    ];
  };
  const dialog =
    open &&
    (open.acto === 'reemitir' ? (
      <ReemitirDialog id={open.emitido.id} onClose={close} />
    ) : (
      <ActoDialog emitido={open.emitido} acto={open.acto} onClose={close} />
    ));
  return { actions, dialog };
};
