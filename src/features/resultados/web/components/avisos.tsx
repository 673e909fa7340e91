import { Notice } from '../../../../platform/web/feedback/index.ts';
import type { EdicionConResultados } from '../../contract.ts';

/** Why the grid of an edition is not written in; null: it is. */
export type Cierre = 'acta' | 'noComienza' | null;

/** The server refuses the same (`requireAbierta`). */
export const cierreDe = ({
  acta,
  estado,
}: Pick<EdicionConResultados, 'acta' | 'estado'>): Cierre => {
  if (acta !== null) return 'acta';
  const antes = ['programada', 'inscripcionesAbiertas', 'porComenzar'];
  return antes.includes(estado) ? 'noComienza' : null;
};

/** What is to be known of a grid before writing in it: why it is closed, and what an earlier visit had not saved. */
export function AvisosDeRejilla({ cierre, recuperadas }: { cierre: Cierre; recuperadas: number }) {
  return (
    <>
      {cierre === 'noComienza' && (
        <Notice tone="info" title="La edición todavía no comienza">
          <p>Sus resultados se registran desde su primer día.</p>
        </Notice>
      )}
      {cierre === 'acta' && (
        <Notice tone="info" title="El acta está cerrada">
          <p>Las correcciones se hacen en «Acta», con su motivo.</p>
        </Notice>
      )}
      {recuperadas > 0 && (
        <Notice tone="info" title="Se recuperó lo que no se había guardado">
          <p>
            {recuperadas === 1 ? '1 celda' : `${recuperadas} celdas`} de una visita anterior en este
            equipo.
          </p>
        </Notice>
      )}
    </>
  );
}
