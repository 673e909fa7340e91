/** What plantillas name by its key: what a rule asks for is there when it is published, and its key stays. */
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import type { Given, Slots } from '../../../../../platform/server/feature.ts';
import { CATALOGO_IDS, type CatalogoId } from '../../../../catalogos/definiciones/rules.ts';
import { selectNamed } from '../../../../catalogos/server/service.ts';
import type { Definicion } from '../../../contract.ts';
import { reglaDeCupo, repartoDe } from '../../../cupos/rules.ts';
import { declaraRespuestas } from '../../../formulario/hechos/rules.ts';
import { apuntaOf, fieldsOf } from '../../../formulario/rules.ts';
import { reglasPath } from '../../../routes.ts';
import type { ProblemaRegla } from '../../comprobacion/rules.ts';
import type { HechoDeclarado } from '../../contract.ts';
import { catalogoDeHechos, type ProveedorDeHechos } from '../../server/service.ts';
import { type ClaveNombrada, clavesNombradas } from '../rules.ts';
import { selectVersionesConTexto } from './data.ts';

const isCatalogo = (id: string | undefined): id is CatalogoId =>
  CATALOGO_IDS.includes(id as CatalogoId);

/** Keys that the rules and the quotas of a definition name. */
const pedidasDe = (definicion: Definicion, hechos: readonly HechoDeclarado[]) => {
  const { cupos } = repartoDe(definicion);
  return clavesNombradas(
    [...definicion.reglas, ...cupos.map(reglaDeCupo)],
    [...hechos, ...declaraRespuestas(definicion)],
  );
};

/** Whether a definition knows that item by its key: in a rule, a quota or a field. */
const names = (
  definicion: Definicion,
  hechos: readonly HechoDeclarado[],
  catalogo: CatalogoId,
  clave: string,
): boolean =>
  pedidasDe(definicion, hechos).some(
    (one) => one.fuente.catalogo === catalogo && one.clave === clave,
  ) ||
  (catalogo === 'tipos-documento' &&
    fieldsOf(definicion).some((campo) => {
      const apunta = apuntaOf(campo);
      return apunta?.a === 'documento' && apunta.tipo === clave;
    }));

/** As many as are told of. */
const SOME = 5;

/** The catalogs whose items plantillas know by their keys: any of them. */
export const plantillasUsos = ({ all }: Given): readonly Slots['usosDeCatalogo'][] =>
  CATALOGO_IDS.map((catalogo) => ({
    catalogo,
    porClave: true,
    async find(db, { clave }) {
      const hechos = catalogoDeHechos(all('hechos'));
      const found = (await selectVersionesConTexto(db, clave)).filter(({ definicion }) =>
        names(definicion, hechos, catalogo, clave),
      );
      const n = found.length;
      return {
        n,
        texto: `${n} ${n === 1 ? 'versión de una plantilla' : 'versiones de plantillas'}`,
        ejemplos: found.slice(0, SOME).map((version) => ({
          texto: `${version.plantilla_nombre}, versión ${version.numero}`,
          enlace: reglasPath(version.plantilla_id, version.id),
        })),
      };
    },
  }));

/** The versions, drafts or in force, whose rules or quotas name a course by its key. */
export const versionesQueNombranCursos =
  ({ all }: Given): Slots['usosDeClaveDeCurso'] =>
  async (db, clave) => {
    const hechos = catalogoDeHechos(all('hechos'));
    return (await selectVersionesConTexto(db, clave))
      .filter(({ definicion }) =>
        pedidasDe(definicion, hechos).some(
          (one) => one.fuente.acervo === 'cursos' && one.clave === clave,
        ),
      )
      .map(({ plantilla_nombre, numero }) => `${plantilla_nombre}, versión ${numero}`);
  };

/** Which of these keys there are, of one fact. */
const findThose = async (
  db: Db | Trx,
  proveedores: readonly ProveedorDeHechos[],
  { clave: cual, valoresDe }: HechoDeclarado,
  claves: readonly string[],
): Promise<ReadonlySet<string>> => {
  const catalogo = valoresDe?.catalogo;
  if (isCatalogo(catalogo)) {
    const found = await selectNamed(db, [catalogo], claves);
    return new Set([...found.values()].flatMap((rows) => rows.map(({ clave }) => clave)));
  }
  const owner = proveedores.find(({ declara }) => declara.some((one) => one.clave === cual));
  return (await owner?.findValores?.(db, cual, claves)) ?? new Set(claves);
};

/** The keys with which rules compare and that there are not. `propios`: facts of the plantilla itself. */
export const findClavesPerdidas = async (
  db: Db | Trx,
  proveedores: readonly ProveedorDeHechos[],
  reglas: Parameters<typeof clavesNombradas>[0],
  propios: readonly HechoDeclarado[],
): Promise<ProblemaRegla[]> => {
  const pedidas = clavesNombradas(reglas, [...catalogoDeHechos(proveedores), ...propios]).filter(
    ({ esArgumento, clave }) => !esArgumento && clave.trim() !== '',
  );
  const problems: ProblemaRegla[] = [];
  const porHecho = Map.groupBy(pedidas, ({ declarado }: ClaveNombrada) => declarado);
  // One after the other: within a transaction there is one connection.
  for (const [declarado, mine] of porHecho) {
    const claves = [...new Set(mine.map(({ clave }) => clave))];
    const known = await findThose(db, proveedores, declarado, claves);
    problems.push(
      ...mine
        .filter(({ clave }) => !known.has(clave))
        .map(({ regla, clave }) => ({
          regla,
          problema: `«${declarado.nombre}» se compara con «${clave}», que no existe.`,
        })),
    );
  }
  return problems;
};
