import type { CallAnswer, TestPortal } from './portal.ts';

type Cookie = { name: string; value: string; path: string };

/** Whether a browser sends a cookie of that path there (RFC 6265, 5.1.4). */
const travels = (path: string, to: string) =>
  to === path || to.startsWith(path.endsWith('/') ? path : `${path}/`);

/**
 * Calls callables as a browser does, without one: keeps the cookies that are set and sends each only
 * where its path lets it. `drop` forgets one, as its time does.
 */
export const openBrowser = (portal: TestPortal) => {
  let jar: Cookie[] = [];
  const keep = (line: string) => {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const path = attributes.find((a) => a.startsWith('Path='))?.slice(5) ?? '/';
    jar = jar.filter((cookie) => cookie.name !== name || cookie.path !== path);
    if (value !== '') jar.push({ name, value, path });
  };
  return {
    cookies: (): readonly Cookie[] => jar,
    drop: (name: string) => {
      jar = jar.filter((cookie) => cookie.name !== name);
    },
    /** Takes over cookies of another moment. */
    restore: (cookies: readonly Cookie[]) => {
      jar = [...cookies];
    },
    async call(name: string, data: unknown = null): Promise<CallAnswer> {
      const to = `/${portal.services.env.region}/${name}`;
      const sent = jar.filter(({ path }) => travels(path, to));
      const answer = await portal.call(name, data, {
        headers: {
          origin: portal.url,
          ...(sent.length > 0 && {
            cookie: sent.map((cookie) => `${cookie.name}=${cookie.value}`).join('; '),
          }),
        },
      });
      for (const line of answer.headers.getSetCookie()) keep(line);
      return answer;
    },
  };
};
