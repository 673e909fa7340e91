/** Tries the rules of a version, published or not, on people. */
import type { Db } from '../../../../platform/server/db/index.ts';
import { recordOnce } from '../../../../platform/server/historial/index.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { normalizeCurp } from '../../../personas/curp/rules.ts';
import { readNombreCompleto, readPersonaIdByClave } from '../../../personas/server/service.ts';
import { loadExcepciones } from '../../excepciones/server/service.ts';
import { hechosDeRespuestas, withoutRespuestas } from '../../formulario/hechos/rules.ts';
import {
  evaluateReglas,
  fieldsOfReglas,
  mayEnroll,
  needsRevision,
  puntosOf,
} from '../../reglas/rules.ts';
import { loadHechos, type ProveedorDeHechos } from '../../reglas/server/service.ts';
import type { VersionRow } from '../../versiones/server/data.ts';
import { sinVentana } from '../rules.ts';

/** Somebody by their CURP or key. @throws {CallError} NOT_FOUND */
export const requirePersona = async (db: Db, escrita: string) => {
  const clave = normalizeCurp(escrita);
  const id = await readPersonaIdByClave(db, clave);
  if (id === null) {
    throw new CallError('NOT_FOUND', 'No hay una persona con esa CURP o clave. Revísela.');
  }
  return { id, clave, nombre: (await readNombreCompleto(db, id)) ?? clave };
};

/** What each rule says of a person. Who looks is left in that person's history before anything is read. */
export const tryOnPersona = async (
  db: Db,
  proveedores: readonly ProveedorDeHechos[],
  {
    version,
    persona,
    edicionId,
    ahora,
  }: {
    version: Pick<VersionRow, 'plantilla_id' | 'numero' | 'definicion'>;
    persona: { id: string; clave: string };
    edicionId: string | null;
    ahora: Date;
  },
) => {
  const { plantilla_id: plantillaId, numero } = version;
  const { reglas } = version.definicion;
  await db.transaction().execute((trx) =>
    recordOnce(trx, 'persona.probarReglas', {
      id: persona.id,
      despues: { plantillaId, numero },
    }),
  );
  const caso = { personaId: persona.id, edicionId };
  const fields = fieldsOfReglas(reglas);
  const cargados = await loadHechos(db, proveedores, { fields, casos: [caso], ahora });
  const exceptuado = await loadExcepciones(db, {
    plantillas: [plantillaId],
    personas: [persona.id],
    ahora,
  });
  const hechos = {
    ...cargados(caso, persona.clave),
    ...exceptuado(persona.id, plantillaId, reglas),
    ...hechosDeRespuestas(version.definicion, null, reglas),
  };
  const resultados = evaluateReglas(reglas, hechos, ahora);
  const conocidos = withoutRespuestas(reglas, resultados);
  const sabidos = edicionId === null ? sinVentana(reglas, conocidos) : conocidos;
  return {
    evaluadaEn: ahora.toISOString(),
    cumple: mayEnroll(sabidos),
    aRevision: needsRevision(sabidos),
    puntos: puntosOf(sabidos),
    resultados,
  };
};
