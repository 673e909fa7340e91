import type { Item } from '../../../catalogos/contract.ts';
import type { Valores } from '../../apartados/rules.ts';
import type { PersonaListada } from '../contract.ts';
import { DOCUMENTOS } from '../rules.ts';
import type { PersonaListadaRow } from './data.ts';

type Dicho = { apartado: string; datos: Valores };

const isActual = ({ apartado, datos }: Dicho): boolean =>
  apartado === 'empleo' && (datos.hasta ?? null) === null;

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Ids of the items that say where somebody works now. */
export const itemsDe = (dicho: Dicho): string[] =>
  isActual(dicho)
    ? ['organo', 'institucion', 'categoria'].flatMap((key) => textOf(dicho.datos[key]) ?? [])
    : [];

export const presentPersonaListada = (
  row: PersonaListadaRow,
  dichos: readonly Dicho[],
  items: ReadonlyMap<string, Item>,
): PersonaListada => {
  const dato = (apartado: string, key: string) =>
    textOf(dichos.find((one) => one.apartado === apartado)?.datos[key]);
  const empleo = dichos.find(isActual)?.datos ?? {};
  const item = (key: string) => items.get(String(empleo[key]));
  const organo = item('organo');
  return {
    id: row.id,
    clave: row.clave,
    conCurp: row.curp !== null,
    nombreCompleto: row.nombre_completo,
    correo: row.correo_cuenta ?? row.correo_conocido,
    conCuenta: row.correo_cuenta !== null,
    cuenta: row.uid,
    duplicado: row.duplicado,
    curpDeclarada: row.curp_declarada,
    porRevisar: row.facetas.includes('por-revisar'),
    faltan: row.facetas.filter((one) => one.startsWith('falta-')).length,
    documentos: DOCUMENTOS.filter((estado) => row.facetas.includes(`doc-${estado}`)),
    adscripcion: (organo ?? item('institucion'))?.nombre ?? null,
    circuito: organo?.ruta.find(({ catalogo }) => catalogo === 'circuitos')?.nombre ?? null,
    categoria: item('categoria')?.nombre ?? null,
    expediente: dato('servicio', 'expediente'),
    telefono: dato('telefono', 'numero'),
    creadoEn: row.creado_en.toISOString(),
  };
};
