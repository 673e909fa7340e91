import type { z } from 'zod';
import type { Trx } from '../../../../platform/server/db/index.ts';
import { recordCambios } from '../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import { nameOrAddress } from '../../../../platform/shared/names.ts';
import { readNombresDeCuentas } from '../../../identidad/cuentas/server/service.ts';
import { destinoDeCelda } from '../../rules.ts';
import { type Escribe, requireAbierta } from '../../server/service.ts';
import type { saveAsistencia } from '../contract.ts';
import { lockMarcas, updateMarcas } from './data.ts';

const llave = (inscripcionId: string, sesionId: string) => `${inscripcionId} ${sesionId}`;

type Marcas = z.output<typeof saveAsistencia.input>;

/** Writes and records those marks of which what is there was seen; says what becomes of each. */
export const writeMarcas = async (
  trx: Trx,
  { edicionId, marcas }: Marcas,
  { uid, en, comun = {} }: Escribe,
) => {
  const rows = new Map(
    (await lockMarcas(trx, edicionId, marcas)).map((row) => [
      llave(row.inscripcion_id, row.sesion_id),
      row,
    ]),
  );
  const destinadas = marcas.map((marca) => {
    const row = rows.get(llave(marca.inscripcionId, marca.sesionId));
    const destino = row
      ? destinoDeCelda({ valor: row.marca, version: row.version }, marca)
      : ('fuera' as const);
    return { marca, row, destino };
  });
  const guardar = destinadas.filter(({ destino }) => destino === 'guardar');
  if (guardar.length > 0) {
    await updateMarcas(
      trx,
      guardar.map(({ marca }) => marca),
      { por: uid, en },
    );
  }
  await recordCambios(
    trx,
    'resultado.marcarAsistencia',
    guardar.map(({ marca, row }) => ({
      id: marca.inscripcionId,
      personaId: row!.persona_id,
      antes: { asistencia: row!.marca },
      despues: { asistencia: marca.valor, fecha: row!.fecha, sesionId: marca.sesionId },
    })),
    comun,
  );
  return destinadas;
};

/** Saves marks, each on its own. */
export const saveMarcas = async (
  trx: Trx,
  input: Marcas,
  { actor, services }: Pick<Asking, 'actor' | 'services'>,
) => {
  const en = services.now();
  await requireAbierta(trx, input.edicionId, en);
  const destinadas = await writeMarcas(trx, input, { uid: actor.uid, en });
  const choques = destinadas.flatMap(({ row, destino }) =>
    destino === 'conflicto' && row?.actualizado_por ? [row.actualizado_por] : [],
  );
  const nombres: ReadonlyMap<string, string> =
    choques.length > 0 ? await readNombresDeCuentas(trx, [...new Set(choques)]) : new Map();
  return {
    marcas: destinadas.map(
      ({ marca: { inscripcionId, sesionId, valor, version }, row, destino }) => ({
        inscripcionId,
        sesionId,
        destino: destino === 'guardar' || destino === 'igual' ? ('guardada' as const) : destino,
        valor: destino === 'conflicto' ? row!.marca : valor,
        version: row ? row.version + (destino === 'guardar' ? 1 : 0) : version,
        por:
          destino === 'conflicto' && row!.actualizado_por
            ? nameOrAddress(nombres.get(row!.actualizado_por) ?? '') || null
            : null,
      }),
    ),
  };
};
