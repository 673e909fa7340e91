import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Slots } from '../../../../platform/server/feature.ts';
import { startOfDay } from '../../../../platform/shared/dates.ts';
import { selectNamed } from '../../../catalogos/server/service.ts';
import { tabPath } from '../../../personas/routes.ts';
import { DOCUMENTO } from '../../estados.ts';
import { PESTANA } from '../../routes.ts';
import { type DocumentoDe, selectDocumentosDe } from './data.ts';

/** Types of documents by their key, offered or not. */
const readTipos = async (db: Db | Trx, claves: readonly string[]) => {
  const named = await selectNamed(db, ['tipos-documento'], claves);
  return new Map(
    [...named].flatMap(([clave, [row]]) => (row?.clave === clave ? [[clave, row]] : [])),
  );
};

const judge = (mine: readonly DocumentoDe[], hoy: string) => {
  const comienza = startOfDay(hoy);
  // One that is over by now was in force on the days before.
  const valor = mine.some(
    ({ estado, vence_en }) =>
      DOCUMENTO.is('validados', estado) && (vence_en === null || vence_en > comienza),
  );
  const [last] = mine;
  const how = last
    ? `no (${DOCUMENTO.palabra(last.estado).toLowerCase()})`
    : 'no está en el expediente';
  return { valor, texto: valor ? 'sí' : how };
};

/** What rules may ask of somebody's vault. */
export const documentosHechos: Slots['hechos'] = {
  declara: [
    {
      clave: 'documento.validado',
      grupo: 'Documentos',
      nombre: 'Documento validado',
      tipo: 'booleano',
      pide: ['tenga validado el documento «{}»', 'no tenga validado el documento «{}»'],
      argumento: 'Tipo de documento',
      argumentoDe: { catalogo: 'tipos-documento' },
      palabras: ['constancia', 'título', 'identificación', 'bóveda'],
      remedio: {
        texto: 'Ir a mis documentos',
        enlace: (clave) => tabPath(clave, PESTANA),
      },
    },
  ],
  async load(db, { campos, personas, hoy }) {
    const claves = campos.map(({ argumento }) => argumento);
    const tipos = await readTipos(db, claves);
    const byPersona = Map.groupBy(
      await selectDocumentosDe(
        db,
        personas,
        [...tipos.values()].map(({ id }) => id),
      ),
      ({ persona_id }) => persona_id,
    );
    return campos.flatMap(({ field, argumento }) => {
      const tipo = tipos.get(argumento);
      // A type that there is not: nobody knows.
      if (tipo === undefined) return [];
      return personas.map((personaId) => ({
        field,
        personaId,
        nombre: `${tipo.nombre}, validado`,
        ...judge(
          (byPersona.get(personaId) ?? []).filter((one) => one.tipo_id === tipo.id),
          hoy,
        ),
      }));
    });
  },
  findArgumentos: async (db, _clave, claves) => new Set((await readTipos(db, claves)).keys()),
};
