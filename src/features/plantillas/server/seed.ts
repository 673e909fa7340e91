import type { Trx } from '../../../platform/server/db/index.ts';
import type { Definicion } from '../contract.ts';
import { definicionSchema } from '../escritura/contract.ts';
import { insertPlantilla, insertVersion, publishVersion } from './data.ts';

export type SeededPlantilla = {
  id: string;
  nombre: string;
  versionId: string;
  numero: number;
  publicadaEn: Date;
  definicion: Definicion;
};
export type SeededPlantillas = {
  breve: SeededPlantilla;
  completa: SeededPlantilla;
  /** Of what builds on another course. */
  antecedentes: SeededPlantilla;
  /** With seats kept for some. */
  conCupos: SeededPlantilla;
};

declare module '../../../platform/server/feature.ts' {
  interface DemoData {
    plantillas: SeededPlantillas;
  }
}

const dato = (clave: string, etiqueta: string, more: object) => ({
  clave,
  etiqueta,
  tipo: 'datoPersona',
  editable: false,
  obligatorio: true,
  ...more,
});

const personales = {
  clave: 'datos',
  titulo: 'Sus datos',
  campos: [
    dato('nombreCompleto', 'Nombre completo', { dato: 'nombreCompleto' }),
    dato('curp', 'CURP', { dato: 'curp', obligatorio: false }),
    dato('correo', 'Correo de contacto', { dato: 'correo', editable: true }),
  ],
};

/** The same, with a datum that is saved back in the file of whoever agrees. */
const personalesConTelefono = {
  ...personales,
  campos: [
    ...personales.campos,
    dato('telefono', 'Teléfono celular', {
      ...{ dato: 'telefono', editable: true, guardable: true },
      obligatorio: false,
    }),
  ],
};

const compromiso = {
  clave: 'compromiso',
  etiqueta: 'Acepto el compromiso de asistencia',
  tipo: 'declaracion',
  texto:
    'Me comprometo a asistir al menos al 80 % de las sesiones y a entregar las actividades en los plazos señalados. Sé que la inasistencia sin justificación puede impedirme participar en ediciones posteriores.',
  obligatorio: true,
};

const ventana = {
  clave: 'ventana',
  efecto: 'impide',
  condicion: {
    combinator: 'and',
    rules: [{ field: 'edicion.inscripcion', operator: 'open', value: true }],
  },
  descripcion: 'La inscripción se envía dentro de su periodo.',
  mensaje: 'Solo puede inscribirse dentro del periodo de inscripción de la edición.',
};

/** Who comes when it is full waits in line, and has two days to accept the seat that comes free. */
const CON_LISTA = { alLlenarse: 'esperaPorTurno', horasParaAceptar: 48, cupos: [] };

const hoja = (field: string, operator: string, value: unknown, palabras?: object) => ({
  field,
  operator,
  value,
  ...(palabras && { palabras }),
});
const grupo = (combinator: 'and' | 'or', ...rules: object[]) => ({ combinator, rules });

const simultaneas = {
  clave: 'simultaneas',
  efecto: 'advierte',
  condicion: grupo('and', hoja('historia.simultaneas', '<=', 2)),
  descripcion: 'No lleva más de tres actividades a la vez.',
  mensaje: 'Cada actividad pide varias horas a la semana: considere terminar antes las que lleva.',
};
const traslape = {
  clave: 'traslape',
  efecto: 'advierte',
  condicion: {
    combinator: 'or',
    not: true,
    rules: [hoja('historia.traslape', '=', true)],
  },
  descripcion: 'No coincide en horario con otra inscripción suya.',
  mensaje: 'Revise los horarios antes de inscribirse.',
};
/** Either somebody works there long enough, or has studied for it. */
const experiencia = {
  clave: 'experiencia',
  efecto: 'advierte',
  condicion: grupo(
    'or',
    hoja('empleo.antiguedad', '>=', 10),
    grupo(
      'and',
      hoja('estudios.titulos', 'in', ['ESP', 'MAE', 'DOC'], {
        ESP: 'Especialidad',
        MAE: 'Maestría',
        DOC: 'Doctorado',
      }),
      hoja('empleo.antiguedad', '>=', 2),
    ),
  ),
  descripcion: 'Diez años de servicio, o dos con un posgrado.',
  mensaje: 'Puede inscribirse, pero el programa supone esa experiencia.',
};
const titulada = {
  clave: 'titulo',
  efecto: 'prioriza',
  condicion: grupo(
    'and',
    hoja('documento.validado:TITULO', '=', true, { TITULO: 'Título profesional' }),
  ),
  descripcion: 'Título profesional validado en su expediente.',
  mensaje: 'Con su título validado tendría preferencia en la lista de espera.',
  puntos: 10,
};
const AMPARO = { 'AMP-101': 'Juicio de amparo indirecto' };
/** Of what builds on the course AMP-101. */
const antecedente = {
  clave: 'antecedente',
  efecto: 'advierte',
  condicion: grupo(
    'or',
    hoja('historia.acreditado:AMP-101', '=', true, AMPARO),
    hoja('historia.cursando:AMP-101', '=', true, AMPARO),
  ),
  descripcion: 'Acreditó o cursa Juicio de amparo indirecto (AMP-101).',
  mensaje: 'Este taller parte de lo que ahí se estudia.',
};

const BREVE = {
  secciones: [personales, { clave: 'aceptacion', titulo: 'Compromiso', campos: [compromiso] }],
  reglas: [ventana, simultaneas],
  reparto: CON_LISTA,
  mensajes: {
    bienvenida: 'Revise sus datos y acepte el compromiso de asistencia. Toma un minuto.',
    confirmacion: 'Tres días antes del inicio recibirá las indicaciones para ingresar al aula.',
  },
};

/** Some seats are kept: for those of a circuit until ten days before enrolment closes, and for women to the end. */
const CON_CUPOS = {
  ...CON_LISTA,
  cupos: [
    {
      clave: 'primerCircuito',
      nombre: 'Personal del Primer Circuito',
      condicion: grupo('and', hoja('empleo.circuito', 'in', ['1'], { '1': 'Primer Circuito' })),
      lugares: 6,
      liberaDias: 10,
    },
    {
      clave: 'mujeres',
      nombre: 'Mujeres',
      condicion: grupo('and', hoja('persona.sexo', 'in', ['M'], { M: 'Mujer' })),
      lugares: 8,
      liberaDias: null,
    },
  ],
};

const opcion = (valor: string, etiqueta: string) => ({ valor, etiqueta });

/** As it was asked before there were fields of catalogs. */
const adscripcion = {
  clave: 'adscripcion',
  etiqueta: 'Órgano o institución de adscripción',
  ayuda: 'Como aparece en su nombramiento, por ejemplo: Juzgado Tercero de Distrito.',
  tipo: 'texto',
  obligatorio: true,
  minLongitud: 3,
  maxLongitud: 160,
};

const JURISDICCIONAL = { campo: 'perfil', valor: 'jurisdiccional' };
const delCatalogo = {
  clave: 'organo',
  etiqueta: 'Órgano jurisdiccional en que trabaja',
  ayuda: 'Búsquelo por parte de su nombre o por su clave.',
  tipo: 'catalogo',
  catalogo: 'organos',
  obligatorio: true,
  visibleSi: { ...JURISDICCIONAL, operador: 'igual' },
};
const deOtroOrgano = {
  ...adscripcion,
  etiqueta: 'Institución de adscripción',
  ayuda: 'Como aparece en su nombramiento, por ejemplo: Comisión de Derechos Humanos.',
  visibleSi: { ...JURISDICCIONAL, operador: 'distinto' },
};
const nombramiento = {
  clave: 'nombramiento',
  etiqueta: 'Nombramiento vigente',
  tipo: 'documento',
  documento: 'NOMBRAMIENTO',
  obligatorio: false,
};

/** A field as it is written, before the schema reads it. */
type CampoEscrito = { clave: string } & Record<string, unknown>;

const trayectoria: { clave: string; titulo: string; texto: string; campos: CampoEscrito[] } = {
  clave: 'trayectoria',
  titulo: 'Su trayectoria',
  texto: 'Con esto formamos grupos equilibrados.',
  campos: [
    {
      clave: 'perfil',
      etiqueta: '¿En qué área se desempeña?',
      tipo: 'opcion',
      obligatorio: true,
      opciones: [
        opcion('jurisdiccional', 'Personal jurisdiccional del Poder Judicial de la Federación'),
        opcion('administrativo', 'Personal administrativo del Poder Judicial de la Federación'),
        opcion('defensoria', 'Defensoría pública federal'),
        opcion('local', 'Poder judicial de una entidad federativa'),
        opcion('otro', 'Otra'),
      ],
    },
    {
      clave: 'otroPerfil',
      etiqueta: 'Diga en cuál',
      tipo: 'texto',
      obligatorio: true,
      minLongitud: 3,
      maxLongitud: 80,
      visibleSi: { campo: 'perfil', operador: 'igual', valor: 'otro' },
    },
    delCatalogo,
    deOtroOrgano,
    {
      clave: 'antiguedad',
      etiqueta: 'Años cumplidos de servicio',
      tipo: 'numero',
      obligatorio: true,
      min: 0,
      max: 60,
    },
    {
      clave: 'ingreso',
      etiqueta: 'Fecha de ingreso al cargo actual',
      tipo: 'fecha',
      obligatorio: false,
      min: '1960-01-01',
    },
    {
      clave: 'materias',
      etiqueta: 'Materias en las que trabaja',
      ayuda: 'Elija hasta tres.',
      tipo: 'opciones',
      obligatorio: true,
      min: 1,
      max: 3,
      opciones: [
        opcion('amparo', 'Amparo'),
        opcion('penal', 'Penal'),
        opcion('civil', 'Civil y mercantil'),
        opcion('laboral', 'Laboral'),
        opcion('administrativa', 'Administrativa'),
        opcion('electoral', 'Electoral'),
      ],
    },
    nombramiento,
  ],
};

const participacion = {
  clave: 'participacion',
  titulo: 'Su participación',
  campos: [
    {
      clave: 'motivos',
      etiqueta: '¿Para qué quiere tomar este programa?',
      ayuda: 'Cuatro o cinco líneas bastan.',
      tipo: 'textoLargo',
      obligatorio: true,
      minLongitud: 20,
      maxLongitud: 1500,
    },
    {
      clave: 'apoyos',
      etiqueta: 'Necesito algún apoyo para participar',
      tipo: 'casilla',
      ayuda: 'Marque esta casilla si requiere algún ajuste para participar en igualdad.',
      obligatorio: false,
      sensible: true,
    },
    {
      clave: 'cualApoyo',
      etiqueta: 'Describa el apoyo que necesita',
      tipo: 'textoLargo',
      obligatorio: true,
      maxLongitud: 500,
      sensible: true,
      visibleSi: { campo: 'apoyos', operador: 'igual', valor: true },
    },
    compromiso,
  ],
};

const completa = (secciones: object[], reglas: readonly object[] = []) => ({
  secciones,
  reglas: [ventana, ...reglas],
  reparto: CON_LISTA,
  mensajes: {
    bienvenida:
      'Llene las tres secciones. Lo que escriba se guarda solo: puede cerrar la página y continuar después.',
    confirmacion: 'Conserve su acuse: se lo pedirán en la sesión de bienvenida.',
  },
});

/** The plantillas of the demonstration; the fuller one has a version in each state. */
export const seedPlantillas = async (
  trx: Trx,
  { now }: { now: Date },
): Promise<SeededPlantillas> => {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const publish = async (id: string, nombre: string, json: object, publicadaEn: Date) => {
    const definicion = definicionSchema.parse(json);
    const en = new Date(publicadaEn.getTime() - 9 * 86_400_000);
    const version = await insertVersion(trx, { plantillaId: id, definicion, en });
    await publishVersion(trx, { plantillaId: id, versionId: version.id, ahora: publicadaEn });
    return { id, nombre, versionId: version.id, numero: version.numero, publicadaEn, definicion };
  };

  const breve = 'Inscripción breve';
  const idBreve = await insertPlantilla(trx, breve);
  const larga = 'Inscripción con trayectoria';
  const idLarga = await insertPlantilla(trx, larga);
  const conAntecedentes = 'Inscripción con antecedentes';
  const idAntecedentes = await insertPlantilla(trx, conAntecedentes);
  const conLugares = 'Inscripción con lugares reservados';
  const idConLugares = await insertPlantilla(trx, conLugares);
  // What it asked before it asked for what the portal knows.
  const NUEVOS = new Set(['materias', 'organo', 'nombramiento']);
  const deAntes = {
    ...trayectoria,
    campos: trayectoria.campos
      .filter(({ clave }) => !NUEVOS.has(clave))
      .map((campo) => (campo.clave === adscripcion.clave ? adscripcion : campo)),
  };
  await publish(idLarga, larga, completa([personales, deAntes, participacion]), daysAgo(900));
  const result = {
    breve: await publish(idBreve, breve, BREVE, daysAgo(800)),
    completa: await publish(
      idLarga,
      larga,
      completa(
        [personalesConTelefono, trayectoria, participacion],
        [traslape, experiencia, titulada],
      ),
      daysAgo(700),
    ),
    antecedentes: await publish(
      idAntecedentes,
      conAntecedentes,
      { ...BREVE, reglas: [...BREVE.reglas, antecedente] },
      daysAgo(600),
    ),
    conCupos: await publish(
      idConLugares,
      conLugares,
      { ...BREVE, reglas: [...BREVE.reglas, titulada], reparto: CON_CUPOS },
      daysAgo(500),
    ),
  };
  await insertVersion(trx, {
    plantillaId: idLarga,
    definicion: definicionSchema.parse(
      completa(
        [
          personalesConTelefono,
          trayectoria,
          { ...participacion, titulo: 'Su participación y motivos' },
        ],
        [
          traslape,
          {
            ...experiencia,
            efecto: 'revision',
            mensaje: 'La escuela mirará su experiencia antes de confirmarle el lugar.',
          },
          titulada,
        ],
      ),
    ),
  });
  return result;
};
