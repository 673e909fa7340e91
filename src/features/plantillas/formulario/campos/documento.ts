import { REFERENCIA } from '../respuestas/rules.ts';
import { defineClase } from './contract.ts';

/** A document of the person's own vault: one version of it, whatever is sent or decided of it later. */
export const documento = defineClase({
  tipo: 'documento',
  nombre: 'Documento del expediente',
  ajustes: [
    {
      clave: 'documento',
      etiqueta: 'Tipo de documento',
      ayuda: 'La persona elige entre los suyos de este tipo, o lo envía ahí mismo.',
      control: 'tipoDocumento',
    },
  ],
  nuevo: () => ({ documento: '' }),
  lectura: (z) => ({ documento: z.string() }),
  escritura: (z) => ({ documento: z.string().min(1).max(100) }),
  impossible: () => [],
  answer: 'referencia',
  apunta: ({ documento: tipo }) => ({ a: 'documento', tipo }),

  ...REFERENCIA,
  missing: ({ etiqueta }) => `Elija o envíe el documento de «${etiqueta}».`,
  blank: 'Sin respuesta',

  control: ({ documento: tipo }) => ({ kind: 'documento', tipo }),
  hint: () =>
    'Se toma de los documentos de su expediente: lo que ya está validado no se revisa otra vez.',
  example: () => ({
    id: '00000000-0000-4000-8000-000000000001',
    clave: 'ejemplo',
    nombre: 'Documento de ejemplo, versión 1, validado',
  }),
});
