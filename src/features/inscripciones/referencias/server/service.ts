/** What answers point to, an item of a catalog or a document of one's own vault, as it stands when they are sent. */
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { readJoined } from '../../../../platform/server/db/joined.ts';
import { readBeside } from '../../../../platform/server/db/shared.ts';
import type { FieldErrors } from '../../../../platform/shared/errors.ts';
import { type Elegibles, readElegibles } from '../../../catalogos/server/service.ts';
import { readVersiones } from '../../../documentos/server/service.ts';
import type { Apunta } from '../../../plantillas/formulario/campos/contract.ts';
import { claseOf } from '../../../plantillas/formulario/campos/rules.ts';
import type {
  Campo,
  Formulario,
  Referencia,
  Respuestas,
} from '../../../plantillas/formulario/contract.ts';
import { answerOf, referenciaOf } from '../../../plantillas/formulario/respuestas/rules.ts';
import { apuntaOf, fieldsOf } from '../../../plantillas/formulario/rules.ts';

type Apuntada = { campo: Campo; apunta: Apunta; id: string };
/** What it is called now, or why it may not be chosen. */
type Settled = Referencia | { mensaje: string };

const apuntadasDe = (def: Formulario, datos: Respuestas): Apuntada[] =>
  fieldsOf(def).flatMap((campo) => {
    const apunta = apuntaOf(campo);
    const said = referenciaOf(answerOf(datos, campo.clave));
    // What is not even an identifier was refused already.
    const isRead = apunta && said && claseOf(campo).check(campo, said) === null;
    return isRead ? [{ campo, apunta, id: said.id }] : [];
  });

const idsDe = (apuntadas: readonly Apuntada[], a: Apunta['a']) => [
  ...new Set(apuntadas.filter(({ apunta }) => apunta.a === a).map(({ id }) => id)),
];

/** What answers point to: must be there still when they are written. */
export type Apuntados = {
  /** Of catalogs. */
  readonly items: readonly string[];
  readonly documentos: readonly string[];
};

const readApuntados = async (db: Db | Trx, asked: readonly Apuntados[]) => {
  const all = (of: (one: Apuntados) => readonly string[]) => [...new Set(asked.flatMap(of))];
  const [items, versiones] = await readBeside(db, [
    () =>
      readElegibles(
        db,
        all((one) => one.items),
      ),
    () =>
      readVersiones(
        db,
        all((one) => one.documentos),
      ),
  ]);
  return asked.map(() => ({ items, versiones }));
};

type Versiones = Awaited<ReturnType<typeof readVersiones>>;

const settleItem = ({ id, campo }: Apuntada, catalogo: string, items: Elegibles): Settled => {
  const item = items.get(id);
  if (item?.catalogo !== catalogo) {
    return { mensaje: `Lo que eligió en «${campo.etiqueta}» ya no existe. Elija otra opción.` };
  }
  return item.ofrecido
    ? { id, clave: item.clave, nombre: item.nombre }
    : { mensaje: `«${item.nombre}» ya no se ofrece. Elija otra opción en «${campo.etiqueta}».` };
};

const settleDocumento = (
  { id, campo: { etiqueta } }: Apuntada,
  tipo: string,
  versiones: Versiones,
  { personaId, ahora }: { personaId: string; ahora: Date },
): Settled => {
  const version = versiones.get(id);
  // Somebody else's and none at all are the same answer.
  if (version?.personaId !== personaId) {
    return {
      mensaje: `El documento de «${etiqueta}» no está en su expediente. Elija uno de los suyos o envíelo.`,
    };
  }
  const { nombre, estado, venceEn, antivirus } = version;
  if (version.tipo !== tipo) {
    return {
      mensaje: `En «${etiqueta}» se pide otro tipo de documento: «${nombre}» no corresponde.`,
    };
  }
  if (estado === 'rechazado') {
    return {
      mensaje: `Control Escolar rechazó el documento de «${etiqueta}». Envíe otro y elíjalo.`,
    };
  }
  if (estado === 'vencido' || (venceEn !== null && venceEn <= ahora)) {
    return { mensaje: `El documento de «${etiqueta}» ya venció. Envíe uno vigente y elíjalo.` };
  }
  if (estado === 'sustituido') {
    return {
      mensaje: `Envió después otra versión del documento de «${etiqueta}». Elija la más reciente.`,
    };
  }
  if (antivirus === 'infectado') {
    return {
      mensaje: `El archivo de «${etiqueta}» contiene algo dañino y no puede usarse. Envíe otro.`,
    };
  }
  return { id, clave: tipo, nombre };
};

/**
 * The answers with what they point to as it is called at this moment, which is how it is kept and printed for ever; and
 * what may not be chosen, each with its sentence by field.
 */
export const settleReferencias = async (
  db: Db | Trx,
  def: Formulario,
  datos: Respuestas,
  who: { personaId: string; ahora: Date },
): Promise<{ datos: Respuestas; apuntados: Apuntados; fields: FieldErrors }> => {
  const apuntadas = apuntadasDe(def, datos);
  const apuntados = {
    items: idsDe(apuntadas, 'catalogo'),
    documentos: idsDe(apuntadas, 'documento'),
  };
  if (apuntadas.length === 0) return { datos, apuntados, fields: {} };
  const { items, versiones } = await readJoined(db, readApuntados, apuntados);
  const settled = apuntadas.map((one): [string, Settled] => [
    one.campo.clave,
    one.apunta.a === 'catalogo'
      ? settleItem(one, one.apunta.catalogo, items)
      : settleDocumento(one, one.apunta.tipo, versiones, who),
  ]);
  const fields: Record<string, string> = {};
  const named: Record<string, Referencia> = {};
  for (const [clave, what] of settled) {
    if ('mensaje' in what) fields[clave] = what.mensaje;
    else named[clave] = what;
  }
  return { datos: { ...datos, ...named }, apuntados, fields };
};
