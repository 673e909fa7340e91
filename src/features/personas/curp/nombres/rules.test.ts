import { describe, expect, it } from 'vitest';
import { findNombres, printsNombres } from './rules.ts';

const CURP = 'HEMS940825HDFRRN07';
const NAMES = { nombre: 'SANTIAGO', apellidoPaterno: 'HERNANDEZ', apellidoMaterno: 'MARTINEZ' };
const text = (...lines: string[]) => lines.join('\n');

describe('the names on a document', () => {
  it('stand one below the other on the elector’s card', () => {
    const read = text(
      'MÉXICO INSTITUTO',
      'NOMBRE',
      'HERNANDEZ',
      'MARTINEZ',
      'SANTIAGO',
      'DOMICILIO',
    );
    expect(findNombres(read, CURP)).toEqual(NAMES);
  });

  it('stand on one or two lines, surnames first or last', () => {
    expect(findNombres('Nombre: SANTIAGO HERNANDEZ MARTINEZ', CURP)).toEqual(NAMES);
    expect(findNombres(text('HERNANDEZ MARTINEZ', 'SANTIAGO', CURP), CURP)).toEqual(NAMES);
    expect(findNombres(text('SANTIAGO', 'HERNANDEZ MARTINEZ'), CURP)).toEqual(NAMES);
  });

  it('may be several words each, with particles', () => {
    const curp = 'OXGA850101MDFXRN05';
    expect(findNombres('ANA LAURA DE LA O GARCIA', curp)).toEqual({
      nombre: 'ANA LAURA',
      apellidoPaterno: 'DE LA O',
      apellidoMaterno: 'GARCIA',
    });
  });

  it('get back the Ñ that the reader of photos does not know', () => {
    const curp = 'MUPD570420HDGXXV06';
    expect(findNombres(text('MUNOZ', 'PENA', 'DAVID'), curp)).toEqual({
      nombre: 'DAVID',
      apellidoPaterno: 'MUÑOZ',
      apellidoMaterno: 'PEÑA',
    });
  });

  it('are nothing when they do not give the letters of the CURP', () => {
    expect(findNombres(text('RERNANDEZ', 'MARTINEZ', 'SANTIAGO'), CURP)).toBeNull();
    expect(findNombres(text('HERNANDEZ', 'MARTINEZ'), CURP)).toBeNull();
    expect(findNombres('', CURP)).toBeNull();
  });

  it('are nothing when the text has two that do', () => {
    const read = text('SANTIAGO HERNANDEZ MARTINEZ', CURP, 'SAN HERNANDEZ MARTINEZ');
    expect(findNombres(read, CURP)).toBeNull();
  });
});

describe('a text prints the names of a CURP', () => {
  it('also where the spaces between them were lost, in both orders', () => {
    expect(printsNombres('SANTIAGOHERNANDEZ MARTINEZ', CURP)).toBe(true);
    expect(printsNombres(text('CEDULA', 'HERNANDEZMARTINEZSANTIAGO'), CURP)).toBe(true);
    expect(findNombres('SANTIAGOHERNANDEZ MARTINEZ', CURP)).toBeNull();
  });

  it('not when they are somebody else’s, or only a part of them', () => {
    expect(printsNombres('SANTIAGOFERNANDEZMARTINEZ', CURP)).toBe(false);
    expect(printsNombres('HERNANDEZMARTINEZ', CURP)).toBe(false);
    expect(printsNombres('', CURP)).toBe(false);
  });
});
