import { DraftConflict } from '../../../../../platform/web/conflict/conflict-dialog.tsx';
import { formatNumber } from '../../../../../platform/web/ui/index.ts';
import { cursosDe, type DefinicionRuta, type Nombres } from '../../../rules.ts';
import { etapaDeParte, partesDeRuta, rutaDePartes } from '../../rules.ts';
import type { Escritura } from '../hooks.ts';

type Partes = Readonly<Record<string, string | null>>;

const TEXTOS = new Map([
  ['nombre', 'Nombre'],
  ['descripcion', 'Descripción'],
  ['dirigidaA', 'A quién se dirige'],
  ['enOrden', 'Si las etapas van en orden'],
  ['orden', 'Orden de las etapas'],
]);

const titulo = (texto: string) => (texto === '' ? 'Etapa sin título' : `Etapa «${texto}»`);

const nameOf = (parte: string, ruta: DefinicionRuta): string | undefined => {
  const partes: Partes = partesDeRuta(ruta);
  const etapa = etapaDeParte(parte, partes[parte]);
  return TEXTOS.get(parte) ?? (etapa ? titulo(etapa.titulo) : undefined);
};

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

/** Somebody else saved the draft meanwhile, if anybody did: what they changed, and which of the two stays. */
export function Conflicto({
  made: { choque, join },
  nombres,
}: {
  made: Escritura;
  nombres: Nombres;
}) {
  if (!choque) return null;
  return (
    <DraftConflict
      clash={choque}
      partesOf={partesDeRuta}
      ofPartes={rutaDePartes}
      nameOf={nameOf}
      say={(parte, ruta) => say(parte, ruta, nombres)}
      onJoin={join}
    />
  );
}
