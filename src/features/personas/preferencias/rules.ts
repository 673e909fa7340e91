import type { Apartado } from '../apartados/rules.ts';

/** How somebody would rather study: what the school looks at when it plans, and promises nothing. */
export const PREFERENCIAS = [
  {
    id: 'preferencia',
    parte: 'preferencias',
    titulo: 'Cómo prefiere estudiar',
    uno: 'la modalidad y la sede',
    lead: 'Se toma en cuenta al planear los cursos; no limita en cuáles puede inscribirse.',
    vacio: 'Todavía no lo ha dicho.',
    unico: true,
    max: 1,
    nombre: ['modalidad', 'sede'],
    noRepite: ['modalidad', 'sede'],
    campos: [
      {
        key: 'modalidad',
        label: 'Modalidad',
        kind: 'referencia',
        catalogo: 'modalidades',
        required: true,
      },
      { key: 'sede', label: 'Sede', kind: 'referencia', catalogo: 'sedes' },
    ],
  },
  {
    id: 'interes',
    parte: 'preferencias',
    titulo: 'Áreas que le interesan',
    uno: 'un área',
    vacio: 'Todavía no ha elegido ninguna.',
    max: 10,
    nombre: ['area'],
    noRepite: ['area'],
    campos: [{ key: 'area', label: 'Área', kind: 'referencia', catalogo: 'areas', required: true }],
  },
] as const satisfies readonly Apartado[];
