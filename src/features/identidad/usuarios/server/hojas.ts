import type { z } from 'zod';
import { searchAll } from '../../../../platform/server/db/search.ts';
import { Momento } from '../../../../platform/server/hojas/cells.ts';
import { defineHoja } from '../../../../platform/server/hojas/define.ts';
import { diaEnCelda, fechaDe } from '../../../../platform/shared/dates.ts';
import { elegidas } from '../../../../platform/shared/lotes.ts';
import { isAdmin } from '../../../../platform/shared/policy.ts';
import type { Usuario } from '../contract.ts';
import { filtrosUsuarios } from '../lote/contract.ts';
import { selectUsuariosAfter, selectUsuariosLike, type UsuarioRow } from './data.ts';
import { presentUsuario } from './present.ts';

const filters = filtrosUsuarios.extend(elegidas);

type Fila = Record<
  'displayName' | 'email' | 'role' | 'estado' | 'segundoFactor' | 'clave',
  string | null
> & {
  alta: Date;
  ingreso: Momento | null;
  /** Whose account it is: not a column. */
  personaId: string | null;
};

/** Rows that are read at once. */
const BLOCK = 1_000;

const ESTADOS = { activa: 'Activa', sinVerificar: 'Sin verificar', deshabilitada: 'Deshabilitada' };

const toFila = (u: Usuario, personaId: string | null): Fila => ({
  personaId,
  displayName: u.displayName,
  email: u.email,
  role: u.role,
  estado: ESTADOS[u.estado],
  segundoFactor: u.segundoFactor ? 'Sí' : 'No',
  clave: u.clave,
  alta: diaEnCelda(fechaDe(new Date(u.creadoEn))),
  ingreso: u.ultimoIngresoEn === null ? null : new Momento(new Date(u.ultimoIngresoEn)),
});

/**
 * The accounts, for an Admin. Only exported: an account is made by its person, who chooses its
 * password, and roles are given one by one.
 */
export const usuariosHoja = defineHoja<Fila, z.output<typeof filters>>({
  id: 'usuarios',
  title: 'cuentas',
  policy: isAdmin,
  columns: [
    { key: 'displayName', header: 'Nombre', example: '', width: 36 },
    { key: 'email', header: 'Correo', example: '', width: 32 },
    { key: 'role', header: 'Rol', example: '' },
    { key: 'estado', header: 'Estado', example: '', width: 16 },
    { key: 'segundoFactor', header: 'Segundo factor', example: '' },
    { key: 'clave', header: 'CURP o clave', example: '', width: 22 },
    { key: 'alta', header: 'Alta', example: '' },
    { key: 'ingreso', header: 'Último ingreso', example: '', width: 18 },
  ],
  filters,
  shownFilters: ['role', 'estado'],

  persona: ({ personaId }) => personaId as string | null,

  async *exportRows(filtros, { db }) {
    const blocks = searchAll(
      db,
      { ...filtros, pagina: 1, porPagina: BLOCK },
      (on, last: UsuarioRow | null) => selectUsuariosAfter(on, filtros, last?.email ?? '', BLOCK),
      (on, like) => selectUsuariosLike(on, like, like.porPagina),
    );
    for await (const rows of blocks) {
      yield rows.map((row) => toFila(presentUsuario(row), row.persona_id));
    }
  },
});
