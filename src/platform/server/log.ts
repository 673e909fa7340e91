import { pino } from 'pino';

/**
 * Structured lines on standard output. Nothing personal goes in: callers log ids, route patterns
 * and codes; these paths are a second net for what slips into an object.
 */
export const createLog = (level: string) =>
  pino({
    level,
    redact: {
      paths: [
        '*.email',
        '*.curp',
        '*.password',
        '*.nombre',
        '*.displayName',
        '*.ip',
        'err.parameters',
        'err.detail',
        'err.where',
      ],
      censor: '—',
    },
  });

export type Log = ReturnType<typeof createLog>;
