/** Who may enrol in what: the rules of the versions in force, judged for one person or for many. */
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { readJoined } from '../../../../platform/server/db/joined.ts';
import { readBeside } from '../../../../platform/server/db/shared.ts';
import type { Slots } from '../../../../platform/server/feature.ts';
import { fechaDe } from '../../../../platform/shared/dates.ts';
import { ventanaDe } from '../../../cursos/hechos/server/service.ts';
import type { Cupo } from '../../../plantillas/cupos/contract.ts';
import { cuposDe, reglaDeCupo } from '../../../plantillas/cupos/rules.ts';
import {
  type ExcepcionesCargadas,
  loadExcepciones,
} from '../../../plantillas/excepciones/server/service.ts';
import { withoutRespuestas } from '../../../plantillas/formulario/hechos/rules.ts';
import type { Hechos, Regla, ResultadoRegla } from '../../../plantillas/reglas/contract.ts';
import { VENTANA, VENTANA_NOMBRE } from '../../../plantillas/reglas/contract.ts';
import {
  evaluateReglas,
  type Fallo,
  fieldsOfReglas,
  judgeReglas,
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

/** How somebody stands before rules. */
type Postura<R extends Fallo> = {
  /** Every rule, met or not. */
  readonly resultados: readonly R[];
  /** No rule stands in the way. */
  readonly cumple: boolean;
  /** What stands in the way, or would have to be looked at, besides the window: that one opens and closes by itself. */
  readonly faltas: readonly R[];
  /** It would wait for somebody of the school. */
  readonly aRevision: boolean;
  readonly puntos: number;
};

/** How a person stands before the rules of an edition. */
export type Elegibilidad = Postura<ResultadoRegla> & {
  readonly versionId: string;
  /** Keys of the quotas whose seats they may take. */
  readonly cupos: readonly string[];
};

const fieldsOf = ({ reglas, cupos }: { reglas: readonly Regla[]; cupos: readonly Cupo[] }) =>
  fieldsOfReglas([...reglas, ...cupos.map(reglaDeCupo)]);

/** How somebody stands of whom these rules turned out so: what they look at is found once, for however many are asked. */
const createPostura = (reglas: readonly Regla[]) => {
  const clavesOf = (those: readonly Regla[]) => new Set(those.map(({ clave }) => clave));
  // What is asked in the form is not known yet of anybody: it stands in nobody's way.
  const conocidas = clavesOf(withoutRespuestas(reglas, reglas));
  const piden = clavesOf(reglas.filter((regla) => asksOfPersona([regla])));
  return <R extends Fallo>(resultados: readonly R[]): Postura<R> => {
    const sabidos = resultados.filter(({ clave }) => conocidas.has(clave));
    return {
      resultados,
      cumple: mayEnroll(sabidos),
      faltas: sabidos.filter(
        (one) => piden.has(one.clave) && !(mayEnroll([one]) && !needsRevision([one])),
      ),
      aRevision: needsRevision(sabidos),
      puntos: puntosOf(sabidos),
    };
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
      readonly prepareConjunto: (
        db: Db | Trx,
        que: Parameters<typeof prepareConjunto>[2],
      ) => ReturnType<typeof prepareConjunto>;
    };
  }
}

/** The two questions, with where the facts come from: it is asked when they are used, for not all have given before. */
export const createElegibilidad = (
  proveedores: () => readonly ProveedorDeHechos[],
): Slots['elegibilidad'] => ({
  evaluarPara: (db, que) => evaluarPara(db, proveedores(), que),
  prepareConjunto: (db, que) => prepareConjunto(db, proveedores(), que),
});

type ConVentana = Parameters<typeof ventanaDe>[0];

/** What an edition that is at hand says without being asked. `nombre`: how its window is called. */
export const hechosDeEdicion = (row: ConVentana, nombre = VENTANA_NOMBRE): Hechos => ({
  [VENTANA]: { tipo: 'periodo', nombre, valor: ventanaDe(row) },
});

/** What rules ask for beyond what an edition that is at hand says. */
const pideMas = (fields: readonly string[]) => fields.filter((field) => field !== VENTANA);

/** Whether these rules look at anything of the person. */
export const asksOfPersona = (reglas: readonly Regla[]): boolean =>
  pideMas(fieldsOfReglas(reglas)).length > 0;

/** An enrolment whose facts are asked for. */
type Pregunta = {
  readonly proveedores: readonly ProveedorDeHechos[];
  readonly fields: readonly string[];
  readonly caso: { readonly personaId: string; readonly edicionId: string };
  readonly plantillaId: string;
  readonly ahora: Date;
};

/** What was loaded, of several enrolments at once. */
type Respuesta = { readonly cargados: HechosCargados; readonly exceptuado: ExcepcionesCargadas };

const loadJuntos = async (
  db: Db | Trx,
  asked: readonly [Pregunta, ...Pregunta[]],
): Promise<Respuesta> => {
  const [{ proveedores, fields, ahora }] = asked;
  const casos = asked.map(({ caso }) => caso);
  const personas = [...new Set(casos.map(({ personaId }) => personaId))];
  const plantillas = [...new Set(asked.map(({ plantillaId }) => plantillaId))];
  const [cargados, exceptuado] = await readBeside(db, [
    () => loadHechos(db, proveedores, { fields, casos, ahora }),
    () => loadExcepciones(db, { plantillas, personas, ahora }),
  ]);
  return { cargados, exceptuado };
};

/** Of those who ask at one time, the same facts of the same day are loaded with the same statements. */
const readJuntos = async (
  db: Db | Trx,
  asked: readonly Pregunta[],
): Promise<readonly Respuesta[]> => {
  const alike = Map.groupBy(
    asked,
    ({ fields, ahora }) => `${fechaDe(ahora)} ${JSON.stringify(fields)}`,
  );
  const found = new Map<Pregunta, Respuesta>();
  for (const [first, ...rest] of alike.values()) {
    const loaded = await loadJuntos(db, [first!, ...rest]);
    for (const one of [first!, ...rest]) found.set(one, loaded);
  }
  return asked.map((one) => found.get(one)!);
};

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
    ventana,
  }: {
    reglas: readonly Regla[];
    /** Whose window counts, and to whose rules people are excepted: of a call, those of one of its steps. */
    edicion: ConVentana & { edicion_id: string; plantilla_id: string };
    persona: { id: string; clave: string };
    ahora: Date;
    /** How the window is called. */
    ventana?: string;
  },
): Promise<Hechos> => {
  const fields = pideMas(fieldsOfReglas(reglas));
  const conocidos = hechosDeEdicion(edicion, ventana);
  if (fields.length === 0) return conocidos;
  const caso = { personaId: persona.id, edicionId: edicion.edicion_id };
  const plantillaId = edicion.plantilla_id;
  const asked = { proveedores, fields, caso, plantillaId, ahora };
  const { cargados, exceptuado } = await readJoined(db, readJuntos, asked);
  return {
    ...conocidos,
    ...cargados(caso, persona.clave),
    ...exceptuado(persona.id, plantillaId, reglas),
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
    fields: pideMas([...new Set([...said.values()].flatMap(fieldsOf))]),
    casos: rows.map(({ edicion_id: edicionId }) => ({ personaId, edicionId })),
    ahora,
  });
  const exceptuado = await loadExcepciones(db, {
    plantillas: [...new Set(rows.map(({ plantilla_id }) => plantilla_id))],
    personas: [personaId],
    ahora,
  });
  return new Map(
    rows.flatMap((row) => {
      const dichas = said.get(row.version_id);
      if (!dichas) return [];
      const { reglas, cupos } = dichas;
      const hechos = {
        ...hechosDeEdicion(row),
        ...cargados({ personaId, edicionId: row.edicion_id }, clave),
        ...exceptuado(personaId, row.plantilla_id, reglas),
      };
      const postura = createPostura(reglas)(evaluateReglas(reglas, hechos, ahora));
      const suyos = cuposDe(cupos, hechos, ahora);
      return [[row.edicion_id, { versionId: row.version_id, cupos: suyos, ...postura }] as const];
    }),
  );
};

/** How one of many stands before each version, by its id, and what was loaded of them. */
type Juicio = {
  readonly posturas: ReadonlyMap<string, Postura<Fallo>>;
  readonly hechos: Hechos;
};

/**
 * Many people before the rules of some versions (drafts too), with the same statements for all of them, and what they all
 * look at loaded once; with an edition, in it. `ademas`: facts that whoever asks wants besides. It gives what loads some
 * thousands, and that gives what judges one of them: whoever asks for a million goes through them in parts, and lets
 * others be answered meanwhile.
 */
const prepareConjunto = async (
  db: Db | Trx,
  proveedores: readonly ProveedorDeHechos[],
  {
    versiones,
    edicionId,
    ademas,
    ahora,
  }: {
    versiones: readonly string[];
    edicionId: string | null;
    ademas: readonly string[];
    ahora: Date;
  },
): Promise<(personas: readonly string[]) => Promise<(personaId: string) => Juicio>> => {
  const said = [...(await selectReglas(db, versiones))].map(([id, { plantillaId, reglas }]) => ({
    id,
    plantillaId,
    reglas,
    posturaDe: createPostura(reglas),
  }));
  if (said.length < new Set(versiones).size) throw new Error('a version cannot be read');
  const plantillas = [...new Set(said.map(({ plantillaId }) => plantillaId))];
  const fields = new Set([...fieldsOfReglas(said.flatMap(({ reglas }) => reglas)), ...ademas]);
  return async (personas) => {
    const casos = personas.map((personaId) => ({ personaId, edicionId }));
    const cargados = await loadHechos(db, proveedores, { fields: [...fields], casos, ahora });
    const exceptuado = await loadExcepciones(db, { plantillas, personas, ahora });
    return (personaId) => {
      const hechos = cargados({ personaId, edicionId });
      const posturas = said.map(({ id, plantillaId, reglas, posturaDe }) => {
        const mine = { ...hechos, ...exceptuado(personaId, plantillaId, reglas) };
        return [id, posturaDe(judgeReglas(reglas, mine, ahora))] as const;
      });
      return { posturas: new Map(posturas), hechos };
    };
  };
};
