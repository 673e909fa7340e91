import { nameOrAddress } from '../../../../../platform/shared/names.ts';
import { ConflictDialog } from '../../../../../platform/web/conflict/conflict-dialog.tsx';
import type { ContenidoEscrito, Entorno } from '../../escritura/contract.ts';
import { contenidoDePartes, partesDeContenido } from '../../escritura/rules.ts';
import { describeCambios } from '../../modificaciones/rules.ts';
import type { Escritura } from '../hooks.ts';

/** A part in the words in which a change of it is announced: with what both say, where they differ. */
const sayOf =
  (mia: ContenidoEscrito, suya: ContenidoEscrito, entorno: Pick<Entorno, 'solicitud'>) =>
  (key: string) => {
    const dichos = describeCambios(mia, suya, entorno).filter(
      ({ campo }) => campo === key || campo.startsWith(`${key}.`),
    );
    const [una] = dichos;
    if (key === 'etapas' || !una) {
      return {
        label: key === 'etapas' ? 'Etapas y criterios' : 'Formulario de la presolicitud',
        mine: key === 'etapas' ? nombres(mia) : mia.presolicitudPlantillaId,
        theirs: key === 'etapas' ? nombres(suya) : suya.presolicitudPlantillaId,
      };
    }
    return { label: una.etiqueta, mine: una.antes, theirs: una.despues };
  };

const nombres = ({ etapas }: ContenidoEscrito): string =>
  etapas.map(({ nombre, peso }) => `${nombre || 'Sin nombre'} (${peso ?? 0} %)`).join(', ') ||
  'Ninguna';

/** Two wrote the same terms: what contradicts is asked, and the rest is joined. */
export function Conflicto({
  escritura,
  entorno,
}: {
  escritura: Escritura;
  entorno: Pick<Entorno, 'solicitud'>;
}) {
  const { choque, join } = escritura;
  if (!choque) return null;
  const { mia, suya, merge, quien, en } = choque;
  const say = sayOf(mia, suya, entorno);
  const named = (keys: readonly string[]) => keys.map((key) => ({ key, ...say(key) }));
  return (
    <ConflictDialog
      what="esta convocatoria"
      lead={`${quien === null ? 'Otra persona' : nameOrAddress(quien)} guardó esta convocatoria`}
      who={quien === null ? 'la otra persona' : nameOrAddress(quien)}
      at={en}
      both={named(merge.conflictos)}
      only={named(merge.ajenos)}
      onClose={() => join(suya)}
      onJoin={(chosen) => {
        const theirs = partesDeContenido(suya);
        const taken = Object.fromEntries(chosen.map((key) => [key, theirs[key] ?? null]));
        join(contenidoDePartes({ ...merge.valores, ...taken }));
      }}
    />
  );
}
