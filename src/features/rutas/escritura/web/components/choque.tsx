import { ConflictDialog } from '../../../../../platform/web/conflict/conflict-dialog.tsx';
import { formatNumber } from '../../../../../platform/web/ui/index.ts';
import { cursosDe, type DefinicionRuta, type Nombres } from '../../../rules.ts';
import { etapaDeParte, partesDeRuta, rutaDePartes } from '../../rules.ts';
import type { ChoqueDeRuta } from '../hooks.ts';

const TEXTOS = new Map([
  ['nombre', 'Nombre'],
  ['descripcion', 'Descripción'],
  ['dirigidaA', 'A quién se dirige'],
  ['enOrden', 'Si las etapas van en orden'],
  ['orden', 'Orden de las etapas'],
]);

type Partes = Readonly<Record<string, string | null>>;

const titulo = (texto: string) => (texto === '' ? 'Etapa sin título' : `Etapa «${texto}»`);

const labelOf = (parte: string, mine: Partes, theirs: Partes): string =>
  TEXTOS.get(parte) ??
  titulo((etapaDeParte(parte, mine[parte]) ?? etapaDeParte(parte, theirs[parte]))?.titulo ?? '');

/** What a part says, to be read beside what another says of it. */
const say = (parte: string, ruta: DefinicionRuta, nombres: Nombres): string => {
  if (parte === 'enOrden') return ruta.enOrden ? 'En orden' : 'En cualquier orden';
  if (parte === 'orden') return ruta.etapas.map((one) => titulo(one.titulo)).join(', ');
  const partes: Partes = partesDeRuta(ruta);
  if (TEXTOS.has(parte)) return partes[parte] || 'Nada';
  const etapa = etapaDeParte(parte, partes[parte]);
  if (!etapa) return 'No está';
  const cursos = cursosDe({ ...ruta, etapas: [etapa] }).map(nombres);
  const cuantos = `${formatNumber(cursos.length)} ${cursos.length === 1 ? 'curso' : 'cursos'}`;
  return [titulo(etapa.titulo), cuantos, ...cursos].join('; ');
};

/** Somebody else saved the draft meanwhile: what they changed, and which of the two stays. */
export function Choque({
  choque: { mia, suya, merge, en },
  nombres,
  onJoin,
}: {
  choque: ChoqueDeRuta;
  nombres: Nombres;
  onJoin: (ruta: DefinicionRuta) => void;
}) {
  const [mine, theirs]: [Partes, Partes] = [partesDeRuta(mia), partesDeRuta(suya)];
  const named = (partes: readonly string[]) =>
    partes.map((key) => ({
      key,
      label: labelOf(key, mine, theirs),
      mine: say(key, mia, nombres),
      theirs: say(key, suya, nombres),
    }));
  return (
    <ConflictDialog
      what="este borrador"
      lead="Otra persona guardó este borrador"
      who="la otra persona"
      at={en}
      both={named(merge.conflictos)}
      only={named(merge.ajenos)}
      onClose={() => onJoin(suya)}
      onJoin={(chosen) =>
        onJoin(
          rutaDePartes({
            ...merge.valores,
            ...Object.fromEntries(chosen.map((key) => [key, theirs[key] ?? null])),
          }),
        )
      }
    />
  );
}
