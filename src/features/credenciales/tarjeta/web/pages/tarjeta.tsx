import { publicPage } from '../../../../../platform/web/public/page.ts';
import { PageHeading } from '../../../../../platform/web/ui/index.ts';
import type { getTarjeta } from '../../contract.ts';
import { Tarjeta } from '../components/tarjeta.tsx';
import { getTarjetaCall } from '../hooks.ts';

/** `/credencial/{id}`: one's card, on a telephone. */
export default publicPage<typeof getTarjeta>({
  description: 'Su credencial de la escuela, para mostrarla en el teléfono.',
  ask: { call: getTarjetaCall, input: ({ params }) => ({ id: params.id ?? '' }) },
  Page: ({ answer }) =>
    answer ? (
      <Tarjeta tarjeta={answer} />
    ) : (
      <PageHeading
        title="Credencial no encontrada"
        lead="No hay una credencial suya en esta dirección."
      />
    ),
});
