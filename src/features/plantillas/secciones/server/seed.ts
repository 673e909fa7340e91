import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { definicionSchema } from '../../escritura/contract.ts';
import { insertSeccion, selectIncluidas, setArchivada } from './data.ts';

type Incluida = {
  /** Never given to another: what is here already under it is not brought again. */
  readonly producto: string;
  readonly nombre: string;
  readonly descripcion: string;
  readonly seccion: object;
};

const dato = (clave: string, etiqueta: string, more: object = {}) => ({
  clave,
  etiqueta,
  tipo: 'datoPersona',
  dato: clave,
  editable: false,
  obligatorio: true,
  ...more,
});
const GUARDABLE = { editable: true, guardable: true };

/** What comes with the product. A key that is here is never written over nor brought back. */
const INCLUIDAS: readonly Incluida[] = [
  {
    producto: 'contacto',
    nombre: 'Datos de contacto',
    descripcion: 'Nombre, CURP, correo y teléfono: lo que ya está en el expediente no se teclea.',
    seccion: {
      clave: 'contacto',
      titulo: 'Datos de contacto',
      campos: [
        dato('nombreCompleto', 'Nombre completo'),
        dato('curp', 'CURP', { obligatorio: false }),
        dato('correo', 'Correo de contacto', { editable: true }),
        dato('telefono', 'Teléfono celular', { ...GUARDABLE, obligatorio: false }),
      ],
    },
  },
  {
    producto: 'laborales',
    nombre: 'Datos laborales',
    descripcion: 'Órgano y categoría de los catálogos, y los datos del servicio del expediente.',
    seccion: {
      clave: 'laborales',
      titulo: 'Datos laborales',
      texto: 'Como aparecen en su nombramiento vigente.',
      campos: [
        {
          clave: 'organo',
          etiqueta: 'Órgano de adscripción',
          tipo: 'catalogo',
          catalogo: 'organos',
          obligatorio: true,
        },
        {
          clave: 'categoria',
          etiqueta: 'Categoría',
          tipo: 'catalogo',
          catalogo: 'categorias',
          obligatorio: true,
        },
        dato('numeroExpediente', 'Número de expediente', { ...GUARDABLE, obligatorio: false }),
        dato('fechaIngreso', 'Fecha de ingreso al Poder Judicial', {
          ...GUARDABLE,
          obligatorio: false,
        }),
      ],
    },
  },
  {
    producto: 'apoyos',
    nombre: 'Apoyos requeridos',
    descripcion: 'Ajustes para participar en igualdad. Se guarda aparte y no se imprime.',
    seccion: {
      clave: 'apoyosRequeridos',
      titulo: 'Apoyos requeridos',
      texto: 'Lo leen solo quienes preparan los apoyos. No influye en su inscripción.',
      campos: [
        {
          clave: 'apoyos',
          etiqueta: 'Necesito algún apoyo para participar',
          tipo: 'casilla',
          obligatorio: false,
          sensible: true,
        },
        {
          clave: 'cualApoyo',
          etiqueta: 'Describa el apoyo que necesita',
          ayuda: 'Por ejemplo: intérprete de lengua de señas, material en formato accesible.',
          tipo: 'textoLargo',
          obligatorio: true,
          maxLongitud: 500,
          sensible: true,
          visibleSi: { campo: 'apoyos', operador: 'igual', valor: true },
        },
      ],
    },
  },
  {
    producto: 'documentos',
    nombre: 'Documentos',
    descripcion: 'Identificación, nombramiento y título, tomados de los documentos del expediente.',
    seccion: {
      clave: 'documentos',
      titulo: 'Documentos',
      campos: [
        ['identificacion', 'Identificación oficial', 'INE', true],
        ['nombramiento', 'Nombramiento o constancia laboral', 'NOMBRAMIENTO', true],
        ['tituloProfesional', 'Título profesional', 'TITULO', false],
      ].map(([clave, etiqueta, documento, obligatorio]) => ({
        ...{ clave, etiqueta, documento, obligatorio },
        tipo: 'documento',
      })),
    },
  },
  {
    producto: 'declaraciones',
    nombre: 'Declaraciones',
    descripcion: 'Aviso de privacidad, veracidad de lo que se informa y compromiso de asistencia.',
    seccion: {
      clave: 'declaraciones',
      titulo: 'Declaraciones',
      campos: [
        [
          'avisoPrivacidad',
          'Leí el aviso de privacidad',
          'Leí el aviso de privacidad de la Escuela, que está al pie de cada página de este portal, y sé para qué se usan mis datos y cómo ejercer mis derechos sobre ellos.',
        ],
        [
          'veracidad',
          'Lo que informo es verdad',
          'Declaro que los datos y documentos que presento son verdaderos. Sé que, si no lo fueran, la Escuela puede dejar sin efecto mi inscripción.',
        ],
        [
          'asistencia',
          'Acepto el compromiso de asistencia',
          'Me comprometo a asistir al menos al 80 % de las sesiones y a entregar las actividades en los plazos señalados.',
        ],
      ].map(([clave, etiqueta, texto]) => ({
        ...{ clave, etiqueta, texto },
        tipo: 'declaracion',
        obligatorio: true,
      })),
    },
  },
];

const insertIncluida = async (
  trx: Trx,
  { seccion, ...rest }: Omit<Incluida, 'producto'> & { producto: string | null },
): Promise<string | null> => {
  const definicion = definicionSchema.parse({ secciones: [seccion], reglas: [] });
  return insertSeccion(trx, { ...rest, seccion: definicion.secciones[0]! });
};

/**
 * Brings the sections of the product that this library was not given yet, in any mode, at every start; one whose name the
 * school has given to another waits until it is free. Gives how many it brought.
 */
export const seedSecciones = (db: Db): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const here = await selectIncluidas(trx);
    let brought = 0;
    for (const one of INCLUIDAS.filter(({ producto }) => !here.has(producto))) {
      if ((await insertIncluida(trx, one)) !== null) brought += 1;
    }
    return brought;
  });

/** For a demonstration: one that the school kept, and one that it does not offer any more. */
export const seedSeccionesDemo = async (trx: Trx, ahora: Date): Promise<void> => {
  const motivos = {
    clave: 'motivos',
    etiqueta: '¿Para qué quiere tomar este programa?',
    ayuda: 'Cuatro o cinco líneas bastan.',
    tipo: 'textoLargo',
    obligatorio: true,
    minLongitud: 20,
    maxLongitud: 1500,
  };
  const keep = (nombre: string, descripcion: string, campos: object[]) =>
    insertIncluida(trx, {
      ...{ nombre, descripcion, producto: null },
      seccion: { clave: 'motivacion', titulo: 'Motivos', campos },
    });
  await keep('Exposición de motivos', 'La que usan los diplomados.', [motivos]);
  const vieja = await keep('Exposición de motivos (2024)', 'Pedía, además, una carta en papel.', [
    motivos,
    { clave: 'carta', etiqueta: 'Entregué la carta', tipo: 'casilla', obligatorio: false },
  ]);
  if (vieja !== null) await setArchivada(trx, vieja, true, ahora);
};
