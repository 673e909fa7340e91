import { z } from 'zod';
import { HTTP_OF_STATUS } from '../shared/errors.ts';
import type { Handler } from './callables.ts';
import type { Env } from './env.ts';
import { escapeHtml } from './html.ts';

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'openapi-3.0' });

/** The OpenAPI 3.0 document of all callables, generated from their contracts. */
export const openApi = (handlers: Iterable<Handler>, env: Env) => ({
  openapi: '3.0.3',
  info: {
    title: `Portal de ${env.institution.name}`,
    version: env.version,
    description:
      'Cada función se llama con POST y un cuerpo {"data": …}; responde {"result": …} o {"error": {"status", "message", "details"}}.',
  },
  servers: [{ url: `${env.publicUrl}/${env.region}` }],
  components: {
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      cookie: { type: 'apiKey', in: 'cookie', name: 'token' },
    },
    schemas: {
      Error: {
        type: 'object',
        properties: {
          error: {
            type: 'object',
            properties: {
              status: { type: 'string', enum: Object.keys(HTTP_OF_STATUS) },
              message: { type: 'string' },
              details: { type: 'object' },
            },
          },
        },
      },
    },
  },
  paths: Object.fromEntries(
    [...handlers].map(({ contract, access }) => [
      `/${contract.name}`,
      {
        post: {
          operationId: contract.name,
          summary: contract.summary,
          security: access.public ? [] : [{ bearer: [] }, { cookie: [] }],
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['data'],
                  additionalProperties: false,
                  properties: { data: schemaOf(contract.input, 'input') },
                },
              },
            },
          },
          responses: {
            200: {
              description: 'Hecho',
              content: {
                'application/json': {
                  schema: {
                    type: 'object',
                    properties: { result: schemaOf(contract.output, 'output') },
                  },
                },
              },
            },
            default: {
              description: 'No se hizo',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
            },
          },
        },
      },
    ]),
  ),
});

/** The same, as a page a person can read without scripts. */
export const docsPage = (handlers: Iterable<Handler>, env: Env): string => {
  const list = [...handlers].sort((a, b) => a.contract.name.localeCompare(b.contract.name));
  return `<!doctype html><html lang="es-MX"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Funciones del portal · ${escapeHtml(env.institution.shortName)}</title><link rel="stylesheet" href="/api/docs.css"></head><body><main><h1>Funciones del portal</h1><p>Cada una se llama con <code>POST ${escapeHtml(env.publicUrl)}/${escapeHtml(env.region)}/{nombre}</code> y un cuerpo <code>{"data": …}</code>; responde <code>{"result": …}</code> o <code>{"error": {"status", "message", "details"}}</code>. El documento para programas está en <a href="/api/openapi.json">/api/openapi.json</a>.</p><nav aria-label="Funciones"><ul>${list
    .map((h) => `<li><a href="#${h.contract.name}">${h.contract.name}</a></li>`)
    .join('')}</ul></nav>${list
    .map(
      ({ contract, access }) =>
        `<section id="${contract.name}" aria-label="${contract.name}"><h2>${contract.name}</h2><p>${escapeHtml(contract.summary)}</p><p><b>${access.public ? 'Sin ingresar' : 'Con sesión y permiso'}</b></p><h3>data</h3><pre tabindex="0" role="region" aria-label="Entrada de ${contract.name}">${escapeHtml(JSON.stringify(schemaOf(contract.input, 'input'), null, 2))}</pre><h3>result</h3><pre tabindex="0" role="region" aria-label="Salida de ${contract.name}">${escapeHtml(JSON.stringify(schemaOf(contract.output, 'output'), null, 2))}</pre></section>`,
    )
    .join('')}</main></body></html>`;
};

export const DOCS_CSS =
  'body{font:16px/1.5 system-ui,sans-serif;color:#1a2233;background:#f7f5f0;margin:0}main{max-width:60rem;margin:auto;padding:1rem;overflow-wrap:anywhere}h1,h2{font-family:Georgia,serif}a{color:#1d3b66}pre{background:#fff;border:1px solid #767f8f;border-radius:6px;padding:1rem;overflow:auto}section{border-top:1px solid #767f8f;margin-top:2rem}nav ul{columns:16rem}';
