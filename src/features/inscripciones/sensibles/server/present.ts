import type { OutputOf } from '../../../../platform/shared/callable.ts';
import { describeSensibles } from '../../../plantillas/formulario/rules.ts';
import type { getRespuestasSensibles } from '../contract.ts';
import type { Leida } from './service.ts';

export const presentSensibles = (
  row: Leida,
): OutputOf<typeof getRespuestasSensibles>['inscripciones'][number] => ({
  id: row.id,
  curso: row.curso,
  edicion: row.edicion,
  estado: row.estado,
  enviadaEn: row.enviada_en.toISOString(),
  ilegible: row.dicho === null,
  secciones: row.dicho ? describeSensibles(row.dicho.definicion, row.dicho.respuestas) : [],
});
