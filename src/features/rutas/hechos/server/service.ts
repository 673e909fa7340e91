import type { Slots } from '../../../../platform/server/feature.ts';
import { searchIn } from '../../../../platform/shared/search.ts';
import { rutasPath } from '../../routes.ts';
import { cursosDe } from '../../rules.ts';
import { selectCursadas, selectRutasDe } from '../../server/data.ts';
import { avanceOf, sabidosOf } from '../../server/present.ts';
import { findEnRuta, HECHOS_DE_RUTA } from '../rules.ts';
import { selectClavesDeRuta, selectDefiniciones, selectRutasDePersonas } from './data.ts';

const grupo = 'Rutas formativas';
const deRuta = { argumento: 'Ruta', argumentoDe: { acervo: 'rutas' } } as const;
const remedio = { texto: 'Ver mis rutas formativas', enlace: () => rutasPath };
/** As many as are offered to whoever names one. */
const SOME = 8;

/** The routes that are offered, by words of their names or by their keys. */
export const rutasAcervo: Slots['acervos'] = {
  nombre: 'rutas',
  search: async (db, busqueda) => {
    const rutas = await selectRutasDe(db, { personaId: null });
    const { filas } = searchIn(
      rutas,
      ({ clave, definicion }) => `${clave} ${definicion.nombre}`,
      busqueda,
    );
    return filas.slice(0, SOME).map(({ clave, definicion }) => ({
      valor: clave,
      etiqueta: definicion.nombre,
      detalle: clave,
    }));
  },
};

/** What rules may ask of how far somebody is in a route: under the version that is theirs, or the one they would begin. */
export const rutasHechos: Slots['hechos'] = {
  declara: [
    {
      clave: HECHOS_DE_RUTA.completada,
      grupo,
      nombre: 'Ruta formativa completada',
      palabras: ['ruta', 'terminada', 'requisito previo'],
      tipo: 'booleano',
      pide: ['haya completado la ruta «{}»', 'no haya completado la ruta «{}»'],
      ...deRuta,
      remedio,
    },
    {
      clave: HECHOS_DE_RUTA.etapas,
      grupo,
      nombre: 'Etapas completadas de una ruta formativa',
      palabras: ['ruta', 'etapa alcanzada', 'avance'],
      tipo: 'numero',
      unidad: ['etapa', 'etapas'],
      ...deRuta,
      remedio,
    },
  ],
  async load(db, { campos, personas }) {
    const claves = [...new Set(campos.map(({ argumento }) => argumento))];
    const rutas = await selectRutasDePersonas(db, claves, personas);
    const definiciones = await selectDefiniciones(db, [
      ...new Set(rutas.map(({ version_id }) => version_id)),
    ]);
    const cursos = [...new Set([...definiciones.values()].flatMap(cursosDe))];
    const sabidos = sabidosOf(await selectCursadas(db, personas, cursos));
    return rutas.flatMap(({ clave: ruta, persona_id: personaId, version_id }) => {
      const definicion = definiciones.get(version_id);
      if (!definicion) return [];
      const avance = avanceOf(definicion, sabidos.get(personaId));
      return campos.flatMap(({ field, clave, argumento }) => {
        const found = argumento === ruta ? findEnRuta(clave, definicion, avance) : null;
        if (!found) return [];
        const de = `${definicion.nombre} (${ruta})`;
        const nombre =
          clave === HECHOS_DE_RUTA.completada ? `Ruta «${de}» completada` : `Etapas de «${de}»`;
        return [{ field, personaId, nombre, ...found }];
      });
    });
  },
  findArgumentos: async (db, _clave, claves) => new Set(await selectClavesDeRuta(db, claves)),
};
