/** Who may enrol in what: the rules of the versions in force, judged for one person or for many. */
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Slots } from '../../../../platform/server/feature.ts';
import { ventanaDe } from '../../../cursos/hechos/server/service.ts';
import { loadExcepciones } from '../../../plantillas/excepciones/server/service.ts';
import { withoutRespuestas } from '../../../plantillas/formulario/hechos/rules.ts';
import type { Hechos, Regla, ResultadoRegla } from '../../../plantillas/reglas/contract.ts';
import { VENTANA, VENTANA_NOMBRE } from '../../../plantillas/reglas/contract.ts';
import {
  evaluateReglas,
  fieldsOfReglas,
  mayEnroll,
  needsRevision,
  puntosOf,
} from '../../../plantillas/reglas/rules.ts';
import {
  type HechosCargados,
  loadHechos,
  type ProveedorDeHechos,
} from '../../../plantillas/reglas/server/service.ts';
import { selectReglas, selectVersionesDe } from './data.ts';

/** How a person stands before the rules of an edition. */
export type Elegibilidad = {
  readonly versionId: string;
  /** Every rule, met or not. */
  readonly resultados: readonly ResultadoRegla[];
  /** No rule stands in the way. */
  readonly cumple: boolean;
  /** What stands in the way, or would have to be looked at, besides the window: that one opens and closes by itself. */
  readonly faltas: readonly ResultadoRegla[];
  /** It would wait for somebody of the school. */
  readonly aRevision: boolean;
  readonly puntos: number;
};

const judge = (
  versionId: string,
  reglas: readonly Regla[],
  hechos: Hechos,
  ahora: Date,
): Elegibilidad => {
  const resultados = evaluateReglas(reglas, hechos, ahora);
  // What is asked in the form is not known yet of anybody: it stands in nobody's way.
  const sabidos = withoutRespuestas(reglas, resultados);
  const piden = new Set(reglas.filter((regla) => asksOfPersona([regla])).map(({ clave }) => clave));
  return {
    versionId,
    resultados,
    cumple: mayEnroll(sabidos),
    faltas: sabidos.filter(
      (one) => piden.has(one.clave) && !(mayEnroll([one]) && !needsRevision([one])),
    ),
    aRevision: needsRevision(sabidos),
    puntos: puntosOf(sabidos),
  };
};

declare module '../../../../platform/server/feature.ts' {
  interface Slots {
    /** Asked by who shows an offer, or tries rules: with the facts that all features give. */
    elegibilidad: {
      readonly evaluarPara: (
        db: Db | Trx,
        que: Parameters<typeof evaluarPara>[2],
      ) => ReturnType<typeof evaluarPara>;
      readonly evaluarConjunto: (
        db: Db | Trx,
        que: Parameters<typeof evaluarConjunto>[2],
      ) => ReturnType<typeof evaluarConjunto>;
    };
  }
}

/** The two questions, with where the facts come from: it is asked when they are used, for not all have given before. */
export const createElegibilidad = (
  proveedores: () => readonly ProveedorDeHechos[],
): Slots['elegibilidad'] => ({
  evaluarPara: (db, que) => evaluarPara(db, proveedores(), que),
  evaluarConjunto: (db, que) => evaluarConjunto(db, proveedores(), que),
});

type ConVentana = Parameters<typeof ventanaDe>[0];

/** What an edition that is at hand says without being asked. */
export const hechosDeEdicion = (row: ConVentana): Hechos => ({
  [VENTANA]: { tipo: 'periodo', nombre: VENTANA_NOMBRE, valor: ventanaDe(row) },
});

/** What rules ask for beyond what an edition that is at hand says. */
const pideMas = (fields: readonly string[]) => fields.filter((field) => field !== VENTANA);

/** Whether these rules look at anything of the person. */
export const asksOfPersona = (reglas: readonly Regla[]): boolean =>
  pideMas(fieldsOfReglas(reglas)).length > 0;

/**
 * The facts that the rules of one enrolment ask for. Without asking the database when there is nothing to ask beyond
 * the edition's window, which whoever calls has.
 */
export const readHechosDe = async (
  db: Db | Trx,
  proveedores: readonly ProveedorDeHechos[],
  {
    reglas,
    edicion,
    persona,
    ahora,
  }: {
    reglas: readonly Regla[];
    edicion: ConVentana & { edicion_id: string; plantilla_id: string };
    persona: { id: string; clave: string };
    ahora: Date;
  },
): Promise<Hechos> => {
  const caso = { personaId: persona.id, edicionId: edicion.edicion_id };
  const fields = pideMas(fieldsOfReglas(reglas));
  const conocidos = hechosDeEdicion(edicion);
  if (fields.length === 0) return conocidos;
  const cargados = await loadHechos(db, proveedores, { fields, casos: [caso], ahora });
  const { plantilla_id } = edicion;
  const exceptuado = await loadExcepciones(db, {
    plantillas: [plantilla_id],
    personas: [persona.id],
    ahora,
  });
  return {
    ...conocidos,
    ...cargados(caso, persona.clave),
    ...exceptuado(persona.id, plantilla_id, reglas),
  };
};

/**
 * One person before many editions, each under its version in force, in a handful of statements however many editions
 * there are. By the edition's id; one without a version in force, or that is not there, is left out. `clave`: the key
 * of their file, for the links that mend.
 */
const evaluarPara = async (
  db: Db | Trx,
  proveedores: readonly ProveedorDeHechos[],
  {
    ediciones,
    personaId,
    clave,
    ahora,
  }: {
    ediciones: readonly string[];
    personaId: string;
    clave?: string | undefined;
    ahora: Date;
  },
): Promise<ReadonlyMap<string, Elegibilidad>> => {
  if (ediciones.length === 0) return new Map();
  const rows = await selectVersionesDe(db, ediciones);
  const said = await selectReglas(db, [...new Set(rows.map(({ version_id }) => version_id))]);
  const cargados: HechosCargados = await loadHechos(db, proveedores, {
    fields: pideMas(fieldsOfReglas([...said.values()].flatMap(({ reglas }) => reglas))),
    casos: rows.map(({ edicion_id: edicionId }) => ({ personaId, edicionId })),
    ahora,
  });
  const exceptuado = await loadExcepciones(db, {
    plantillas: [...new Set(rows.map(({ plantilla_id }) => plantilla_id))],
    personas: [personaId],
    ahora,
  });
  return new Map(
    rows.map((row) => {
      const mine = said.get(row.version_id)?.reglas ?? [];
      const hechos = {
        ...hechosDeEdicion(row),
        ...cargados({ personaId, edicionId: row.edicion_id }, clave),
        ...exceptuado(personaId, row.plantilla_id, mine),
      };
      return [row.edicion_id, judge(row.version_id, mine, hechos, ahora)];
    }),
  );
};

/**
 * Many people before the rules of some versions (drafts too), with the same statements for all of them, and what they all
 * look at loaded once; with an edition, in it. By version and person. Whoever asks for a million gives them in parts of
 * some thousands.
 */
const evaluarConjunto = async (
  db: Db | Trx,
  proveedores: readonly ProveedorDeHechos[],
  {
    versiones,
    edicionId,
    personas,
    ahora,
  }: {
    versiones: readonly string[];
    edicionId: string | null;
    personas: readonly string[];
    ahora: Date;
  },
): Promise<ReadonlyMap<string, ReadonlyMap<string, Elegibilidad>>> => {
  const said = await selectReglas(db, versiones);
  const casos = personas.map((personaId) => ({ personaId, edicionId }));
  const fields = fieldsOfReglas([...said.values()].flatMap(({ reglas }) => reglas));
  const cargados = await loadHechos(db, proveedores, { fields, casos, ahora });
  const plantillas = [...new Set([...said.values()].map(({ plantillaId }) => plantillaId))];
  const exceptuado = await loadExcepciones(db, { plantillas, personas, ahora });
  const judgeAll = (versionId: string, plantillaId: string, reglas: readonly Regla[]) =>
    new Map(
      casos.map((caso) => {
        const hechos = {
          ...cargados(caso),
          ...exceptuado(caso.personaId, plantillaId, reglas),
        };
        return [caso.personaId, judge(versionId, reglas, hechos, ahora)];
      }),
    );
  return new Map(
    [...said].map(([id, { plantillaId, reglas }]) => [id, judgeAll(id, plantillaId, reglas)]),
  );
};
