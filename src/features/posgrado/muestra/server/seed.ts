/** The two forms of the demonstration's calls, and the bases and stages of each. Fictional: every school writes its own. */
import type { Definicion } from '../../../plantillas/contract.ts';
import { definicionSchema } from '../../../plantillas/escritura/contract.ts';
import type { Bases, TipoEtapa } from '../../convocatorias/contract.ts';

const dato = (clave: string, etiqueta: string, more: object = {}) => ({
  ...{ clave, etiqueta, tipo: 'datoPersona', dato: clave, editable: false, obligatorio: true },
  ...more,
});
const largo = (clave: string, etiqueta: string, ayuda: string, limites: [number, number]) => ({
  ...{ clave, etiqueta, ayuda, tipo: 'textoLargo', obligatorio: true },
  ...{ minLongitud: limites[0], maxLongitud: limites[1] },
});
const documento = (clave: string, etiqueta: string, tipo: string, obligatorio = true) => ({
  ...{ clave, etiqueta, tipo: 'documento', documento: tipo, obligatorio },
});

const datos = {
  clave: 'datos',
  titulo: 'Datos personales',
  campos: [
    dato('nombreCompleto', 'Nombre completo'),
    dato('curp', 'CURP', { obligatorio: false }),
    dato('correo', 'Correo de contacto', { editable: true }),
  ],
};

const ventana = {
  clave: 'ventana',
  efecto: 'impide',
  condicion: {
    combinator: 'and',
    rules: [{ field: 'edicion.inscripcion', operator: 'open', value: true }],
  },
  descripcion: 'Envío dentro del periodo de la convocatoria.',
  mensaje: 'El periodo de la convocatoria para este trámite no está abierto.',
};

/** Nobody enters by the order in which they came: the ranking gives the points. */
const reparto = (cupos: object[]) => ({
  ...{ alLlenarse: 'esperaPorPuntos', horasParaAceptar: 72, cupos },
});

const y = (...rules: object[]) => ({ combinator: 'and', rules });
const NIVELES = { LIC: 'Licenciatura', ESP: 'Especialidad', MAE: 'Maestría', DOC: 'Doctorado' };

/** The pre-application: the requirements, with what proves each. */
export const PRESOLICITUD_DE_MUESTRA: Definicion = definicionSchema.parse({
  secciones: [
    datos,
    {
      clave: 'requisitos',
      titulo: 'Documentos',
      texto: 'Elija los documentos de su expediente; los que falten se envían desde aquí.',
      campos: [
        documento('acta', 'Acta de nacimiento', 'ACTA'),
        documento('cedula', 'Cédula profesional', 'CEDULA'),
        documento('curriculum', 'Currículum vitae', 'CV'),
        documento('nombramiento', 'Nombramiento vigente', 'NOMBRAMIENTO', false),
      ],
    },
    {
      clave: 'interes',
      titulo: 'Interés en el programa',
      campos: [
        {
          ...{ clave: 'dedicacion', etiqueta: 'Horas semanales disponibles', tipo: 'numero' },
          ...{ obligatorio: true, min: 1, max: 60 },
          ayuda: 'El programa pide quince horas a la semana.',
        },
        {
          ...{ clave: 'veracidad', etiqueta: 'Acepto la declaración', tipo: 'declaracion' },
          texto:
            'Declaro, bajo protesta de decir verdad, que los datos y los documentos que presento son auténticos, y conozco las bases de la convocatoria.',
          obligatorio: true,
        },
      ],
    },
  ],
  reglas: [
    ventana,
    {
      clave: 'licenciatura',
      efecto: 'revision',
      condicion: y({
        ...{ field: 'estudios.titulos', operator: 'in', value: Object.keys(NIVELES) },
        palabras: NIVELES,
      }),
      descripcion: 'Título de licenciatura o de un posgrado.',
      mensaje: 'Registre sus estudios en el expediente: se revisarán con su cédula.',
    },
    {
      clave: 'antiguedad',
      efecto: 'advierte',
      condicion: y({ field: 'empleo.antiguedad', operator: '>=', value: 2 }),
      descripcion: 'Dos años de antigüedad en el Poder Judicial.',
      mensaje: 'La antigüedad decide en caso de empate.',
    },
  ],
  mensajes: {
    bienvenida: 'Con la presolicitud se validan sus requisitos. No compromete a continuar.',
    confirmacion: 'Control Escolar revisará sus requisitos y le escribirá.',
  },
});

/** The application itself; `cupos`: seats kept for some. */
export const solicitudDeMuestra = (cupos: object[] = []): Definicion =>
  definicionSchema.parse({
    secciones: [
      datos,
      {
        clave: 'motivos',
        titulo: 'Exposición de motivos',
        campos: [
          largo(
            'exposicion',
            'Exposición de motivos',
            'Razones para estudiar el programa y lo que espera aportar. De 100 a 4,000 caracteres.',
            [100, 4000],
          ),
        ],
      },
      {
        clave: 'proyecto',
        titulo: 'Proyecto',
        campos: [
          {
            ...{ clave: 'tituloProyecto', etiqueta: 'Título del proyecto', tipo: 'texto' },
            ...{ obligatorio: true, minLongitud: 10, maxLongitud: 200 },
          },
          largo(
            'proyectoInvestigacion',
            'Planteamiento del problema',
            'Pregunta que responde y por qué importa. De 100 a 4,000 caracteres.',
            [100, 4000],
          ),
          largo(
            'metodo',
            'Objetivos y método',
            'Qué hará, con qué fuentes y en qué orden. De 100 a 4,000 caracteres.',
            [100, 4000],
          ),
        ],
      },
      {
        clave: 'trayectoria',
        titulo: 'Trayectoria',
        campos: [
          {
            ...{ clave: 'promedio', etiqueta: 'Promedio de licenciatura', tipo: 'numero' },
            ...{ obligatorio: true, min: 6, max: 10, decimales: 2 },
          },
          {
            ...{ clave: 'estudios', etiqueta: 'Estudios relacionados con el programa' },
            ...{ tipo: 'textoLargo', obligatorio: true, minLongitud: 20, maxLongitud: 3000 },
          },
          {
            ...{ clave: 'publicaciones', etiqueta: 'Publicaciones', tipo: 'textoLargo' },
            ...{ obligatorio: false, maxLongitud: 3000 },
          },
          documento('curriculum', 'Currículum vitae', 'CV'),
        ],
      },
      {
        clave: 'declaraciones',
        titulo: 'Declaraciones',
        campos: [
          {
            ...{ clave: 'afirmativa', etiqueta: 'Solicito la acción afirmativa', tipo: 'casilla' },
            ayuda:
              'Para personas indígenas, afromexicanas o con discapacidad. Solo la conoce Control Escolar.',
            ...{ obligatorio: false, sensible: true },
          },
          {
            ...{ clave: 'bases', etiqueta: 'Acepto las bases', tipo: 'declaracion' },
            texto:
              'Conozco y acepto las bases de la convocatoria, la forma en que se evalúa y los medios para inconformarme.',
            obligatorio: true,
          },
        ],
      },
    ],
    reglas: [ventana],
    reparto: reparto(cupos),
    mensajes: {
      bienvenida: 'Lo que escriba se guarda solo. Puede corregir su solicitud hasta el cierre.',
      confirmacion: 'Conserve su folio: con él se publican los resultados.',
    },
  });

/** Seats kept for women, and for whoever works outside the First Circuit. */
export const CUPOS_DE_MUESTRA = [
  {
    clave: 'mujeres',
    nombre: 'Mujeres',
    condicion: y({ field: 'persona.sexo', operator: 'in', value: ['M'], palabras: { M: 'Mujer' } }),
    lugares: 2,
    liberaDias: null,
  },
];

export type EtapaDeMuestra = {
  tipo: TipoEtapa;
  nombre: string;
  peso: number;
  /** Hundredths of a point out of 100. */
  minimo: number | null;
  corte: number | null;
  criterios: {
    nombre: string;
    descripcion: string;
    peso: number;
    piezas: string[];
    anclas: string[];
  }[];
};

const ANCLAS = [
  'No lo presenta.',
  'Lo presenta de manera insuficiente.',
  'Lo presenta con omisiones que afectan su solidez.',
  'Lo presenta con solidez y omisiones menores.',
  'Lo presenta con solidez, claridad y sustento.',
];
const criterio = (nombre: string, descripcion: string, peso: number, piezas: string[]) => ({
  ...{ nombre, descripcion, peso, piezas },
  anclas: ANCLAS,
});

/** Papers, an exam and a rubric. */
export const ETAPAS_DE_MUESTRA: readonly EtapaDeMuestra[] = [
  {
    ...{ tipo: 'documental', nombre: 'Revisión documental', peso: 0, minimo: null, corte: null },
    criterios: [],
  },
  {
    ...{ tipo: 'examen', nombre: 'Examen de conocimientos', peso: 40, minimo: 6000, corte: null },
    criterios: [],
  },
  {
    ...{ tipo: 'rubrica', nombre: 'Evaluación del proyecto', peso: 60, minimo: null, corte: null },
    criterios: [
      criterio('Motivos', 'Claridad y pertinencia de los motivos.', 30, ['exposicion']),
      criterio('Proyecto', 'Problema, objetivo y método.', 50, [
        'tituloProyecto',
        'proyectoInvestigacion',
        'metodo',
      ]),
      criterio('Recomendaciones', 'Lo que las cartas dicen de su trabajo.', 20, [
        'recomendaciones',
      ]),
    ],
  },
];

/** The same with an interview at the end, which takes a part of the weight of the others. */
export const ETAPAS_CON_ENTREVISTA: readonly EtapaDeMuestra[] = [
  ...ETAPAS_DE_MUESTRA.map((etapa) => ({ ...etapa, peso: (etapa.peso * 3) / 4 })),
  {
    ...{ tipo: 'entrevista', nombre: 'Entrevista', peso: 25, minimo: null, corte: null },
    criterios: [
      criterio('Defensa del proyecto', 'Respuestas sobre el problema y el método.', 60, []),
      criterio('Trayectoria', 'Relación de su experiencia con el programa.', 40, []),
    ],
  },
];

export const BASES_DE_MUESTRA: Partial<Bases> = {
  descripcion:
    'Programa para personas servidoras públicas del Poder Judicial de la Federación y público en general. Los lugares se asignan por mérito; la acción afirmativa y la antigüedad deciden los empates y, al final, un sorteo verificable.',
  campoAfirmativa: 'afirmativa',
  camposConNombre: ['nombreCompleto', 'curp', 'correo'],
  desempates: [{ por: 'afirmativa' }, { por: 'antiguedad' }],
};
