import type { ActividadRow, CursoDeHoyRow } from '../../cursos/server/reading.ts';
import type { CursadaRow } from '../../inscripciones/server/reading.ts';
import { type Avance, avanceDe, type Sabido } from '../avance/rules.ts';
import {
  type CursoDeRuta,
  type EdicionDeRuta,
  type FilaPersonaDeRuta,
  type FilaRutaEditable,
  RUTA_ILEGIBLE,
  type RutaDeLista,
  type RutaEditable,
  type RutaLeida,
  type VersionDeRuta,
} from '../contract.ts';
import type { VersionRow } from '../escritura/server/data.ts';
import type { EstadoAvance } from '../estados.ts';
import {
  cuantasPide,
  cursosDe,
  type DefinicionRuta,
  type Nombres,
  obligatorias,
  type ParteDeRuta,
} from '../rules.ts';
import type { FilaRow, PersonaDeRutaRow, RutaVisible } from './data.ts';

export const presentCursoDeRuta = (row: CursoDeHoyRow): CursoDeRuta => ({
  id: row.curso_id,
  clave: row.curso_clave,
  nombre: row.curso_nombre,
  tipo: { clave: row.curso_tipo.clave, nombre: row.curso_tipo.nombre },
  modalidad: { clave: row.curso_modalidad.clave, nombre: row.curso_modalidad.nombre },
  area: row.curso_area,
  horas: row.curso_horas,
  creditos: row.curso_creditos,
  objetivo: row.curso_objetivo,
  retirado: row.curso_retirado,
});

const presentEdicionDeRuta = (row: ActividadRow): EdicionDeRuta => ({
  id: row.edicion_id,
  cursoId: row.curso_id,
  plantillaId: row.plantilla_id,
  nombre: row.edicion_nombre,
  inicia: row.edicion_inicia,
  termina: row.edicion_termina,
  inscripcionAbre: row.edicion_abre.toISOString(),
  inscripcionCierra: row.edicion_cierra.toISOString(),
  sede: row.edicion_sede,
  libres: row.edicion_cupo - row.edicion_ocupados,
  porConvocatoria: row.edicion_por_convocatoria,
  convocatoriaId: row.edicion_convocatoria_id,
});

const RANK = { acreditado: 3, cursando: 2, noAcreditado: 1 } as const;

const sabidoDe = ({ estado, cancelada }: CursadaRow): Sabido | null => {
  if (estado === 'acreditada') return 'acreditado';
  if (estado === 'noAcreditada') return 'noAcreditado';
  return cancelada ? null : 'cursando';
};

type CursoSabidoDe = { cursoId: string; estado: Sabido; edicion: string; termina: string };

/** What is known of each course, of the best of somebody's enrolments in it; by person. */
export const sabidosOf = (
  rows: readonly CursadaRow[],
): ReadonlyMap<string, ReadonlyMap<string, CursoSabidoDe>> => {
  const all = new Map<string, Map<string, CursoSabidoDe>>();
  for (const row of rows) {
    const estado = sabidoDe(row);
    if (estado === null) continue;
    const mine = all.get(row.persona_id) ?? new Map<string, CursoSabidoDe>();
    all.set(row.persona_id, mine);
    const before = mine.get(row.curso_id);
    if (before && RANK[before.estado] >= RANK[estado]) continue;
    mine.set(row.curso_id, {
      cursoId: row.curso_id,
      estado,
      edicion: row.edicion_nombre,
      termina: row.termina,
    });
  }
  return all;
};

/** How far somebody is who knows that of each course. */
export const avanceOf = (
  definicion: DefinicionRuta,
  sabidos: ReadonlyMap<string, { estado: Sabido }> | undefined,
): Avance =>
  avanceDe(definicion, new Map([...(sabidos ?? [])].map(([id, { estado }]) => [id, estado])));

const horasDe = (parte: ParteDeRuta, horas: ReadonlyMap<string, number>): number => {
  if (parte.tipo === 'curso') return horas.get(parte.cursoId) ?? 0;
  const each = obligatorias(parte)
    .map((one) => horasDe(one, horas))
    .toSorted((a, b) => a - b);
  return each.slice(0, cuantasPide(parte)).reduce((sum, one) => sum + one, 0);
};

const estadoOf = (avance: Avance, row: RutaVisible): EstadoAvance => {
  if (row.completada_en !== null) return 'completada';
  const began = row.comenzada_en !== null || avance.acreditados > 0 || avance.cursando.length > 0;
  return began ? 'enCurso' : 'sinComenzar';
};

const SOME = 3;

export const presentRutaDeLista = (
  row: RutaVisible,
  {
    cursos,
    sabidos,
  }: {
    cursos: ReadonlyMap<string, CursoDeHoyRow>;
    /** Null: nobody's. */
    sabidos: ReadonlyMap<string, CursoSabidoDe> | null;
  },
): RutaDeLista => {
  const { definicion } = row;
  const ilegible = definicion === RUTA_ILEGIBLE;
  const avance = avanceOf(definicion, sabidos ?? undefined);
  const horas = new Map([...cursos].map(([id, { curso_horas }]) => [id, curso_horas]));
  return {
    id: row.id,
    clave: row.clave,
    ilegible,
    nombre: definicion.nombre,
    descripcion: definicion.descripcion,
    dirigidaA: definicion.dirigidaA,
    cursos: cursosDe(definicion).length,
    etapas: definicion.etapas.length,
    horas: definicion.etapas.reduce((sum, etapa) => sum + horasDe(etapa, horas), 0),
    seOfrece: row.en_vigor !== null,
    avance:
      sabidos === null || ilegible
        ? null
        : {
            estado: estadoOf(avance, row),
            acreditados: avance.acreditados,
            necesarios: avance.necesarios,
          },
    siguientes: avance.siguientes
      .slice(0, SOME)
      .flatMap((id) => cursos.get(id)?.curso_nombre ?? []),
  };
};

export const presentRuta = (
  row: RutaVisible,
  more: {
    cursos: readonly CursoDeHoyRow[];
    ediciones: readonly ActividadRow[];
    sabidos: ReadonlyMap<string, CursoSabidoDe> | null;
    ahora: Date;
  },
): RutaLeida => ({
  id: row.id,
  clave: row.clave,
  version: {
    numero: row.numero,
    estado: row.estado,
    publicadaEn: row.publicada_en?.toISOString() ?? null,
  },
  enVigor: row.en_vigor === row.numero ? null : row.en_vigor,
  seOfrece: row.en_vigor !== null,
  definicion: row.definicion,
  cursos: more.cursos.map(presentCursoDeRuta),
  ediciones: more.ediciones.map(presentEdicionDeRuta),
  persona: more.sabidos && {
    comenzadaEn: row.comenzada_en?.toISOString() ?? null,
    completadaEn: row.completada_en?.toISOString() ?? null,
    sabidos: [...more.sabidos.values()],
  },
  ahora: more.ahora.toISOString(),
});

const presentVersion = (row: VersionRow): VersionDeRuta => ({
  id: row.id,
  numero: row.numero,
  estado: row.estado,
  nota: row.nota,
  publicadaEn: row.publicada_en?.toISOString() ?? null,
  archivadaEn: row.archivada_en?.toISOString() ?? null,
  actualizadoEn: row.actualizado_en.toISOString(),
  personas: row.personas,
  ilegible: row.definicion === RUTA_ILEGIBLE,
  definicion: row.definicion,
});

export const presentEditable = (
  ruta: { id: string; clave: string },
  versiones: readonly VersionRow[],
  cursos: readonly CursoDeHoyRow[],
): RutaEditable => ({
  ...ruta,
  version: versiones.find(({ estado }) => estado === 'borrador')?.version ?? null,
  versiones: versiones.map(presentVersion),
  cursos: cursos.map(presentCursoDeRuta),
});

export const presentFilaEditable = ({ total: _, ...row }: FilaRow): FilaRutaEditable => ({
  id: row.id,
  clave: row.clave,
  nombre: row.nombre,
  enVigor: row.en_vigor,
  borrador: row.borrador,
  cursos: row.cursos,
  personas: row.personas,
  completadas: row.completadas,
  actualizadoEn: row.actualizado_en.toISOString(),
});

export const presentPersonaDeRuta = (
  row: PersonaDeRutaRow,
  sabidos: ReadonlyMap<string, CursoSabidoDe> | undefined,
  nombres: Nombres,
): FilaPersonaDeRuta => {
  const avance = avanceOf(row.definicion, sabidos);
  return {
    clave: row.persona_clave,
    nombreCompleto: row.persona_nombre_completo,
    numero: row.numero,
    comenzadaEn: row.comenzada_en.toISOString(),
    completadaEn: row.completada_en?.toISOString() ?? null,
    acreditados: avance.acreditados,
    necesarios: avance.necesarios,
    ilegible: row.definicion === RUTA_ILEGIBLE,
    cursando: avance.cursando.slice(0, SOME).map(nombres),
    siguientes: avance.siguientes.slice(0, SOME).map(nombres),
  };
};
