import { parentPort } from 'node:worker_threads';
import type { Definicion } from '../../contract.ts';
import type { HechoDeclarado } from '../../reglas/contract.ts';
import { presupuestoDe } from '../../reglas/contradicciones/rules.ts';
import { contradiccionesEn } from '../rules.ts';

/** A definition, and all that its rules may ask. */
export type BuscarContradicciones = { definicion: Definicion; hechos: readonly HechoDeclarado[] };
export type Contradicciones = ReturnType<typeof contradiccionesEn>;

/** Milliseconds that all rules and quotas of one definition have together. */
const BUDGET_MS = 1_000;

parentPort?.on('message', ({ definicion, hechos }: BuscarContradicciones) => {
  const quedaTiempo = presupuestoDe(BUDGET_MS, () => performance.now());
  const found: Contradicciones = contradiccionesEn(definicion, hechos, quedaTiempo);
  parentPort?.postMessage(found);
});
parentPort?.postMessage('ready');
