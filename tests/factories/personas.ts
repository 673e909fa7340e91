import { randomInt, randomUUID } from 'node:crypto';
import { makeClaveSinCurp } from '../../src/features/personas/clave/rules.ts';
import { checkDigit, deriveCurp } from '../../src/features/personas/curp/rules.ts';
import { insertPersona, type NewPersona } from '../../src/features/personas/server/data.ts';
import type { Db } from '../../src/platform/server/db/index.ts';
import type { Actor } from '../../src/platform/shared/actor.ts';

/** Where the claves of those without CURP begin, another place in each process; each one's is the next. */
let last = randomInt(100_000_000);
const nextClave = (): string => {
  last = (last + 1) % 100_000_000;
  return makeClaveSinCurp(String(last).padStart(8, '0'));
};

/** A person without CURP (so that any number can be made), with what a test overrides. */
export const makePersona = async (
  db: Db,
  overrides: Partial<NewPersona> = {},
): Promise<NewPersona & { id: string }> => {
  const persona: NewPersona = {
    clave: nextClave(),
    curp: null,
    nombre: 'Ana',
    apellidoPaterno: 'Pérez',
    apellidoMaterno: 'Ruiz',
    nombreCompleto: 'ANA PÉREZ RUIZ',
    fechaNacimiento: '1988-02-29',
    sexo: 'M',
    entidadNacimiento: 'DF',
    discrepancias: [],
    ...overrides,
  };
  const id = await db.transaction().execute((trx) => insertPersona(trx, persona));
  if (id === null) throw new Error('makePersona: that clave or CURP is taken');
  return { ...persona, id };
};

let births = 0;

/** A CURP of Ana Pérez Ruiz, as the people made above are called; another each time (some 20,000). */
export const makeCurp = (): string => {
  const fechaNacimiento = new Date(Date.UTC(1940, 0, 1 + births++)).toISOString().slice(0, 10);
  const first17 = `${deriveCurp({
    nombre: 'Ana',
    apellidoPaterno: 'Pérez',
    apellidoMaterno: 'Ruiz',
    fechaNacimiento,
    sexo: 'M',
    entidad: 'DF',
  })}0`;
  return first17 + checkDigit(first17);
};

/** Somebody signed in, whose file is that person's. */
export const makeActor = (
  persona: { id: string; clave: string } | null,
  overrides: Partial<Actor> = {},
): Actor => ({
  uid: persona ? `u-${persona.id}` : `u-${randomUUID()}`,
  sid: randomUUID(),
  email: 'ana@correo.example',
  emailVerified: true,
  role: null,
  personaId: persona?.id ?? null,
  clave: persona?.clave ?? null,
  restricted: false,
  faltaSegundoFactor: false,
  faltaAceptar: false,
  ...overrides,
});
