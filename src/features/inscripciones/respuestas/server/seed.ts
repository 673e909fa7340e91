import type { Trx } from '../../../../platform/server/db/index.ts';
import { lookUp } from '../../../../platform/shared/look-up.ts';
import { pick } from '../../../../platform/shared/random.ts';
import { readOfrecidos } from '../../../catalogos/server/service.ts';
import type {
  Campo,
  Formulario,
  Referencia,
  Respuesta,
  Respuestas,
} from '../../../plantillas/formulario/contract.ts';
import { apuntaOf, exampleOf, fieldsOf } from '../../../plantillas/formulario/rules.ts';

type Random = () => number;

const TEXTOS: Readonly<Record<string, readonly string[]>> = {
  adscripcion: [
    'Juzgado Tercero de Distrito en Materia Administrativa',
    'Segundo Tribunal Colegiado en Materia Civil del Primer Circuito',
    'Tribunal Laboral Federal de Asuntos Individuales con sede en Puebla',
    'Centro de Justicia Penal Federal en Sonora',
    'Defensoría Pública, delegación Jalisco',
  ],
  otroPerfil: ['Docencia universitaria', 'Fiscalía de una entidad', 'Comisión de derechos humanos'],
  motivos: [
    'Quiero actualizar lo que aplico todos los días y resolver con mayor seguridad.',
    'El órgano en que trabajo recibe cada vez más asuntos de esta materia.',
    'Me preparo para el siguiente concurso de oposición y necesito fortalecer esta área.',
  ],
  cualApoyo: [
    'Material en formato accesible para lector de pantalla.',
    'Sala con acceso sin escalones.',
  ],
};

/** What there is to choose from in each catalog that a form asks for. */
export type Ofrecidos = ReadonlyMap<string, readonly Referencia[]>;

/** All that there is to choose from in the catalogs of these forms. */
export const readOfrecidosDe = async (
  trx: Trx,
  formularios: readonly Formulario[],
): Promise<Ofrecidos> => {
  const all = new Map<string, readonly Referencia[]>();
  for (const apunta of formularios.flatMap(fieldsOf).map(apuntaOf)) {
    if (apunta?.a !== 'catalogo' || all.has(apunta.catalogo)) continue;
    const items = await readOfrecidos(trx, apunta.catalogo);
    all.set(
      apunta.catalogo,
      items.map(({ id, clave, nombre }) => ({ id, clave, nombre })),
    );
  }
  return all;
};

const answer = (campo: Campo, random: Random, ofrecidos: Ofrecidos): Respuesta | undefined => {
  const apunta = apuntaOf(campo);
  // Whose vault has what, the demonstration of documents says after this one.
  if (apunta?.a === 'documento') return undefined;
  const items = apunta ? (ofrecidos.get(apunta.catalogo) ?? []) : [];
  if (items.length > 0) return pick(random, items);
  const phrases = lookUp(TEXTOS, campo.clave);
  return phrases ? pick(random, phrases) : exampleOf(campo, random);
};

/** Good answers to a form, but of documents. */
export const answers = (def: Formulario, random: Random, ofrecidos: Ofrecidos): Respuestas =>
  Object.fromEntries(
    fieldsOf(def).flatMap((campo) => {
      const valor = answer(campo, random, ofrecidos);
      return valor === undefined ? [] : [[campo.clave, valor]];
    }),
  );
