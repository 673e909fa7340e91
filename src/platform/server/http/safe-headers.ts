import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify from 'fastify';

/** Of the connection, not of what is answered. */
const OF_CONNECTION = ['connection', 'date', 'keep-alive'];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It answers data that no browser shows as a page. */
    data?: true;
    /** The callable that has this address for itself. */
    callable?: string;
  }
}

/** What only says something of a page: data are answered without them, some hundred bytes each time. */
const OF_PAGES = ['cross-origin-opener-policy', 'origin-agent-cluster', 'permissions-policy'];

type Headers = Readonly<Record<string, string>>;

/**
 * The headers that browsers guard an answer by, of pages and of data, as helmet says them with these options. They are
 * the same for all answers, so they are asked for once: helmet would write its policies anew for each.
 */
export const safeHeaders = async (
  options: FastifyHelmetOptions,
): Promise<{ page: Headers; data: Headers }> => {
  const app = Fastify();
  await app.register(helmet, options);
  app.get('/', (_request, reply) => reply.code(204).send());
  const { headers } = await app.inject('/');
  await app.close();
  const page = new Map([
    ['permissions-policy', 'camera=(self), microphone=(), geolocation=()'],
    ...Object.entries(headers).map(([name, value]) => [name, String(value)] as const),
  ]);
  for (const name of OF_CONNECTION) page.delete(name);
  const data = new Map(page);
  for (const name of OF_PAGES) data.delete(name);
  return { page: Object.fromEntries(page), data: Object.fromEntries(data) };
};
