import { randomUUID } from 'node:crypto';
import type { EmitidoDetalle } from '../../src/features/credenciales/contract.ts';
import type { Tipo } from '../../src/features/credenciales/rules.ts';
import type { TestPortal } from '../portal.ts';

/** What each kind asks for, filled in. */
export const CAMPOS: Readonly<Record<Tipo, Readonly<Record<string, string>>>> = {
  certificado: { horas: '40', calificacion: '9.5', inicia: '2026-01-05', termina: '2026-03-05' },
  credencial: { calidad: 'alumnado', adscripcion: 'Juzgado Primero de Distrito' },
  reconocimiento: { motivo: 'docencia', fecha: '2026-02-03', lugar: 'Ciudad de México' },
  grado: {
    nivel: 'maestria',
    libro: '12',
    foja: '34 v.',
    examen: '2026-02-03',
    modalidadTitulacion: 'Tesis y examen',
  },
  certificacion: { horas: '120', estandar: 'Nivel 3' },
};

/** Somebody who may sign, in the catalog: its id. */
export const makeFirmante = async (
  portal: Pick<TestPortal, 'call'>,
  token: string,
): Promise<string> => {
  const valores = {
    clave: `F${randomUUID().slice(0, 8)}`.toUpperCase(),
    nombre: 'Irene Solís Vega',
    cargo: 'Dirección General',
    tratamiento: 'Dra.',
  };
  const { result, error } = await portal.call(
    'saveItemCatalogo',
    { catalogo: 'firmantes', id: null, version: null, valores },
    { token },
  );
  if (error) throw new Error(error.message);
  return result.id;
};

/** What `createDocumentoEmitido` takes, of any kind. */
export const pedidoDe = (tipo: Tipo, clave: string, firmante: string, more: object = {}) => ({
  id: randomUUID(),
  tipo,
  clave,
  programa: 'Argumentación jurídica',
  campos: CAMPOS[tipo],
  firmantes: [firmante],
  vigenteHasta: tipo === 'credencial' || tipo === 'certificacion' ? '2031-12-31' : null,
  ...more,
});

/** Issues one; of the kind that asks for it, approved by the second of those who do. */
export const makeEmitido = async (
  portal: TestPortal,
  {
    tipo,
    clave,
    firmante,
    por,
    aprueba,
    ...more
  }: { tipo: Tipo; clave: string; firmante: string; por: string; aprueba: string } & object,
): Promise<EmitidoDetalle> => {
  const made = await portal.call('createDocumentoEmitido', pedidoDe(tipo, clave, firmante, more), {
    token: por,
  });
  if (made.error) throw new Error(JSON.stringify(made.error));
  if (made.result.estado !== 'borrador') return made.result;
  const { result, error } = await portal.call(
    'confirmDocumentoEmitido',
    { id: made.result.id },
    { token: aprueba },
  );
  if (error) throw new Error(error.message);
  return result;
};
