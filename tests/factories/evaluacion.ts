import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Respuestas } from '../../src/features/plantillas/formulario/contract.ts';
import type { TestPortal } from '../portal.ts';
import { makeCuenta } from './cuentas.ts';
import { makePersona } from './personas.ts';
import { type Convocatoria, RESPUESTAS_SOLICITUD } from './posgrado.ts';

type Persona = NonNullable<Parameters<typeof makePersona>[1]>;

let last = 0;
const LETRAS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Another surname each time, of letters only. */
const apellido = (): string => {
  last += 1;
  const at = (n: number) => LETRAS[n % LETRAS.length]!;
  return `Ap${at(Math.floor(last / 676))}${at(Math.floor(last / 26))}${at(last)}`.toUpperCase();
};

/** Names of somebody whom nobody else is called like. */
const alguien = (): Persona => {
  const [apellidoPaterno, apellidoMaterno] = [apellido(), apellido()];
  return {
    nombre: 'Lucía',
    apellidoPaterno,
    apellidoMaterno,
    nombreCompleto: `LUCÍA ${apellidoPaterno} ${apellidoMaterno}`,
  };
};

/** An application in evaluation, of somebody with a file. */
export const makeEnEvaluacion = async (
  { db }: Pick<TestPortal['services'], 'db'>,
  convocatoria: Convocatoria,
  {
    persona = {},
    respuestas = RESPUESTAS_SOLICITUD,
  }: { persona?: Persona; respuestas?: Respuestas } = {},
): Promise<{ id: string; folio: string; personaId: string; clave: string; nombre: string }> => {
  const {
    id: personaId,
    clave,
    nombreCompleto,
  } = await makePersona(db, {
    ...alguien(),
    ...persona,
  });
  const en = convocatoria.after(15);
  const folio = `T${randomUUID().slice(0, 8).toUpperCase()}`;
  const presolicitud = await db
    .insertInto('presolicitudes')
    .values({
      ...{ persona_id: personaId, convocatoria_id: convocatoria.id, estado: 'valida' },
      ...{ enviada_en: en, creado_en: en, actualizado_en: en },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('solicitudes')
    .values({
      ...{ persona_id: personaId, convocatoria_id: convocatoria.id, folio, estado: 'enEvaluacion' },
      ...{ presolicitud_id: presolicitud.id, enviada_en: en, creado_en: en, actualizado_en: en },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`insert into posgrado_envios (id, solicitud_id, numero, version_id, respuestas, evaluacion, enviado_en)
    values (${randomUUID()}, ${id}, 1, ${convocatoria.solicitud.versionId}, ${JSON.stringify(respuestas)}::text::jsonb,
      '{"resultados": [], "hechos": {}}', ${en})`.execute(db);
  return { id, folio, personaId, clave, nombre: nombreCompleto };
};

export type EvaluadorHecho = Awaited<ReturnType<typeof makeEvaluador>>;

/** Somebody with an account who evaluates in a call, registered by its staff (`quien`). */
export const makeEvaluador = async (
  portal: TestPortal,
  convocatoria: Convocatoria,
  quien: { token: string },
  persona: Persona = {},
) => {
  const suya = await makePersona(portal.services.db, { ...alguien(), ...persona });
  const cuenta = await makeCuenta(portal, { personaId: suya.id });
  const { result, error } = await portal.call(
    'createEvaluadorConvocatoria',
    { convocatoriaId: convocatoria.id, clave: suya.clave },
    quien,
  );
  if (error) throw new Error(`createEvaluadorConvocatoria: ${JSON.stringify(error)}`);
  return { ...cuenta, id: result.id as string, personaId: suya.id, clave: suya.clave };
};
