import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { checkDigit, deriveCurp, ENTIDADES } from '../../src/features/personas/curp/rules.ts';
import { createTableWriter } from '../../src/platform/server/hojas/write.ts';

const NOMBRES = ['Ana', 'José Luis', 'Ñandú', 'Íñigo', 'María Fernanda', 'Zoë', 'Xóchitl', 'Óscar'];
const APELLIDOS = [
  'Hernández',
  'García',
  'Muñoz',
  'de la Cruz',
  'Íñiguez',
  'Peña',
  'Núñez',
  'Ávila',
];
const STATES = Object.keys(ENTIDADES);

export const PERSONAS_HEADERS = ['CURP', 'Nombre', 'Apellido paterno', 'Apellido materno', 'Sexo'];

/** The nth fictional person of a file: different for each n below 4,000,000. */
export const personaRow = (n: number): [string, string, string, string, string] => {
  const day = new Date(Date.UTC(1950, 0, 1 + (n % 16_000)));
  const names = {
    nombre: NOMBRES[n % 8]!,
    apellidoPaterno: APELLIDOS[(n >> 3) % 8]!,
    apellidoMaterno: APELLIDOS[(n >> 1) % 8]!,
  };
  const sexo = n % 2 === 0 ? 'M' : 'H';
  const sixteen = deriveCurp({
    ...names,
    fechaNacimiento: day.toISOString().slice(0, 10),
    sexo,
    entidad: STATES[Math.floor(n / 16_000) % STATES.length]!,
  });
  const seventeen = sixteen + String(Math.floor(n / (16_000 * STATES.length)) % 10);
  const curp = seventeen + checkDigit(seventeen);
  const { nombre, apellidoPaterno, apellidoMaterno } = names;
  return [curp, nombre, apellidoPaterno, apellidoMaterno, sexo === 'M' ? 'Mujer' : 'Hombre'];
};

/** Writes a file of `count` people at `path`; `spoil` changes a row. */
export const writePersonas = async (
  path: string,
  tipo: 'xlsx' | 'csv' | 'latin1',
  count: number,
  spoil: (row: string[], n: number) => void = () => {},
): Promise<void> => {
  const rowAt = (n: number) => {
    const row: string[] = personaRow(n);
    spoil(row, n);
    return row;
  };
  if (tipo === 'latin1') {
    const stream = createWriteStream(path, 'latin1');
    stream.write(`${PERSONAS_HEADERS.join(';')}\r\n`);
    for (let n = 0; n < count; n++) stream.write(`${rowAt(n).join(';')}\r\n`);
    stream.end();
    await finished(stream);
    return;
  }
  const writer = await createTableWriter(
    path,
    tipo,
    'Personas',
    PERSONAS_HEADERS.map((header) => ({ header })),
  );
  for (let n = 0; n < count; n += 1_000) {
    await writer.write(Array.from({ length: Math.min(1_000, count - n) }, (_, i) => rowAt(n + i)));
  }
  await writer.close();
};
