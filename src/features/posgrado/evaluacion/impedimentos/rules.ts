/** Conflicts of interest between an evaluator and an application, as pure functions of what both files say. */
import { formatFecha } from '../../../../platform/shared/dates.ts';
import { quoted } from '../../../../platform/shared/quotation.ts';
import { fold } from '../../../../platform/shared/search.ts';

/** Kinds of conflict, in words. */
export const TIPOS_IMPEDIMENTO = {
  mismaPersona: 'Es la misma persona',
  organo: 'Mismo órgano',
  recomendante: 'Recomienda al aspirante',
  jefe: 'Jefatura',
  asesor: 'Asesoría',
  apellidos: 'Mismos apellidos',
  escuela: 'Misma escuela y año',
  declarado: 'Lo declaró quien evalúa',
  recusado: 'Recusación',
} as const;
export type TipoImpedimento = keyof typeof TIPOS_IMPEDIMENTO;

/** Years after which a shared órgano no longer counts. */
export const ANIOS_ORGANO = 3;

/** What the file of somebody says. */
export type Perfil = {
  readonly personaId: string;
  readonly nombre: string;
  readonly apellidoPaterno: string;
  readonly apellidoMaterno: string;
  /** Days are YYYY-MM-DD; `hasta` null: still there. */
  readonly empleos: readonly {
    readonly organo: { readonly id: string; readonly nombre: string };
    readonly desde: string;
    readonly hasta: string | null;
  }[];
  /** Years in which a study began and ended. */
  readonly estudios: readonly { readonly institucion: string; readonly anios: readonly number[] }[];
};

export type PerfilEvaluador = Perfil & { readonly correos: readonly string[] };

export type PerfilSolicitud = Perfil & {
  readonly recomendantes: readonly { readonly nombre: string; readonly correo: string }[];
  /** What was answered in the fields of text, by the field's key and label. */
  readonly textos: readonly {
    readonly clave: string;
    readonly etiqueta: string;
    readonly texto: string;
  }[];
};

/** A conflict: it blocks, or staff are asked about it. */
export type Hallado = {
  readonly tipo: TipoImpedimento;
  readonly bloquea: boolean;
  readonly detalle: string;
};

const palabrasDe = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{N}']+/u)
    .filter(Boolean);

const contiene = (text: readonly string[], run: readonly string[]): boolean =>
  run.length > 1 && text.some((_, at) => run.every((word, i) => text[at + i] === word));

/**
 * Whether a text names somebody: `entero`, with all their names in either order; `parcial`, with a given name and the first surname, as
 * many people are called.
 */
export const nombra = (
  texto: string,
  de: Pick<Perfil, 'nombre' | 'apellidoPaterno' | 'apellidoMaterno'>,
): 'entero' | 'parcial' | null => {
  const said = palabrasDe(texto);
  const nombre = palabrasDe(de.nombre);
  const paterno = palabrasDe(de.apellidoPaterno);
  const apellidos = [...paterno, ...palabrasDe(de.apellidoMaterno)];
  const whole = [
    [...nombre, ...apellidos],
    [...apellidos, ...nombre],
  ];
  if (whole.some((run) => contiene(said, run))) return 'entero';
  const some = [
    [...nombre, ...paterno],
    [...nombre.slice(0, 1), ...paterno],
    [...paterno, ...nombre],
  ];
  return some.some((run) => contiene(said, run)) ? 'parcial' : null;
};

/** The day (YYYY-MM-DD) some years before another. */
const yearsBefore = (hoy: string, years: number): string =>
  `${Number(hoy.slice(0, 4)) - years}${hoy.slice(4)}`;

const porOrgano = (evaluador: Perfil, solicitud: Perfil, hoy: string): Hallado[] => {
  const desde = yearsBefore(hoy, ANIOS_ORGANO);
  const recent = ({ empleos }: Perfil) =>
    empleos.filter((one) => one.desde <= hoy && (one.hasta ?? hoy) >= desde);
  const shared = recent(solicitud).find(({ organo }) =>
    recent(evaluador).some((one) => one.organo.id === organo.id),
  );
  return shared
    ? [
        {
          tipo: 'organo',
          bloquea: true,
          detalle: `Ambos han estado en ${shared.organo.nombre} desde el ${formatFecha(desde)}.`,
        },
      ]
    : [];
};

const porRecomendante = (
  { correos, ...evaluador }: PerfilEvaluador,
  { recomendantes }: PerfilSolicitud,
): Hallado[] => {
  const suyos = new Set(correos.map(fold));
  const found = recomendantes.map(({ nombre, correo }) => ({
    nombre,
    es: suyos.has(fold(correo)) ? ('entero' as const) : nombra(nombre, evaluador),
  }));
  const one = found.find(({ es }) => es === 'entero') ?? found.find(({ es }) => es !== null);
  return one
    ? [
        {
          tipo: 'recomendante',
          bloquea: one.es === 'entero',
          detalle: `La solicitud propone como recomendante a ${one.nombre}.`,
        },
      ]
    : [];
};

/** What somebody named in a field is to the applicant, by what the field is called. */
const papelDe = ({ clave, etiqueta }: { clave: string; etiqueta: string }) => {
  const words = palabrasDe(`${clave.replace(/([a-z])([A-Z])/g, '$1 $2')} ${etiqueta}`);
  const some = (pattern: RegExp) => words.some((word) => pattern.test(word));
  if (some(/^(jef[ea]s?|jefatura|superior(es)?|titular(es)?)$/)) return 'jefe';
  return some(/^(asesor(a|es|as)?|asesoria|director(a|es|as)?|tutor(a|es|as)?)$/) ? 'asesor' : null;
};

const porTextos = (evaluador: Perfil, { textos }: PerfilSolicitud): Hallado[] =>
  textos.flatMap((one): Hallado[] => {
    const es = nombra(one.texto, evaluador);
    const papel = papelDe(one);
    // A given name and one surname are too little in what is not about somebody.
    if (es === null || (papel === null && es === 'parcial')) return [];
    return [
      {
        tipo: papel ?? 'asesor',
        bloquea: papel !== null && es === 'entero',
        detalle: `La solicitud nombra a quien evalúa en ${quoted(one.etiqueta)}.`,
      },
    ];
  });

const porApellidos = (a: Perfil, b: Perfil): Hallado[] => {
  const surnames = ({ apellidoPaterno, apellidoMaterno }: Perfil) =>
    [apellidoPaterno, apellidoMaterno].map(fold).join(' ').trim();
  return surnames(a) !== '' && surnames(a) === surnames(b)
    ? [{ tipo: 'apellidos', bloquea: false, detalle: 'Tienen los mismos apellidos.' }]
    : [];
};

const porEscuela = (a: Perfil, b: Perfil): Hallado[] => {
  for (const { institucion, anios } of a.estudios) {
    const anio = anios.find((year) =>
      b.estudios.some(
        (one) => fold(one.institucion) === fold(institucion) && one.anios.includes(year),
      ),
    );
    if (anio !== undefined) {
      return [
        {
          tipo: 'escuela',
          bloquea: false,
          detalle: `Ambos estudiaron en ${institucion} y coinciden en ${anio}.`,
        },
      ];
    }
  }
  return [];
};

/**
 * What keeps an evaluator from scoring an application, or may keep them, one a kind: one that blocks goes before one that is asked
 * about. `hoy` is the day (YYYY-MM-DD) on which it is looked at.
 */
export const impedimentosDe = (
  evaluador: PerfilEvaluador,
  solicitud: PerfilSolicitud,
  hoy: string,
): Hallado[] => {
  if (evaluador.personaId === solicitud.personaId) {
    return [{ tipo: 'mismaPersona', bloquea: true, detalle: 'La solicitud es suya.' }];
  }
  const found = [
    ...porOrgano(evaluador, solicitud, hoy),
    ...porRecomendante(evaluador, solicitud),
    ...porTextos(evaluador, solicitud),
    ...porApellidos(evaluador, solicitud),
    ...porEscuela(evaluador, solicitud),
  ].toSorted((a, b) => Number(b.bloquea) - Number(a.bloquea));
  return [...new Map(found.toReversed().map((one) => [one.tipo, one])).values()].toReversed();
};

/** The key of a pair of an evaluator and an application. */
export const parejaDe = (evaluadorId: string, solicitudId: string): string =>
  `${evaluadorId} ${solicitudId}`;
