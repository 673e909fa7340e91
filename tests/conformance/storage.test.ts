/**
 * The genuine storage client, unmodified, against this server, with files in a folder and in S3.
 * Messages are never asserted: they vary by client version.
 */
import { deleteApp, type FirebaseApp, initializeApp } from '@firebase/app';
import {
  type Auth,
  connectAuthEmulator,
  getAuth,
  signInWithEmailAndPassword,
  signOut,
} from '@firebase/auth';
import {
  connectStorageEmulator,
  deleteObject,
  type FirebaseStorage,
  getBytes,
  getDownloadURL,
  getMetadata,
  getStorage,
  getStream,
  list,
  listAll,
  ref,
  updateMetadata,
  uploadBytes,
  uploadBytesResumable,
  uploadString,
} from '@firebase/storage';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anyFiles, picture, startS3 } from '../almacen.ts';
import { makeCuenta } from '../factories/cuentas.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';

/** The code that an operation ends with; some throw at once, others reject. */
const codeOf = async (work: () => unknown): Promise<string> => {
  try {
    await work();
    return 'no error';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe.each(['folder', 's3'])('files in a %s', (kind) => {
  let s3: Awaited<ReturnType<typeof startS3>> | null = null;
  let portal: TestPortal;
  let app: FirebaseApp;
  let auth: Auth;
  let storage: FirebaseStorage;
  let ana: Awaited<ReturnType<typeof makeCuenta>>;
  let luis: Awaited<ReturnType<typeof makeCuenta>>;
  let escolar: Awaited<ReturnType<typeof makeCuenta>>;
  const enter = (who: { email: string; password: string }) =>
    signInWithEmailAndPassword(auth, who.email, who.password);

  beforeAll(async () => {
    s3 = kind === 's3' ? await startS3() : null;
    portal = await startTestPortal(
      { ...s3?.variables },
      { jobs: false, portal: { storageAreas: [anyFiles] } },
    );
    app = initializeApp(
      { apiKey: 'any-key', projectId: 'portal', storageBucket: 'portal' },
      `storage-${kind}`,
    );
    auth = getAuth(app);
    connectAuthEmulator(auth, portal.url, { disableWarnings: true });
    storage = getStorage(app);
    connectStorageEmulator(storage, '127.0.0.1', Number(new URL(portal.url).port));
    // Fails at once instead of in two minutes if the server answers 5xx.
    storage.maxOperationRetryTime = 5_000;
    storage.maxUploadRetryTime = 5_000;
    ana = await makeCuenta(portal);
    luis = await makeCuenta(portal);
    escolar = await makeCuenta(portal, { role: 'Escolar' });
  });
  afterAll(async () => {
    await deleteApp(app);
    await portal.stop();
    await s3?.stop();
  });
  beforeEach(async () => {
    await enter(ana);
  });

  it('keeps the files in what is configured', () => {
    expect(portal.services.storage.kind).toBe(kind === 's3' ? 's3' : 'carpeta');
  });

  it('uploads bytes and gives back metadata, bytes, a stream and a URL', async () => {
    const bytes = await picture('jpeg');
    const photo = ref(storage, `users/${ana.uid}/foto ñ.jpg`);
    const { metadata } = await uploadBytes(photo, new Uint8Array(bytes), {
      contentType: 'image/jpeg',
      customMetadata: { origen: 'prueba' },
    });
    expect(metadata).toMatchObject({
      bucket: 'portal',
      fullPath: `users/${ana.uid}/foto ñ.jpg`,
      name: 'foto ñ.jpg',
      size: bytes.length,
      contentType: 'image/jpeg',
      customMetadata: { origen: 'prueba' },
      metageneration: '1',
    });
    expect(metadata.md5Hash).toMatch(/^[A-Za-z0-9+/]{22}==$/);
    expect(await getMetadata(photo)).toMatchObject({ size: bytes.length });
    expect(Buffer.from(await getBytes(photo)).equals(bytes)).toBe(true);
    expect((await getBytes(photo, 100)).byteLength).toBe(100);
    const pieces: Uint8Array[] = [];
    for await (const piece of getStream(photo)) pieces.push(piece as Uint8Array);
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);

    const url = await getDownloadURL(photo);
    expect(url.startsWith(`${portal.url}/v0/b/portal/o/users%2F${ana.uid}%2F`)).toBe(true);
    const answer = await fetch(url);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    const parsed = ref(storage, url);
    expect(parsed.fullPath).toBe(photo.fullPath);
  });

  it('uploads in pieces, with progress', async () => {
    const bytes = new Uint8Array(3_000_000).map((_, i) => (i * 31) % 251);
    const target = ref(storage, 'pruebas/grande.bin');
    const task = uploadBytesResumable(target, bytes, { contentType: 'application/x-prueba' });
    const seen: number[] = [];
    task.on('state_changed', (snapshot) => seen.push(snapshot.bytesTransferred));
    const done = await task;
    expect(done.state).toBe('success');
    expect(done.metadata).toMatchObject({
      size: bytes.length,
      contentType: 'application/x-prueba',
    });
    expect(seen.length).toBeGreaterThan(2);
    expect(Buffer.from(await getBytes(target)).equals(Buffer.from(bytes))).toBe(true);
  });

  it('pauses, resumes and cancels', async () => {
    const bytes = new Uint8Array(2_000_000).fill(7);
    const task = uploadBytesResumable(ref(storage, 'pruebas/pausa.bin'), bytes);
    await new Promise<void>((resolve) =>
      task.on('state_changed', ({ bytesTransferred }) => bytesTransferred > 0 && resolve()),
    );
    task.pause();
    await expect.poll(() => task.snapshot.state).toBe('paused');
    task.resume();
    expect((await task).metadata.size).toBe(bytes.length);

    const other = uploadBytesResumable(ref(storage, 'pruebas/nunca.bin'), bytes);
    other.cancel();
    expect(await codeOf(() => other)).toBe('storage/canceled');
    expect(await codeOf(() => getMetadata(ref(storage, 'pruebas/nunca.bin')))).toBe(
      'storage/object-not-found',
    );
  });

  it('uploads strings in the four formats', async () => {
    const text = 'Señal: «ñandú» 😀';
    const base64 = Buffer.from(text).toString('base64');
    const read = async (name: string) => {
      const target = ref(storage, `pruebas/${name}`);
      return {
        text: Buffer.from(await getBytes(target)).toString('utf8'),
        type: (await getMetadata(target)).contentType,
      };
    };
    const upload = (name: string, value: string, format: string, metadata?: object) =>
      uploadString(ref(storage, `pruebas/${name}`), value, format as 'raw', metadata);

    await upload('raw', text, 'raw');
    expect(await read('raw')).toEqual({ text, type: 'application/octet-stream' });
    await upload('base64', base64, 'base64', { contentType: 'text/plain' });
    expect(await read('base64')).toEqual({ text, type: 'text/plain' });
    const base64url = Buffer.from(text).toString('base64url');
    await upload('base64url', base64url, 'base64url');
    expect((await read('base64url')).text).toBe(text);
    await upload('url', `data:text/plain;base64,${base64}`, 'data_url');
    expect(await read('url')).toEqual({ text, type: 'text/plain' });
    await upload('percent', `data:text/csv,${encodeURIComponent(text)}`, 'data_url', {
      contentType: 'text/plain',
    });
    expect(await read('percent')).toEqual({ text, type: 'text/plain' });

    for (const [value, format] of [
      ['a-b_', 'base64'],
      ['a+b/', 'base64url'],
      ['a b!', 'base64'],
      ['hola', 'data_url'],
    ] as const) {
      expect(await codeOf(() => upload('mal', value, format))).toBe('storage/invalid-format');
    }
  });

  it('decides the type of a picture by its bytes', async () => {
    const bytes = new Uint8Array(await picture('png'));
    const { metadata } = await uploadBytes(ref(storage, `users/${ana.uid}/a.jpg`), bytes, {
      contentType: 'image/jpeg',
    });
    expect(metadata.contentType).toBe('image/png');
    const target = ref(storage, `users/${ana.uid}/b.jpg`);
    const program = new TextEncoder().encode('MZ\x90\x00 programa');
    expect(await codeOf(() => uploadBytes(target, program, { contentType: 'image/jpeg' }))).toBe(
      'storage/unknown',
    );
    expect(await codeOf(() => getMetadata(target))).toBe('storage/object-not-found');
  });

  it('updates metadata, removing what is null', async () => {
    const target = ref(storage, 'pruebas/meta.txt');
    await uploadString(target, 'hola', 'raw', {
      contentType: 'text/plain',
      customMetadata: { uno: '1', dos: '2' },
      cacheControl: 'max-age=9',
    });
    const updated = await updateMetadata(target, {
      contentType: 'text/csv',
      contentLanguage: 'es-MX',
      cacheControl: undefined,
      customMetadata: { dos: null as unknown as string, tres: '3' },
    });
    expect(updated).toMatchObject({
      contentType: 'text/csv',
      contentLanguage: 'es-MX',
      cacheControl: 'max-age=9',
      customMetadata: { uno: '1', tres: '3' },
      metageneration: '2',
    });
    expect(updated.customMetadata).not.toHaveProperty('dos');
  });

  it('lists by page, with folders', async () => {
    const folder = ref(storage, 'pruebas/lista');
    for (const name of ['a.txt', 'b.txt', 'c/d.txt', 'c/e.txt', 'ñ.txt']) {
      await uploadString(ref(folder, name), name);
    }
    const all = await listAll(folder);
    expect(all.items.map((item) => item.name)).toEqual(['a.txt', 'b.txt', 'ñ.txt']);
    expect(all.prefixes.map((item) => item.fullPath)).toEqual(['pruebas/lista/c']);
    const first = await list(folder, { maxResults: 2 });
    expect(first.items.map((item) => item.name)).toEqual(['a.txt', 'b.txt']);
    const second = await list(folder, { maxResults: 2, pageToken: first.nextPageToken! });
    expect(second.prefixes).toHaveLength(1);
    expect(second.items.map((item) => item.name)).toEqual(['ñ.txt']);
    expect(second.nextPageToken).toBeUndefined();
    expect(await codeOf(() => listAll(ref(storage, 'ines')))).toBe('storage/unauthorized');
    expect(await codeOf(() => listAll(ref(storage)))).toBe('storage/unauthorized');
  });

  it('deletes', async () => {
    const target = ref(storage, 'pruebas/borrar.txt');
    await uploadString(target, 'x');
    await deleteObject(target);
    expect(await codeOf(() => deleteObject(target))).toBe('storage/object-not-found');
    expect(await codeOf(() => getBytes(target))).toBe('storage/object-not-found');
  });

  it('has the code of each refusal', async () => {
    const bytes = new Uint8Array(await picture('webp'));
    const mine = ref(storage, `users/${ana.uid}/mia.webp`);
    await uploadBytes(mine, bytes);
    const ine = ref(storage, `ines/${kind}-ana.webp`);
    await uploadBytes(ine, bytes);

    await enter(luis);
    // Whether somebody sent a photo of their card is nobody's business: it is as if there were none.
    const refusals = [
      [mine, 'storage/unauthorized'],
      [ine, 'storage/object-not-found'],
      [ref(storage, `ines/${kind}-de-nadie.webp`), 'storage/object-not-found'],
    ] as const;
    for (const [target, code] of refusals) {
      expect(await codeOf(() => getMetadata(target))).toBe(code);
      expect(await codeOf(() => getBytes(target))).toBe(code);
      expect(await codeOf(() => deleteObject(target))).toBe(code);
      expect(await codeOf(() => updateMetadata(target, { customMetadata: { a: 'b' } }))).toBe(code);
    }
    for (const target of [mine, ine]) {
      expect(await codeOf(() => uploadBytes(target, bytes))).toBe('storage/unauthorized');
      expect(await codeOf(() => uploadBytesResumable(target, new Uint8Array(600_000)))).toBe(
        'storage/unauthorized',
      );
    }
    expect(await codeOf(() => listAll(ref(storage, `users/${ana.uid}`)))).toBe(
      'storage/unauthorized',
    );
    expect(await codeOf(() => uploadBytes(ref(storage, 'otra/cosa.webp'), bytes))).toBe(
      'storage/unauthorized',
    );

    await enter(escolar);
    expect((await getMetadata(mine)).size).toBe(bytes.length);
    expect((await getBytes(ine)).byteLength).toBe(bytes.length);
    expect(await codeOf(() => uploadBytes(mine, bytes))).toBe('storage/unauthorized');

    await signOut(auth);
    expect(await codeOf(() => getMetadata(mine))).toBe('storage/unauthenticated');
    expect(await codeOf(() => uploadBytes(mine, bytes))).toBe('storage/unauthenticated');
    expect(await codeOf(() => uploadBytes(ref(storage), bytes))).toBe(
      'storage/invalid-root-operation',
    );
    expect(() => {
      storage.maxUploadRetryTime = -1;
    }).toThrow(expect.objectContaining({ code: 'storage/invalid-argument' }));
  });

  it.each([
    'users/x.png',
    'raiz.png',
    'ines',
    'users',
    'ines/a/b.png',
    'users/a/b/c.png',
    'nada/x',
  ])('a name that no rule covers is unauthorized: %s', async (name) => {
    const target = ref(storage, name);
    const bytes = new Uint8Array(await picture('png'));
    for (const [email, expected] of [
      [ana, 'storage/unauthorized'],
      [escolar, 'storage/unauthorized'],
      [null, 'storage/unauthenticated'],
    ] as const) {
      if (email) await enter(email);
      else await signOut(auth);
      for (const work of [
        () => uploadBytes(target, bytes),
        () => uploadBytesResumable(target, new Uint8Array(600_000)),
        () => uploadString(target, 'hola'),
        () => getMetadata(target),
        () => getBytes(target),
        () => getDownloadURL(target),
        () => updateMetadata(target, { customMetadata: { a: 'b' } }),
        () => deleteObject(target),
      ]) {
        expect(await codeOf(work)).toBe(expected);
      }
    }
  });

  it('a 429 says when to come again', async () => {
    await portal.services.db
      .updateTable('limites')
      .set({ cuenta: 10_000 })
      .where('llave', 'like', 'subida:%')
      .execute();
    const token = await auth.currentUser!.getIdToken();
    const response = await fetch(`${portal.url}/v0/b/portal/o?name=users%2F${ana.uid}%2Fz.png`, {
      method: 'POST',
      headers: { authorization: `Firebase ${token}`, 'content-type': 'image/png' },
      body: (await picture('png')) as never,
    });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    await portal.services.db.deleteFrom('limites').execute();
  });

  it('says when the quota is full', async () => {
    await enter(luis);
    await portal.services.db
      .insertInto('archivos')
      .values({
        nombre: `users/${luis.uid}/llena`,
        objeto: `quota-${kind}`,
        propietario: luis.uid,
        generation: 1,
        metageneration: 1,
        bytes: 50 * 1_048_576,
        content_type: 'image/png',
        md5: '',
        sha256: '',
        cache_control: null,
        content_disposition: null,
        content_encoding: null,
        content_language: null,
        metadata: '{}',
        creado_en: new Date(),
        actualizado_en: new Date(),
        vence_en: null,
      })
      .execute();
    const bytes = new Uint8Array(await picture('png'));
    expect(await codeOf(() => uploadBytes(ref(storage, `users/${luis.uid}/x.png`), bytes))).toBe(
      'storage/quota-exceeded',
    );
  });
});
