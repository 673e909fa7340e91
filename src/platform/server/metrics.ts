import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

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

/** Open streams of live events in this process. */
export const eventStreams = new Gauge({
  name: 'portal_event_streams',
  help: 'Open streams of live events',
  registers: [metrics],
});

/** Counted by the process that tried. */
export const mailCounter = new Counter({
  name: 'portal_mail_total',
  help: 'Mails and messages to telephones tried, by way and by what became of them: sent, retried later, failed for good',
  labelNames: ['way', 'result'],
  registers: [metrics],
});

/** Counted by the process that was asked. */
export const smsCounter = new Counter({
  name: 'portal_sms_requested_total',
  help: 'Messages to telephones that were asked for: queued, refused for their country, refused by a limit',
  labelNames: ['result'],
  registers: [metrics],
});

/** Counted by the process that asked the antivirus. */
export const scanCounter = new Counter({
  name: 'portal_files_scanned_total',
  help: 'Files that the antivirus was asked about, by what it said: clean, infected, unknown (it was away)',
  labelNames: ['result'],
  registers: [metrics],
});

const mailGauge = (name: string, help: string) => new Gauge({ name, help, registers: [metrics] });

/** Compared each minute. */
export const clockGauge = mailGauge(
  'portal_clock_difference_seconds',
  "Difference between this machine's clock and the database's",
);

/** Of the disk of DATA_DIR: read when the metrics are asked for. */
export const diskGauges = {
  free: mailGauge(
    'portal_disk_free_bytes',
    'Bytes that may still be written on the disk of DATA_DIR',
  ),
  size: mailGauge('portal_disk_size_bytes', 'Bytes of the disk of DATA_DIR'),
};

/** Looked at when readiness is asked for, at most once a minute. */
export const storeGauges = {
  missing: mailGauge(
    'portal_files_missing',
    'Of a sample of the files that the database refers to, those that the store does not have',
  ),
};

/** Read when the metrics are asked for; without an antivirus configured they stay at 0. */
export const scanGauges = {
  waiting: mailGauge('portal_files_unscanned', 'Files that the antivirus has still to look at'),
  infected: mailGauge('portal_files_infected', 'Kept files in which it found something afterwards'),
  down: mailGauge(
    'portal_antivirus_down',
    '1 while the antivirus is configured and does not answer',
  ),
};

/** The same in every process: read from the queue when the metrics are asked for. */
export const mailGauges = {
  waiting: mailGauge('portal_mail_waiting', 'Mails that wait to be delivered'),
  oldest: mailGauge('portal_mail_oldest_seconds', 'Age of the oldest mail that waits'),
  failed: mailGauge('portal_mail_failed', 'Mails that were given up and are still kept'),
  serverDown: mailGauge(
    'portal_mail_server_down_seconds',
    'Since when the mail server takes nothing',
  ),
  smsWaiting: mailGauge('portal_sms_waiting', 'Messages to telephones that wait to be delivered'),
  smsDown: mailGauge('portal_sms_gateway_down_seconds', 'Since when their gateway takes nothing'),
};
