import { type Tipo, tipoOf } from '../rules.ts';

/** What documents are issued from to many at once. */
export const FUENTES = ['edicion', 'ruta'] as const;
export type Fuente = (typeof FUENTES)[number];

/** The kinds that may be: those that say nothing of each person that is not known, and that nobody else approves. */
export const TIPOS_EN_LOTE = ['certificado', 'reconocimiento', 'certificacion'] as const;
export type TipoEnLote = (typeof TIPOS_EN_LOTE)[number];

/** Somebody who is in an edition or a route, as it is now. */
export type Candidato = {
  /** Their enrolment, or their place in the route. */
  readonly origenDe: string;
  readonly personaId: string;
  readonly clave: string;
  readonly nombreCompleto: string;
  /** The fonts of documents have every sign of the name. */
  readonly seImprime: boolean;
  /** Passed it, or completed it; null: it is not known. */
  readonly cumple: boolean | null;
  /** Of their acta, out of 10. */
  readonly calificacion: number | null;
  /** One of that kind was issued to them for this already. */
  readonly emitido: boolean;
};

const NO_CUMPLE: Readonly<Record<Fuente, string>> = {
  edicion: 'No acreditó.',
  ruta: 'No ha completado la ruta.',
};

/** Why somebody is issued none; null: they are. `propia`: the file of whoever asks for it. */
export const porQueNo = (
  fuente: Fuente,
  {
    personaId,
    cumple,
    emitido,
    seImprime,
  }: Pick<Candidato, 'personaId' | 'cumple' | 'emitido' | 'seImprime'>,
  propia: string | null,
): string | null => {
  if (emitido) return 'Ya se le emitió.';
  if (cumple === null) return 'El acta no dice su resultado.';
  if (!cumple) return NO_CUMPLE[fuente];
  if (!seImprime) return 'Su nombre tiene signos que no se imprimen: emítalo por separado.';
  return personaId === propia ? 'Es usted: se lo emite otra persona del personal.' : null;
};

/** What a document says of one of them: what all say, and their grade where the kind has one and it is wanted. */
export const camposDe = (
  tipo: Tipo,
  campos: Readonly<Record<string, string>>,
  { calificacion }: Pick<Candidato, 'calificacion'>,
  conCalificacion: boolean,
): Record<string, string> => {
  const { calificacion: _common, ...comunes } = campos;
  const has = tipoOf(tipo).campos.some(({ key }) => key === 'calificacion');
  return has && conCalificacion && calificacion !== null
    ? { ...comunes, calificacion: String(calificacion) }
    : comunes;
};
