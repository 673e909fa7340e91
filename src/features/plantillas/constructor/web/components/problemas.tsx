import { Notice } from '../../../../../platform/web/feedback/index.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import type { Definicion } from '../../../contract.ts';
import type { ProblemaDePlantilla } from '../../../versiones/contract.ts';
import styles from './constructor.module.css';
import { aperturaDeSeccion } from './estructura.tsx';

type Props = {
  problemas: readonly ProblemaDePlantilla[];
  definicion: Definicion;
  /** Where the rules are written. */
  reglas: string;
  onAbrir: (clave: string) => void;
};

const NOTICE = {
  impide: { tone: 'danger', title: 'Antes de publicar' },
  advierte: { tone: 'warning', title: 'Conviene revisar' },
  sugiere: { tone: 'success', title: 'Puede publicarse' },
} as const;

/** What is still to be mended, each with the way to it, and after it what may have been forgotten. */
export function Problemas(props: Props) {
  const of = (...those: ProblemaDePlantilla['gravedad'][]) =>
    props.problemas.filter(({ gravedad }) => those.includes(gravedad));
  const problemas = of('impide', 'advierte');
  const sugerencias = of('sugiere');
  const worst = of('impide')[0] ?? of('advierte')[0];
  return (
    <Notice {...NOTICE[worst?.gravedad ?? 'sugiere']}>
      {props.problemas.length === 0 && <p>No le falta nada.</p>}
      <Lista {...props} problemas={problemas} />
      {sugerencias.length > 0 && <p>Por si algo se le olvidó:</p>}
      <Lista {...props} problemas={sugerencias} />
    </Notice>
  );
}

function Lista({ problemas, definicion, reglas, onAbrir }: Props) {
  if (problemas.length === 0) return null;
  const go = (donde: string) => {
    const [kind, s = '', , c = ''] = donde.split('.');
    const seccion = kind === 'secciones' ? definicion.secciones[Number(s)] : undefined;
    const campo = c === '' ? undefined : seccion?.campos[Number(c)];
    if (campo) onAbrir(campo.clave);
    else if (seccion) onAbrir(aperturaDeSeccion(seccion.clave));
  };
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets
    <ul role="list" className={styles.problemas}>
      {problemas.map(({ donde, mensaje }) => (
        <li key={`${donde} ${mensaje}`}>
          {donde.startsWith('reglas') ? (
            <Link to={reglas}>{mensaje}</Link>
          ) : donde.startsWith('secciones.') ? (
            <button type="button" onClick={() => go(donde)}>
              {mensaje}
            </button>
          ) : (
            mensaje
          )}
        </li>
      ))}
    </ul>
  );
}
