import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { Diseno } from '../../src/features/credenciales/disenos/contract.ts';
import type { Tipo } from '../../src/features/credenciales/rules.ts';
import type { TestPortal } from '../portal.ts';

type Admin = { uid: string; token: string };

const must = async (portal: TestPortal, token: string, name: string, input: unknown) => {
  const { result, error } = await portal.call(name, input, { token });
  if (error) throw new Error(`${name}: ${JSON.stringify(error)}`);
  return result;
};

/** A picture of one colour, half transparent. */
export const drawPicture = (width = 600, height = 240): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: '#1d3b6680' } })
    .png()
    .toBuffer();

/** Sends a picture on its way to the designs: its name there, and the answer's status. */
export const uploadImagenDiseno = async (portal: TestPortal, admin: Admin, bytes: Uint8Array) => {
  const name = `disenos/${admin.uid}/${randomUUID()}.png`;
  const { status } = await fetch(`${portal.url}/v0/b/_/o?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { 'content-type': 'image/png', authorization: `Bearer ${admin.token}` },
    body: new Uint8Array(bytes),
  });
  return { name, status };
};

/** A picture among those of the designs: its id. */
export const makeImagenDiseno = async (portal: TestPortal, admin: Admin): Promise<string> => {
  const { name } = await uploadImagenDiseno(portal, admin, await drawPicture());
  const input = { id: randomUUID(), subida: name, nombre: 'firma.png' };
  return (await must(portal, admin.token, 'createImagenDiseno', input)).id;
};

/** A design with its first version, published. */
export const makeDiseno = async (
  portal: TestPortal,
  token: string,
  { tipo, definicion }: { tipo: Tipo; definicion: Diseno },
): Promise<{ disenoId: string; versionId: string }> => {
  const nombre = `Diseño ${randomUUID().slice(0, 8)}`;
  const made = await must(portal, token, 'createDiseno', { tipo, nombre });
  const { versionId } = made;
  await must(portal, token, 'saveVersionDiseno', { versionId, revision: 0, definicion });
  await must(portal, token, 'publishVersionDiseno', { versionId, revision: 1 });
  return made;
};
