import type { Vocabulario } from '../../../../platform/shared/historial.ts';
import { type LifeEvent, properName } from '../../../../platform/web/ui/index.ts';
import type { Anotacion } from '../../contract.ts';
import { decirRenglon, describeCambio } from '../../rules.ts';
import { NombreDelRegistro } from './partes.tsx';

/** Who it was; of staff whose address is not told and who have no name, that they are staff. */
const quienOf = ({ actor }: Anotacion): string =>
  actor === null
    ? 'El sistema'
    : properName(actor.nombre) || actor.email || (actor.role ?? 'Cuenta eliminada');

/** A row of the history as an event of a timeline, in words; `conRegistro` with the record that it is of. */
export const decirAnotacion = (
  vocabulario: Vocabulario,
  anotacion: Anotacion,
  conRegistro = false,
): LifeEvent => ({
  id: String(anotacion.id),
  title: vocabulario.describeAccion(anotacion.accion),
  at: anotacion.momento,
  who: quienOf(anotacion),
  detail: (
    <>
      {conRegistro && anotacion.registro && (
        <div>
          {vocabulario.describeEntidad(anotacion.entidad)}:{' '}
          <NombreDelRegistro anotacion={anotacion} />
        </div>
      )}
      {[
        ...describeCambio(vocabulario, anotacion).renglones.map(decirRenglon),
        ...(anotacion.motivo ? [`Motivo: ${anotacion.motivo}`] : []),
      ].map((line) => (
        <div key={line}>{line}</div>
      ))}
    </>
  ),
});
