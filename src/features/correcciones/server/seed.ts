import { randomUUID } from 'node:crypto';
import type { Trx } from '../../../platform/server/db/index.ts';
import { readVault } from '../../documentos/server/service.ts';
import type { SeededPersona } from '../../personas/server/seed.ts';
import { lockPersonaById } from '../../personas/server/service.ts';
import type { EstadoCorreccion } from '../estados.ts';
import type { Cambios } from '../rules.ts';
import { insertCorreccion } from './data.ts';

const HOUR = 3_600_000;

type Caso = {
  persona: number;
  horas: number;
  motivo: string;
  cambios: (nombre: { nombre: string; apellidoMaterno: string }) => Cambios;
  estado?: EstadoCorreccion;
  nota?: string;
};

/** Who asks for what: the ordinary person was told no once, and two others wait. */
const CASOS: readonly Caso[] = [
  {
    persona: 2,
    horas: 24 * 40,
    motivo: 'En mi acta el nombre lleva otro más.',
    cambios: ({ nombre }) => ({ nombre: `${nombre} de la Luz` }),
    estado: 'rechazada',
    nota: 'El acta que envió dice lo mismo que su expediente.',
  },
  {
    persona: 20,
    horas: 52,
    motivo: 'Mi segundo apellido está mal escrito: falta una letra.',
    cambios: ({ apellidoMaterno }) => ({ apellidoMaterno: `${apellidoMaterno}a` }),
  },
  {
    persona: 21,
    horas: 7,
    motivo: 'El Registro Civil corrigió mi acta.',
    cambios: ({ nombre }) => ({ nombre: `${nombre} Guadalupe` }),
  },
];

/** Corrections that wait, and one that was rejected. */
export const seedCorrecciones = async (
  trx: Trx,
  { personas, now }: { personas: readonly SeededPersona[]; now: Date },
): Promise<void> => {
  for (const { persona, horas, motivo, cambios, estado, nota } of CASOS) {
    const id = personas[persona]?.id;
    const row = id === undefined ? undefined : await lockPersonaById(trx, id);
    if (!row) continue;
    const [documento] = (await readVault(trx, row.id)).rows;
    if (!documento) continue;
    const antes = {
      nombre: row.nombre,
      apellidoPaterno: row.apellido_paterno,
      apellidoMaterno: row.apellido_materno,
      curp: row.curp ?? '',
    };
    const creadoEn = new Date(now.getTime() - horas * HOUR);
    const correccion = await insertCorreccion(trx, {
      id: randomUUID(),
      personaId: row.id,
      cambios: cambios(antes),
      antes,
      motivo,
      documentoId: documento.id,
      pedidoPor: row.id,
      creadoEn,
    });
    if (!correccion || !estado) continue;
    await trx
      .updateTable('correcciones')
      .set({ estado, nota: nota ?? null, decidido_en: new Date(+creadoEn + 20 * HOUR) })
      .where('id', '=', correccion.id)
      .execute();
  }
};
