import { randomUUID } from 'node:crypto';
import type { Trx } from '../../../platform/server/db/index.ts';
import type { Services } from '../../../platform/server/services.ts';
import { fechaDe } from '../../../platform/shared/dates.ts';
import { nameInItsCase } from '../../../platform/shared/names.ts';
import { readOfrecidos } from '../../catalogos/server/service.ts';
import type { SeededPersona } from '../../personas/server/seed.ts';
import { selectLineasDeMuestra } from '../acta/server/data.ts';
import { seedDisenos } from '../disenos/server/seed.ts';
import type { Tipo } from '../rules.ts';
import type { EmitidoRow } from './data.ts';
import { confirmEmitido, issueEmitido, updateVigencia } from './service.ts';

const DAY = 86_400_000;

type Caso = {
  tipo: Tipo;
  programa: string;
  campos: Readonly<Record<string, string>>;
  /** Years for which it is in force from when it is issued. */
  anios?: number;
};

const CASOS: Readonly<Record<Tipo, Caso>> = {
  certificado: {
    tipo: 'certificado',
    programa: 'Argumentación jurídica',
    campos: {
      horas: '40',
      calificacion: '9.5',
      inicia: '2026-02-03',
      termina: '2026-03-13',
      modalidad: 'En línea',
    },
    anios: 3,
  },
  credencial: {
    tipo: 'credencial',
    programa: 'Formación inicial de la carrera judicial',
    campos: { calidad: 'alumnado', adscripcion: 'Juzgado Primero de Distrito en Materia Civil' },
    anios: 1,
  },
  reconocimiento: {
    tipo: 'reconocimiento',
    programa: 'Jornadas de justicia abierta',
    campos: { motivo: 'ponencia', fecha: '2026-05-21', lugar: 'Ciudad de México' },
  },
  grado: {
    tipo: 'grado',
    programa: 'Maestría en Derecho Judicial',
    campos: {
      nivel: 'maestria',
      libro: '7',
      foja: '112',
      examen: '2026-06-18',
      modalidadTitulacion: 'Tesis y examen profesional',
    },
  },
  certificacion: {
    tipo: 'certificacion',
    programa: 'Mediación en sede judicial',
    campos: { horas: '120', estandar: 'Nivel 3' },
    anios: 2,
  },
};

/**
 * Documents of the demonstration: of the five kinds, one in each state that it may be in, and a certificado that was
 * reissued three times. Their credentials and PDF are made when somebody asks for them.
 */
export const seedCredenciales = async (
  trx: Trx,
  {
    personas,
    services,
    now,
  }: { personas: readonly SeededPersona[]; services: Services; now: Date },
): Promise<void> => {
  const firmantes = (await readOfrecidos(trx, 'firmantes')).slice(0, 2).map(({ id }) => id);
  if (firmantes.length === 0) return;
  const disenos = await seedDisenos(trx, firmantes, services);
  const sinAviso = { env: services.env, notificaciones: null };
  let next = 2;
  const lineas = await selectLineasDeMuestra(trx);
  /** A line of an acta that no certificado is of yet: of that person, if they have one. */
  const takeLinea = (personaId: string) => {
    const own = lineas.findIndex(({ persona_id }) => persona_id === personaId);
    return lineas.splice(Math.max(own, 0), 1)[0];
  };
  const issue = async (
    { tipo, programa, campos, anios }: Caso,
    days: number,
    { persona = personas[next++ % personas.length]!, draft = false } = {},
    sustituye?: { row: EmitidoRow; motivo: string },
  ): Promise<EmitidoRow> => {
    // A certificado is of a line of an acta, and of after that was closed.
    const linea = tipo === 'certificado' && !sustituye ? takeLinea(persona.id) : undefined;
    const desde = linea ? +linea.cerrada_en + DAY : 0;
    const ahora = new Date(Math.min(+now, Math.max(+now - days * DAY, desde)));
    const de = linea
      ? { id: linea.persona_id, nombre: nameInItsCase(linea.nombre_completo) }
      : { id: persona.id, nombre: nameInItsCase(persona.nombreCompleto) };
    const dias = tipo === 'certificado' && days > 365 ? 2 : (anios ?? 0) * 365;
    const contenido = {
      programa,
      campos,
      firmantes,
      vigenteHasta: anios === undefined ? null : fechaDe(new Date(+ahora + dias * DAY)),
      // Now the one, now the other.
      diseno: next % 2 === 0 ? (disenos.get(tipo) ?? null) : null,
    };
    const row = await issueEmitido(
      trx,
      {
        id: randomUUID(),
        tipo,
        persona: de,
        contenido,
        base: {
          inscripcionId: sustituye?.row.inscripcion_id ?? linea?.inscripcion_id ?? null,
          evidenciaId: null,
        },
        ...(sustituye && { sustituye }),
      },
      { uid: 'demostracion', ...sinAviso, ahora },
    );
    return row.estado !== 'borrador' || draft
      ? row
      : confirmEmitido(trx, row.id, {
          actor: { uid: 'demostracion-visto', personaId: null },
          ...sinAviso,
          ahora,
        });
  };
  const change = (row: EmitidoRow, paso: 'suspender' | 'revocar', motivo: string, days: number) =>
    updateVigencia(
      trx,
      { id: row.id, paso, motivo },
      { ...sinAviso, ahora: new Date(+now - days * DAY) },
    );

  for (const caso of Object.values(CASOS)) {
    await issue(caso, 12, { persona: personas[2]! });
    await change(await issue(caso, 60), 'suspender', 'Se revisa el acta de la que procede.', 9);
    await change(await issue(caso, 90), 'revocar', 'Se emitió por error a otra persona.', 20);
    if (caso.anios !== undefined) await issue(caso, 400 * caso.anios);
    const first = await issue(caso, 120);
    await issue(
      caso,
      30,
      { persona: personas.find(({ id }) => id === first.persona_id)! },
      {
        row: first,
        motivo: 'Se corrigió un dato del documento.',
      },
    );
  }
  await issue(CASOS.grado, 1, { draft: true });
  // A chain of three reissues.
  const persona = personas[2]!;
  let row = await issue({ ...CASOS.certificado, programa: 'Ética judicial' }, 200, { persona });
  for (const [days, motivo] of [
    [150, 'Se corrigió el nombre del curso.'],
    [100, 'Se corrigieron las horas.'],
    [50, 'Se corrigió la fecha en que terminó.'],
  ] as const) {
    row = await issue(
      { ...CASOS.certificado, programa: 'Ética judicial aplicada' },
      days,
      { persona },
      { row, motivo },
    );
  }
};
