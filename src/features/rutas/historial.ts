import { defineHistorial } from '../../platform/shared/historial.ts';

export const rutasHistorial = defineHistorial({
  registros: { ruta: 'Ruta formativa' },
  acciones: {
    'ruta.crear': 'Creó una ruta formativa',
    'ruta.guardar': 'Guardó el borrador de una ruta formativa',
    'ruta.abrirVersion': 'Comenzó una versión nueva de una ruta formativa',
    'ruta.descartar': 'Descartó el borrador de una ruta formativa',
    'ruta.publicar': 'Publicó una versión de una ruta formativa',
    'ruta.archivar': 'Dejó de ofrecer una ruta formativa',
    'ruta.comenzar': 'Comenzó una ruta formativa',
    'ruta.completar': 'Completó una ruta formativa',
    'ruta.sinEfecto': 'La ruta dejó de estar completa: un resultado se corrigió',
    'ruta.cambiarPersona': 'Su ruta formativa pasó a otro expediente',
    'ruta.listarPersonas': 'Consultó quiénes están en una ruta formativa',
  },
  datos: {
    clave: 'Clave',
    nombre: 'Nombre',
    numero: 'Versión',
    nota: 'Qué cambió',
    cursos: 'Cursos',
    diferencias: 'Diferencias con la versión anterior',
    origen: {
      label: 'Cómo comenzó',
      valores: { propia: 'La comenzó por sí misma', curso: 'Comenzó uno de sus cursos' },
    },
    personaId: { label: 'Expediente', registro: 'persona' },
    personas: { label: 'Expedientes a la vista', registro: 'persona' },
  },
  tecnicos: ['versionId'],
});

declare module '../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof rutasHistorial.acciones, true> {}
}
