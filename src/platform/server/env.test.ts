import { describe, expect, it } from 'vitest';
import { EnvError, missingPlaces, readEnv } from './env.ts';

const failure = (source: Record<string, string>): string => {
  try {
    readEnv(source);
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(EnvError);
    return (error as EnvError).message;
  }
};

describe('readEnv', () => {
  it('runs a demonstration with nothing configured', () => {
    const env = readEnv({ DEMO: '1' });
    expect(env).toMatchObject({
      port: 8080,
      publicUrl: 'http://localhost:8080',
      demo: true,
      databaseUrl: null,
    });
    expect([...env.allowedOrigins]).toContain('http://127.0.0.1:8080');
  });
  it('knows what the privacy notice still lacks; a demonstration lacks nothing', () => {
    expect(missingPlaces(readEnv({ DEMO: '1' }))).toEqual([]);
    const real = { PUBLIC_URL: 'https://portal.example' };
    expect(missingPlaces(readEnv(real))).toEqual([
      'INSTITUTION_ADDRESS',
      'TRANSPARENCY_ADDRESS',
      'TRANSPARENCY_CONTACT',
      'SCHOOL_CONTACT',
    ]);
    const env = readEnv({ ...real, TRANSPARENCY_ADDRESS: 'Calle 1, Centro, 06000' });
    expect(env.institution.transparencyAddress).toBe('Calle 1, Centro, 06000');
    expect(missingPlaces(env)).not.toContain('TRANSPARENCY_ADDRESS');
  });
  it.each([
    [{ DEMO: '1', PORT: 'ocho' }, 'PORT'],
    [{ DEMO: '1', PORT: '70000' }, 'entre 1 y 65535'],
    [{ DEMO: '1', DATABASE_URL: 'mysql://x' }, 'postgres://'],
    [{ DEMO: '1', PUBLIC_URL: 'portal.example' }, 'PUBLIC_URL'],
    [{ DEMO: '1', SMTP_URL: 'correo' }, 'SMTP_URL'],
    [{ DEMO: '1', SMS_URL: 'http://mensajes.example/enviar' }, 'SMS_URL'],
    [{ DEMO: '1', SMS_URL: 'mensajes' }, 'https://usuario:clave@'],
    [{ DEMO: '1', CLAMAV_URL: 'localhost:3310' }, 'unix:/run'],
    [{ DEMO: '1', CLAMAV_REQUIRED: '1' }, 'CLAMAV_URL'],
    [{ DEMO: 'quizá' }, 'DEMO debe ser 1 o 0'],
    [{ DEMO: '1', S3_BUCKET: 'solo' }, 'S3_ENDPOINT'],
    [{ DEMO: '1', SECRET_KEY: 'corta' }, 'openssl rand -hex 32'],
    [{ DEMO: '1', SIGNING_CERT: 'cert.pem' }, 'SIGNING_KEY'],
    [{ DEMO: '1', ACTION_COLOR: 'azul' }, '#1d3b66'],
    [{ DEMO: '1', TRANSPARENCY_ADDRESS: 'Aquí\nno' }, 'TRANSPARENCY_ADDRESS es una línea'],
    [{ DEMO: '1', ALLOWED_ORIGINS: 'https://a.example/ruta' }, 'ALLOWED_ORIGINS'],
    [{ DEMO: '1', METRICS_TOKEN: 'corto' }, 'METRICS_TOKEN'],
    [{ DEMO: '1', HSTS_SUBDOMAINS: 'todos' }, 'HSTS_SUBDOMAINS'],
    [{}, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://a.example', DATABASE_URL: 'postgres://a/b' }, 'SECRET_KEY'],
  ])('refuses %j and says how to mend it', (source, word) => {
    expect(failure(source as Record<string, string>)).toContain(word);
  });
  it('shows known passwords to this machine only, unless somebody says otherwise', () => {
    expect(readEnv({ DEMO: '1' }).host).toBe('localhost');
    expect(readEnv({ DEMO: '1', HOST: '0.0.0.0' }).host).toBe('0.0.0.0');
    expect(readEnv({ PUBLIC_URL: 'https://portal.example' }).host).toBe('0.0.0.0');
  });
  it('has no demo origins without demo mode', () => {
    const env = readEnv({ PUBLIC_URL: 'https://portal.example/' });
    expect(env.demo).toBe(false);
    expect([...env.allowedOrigins]).toEqual(['https://portal.example']);
    expect(env.publicUrl).toBe('https://portal.example');
  });
});
