/** A plantilla to try things on: what the tests enrol in, and who rehearses an opening day. */
import type { Db } from '../../../../platform/server/db/index.ts';
import type { Definicion } from '../../contract.ts';
import { definicionSchema } from '../../escritura/contract.ts';
import { insertPlantilla, insertVersion, publishVersion } from '../../server/data.ts';

/** The rule of every edition: within its dates. */
export const REGLA_VENTANA: Definicion['reglas'][number] = {
  clave: 'ventana',
  efecto: 'impide',
  condicion: {
    combinator: 'and',
    rules: [{ field: 'edicion.inscripcion', operator: 'open', value: true }],
  },
  mensaje: 'Solo puede inscribirse dentro del periodo de inscripción.',
  descripcion: 'La inscripción está abierta.',
};

/** A form as a school's: most kinds of field, a conditional one, sensitive ones, and the rule of every edition. */
export const DEFINICION: Definicion = definicionSchema.parse({
  secciones: [
    {
      clave: 'identidad',
      titulo: 'Sus datos',
      campos: [
        {
          clave: 'nombreCompleto',
          etiqueta: 'Nombre completo',
          tipo: 'datoPersona',
          dato: 'nombreCompleto',
          editable: false,
          obligatorio: true,
        },
        {
          clave: 'nacimiento',
          etiqueta: 'Fecha de nacimiento',
          tipo: 'datoPersona',
          dato: 'fechaNacimiento',
          editable: false,
          obligatorio: false,
        },
        {
          clave: 'correo',
          etiqueta: 'Correo de contacto',
          tipo: 'datoPersona',
          dato: 'correo',
          editable: true,
          obligatorio: true,
        },
      ],
    },
    {
      clave: 'trabajo',
      titulo: 'Su trabajo',
      texto: 'Nos ayuda a formar los grupos.',
      campos: [
        {
          clave: 'perfil',
          etiqueta: 'Perfil',
          tipo: 'opcion',
          obligatorio: true,
          opciones: [
            { valor: 'jurisdiccional', etiqueta: 'Personal jurisdiccional' },
            { valor: 'administrativo', etiqueta: 'Personal administrativo' },
            { valor: 'otro', etiqueta: 'Otro' },
          ],
        },
        {
          clave: 'otroPerfil',
          etiqueta: 'Diga cuál',
          tipo: 'texto',
          obligatorio: true,
          minLongitud: 3,
          maxLongitud: 60,
          visibleSi: { campo: 'perfil', operador: 'igual', valor: 'otro' },
        },
        {
          clave: 'antiguedad',
          etiqueta: 'Años de servicio',
          tipo: 'numero',
          obligatorio: true,
          min: 0,
          max: 60,
        },
        {
          clave: 'ingreso',
          etiqueta: 'Fecha de ingreso',
          tipo: 'fecha',
          obligatorio: false,
          min: '1960-01-01',
          max: '2030-12-31',
        },
        {
          clave: 'materias',
          etiqueta: 'Materias de interés',
          tipo: 'opciones',
          obligatorio: true,
          min: 1,
          max: 2,
          opciones: [
            { valor: 'amparo', etiqueta: 'Amparo' },
            { valor: 'penal', etiqueta: 'Penal' },
            { valor: 'laboral', etiqueta: 'Laboral' },
          ],
        },
        {
          clave: 'motivos',
          etiqueta: 'Motivos',
          tipo: 'textoLargo',
          obligatorio: false,
          maxLongitud: 500,
        },
        {
          clave: 'primeraVez',
          etiqueta: 'Es mi primera actividad aquí',
          tipo: 'casilla',
          obligatorio: false,
        },
        {
          clave: 'apoyos',
          etiqueta: 'Necesito algún apoyo',
          tipo: 'casilla',
          obligatorio: false,
          sensible: true,
        },
        {
          clave: 'cualApoyo',
          etiqueta: 'Describa el apoyo',
          tipo: 'textoLargo',
          obligatorio: true,
          maxLongitud: 500,
          sensible: true,
          visibleSi: { campo: 'apoyos', operador: 'igual', valor: true },
        },
        {
          clave: 'compromiso',
          etiqueta: 'Acepto el compromiso de asistencia',
          tipo: 'declaracion',
          texto: 'Me comprometo a asistir al 80 % de las sesiones.',
          obligatorio: true,
        },
      ],
    },
  ],
  reglas: [REGLA_VENTANA],
  mensajes: { confirmacion: 'Conserve este mensaje hasta el inicio del curso.' },
});

/** Answers that DEFINICION accepts. */
export const RESPUESTAS = {
  correo: 'ana@correo.example',
  perfil: 'otro',
  otroPerfil: 'Defensoría pública',
  antiguedad: 12,
  ingreso: '2014-08-01',
  materias: ['amparo', 'penal'],
  motivos: 'Quiero actualizarme.\nMuchas gracias.',
  primeraVez: true,
  apoyos: true,
  cualApoyo: 'Rampa y lector de pantalla',
  compromiso: true,
};

/** Puts one more version of a plantilla in force, from that instant on. */
export const publishDefinicion = (
  db: Db,
  plantillaId: string,
  { definicion, ahora }: { definicion: Definicion; ahora: Date },
) =>
  db.transaction().execute(async (trx) => {
    const version = await insertVersion(trx, { plantillaId, definicion });
    await publishVersion(trx, { plantillaId, versionId: version.id, ahora });
    return version;
  });

/** A plantilla with one version, in force from that instant on. */
export const insertMuestra = async (
  db: Db,
  { nombre, ...version }: { nombre: string; definicion: Definicion; ahora: Date },
): Promise<{ id: string; versionId: string }> => {
  const id = await db.transaction().execute((trx) => insertPlantilla(trx, nombre));
  const { id: versionId } = await publishDefinicion(db, id, version);
  return { id, versionId };
};
