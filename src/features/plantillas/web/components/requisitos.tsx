import { memo } from 'react';
import { returningTo } from '../../../../platform/shared/volver.ts';
import { Link } from '../../../../platform/web/router.tsx';
import {
  IconCheckCircle,
  IconCrossCircle,
  IconHelp,
  type Requisito,
  SemaforoDeRequisitos,
} from '../../../../platform/web/ui/index.ts';
import { personPath } from '../../../personas/routes.ts';
import type { CondicionJuzgada, ResultadoRegla } from '../../reglas/contract.ts';
import { paraPersonal, requisitoDe } from '../../reglas/rules.ts';
import styles from './requisitos.module.css';

/** A mending screen that leads back here. */
const withReturn = (enlace: string, volver: string | undefined): string =>
  volver !== undefined && enlace.startsWith(personPath('')) && enlace.includes('?')
    ? returningTo(enlace, volver)
    : enlace;

type Arbol = { readonly parte: CondicionJuzgada; readonly hijas: readonly Arbol[] };

/** The parts, which come in order with their depth, each with those in it. */
const treeOf = (partes: readonly CondicionJuzgada[]): Arbol[] => {
  const [first, ...rest] = partes;
  if (!first) return [];
  const next = rest.findIndex(({ nivel }) => nivel <= first.nivel);
  const inside = next === -1 ? rest : rest.slice(0, next);
  const after = next === -1 ? [] : rest.slice(next);
  return [{ parte: first, hijas: treeOf(inside) }, ...treeOf(after)];
};

const LOOK = {
  true: { word: 'Cumple', Icon: IconCheckCircle, className: styles.cumple },
  false: { word: 'No cumple', Icon: IconCrossCircle, className: styles.noCumple },
  null: { word: 'Sin dato', Icon: IconHelp, className: styles.sinDato },
} as const;

/** What a rule is made of: groups as lists within lists, each part with what was found and where it is mended. */
function Condiciones({
  arboles,
  volver,
}: {
  arboles: readonly Arbol[];
  volver: string | undefined;
}) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets
    <ul role="list" className={styles.condiciones}>
      {arboles.map(({ parte, hijas }, i) => {
        if (parte.grupo) {
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
            <li key={i}>
              <span className={styles.grupo}>{parte.texto}</span>
              <Condiciones arboles={hijas} volver={volver} />
            </li>
          );
        }
        const { word, Icon, className } =
          LOOK[parte.valor === null ? 'null' : parte.cumple ? 'true' : 'false'];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
          <li key={i} className={styles.hoja}>
            <span className={className}>
              <Icon aria-hidden="true" width="1em" height="1em" />
            </span>
            <span>
              <span className={className}>{word}</span>. {parte.texto}. Encontramos:{' '}
              {parte.encontrado}
              {parte.encontrado?.endsWith('.') ? '' : '.'}
              {parte.remedio && (
                <>
                  {' '}
                  <Link to={withReturn(parte.remedio.enlace, volver)}>{parte.remedio.texto}</Link>
                </>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** What the plantilla says, as a sentence: others follow it. */
const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

const requisitoOf = (regla: ResultadoRegla, volver: string | undefined): Requisito => {
  const { clave, descripcion, mensaje, detalle, puntos, condiciones } = regla;
  const hojas = condiciones.filter(({ grupo }) => !grupo);
  const [only, second] = hojas;
  const base = {
    id: clave,
    label: descripcion,
    estado: requisitoDe(regla),
    evidence: [
      mensaje && sentence(mensaje),
      second ? null : detalle,
      puntos > 0 ? `Suma ${puntos} puntos.` : null,
    ]
      .filter(Boolean)
      .join(' '),
  };
  if (second) {
    return { ...base, detail: <Condiciones arboles={treeOf(condiciones)} volver={volver} /> };
  }
  const remedio = regla.cumple ? null : (only?.remedio ?? null);
  return remedio
    ? { ...base, fix: { label: remedio.texto, to: withReturn(remedio.enlace, volver) } }
    : base;
};

/**
 * Every rule of the plantilla, met and unmet, with what was found; `volver`: where mending leads back to. `deOtra`: read by staff
 * about somebody else, whose own screens (their matrícula, a notice to accept) are not for them.
 */
export const Requisitos = memo(function Requisitos({
  evaluacion,
  volver,
  deOtra = false,
  sinReglas = 'Esta edición no pide requisitos.',
}: {
  evaluacion: readonly ResultadoRegla[];
  volver?: string;
  deOtra?: boolean;
  /** What is said when there are none. */
  sinReglas?: string;
}) {
  if (evaluacion.length === 0) return <p>{sinReglas}</p>;
  return (
    <SemaforoDeRequisitos
      label="Requisitos de la inscripción"
      requisitos={evaluacion.map((regla) =>
        requisitoOf(deOtra ? paraPersonal(regla) : regla, volver),
      )}
    />
  );
});
