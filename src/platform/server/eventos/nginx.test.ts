/** The stream behind nginx as it is installed, which buffers what it passes on. Without nginx on this machine it is not run. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freePort } from '../../../../scripts/free-port.ts';
import { makeCuenta } from '../../../../tests/factories/cuentas.ts';
import { startTestPortal } from '../../../../tests/portal.ts';

const NGINX = ['nginx', '/usr/sbin/nginx'].find((path) => spawnSync(path, ['-v']).status === 0);

const configOf = (dir: string, port: number, behind: string) => `
worker_processes 1;
daemon off;
pid ${dir}/pid;
error_log ${dir}/error.log;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${dir}/tmp;`).join('\n  ')}
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass ${behind}; }
    location /sordo/ { proxy_pass ${behind}/; proxy_ignore_headers X-Accel-Buffering; }
  }
}`;

it.skipIf(NGINX === undefined)(
  'passes nginx with its buffering on, event by event (needs nginx)',
  async () => {
    const portal = await startTestPortal({}, { jobs: false });
    const dir = mkdtempSync(join(tmpdir(), 'nginx-'));
    mkdirSync(join(dir, 'tmp'));
    const port = await freePort();
    writeFileSync(join(dir, 'conf'), configOf(dir, port, portal.url));
    const nginx = spawn(NGINX!, ['-p', dir, '-c', join(dir, 'conf')], { stdio: 'ignore' });
    const ended = new Promise((resolve) => nginx.once('exit', resolve));
    try {
      const { uid, token } = await makeCuenta(portal);
      const open = (path: string) =>
        fetch(`http://127.0.0.1:${port}${path}`, {
          headers: { authorization: `Bearer ${token}`, 'x-portal': '1' },
        });
      await expect.poll(() => open('/healthz').catch(() => null)).not.toBeNull();
      // The same server where it does not mind the header: nothing comes through.
      let heard = '';
      void open('/sordo/eventos')
        .then(async ({ body }) => {
          for await (const chunk of body!.pipeThrough(new TextDecoderStream())) heard += chunk;
        })
        .catch(() => {});
      const tema = `cuenta:${uid}` as const;
      await expect.poll(() => portal.services.eventos.hears(tema)).toBe(true);
      const response = await open('/eventos');
      let text = '';
      void (async () => {
        for await (const chunk of response.body!.pipeThrough(new TextDecoderStream()))
          text += chunk;
      })().catch(() => {});
      await expect.poll(() => text).toContain('event: conectado');
      portal.services.eventos.tell(tema, 'notificaciones', {});
      // nginx fills 4 KB before it passes anything on, unless it is told otherwise: that header is for it and ends there.
      await expect.poll(() => text).toContain('event: notificaciones');
      expect(response.headers.get('server')).toContain('nginx');
      expect(response.headers.get('x-accel-buffering')).toBeNull();
      expect(heard).toBe('');
    } finally {
      nginx.kill('SIGTERM');
      await ended;
      await portal.stop();
      rmSync(dir, { recursive: true, force: true });
    }
  },
);
