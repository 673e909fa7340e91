import { MAX_FIRMANTES, type Tipo, tipoOf } from '../rules.ts';
import type { Diseno } from './contract.ts';
import { problemaDeTexto } from './textos/rules.ts';

/** Millimetres that a margin may have. */
export const MARGEN_MIN = 12;
export const MARGEN_MAX = 50;

/** The texts of a design, in the order in which they are read. */
export const TEXTOS = {
  titulo: { label: 'Título', max: 60 },
  otorga: { label: 'Antes del nombre', max: 160 },
  porque: { label: 'Entre el nombre y el programa', max: 200 },
  cuerpo: { label: 'Después del programa', max: 600 },
  lugar: { label: 'Lugar y fecha', max: 160 },
  leyenda: { label: 'Leyenda al pie', max: 400 },
} as const;
export type TextoDiseno = keyof typeof TEXTOS;

/** What a picture may be: told by its bytes. */
export const IMAGEN_TYPES = ['image/png', 'image/jpeg'];
export const IMAGEN_MAX_BYTES = 1_048_576;
export const IMAGEN_MAX_LADO = 2_400;
/** The fewest dots of its longer side: with less it is not sharp on paper. */
export const IMAGEN_MIN_LADO = 200;

/** What is wrong with the size of a picture; null: nothing. */
export const problemaDeMedidas = (ancho: number, alto: number): string | null => {
  const largo = Math.max(ancho, alto);
  if (largo > IMAGEN_MAX_LADO) {
    return `La imagen mide ${ancho} × ${alto} puntos: puede tener ${IMAGEN_MAX_LADO} por lado como máximo.`;
  }
  if (largo < IMAGEN_MIN_LADO) {
    return `La imagen mide ${ancho} × ${alto} puntos y se vería borrosa impresa: use una de al menos ${IMAGEN_MIN_LADO} puntos de largo.`;
  }
  return largo > 8 * Math.min(ancho, alto)
    ? 'La imagen es demasiado alargada. Recorte lo que sobra e inténtelo de nuevo.'
    : null;
};

/** A design that does what any document of its kind needs, and nothing else. */
export const disenoInicial = (tipo: Tipo): Diseno => {
  const { palabra, femenino, porque } = tipoOf(tipo);
  return {
    idioma: 'es',
    pagina: {
      tamano: 'carta',
      orientacion: 'horizontal',
      margenes: { arriba: 20, abajo: 18, izquierda: 26, derecha: 26 },
    },
    estilo: { marco: 'filete', color: 'marino', alineacion: 'centro', fondo: true },
    sello: { clase: 'portal', imagen: null },
    textos: {
      titulo: palabra,
      otorga: femenino ? 'otorga la presente' : 'otorga el presente',
      porque,
      cuerpo: '',
      lugar: '',
      leyenda: '',
    },
    datos: true,
    firmantes: [],
  };
};

/** Where something is wrong (`textos.cuerpo`, `firmantes.0`, `pagina`), and what. */
export type ProblemaDiseno = { donde: string; mensaje: string };

const deTextos = (tipo: Tipo, { textos }: Diseno): ProblemaDiseno[] =>
  (Object.keys(TEXTOS) as TextoDiseno[]).flatMap((key) => {
    const texto = textos[key];
    const { max } = TEXTOS[key];
    const mensaje =
      texto.length > max
        ? `Escriba ${max} caracteres como máximo.`
        : key === 'titulo' && texto.trim() === ''
          ? 'Escriba el título del documento.'
          : problemaDeTexto(tipo, texto);
    return mensaje === null ? [] : [{ donde: `textos.${key}`, mensaje }];
  });

const deMargenes = ({ pagina: { margenes } }: Diseno): ProblemaDiseno[] =>
  Object.entries(margenes).flatMap(([lado, mm]) =>
    Number.isInteger(mm) && mm >= MARGEN_MIN && mm <= MARGEN_MAX
      ? []
      : [
          {
            donde: `pagina.margenes.${lado}`,
            mensaje: `Escriba de ${MARGEN_MIN} a ${MARGEN_MAX} milímetros, sin decimales.`,
          },
        ],
  );

const deFirmantes = ({ firmantes }: Diseno): ProblemaDiseno[] => {
  const ids = firmantes.map(({ firmante }) => firmante);
  return [
    ...(firmantes.length > MAX_FIRMANTES
      ? [{ donde: 'firmantes', mensaje: `Pueden firmar ${MAX_FIRMANTES} personas como máximo.` }]
      : []),
    ...ids.flatMap((id, i) =>
      id === ''
        ? [{ donde: `firmantes.${i}`, mensaje: 'Elija a quién firma, o quite esta firma.' }]
        : ids.indexOf(id) < i
          ? [{ donde: `firmantes.${i}`, mensaje: 'Ya firma arriba: elija a otra persona.' }]
          : [],
    ),
  ];
};

/** What keeps a design from being published, as far as it alone says; the first things first. */
export const problemasDeDiseno = (tipo: Tipo, diseno: Diseno): ProblemaDiseno[] => [
  ...deMargenes(diseno),
  ...deTextos(tipo, diseno),
  ...(diseno.sello.clase === 'imagen' && diseno.sello.imagen === null
    ? [{ donde: 'sello.imagen', mensaje: 'Suba la imagen del sello, o elija otro.' }]
    : []),
  ...deFirmantes(diseno),
];
