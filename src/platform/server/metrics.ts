import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** One registry a process; nothing in a label names a person. */
export const metrics = new Registry();
collectDefaultMetrics({ register: metrics });

export const callCounter = new Counter({
  name: 'portal_calls_total',
  help: 'Callables answered, by name and status',
  labelNames: ['name', 'status'],
  registers: [metrics],
});

export const httpSeconds = new Histogram({
  name: 'portal_http_seconds',
  help: 'Seconds to answer, by method, route pattern and code',
  labelNames: ['method', 'route', 'code'],
  buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [metrics],
});
