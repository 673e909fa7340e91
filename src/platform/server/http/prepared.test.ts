import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { preparedDocument } from './prepared.ts';

it('makes the document once, whoever asks and however many at once', async () => {
  let made = 0;
  const app = Fastify();
  app.get(
    '/doc',
    preparedDocument('text/plain; charset=utf-8', () => {
      made += 1;
      return 'texto '.repeat(1000);
    }),
  );
  const ask = (headers: Record<string, string> = {}) => app.inject({ url: '/doc', headers });
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask()));
  const gzip = await ask({ 'accept-encoding': 'gzip' });
  const etag = answers[0]!.headers.etag as string;
  expect((await ask({ 'if-none-match': etag })).statusCode).toBe(304);
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(gzip.rawPayload.length).toBeLessThan(200);
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(made).toBe(1);
  await app.close();
});
