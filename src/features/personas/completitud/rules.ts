import { isConcluido } from '../academicos/rules.ts';
import type { Parte, Valores } from '../apartados/rules.ts';

/** What a file says, as completeness looks at it. */
export type Expediente = {
  readonly conCurp: boolean;
  readonly entradas: readonly {
    readonly id: string;
    readonly apartado: string;
    readonly valores: Valores;
  }[];
};

/** Something that a file lacks. */
export type Falta = {
  /** What, as it goes on after «le falta»: «un teléfono». */
  readonly que: string;
  /** For what: «Para avisarle de cambios de última hora.» */
  readonly para: string;
  /** The tab where it is mended. */
  readonly parte: Parte;
  /** The apartado whose form it is; null: nobody mends it on a screen. */
  readonly apartado: string | null;
  /** The entry that lacks it, and the field; without them, a whole entry is missing. */
  readonly entrada?: string;
  readonly campo?: string;
  /** Whoever enrols is asked for it: always, or only for what is attended in person. */
  readonly inscripcion?: 'siempre' | 'presencial';
};

type Exigencia = Omit<Falta, 'entrada'> & {
  /** Whether it is missing: of the whole file, or the entry that lacks it. */
  readonly falta: (expediente: Expediente) => boolean | { readonly entrada: string };
};

const de = ({ entradas }: Expediente, apartado: string) =>
  entradas.filter((one) => one.apartado === apartado);
const sin = (apartado: string) => (expediente: Expediente) => de(expediente, apartado).length === 0;

const isActual = ({ valores }: { valores: Valores }) => (valores.hasta ?? null) === null;

/**
 * What a file is to have, the most pressing first, and for what. The one place that says it: the file's tabs, home and
 * whoever asks for something of a file look here.
 */
const EXIGENCIAS: readonly Exigencia[] = [
  {
    que: 'su CURP',
    para: 'Se imprime en su acuse y en su kárdex. Preséntela en Control Escolar.',
    parte: 'perfil',
    apartado: null,
    inscripcion: 'siempre',
    falta: ({ conCurp }) => !conCurp,
  },
  {
    que: 'un teléfono',
    para: 'Para avisarle de cambios de última hora.',
    parte: 'contactos',
    apartado: 'telefono',
    inscripcion: 'siempre',
    falta: sin('telefono'),
  },
  {
    que: 'un contacto de emergencia',
    para: 'Para saber a quién llamar durante una actividad presencial.',
    parte: 'contactos',
    apartado: 'emergencia',
    inscripcion: 'presencial',
    falta: sin('emergencia'),
  },
  {
    que: 'su domicilio',
    para: 'Para los documentos que se envían por correo postal.',
    parte: 'contactos',
    apartado: 'domicilio',
    falta: sin('domicilio'),
  },
  {
    que: 'su nacionalidad',
    para: 'La piden algunas convocatorias.',
    parte: 'perfil',
    apartado: 'nacionalidad',
    falta: sin('nacionalidad'),
  },
  {
    que: 'su número de expediente y su fecha de ingreso',
    para: 'Para acreditar su antigüedad en el Poder Judicial.',
    parte: 'perfil',
    apartado: 'servicio',
    falta: sin('servicio'),
  },
  {
    que: 'su adscripción actual',
    para: 'Para lo que se ofrece a quienes ocupan cierta categoría o están en cierto circuito.',
    parte: 'perfil',
    apartado: 'empleo',
    inscripcion: 'siempre',
    falta: (expediente) => !de(expediente, 'empleo').some(isActual),
  },
  {
    que: 'el último día de una adscripción',
    para: 'Tiene más de una como actual: diga hasta cuándo estuvo en la anterior.',
    parte: 'perfil',
    apartado: 'empleo',
    campo: 'hasta',
    inscripcion: 'siempre',
    falta: (expediente) => {
      const actuales = de(expediente, 'empleo').filter(isActual);
      const [oldest] = [...actuales].sort((a, b) =>
        String(a.valores.desde).localeCompare(String(b.valores.desde)),
      );
      return actuales.length > 1 && oldest ? { entrada: oldest.id } : false;
    },
  },
  {
    que: 'un estudio concluido',
    para: 'Lo piden los posgrados y algunas convocatorias.',
    parte: 'academicos',
    apartado: 'estudio',
    falta: (expediente) => !de(expediente, 'estudio').some(({ valores }) => isConcluido(valores)),
  },
  {
    que: 'el número de una cédula profesional',
    para: 'Los posgrados la piden a quien ya tiene título.',
    parte: 'academicos',
    apartado: 'estudio',
    campo: 'cedula',
    falta: (expediente) => {
      const titulados = de(expediente, 'estudio').filter(
        ({ valores }) => valores.estado === 'titulado',
      );
      const [first] = titulados;
      return first && titulados.every(({ valores }) => (valores.cedula ?? null) === null)
        ? { entrada: first.id }
        : false;
    },
  },
];

/** What an exigencia is called in filters and by the database (`personas_faltas`, migration 0065). */
export const claveDeFalta = ({ apartado, campo }: Pick<Falta, 'apartado' | 'campo'>): string =>
  [apartado ?? 'curp', campo].filter(Boolean).join('.');

/** What a file may lack, in order: what it is called, and what it is. */
export const FALTAS: readonly { readonly clave: string; readonly que: string }[] = EXIGENCIAS.map(
  (exigencia) => ({ clave: claveDeFalta(exigencia), que: exigencia.que }),
);

/** How many things a file is asked for. */
export const CUANTAS = EXIGENCIAS.length;

/** What a file lacks, the most pressing first, and for what. Pure. */
export const faltasDe = (expediente: Expediente): Falta[] =>
  EXIGENCIAS.flatMap(({ falta, ...what }) => {
    const found = falta(expediente);
    if (found === false) return [];
    return [found === true ? what : { ...what, ...found }];
  });

/** What of it whoever enrols is asked for; `presencial`: somebody will be there in person. Pure. */
export const faltasParaInscribirse = (
  expediente: Expediente,
  { presencial }: { presencial: boolean },
): Falta[] =>
  faltasDe(expediente).filter(
    ({ inscripcion }) => inscripcion === 'siempre' || (presencial && inscripcion === 'presencial'),
  );

/** What opens the form where something is mended, in the address of its tab. */
export const abrirOf = ({ apartado, entrada, campo }: Falta): Record<string, string> => ({
  ...(apartado && { abrir: apartado }),
  ...(entrada && { entrada }),
  ...(campo && { campo }),
});

const LISTA = new Intl.ListFormat('es');

/** «un teléfono, su domicilio y 3 datos más». */
export const sayFaltas = (faltas: readonly Falta[], cuantas = 3): string => {
  const rest = faltas.length - cuantas;
  // One more said is as short as «1 dato más».
  if (rest <= 1) return LISTA.format(faltas.map(({ que }) => que));
  return LISTA.format([...faltas.slice(0, cuantas).map(({ que }) => que), `${rest} datos más`]);
};
