import type { Db } from '../../../../platform/server/db/index.ts';
import { recordCambio } from '../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import {
  contenidoDe,
  type PapelDeClase,
  type PapelRegistrado,
  selectPapeles,
} from '../../../../platform/server/papeles.ts';
import { issuePapel } from '../../../../platform/server/printed.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { fechaDe, formatFecha } from '../../../../platform/shared/dates.ts';
import { groupByFour, randomCrockford } from '../../../../platform/shared/ids.ts';
import { nameInItsCase } from '../../../../platform/shared/names.ts';
import { makeFolioDePapel } from '../../../../platform/shared/papeles.ts';
import { requirePersona } from '../../../personas/perfil/server/service.ts';
import type { Kardex } from '../contract.ts';
import { findTitular, selectAsignaturas, selectSinActa } from './data.ts';
import { diceKardex, renderKardex } from './document.ts';
import { presentKardex } from './present.ts';

const CODIGO = 'KX';
/** Random symbols of its folio: 80 bits, since whoever has it reads a name. */
const RANDOM_FOLIO = 16;

/** Everything a person took, as the newest versions of the actas say it. Who may read it, whoever asks has seen to. */
export const readKardex = async (db: Db, personaId: string): Promise<Kardex> =>
  presentKardex(await selectAsignaturas(db, personaId), await selectSinActa(db, personaId));

/** Reads the current kárdex of a person, and whose it is; null: their file is gone. */
const readDicho = async (
  { db, env }: Pick<Services, 'db' | 'env'>,
  personaId: string,
): Promise<{ kardex: Kardex; de: Parameters<typeof diceKardex>[1] } | null> => {
  const row = await findTitular(db, personaId);
  if (!row) return null;
  return {
    kardex: await readKardex(db, personaId),
    de: {
      institucion: env.institution.name,
      titular: nameInItsCase(
        row.persona_nombre,
        row.persona_apellido_paterno,
        row.persona_apellido_materno,
      ),
      clave: row.persona_clave,
      curp: row.persona_curp,
      demo: env.demo,
    },
  };
};

/** Kárdex on `/validar`: whose, of when, and whether it says what the actas say today. */
export const kardexPapel: PapelDeClase = {
  clase: 'kardex',
  codigos: [CODIGO],
  async find(services, folio) {
    const [papel] = await selectPapeles(services.db, folio);
    if (!papel) return null;
    const now = await readDicho(services, papel.referencia);
    const fecha = formatFecha(fechaDe(papel.creado_en));
    const igual = now !== null && contenidoDe(diceKardex(now.kardex, now.de)) === papel.contenido;
    const dictamen = igual
      ? ({
          tono: 'success',
          texto: `Es un kárdex auténtico: la escuela lo emitió el ${fecha}, y dice lo que hoy consta en las actas.`,
        } as const)
      : ({
          tono: 'warning',
          texto: `La escuela emitió este kárdex el ${fecha}. Desde entonces cambió lo que consta en el expediente: pida uno nuevo.`,
        } as const);
    return {
      palabra: 'Kárdex',
      estado: igual ? 'Al día' : 'Desactualizado',
      dictamen,
      titulo: 'Historial académico',
      titular: now?.de.titular ?? null,
      campos: [],
      emitidoEn: papel.creado_en,
      emisor: services.env.institution.name,
      demo: services.env.demo,
      enlace: null,
      ejemplares: [{ sha256: papel.sha256, dictamen }],
    };
  },
};

/**
 * The kárdex of the person with that key as a PDF, of now: their own, or for staff anybody's, which is recorded. While nothing in it
 * changes, it is the same paper.
 *
 * @throws {CallError} NOT_FOUND, PERMISSION_DENIED, UNAVAILABLE.
 */
export const readPdfKardex = async (
  clave: string,
  { actor, services }: Pick<Asking, 'actor' | 'services'>,
): Promise<PapelRegistrado> => {
  const { id: personaId } = await requirePersona(clave, { actor, services }, 'leer');
  const { kardex, de } = (await readDicho(services, personaId))!;
  return issuePapel(services, {
    name: 'kárdex',
    de: kardexPapel,
    referencia: personaId,
    contenido: diceKardex(kardex, de),
    newFolio: (en) =>
      makeFolioDePapel(CODIGO, Number(fechaDe(en).slice(0, 4)), randomCrockford(RANDOM_FOLIO)),
    make: (folio, en) =>
      renderKardex(services.pdf, kardex, {
        ...de,
        ...{ folio, en, publicUrl: services.env.publicUrl },
      }),
    record: (trx, { folio, sha256 }) =>
      recordCambio(trx, 'kardex.emitir', {
        id: folio,
        personaId,
        despues: { folio: groupByFour(folio), sha256 },
      }),
  });
};
