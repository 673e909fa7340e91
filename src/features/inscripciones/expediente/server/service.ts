/** What a form asks of the person's file: read from it, and saved there when they agree. */
import { randomUUID } from 'node:crypto';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import { CallError, type FieldErrors, refuse } from '../../../../platform/shared/errors.ts';
import { readPruebas } from '../../../documentos/server/service.ts';
import type { ApartadoId } from '../../../personas/apartados/definiciones/rules.ts';
import type { Valores } from '../../../personas/apartados/rules.ts';
import { readValores, saveEntrada } from '../../../personas/apartados/server/service.ts';
import type { PersonaRow } from '../../../personas/server/reading.ts';
import type { Formulario, Respuestas } from '../../../plantillas/formulario/contract.ts';
import {
  DATOS_EXPEDIENTE,
  DATOS_EXPEDIENTE_IDS,
  type DatoExpediente,
  isDatoExpediente,
} from '../../../plantillas/formulario/expediente/rules.ts';
import { answerOf } from '../../../plantillas/formulario/respuestas/rules.ts';
import { datoOf, fieldsOf, guardablesDe, prefill } from '../../../plantillas/formulario/rules.ts';
import type { VersionRow } from '../../../plantillas/server/reading.ts';
import { ERRORES } from '../../errors.ts';
import { datosPersonaOf } from '../../server/present.ts';

/** What a telephone says that is saved from a form, besides its number. */
const DE_NUEVO: Readonly<Partial<Record<ApartadoId, Valores>>> = {
  telefono: { clase: 'celular' },
};

const apartadosPedidos = (def: Formulario): ApartadoId[] => [
  ...new Set(
    fieldsOf(def).flatMap((campo) => {
      const dato = datoOf(campo)?.dato;
      return dato && isDatoExpediente(dato) ? [DATOS_EXPEDIENTE[dato].apartado] : [];
    }),
  ),
];

type Entradas = Awaited<ReturnType<typeof readValores>>;

/** The entry that a form reads and writes: the only one; of telephones, the first cell phone. */
const entradaDe = (entradas: Entradas, apartado: ApartadoId) => {
  const { clase } = DE_NUEVO[apartado] ?? {};
  return entradas.find(
    (one) => one.apartado === apartado && (clase === undefined || one.valores.clase === clase),
  );
};

/** The answers that the person's file gives. */
export const readPrellenado = async (
  db: Db | Trx,
  row: PersonaRow & Pick<VersionRow, 'version_definicion'>,
  { personaId, correo }: { personaId: string; correo: string },
): Promise<Respuestas> => {
  const definicion = row.version_definicion;
  const pedidos = apartadosPedidos(definicion);
  const entradas = pedidos.length === 0 ? [] : await readValores(db, personaId, pedidos);
  const datos = DATOS_EXPEDIENTE_IDS.map((dato): [DatoExpediente, string | null] => {
    const { apartado, campo } = DATOS_EXPEDIENTE[dato];
    const valor = entradaDe(entradas, apartado)?.valores[campo] ?? null;
    return [dato, valor === null ? null : String(valor)];
  });
  return prefill(definicion, { ...datosPersonaOf(row, correo), ...Object.fromEntries(datos) });
};

/** What is to be saved of one apartado, and which field of the form says each. */
type Cambio = { valores: Record<string, string>; campos: Record<string, string> };

const cambiosDe = (
  def: Formulario,
  datos: Respuestas,
  claves: readonly string[],
): Map<ApartadoId, Cambio> => {
  const cambios = new Map<ApartadoId, Cambio>();
  for (const campo of fieldsOf(def).filter(({ clave }) => claves.includes(clave))) {
    const dato = datoOf(campo)?.dato;
    if (!dato || !isDatoExpediente(dato)) continue;
    const { apartado, campo: key } = DATOS_EXPEDIENTE[dato];
    const cambio = cambios.get(apartado) ?? { valores: {}, campos: {} };
    cambio.valores[key] = String(answerOf(datos, campo.clave));
    cambio.campos[key] = campo.clave;
    cambios.set(apartado, cambio);
  }
  return cambios;
};

/** Why the file did not take it, beside the fields of the form that said it. */
const beside = (error: CallError, { campos }: Cambio): FieldErrors => {
  const said = error.details?.fields ?? { '': error.message };
  return Object.fromEntries(
    Object.values(campos).map((clave) => {
      const [key] = Object.entries(campos).find(([, one]) => one === clave)!;
      const why = said[key] ?? Object.values(said)[0] ?? error.message;
      return [
        clave,
        `No se pudo guardar en su expediente: ${why} Corríjalo, o desmarque «Guardar también en mi expediente».`,
      ];
    }),
  );
};

/** Keys of the fields whose answer is to be kept in the file: the person agrees, and it says otherwise. */
export const porGuardar = (
  definicion: Formulario,
  datos: Respuestas,
  { guardar, prellenado }: { guardar: readonly string[]; prellenado: Respuestas },
): string[] =>
  guardablesDe(definicion, datos, prellenado).filter((clave) => guardar.includes(clave));

/**
 * Saves in the person's file what they answered and is to be kept (`claves`, of `porGuardar`): through the feature that
 * owns it, with its checks and its history, in the transaction that sends. The file is held by then (`holdingPersona`):
 * what it says is read again.
 *
 * @throws {CallError} INVALID_ARGUMENT: the file refuses it; why stands beside the field.
 */
export const saveGuardados = async (
  trx: Trx,
  {
    definicion,
    datos,
    claves,
  }: { definicion: Formulario; datos: Respuestas; claves: readonly string[] },
  { personaId, ...asking }: Pick<Asking, 'actor' | 'services'> & { personaId: string },
): Promise<void> => {
  const cambios = cambiosDe(definicion, datos, claves);
  const entradas = await readValores(trx, personaId, [...cambios.keys()]);
  for (const [apartado, cambio] of cambios) {
    const was = entradaDe(entradas, apartado);
    const valores = { ...(was?.valores ?? DE_NUEVO[apartado]), ...cambio.valores };
    const entrada = {
      personaId,
      apartado,
      id: was?.id ?? randomUUID(),
      version: was?.version ?? null,
      valores,
    };
    try {
      await saveEntrada(trx, entrada, { ...asking, readPruebas });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      throw refuse('INVALID_ARGUMENT', ERRORES.respuestas, { fields: beside(error, cambio) });
    }
  }
};
