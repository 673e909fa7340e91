import { defineHistorial } from '../../platform/shared/historial.ts';
import { EMITIDO } from './estados.ts';
import { TIPOS, tipoOf } from './rules.ts';

export const credencialesHistorial = defineHistorial({
  registros: {
    emitido: 'Documento emitido',
    emision: 'Emisión de documentos',
    emisor: 'Identidad de quien emite',
    diseno: 'Diseño de documentos',
  },
  acciones: {
    'emitido.preparar': 'Preparó un documento para que otra persona lo apruebe',
    'emitido.emitir': 'Emitió un documento',
    'emitido.descartar': 'Descartó un documento que esperaba aprobación',
    'emitido.suspender': 'Suspendió un documento',
    'emitido.levantar': 'Levantó la suspensión de un documento',
    'emitido.revocar': 'Revocó un documento',
    'emitido.sustituir': 'El documento se sustituyó por otro',
    'emitido.listar': 'Consultó los documentos emitidos',
    'emitido.leer': 'Consultó un documento emitido',
    'emitido.hacerCredencial': 'Se generó la credencial verificable del documento',
    'emitido.hacerPdf': 'Se generó el PDF del documento',
    'emitido.imprimirTarjeta': 'Se generó una tarjeta de la credencial',
    'emitido.reponerPdf': 'Se regeneró el PDF del documento, sin cambios',
    'emitido.cambiarPersona': 'El documento siguió a su titular a otro expediente',
    'emision.revisar': 'Revisó a quiénes se les emitiría un documento',
    'emision.pedir': 'Pidió emitir un documento a varias personas',
    'emision.descargar': 'Descargó los PDF de una emisión',
    'diseno.crear': 'Creó un diseño de documentos',
    'diseno.nombrar': 'Cambió el nombre de un diseño',
    'diseno.empezar': 'Empezó el borrador de un diseño',
    'diseno.guardar': 'Editó el borrador de un diseño',
    'diseno.publicar': 'Publicó un diseño',
    'diseno.descartar': 'Descartó el borrador de un diseño',
    'diseno.retirar': 'Retiró un diseño',
    'diseno.predeterminar': 'Eligió el diseño predeterminado de un tipo',
    'diseno.agregarImagen': 'Agregó una imagen para los diseños',
    'emisor.crearLlave': 'Se creó una llave para firmar credenciales',
    'emisor.retirarLlave': 'Se retiró una llave: nada de lo que firmó se cree ya',
    'emisor.firmarLista': 'Se firmó una lista de estados de credenciales',
  },
  datos: {
    tipo: {
      label: 'Tipo',
      valores: Object.fromEntries(TIPOS.map((tipo) => [tipo, tipoOf(tipo).palabra])),
    },
    folio: 'Folio',
    estado: {
      label: 'Estado',
      valores: Object.fromEntries(EMITIDO.estados.map((one) => [one, EMITIDO.palabra(one)])),
    },
    venceEn: 'Vence',
    nombre: 'Nombre',
    versionDeDiseno: 'Versión',
    sustituye: { label: 'Sustituye a', registro: 'emitido' },
    sustituidoPor: { label: 'Lo sustituye', registro: 'emitido' },
    personaId: { label: 'Expediente', registro: 'persona' },
    personas: { label: 'Expedientes a la vista', registro: 'persona' },
    llave: 'Llave',
    edicion: { label: 'Edición', registro: 'edicion' },
    ruta: { label: 'Ruta formativa', registro: 'ruta' },
    personasQueReciben: 'Personas que lo reciben',
  },
  tecnicos: ['sha256', 'cambios'],
  listas: { emitidos: 'Documentos emitidos' },
});

declare module '../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof credencialesHistorial.acciones, true> {}
}
