import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Trx } from '../../../../platform/server/db/index.ts';
import {
  drawPng,
  isInk,
  type Line,
  portraitAt,
} from '../../../../platform/server/demo-pictures.ts';
import { hashPassword } from '../../../../platform/server/passwords.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { upsertArchivo } from '../../../../platform/server/storage/data.ts';
import type { SeededPersona } from '../../../personas/server/seed.ts';
import { VERSIONES } from '../../privacidad/rules.ts';
import { insertAceptaciones } from '../../privacidad/server/data.ts';
import { splitDisplayName } from '../../registro/rules.ts';
import { displayNameOf, type Nombres } from '../../rules.ts';
import { DEMO_PASSWORD } from '../../server/seed.ts';
import { DIAS_IDENTIFICACION, identificacionesDe } from '../rules.ts';

/** First of the people without account from which the demonstration takes those who claim a file. */
const FROM = 70;

/** Who asks: with the names of the file, with an accent of less, as somebody else. */
const asTyped: readonly ((names: Nombres) => Nombres)[] = [
  (names) => names,
  (names) => ({
    ...names,
    apellidoPaterno: names.apellidoPaterno.normalize('NFD').replace(/\p{M}/gu, ''),
  }),
  (names) => ({ ...names, nombre: 'María Guadalupe', apellidoMaterno: 'Xicoténcatl' }),
];

const [WIDTH, HEIGHT] = [640, 404] as const;

/** The photo of an identification of nobody, with the data that are compared; plainly no real one. */
const identificacion = ({ nombre, apellidoPaterno, apellidoMaterno }: Nombres, curp: string) => {
  const at = (y: number, text: string, scale = 3): Line => ({ text, x: 236, y, scale });
  const lines = [
    { text: 'MUESTRA SIN VALIDEZ', x: 24, y: 22, scale: 4 },
    at(92, 'APELLIDOS', 2),
    at(114, apellidoPaterno),
    at(146, apellidoMaterno),
    at(190, 'NOMBRE', 2),
    at(212, nombre),
    at(262, 'CURP', 2),
    at(284, curp),
  ];
  return drawPng(WIDTH, HEIGHT, (x, y) => {
    if (lines.some((line) => isInk(line, x, y))) return [34, 38, 54];
    if (x >= 24 && x < 204 && y >= 84 && y < 304) {
      return portraitAt((x - 24) / 180, (y - 84) / 220, 150);
    }
    return y < 64 ? [196, 176, 132] : [238, 234, 222];
  });
};

/** Puts the photo of an identification where staff look at it. */
const seedIdentificacion = async (
  trx: Trx,
  { storage }: Pick<Services, 'storage'>,
  uid: string,
  bytes: Buffer,
  now: Date,
): Promise<void> => {
  const kept = await storage.kept.put(bytes, trx);
  await storage.kept.take(trx, kept);
  await upsertArchivo(trx, {
    nombre: `${identificacionesDe(uid)}identificacion.png`,
    objeto: kept.objeto,
    propietario: uid,
    generation: now.getTime() * 1000,
    metageneration: 1,
    bytes: bytes.length,
    content_type: 'image/png',
    md5: createHash('md5').update(bytes).digest('base64'),
    sha256: kept.sha256,
    cache_control: null,
    content_disposition: null,
    content_encoding: null,
    content_language: null,
    metadata: JSON.stringify({}),
    creado_en: now,
    actualizado_en: now,
    vence_en: new Date(+now + DIAS_IDENTIFICACION * 86_400_000),
  });
};

/** Accounts that wait for a file of the demonstration, the last of them for one that is in use. */
export const seedVinculaciones = async (
  trx: Trx,
  personas: readonly SeededPersona[],
  { services, now }: { services: Pick<Services, 'storage'>; now: Date },
): Promise<void> => {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  for (const [i, typed] of asTyped.entries()) {
    // The third asks for the file of a demo account.
    const persona = personas[i === 2 ? 2 : FROM + i];
    if (!persona) continue;
    const names = typed(splitDisplayName(persona.nombreCompleto, persona.curp));
    const uid = randomBytes(15).toString('base64url');
    const since = sql<Date>`now() - make_interval(hours => ${[70, 20, 3][i]!})`;
    await trx
      .insertInto('cuentas')
      .values({
        uid,
        email: `por-confirmar${i + 1}@demo.example`,
        email_verified: true,
        password_hash: passwordHash,
        display_name: displayNameOf(names),
        photo_url: null,
        nombre: null,
        apellido_paterno: null,
        apellido_materno: null,
        role: null,
        persona_id: null,
        creado_en: since,
        ultimo_ingreso_en: since,
      })
      .execute();
    await insertAceptaciones(trx, uid, VERSIONES);
    await trx
      .insertInto('vinculaciones')
      .values({
        uid,
        persona_id: persona.id,
        nombre: names.nombre,
        apellido_paterno: names.apellidoPaterno,
        apellido_materno: names.apellidoMaterno,
        creado_en: since,
      })
      .execute();
    // Who began last has sent nothing yet.
    if (i < 2) {
      await seedIdentificacion(trx, services, uid, identificacion(names, persona.curp), now);
    }
  }
};
