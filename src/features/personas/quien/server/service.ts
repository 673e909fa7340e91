import { asCorreo, type CellParser, textOf } from '../../../../platform/server/hojas/cells.ts';
import type { Column } from '../../../../platform/server/hojas/define.ts';
import { normalizeCurp } from '../../curp/rules.ts';

const asClave: CellParser = (cell) => ({ ok: true, value: normalizeCurp(textOf(cell)) });

/** Whose a row of a spreadsheet is: by CURP or key of their file, or else by the address of their account. */
export const COLUMNAS_DE_QUIEN: readonly Column<'clave' | 'correo'>[] = [
  {
    key: 'clave',
    header: 'CURP',
    synonyms: ['curp o clave', 'clave', 'clave del expediente'],
    required: true,
    unless: 'correo',
    parse: asClave,
    example: 'GARM920315MDFRRN08',
    hint: 'La CURP o, de quien no tiene, la clave de su expediente.',
    width: 24,
  },
  {
    key: 'correo',
    header: 'Correo de la cuenta',
    synonyms: ['correo', 'correo electrónico', 'email', 'dirección de correo'],
    parse: asCorreo(),
    example: '',
    hint: 'El correo con el que ingresa al portal, cuando no se conoce su CURP.',
    width: 30,
  },
];
