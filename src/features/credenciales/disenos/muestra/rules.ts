import { crockfordCheck } from '../../../../platform/shared/ids.ts';
import { lookUp } from '../../../../platform/shared/look-up.ts';
import type { EmitidoImpreso } from '../../contract.ts';
import { validacionPath } from '../../routes.ts';
import { type CampoEmitido, readCamposEmitido, type Tipo, tipoOf } from '../../rules.ts';

/** Somebody who does not exist; a name of the longest that there may be, 80 letters of all kinds. */
const NOMBRES = {
  comun: 'ANA SOFÍA PÉREZ RUIZ',
  largo: 'MARÍA DE LOS ÁNGELES GUADALUPE FERNÁNDEZ DE LA PEÑA Y MUÑOZ-LEDO ÑÁÑEZ IBARGÜENGO',
};

const PROGRAMAS: Readonly<Record<Tipo, string>> = {
  certificado: 'Argumentación jurídica y redacción de sentencias',
  credencial: 'Formación inicial de la carrera judicial',
  reconocimiento: 'Jornadas de justicia abierta',
  grado: 'Maestría en Derecho Judicial',
  certificacion: 'Mediación en sede judicial',
};
const PROGRAMA_LARGO =
  'Especialidad en administración, organización y dirección de órganos jurisdiccionales federales, con énfasis en argumentación, derechos humanos, perspectiva de género y justicia digital (generación XI)';

const TEXTOS: Readonly<Record<string, string>> = {
  modalidad: 'En línea',
  adscripcion: 'Juzgado Primero de Distrito en Materia Civil',
  lugar: 'Ciudad de México',
  libro: '7',
  foja: '112',
  modalidadTitulacion: 'Tesis y examen profesional',
  rvoe: 'Acuerdo 2026-114',
  estandar: 'Nivel 3',
};

const FECHAS: Readonly<Record<string, string>> = { inicia: '2026-02-03', termina: '2026-03-13' };

const valorDe = (campo: CampoEmitido, largo: boolean): string => {
  switch (campo.clase) {
    case 'texto':
      return largo
        ? 'Escrito con tantas letras como admite: '.repeat(4).slice(0, campo.max).trim()
        : (lookUp(TEXTOS, campo.key) ?? 'Texto');
    case 'entero':
      return '40';
    case 'decimal':
      return '9.5';
    case 'fecha':
      return lookUp(FECHAS, campo.key) ?? '2026-06-18';
    case 'opcion':
      return Object.keys(campo.opciones)[0]!;
  }
};

const FOLIO_CERO = '0'.repeat(16);

/** What a document of that kind could say, of nobody; `largo`: with all that is longest. Its folio is of no document. */
export const muestraDe = (
  tipo: Tipo,
  {
    largo,
    institucion,
    publicUrl,
    firmantes,
  }: {
    largo: boolean;
    institucion: string;
    publicUrl: string;
    firmantes: EmitidoImpreso['firmantes'];
  },
): EmitidoImpreso => {
  const { campos, codigo, vigencia } = tipoOf(tipo);
  const body = `${codigo}26${FOLIO_CERO}`;
  const folio = body + crockfordCheck(body);
  const leidos = readCamposEmitido(
    tipo,
    Object.fromEntries(campos.map((campo) => [campo.key, valorDe(campo, largo)])),
  );
  return {
    tipo,
    folio,
    institucion,
    titular: { nombreCompleto: NOMBRES[largo ? 'largo' : 'comun'] },
    programa: largo ? PROGRAMA_LARGO : PROGRAMAS[tipo],
    campos: 'dichos' in leidos ? leidos.dichos : [],
    firmantes,
    vigenteHasta: vigencia === 'no' ? null : '2029-03-13',
    url: `${publicUrl}${validacionPath(tipo, folio)}`,
    demo: false,
  };
};
