import { Notice } from '../../../../platform/web/feedback/index.ts';

/** What is to be known of a grid before writing in it: that its acta is closed, and what an earlier visit had not saved. */
export function AvisosDeRejilla({
  cerrada,
  recuperadas,
}: {
  cerrada: boolean;
  recuperadas: number;
}) {
  return (
    <>
      {cerrada && (
        <Notice tone="info" title="El acta está cerrada">
          <p>Lo que deba cambiar se corrige en el acta, con su motivo.</p>
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
