/** What the schema of a definition says of it, in sentences. Pure. */
import type { Definicion } from '../contract.ts';

const QUE = new Map(
  Object.entries({
    etiqueta: 'Escriba la pregunta o el nombre',
    titulo: 'Escriba el título de la sección',
    campos: 'Agregue al menos un campo a la sección',
    secciones: 'Agregue al menos una sección',
    rules: 'Complete las condiciones de la regla',
    demasiadas: 'Deje como máximo 50 condiciones en cada grupo',
    opciones: 'Escriba al menos una opción',
    texto: 'Escriba el texto',
    mensaje: 'Escriba lo que leerá quien no la cumpla',
    descripcion: 'Escriba lo que pide la regla',
    documento: 'Elija el tipo de documento',
    puntos: 'Escriba los puntos sin decimales, de 1 a 1000',
    lugares: 'Escriba cuántos lugares se guardan, sin decimales',
    liberaDias: 'Escriba los días antes del cierre sin decimales, de 0 a 365',
    horasParaAceptar: 'Escriba las horas para aceptar un lugar sin decimales, de 1 a 720',
  }),
);

type Issue = {
  readonly path: readonly PropertyKey[];
  readonly code: string;
  readonly message: string;
};

/** What is missing, in words that say where: the schema's own where there are none. */
const describeFalta = ({ path, code, message }: Issue, definicion: Definicion): string => {
  const last = String(path.findLast((part) => typeof part === 'string') ?? '');
  const key = last === 'rules' && code === 'too_big' ? 'demasiadas' : last;
  const opcion = path[4] === 'opciones' && typeof path[5] === 'number' ? path[5] + 1 : null;
  const que = opcion === null ? (QUE.get(key) ?? message) : `Escriba la opción ${opcion}`;
  if (path[0] === 'reglas' && typeof path[1] === 'number') {
    const nombre = definicion.reglas[path[1]]?.descripcion;
    return `${que} (regla ${path[1] + 1}${nombre ? `, «${nombre}»` : ''}).`;
  }
  const seccion = typeof path[1] === 'number' ? definicion.secciones[path[1]] : undefined;
  if (path[0] !== 'secciones' || !seccion) return `${que}.`;
  const campo = typeof path[3] === 'number' ? seccion.campos[path[3]] : undefined;
  const titulo = seccion.titulo || `sección ${Number(path[1]) + 1}`;
  if (!campo) return `${que} («${titulo}»).`;
  return `${que} (campo ${Number(path[3]) + 1}${campo.etiqueta ? `, «${campo.etiqueta}»` : ''}, de «${titulo}»).`;
};

/** What keeps a definition from being written: where (`secciones.0.campos.3.etiqueta`), and how to mend it. */
export const describeFaltas = (
  issues: readonly Issue[],
  definicion: Definicion,
): { donde: string; mensaje: string }[] =>
  issues.map((issue) => ({
    donde: issue.path.join('.'),
    mensaje: issue.code === 'custom' ? issue.message : describeFalta(issue, definicion),
  }));
