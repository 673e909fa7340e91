import { Link } from '../../../../platform/web/router.tsx';
import { properName } from '../../../../platform/web/ui/index.ts';
import type { Anotacion } from '../../contract.ts';
import { auditoriaPath } from '../../routes.ts';
import { nombreDeRegistro, type Renglon } from '../../rules.ts';
import styles from './partes.module.css';

/** Who did it, as they were called then, with the way to all that they did. */
export function Quien({ actor }: Pick<Anotacion, 'actor'>) {
  if (actor === null) return 'El sistema';
  if (!actor.email) return 'Cuenta eliminada';
  return (
    <>
      <Link to={`${auditoriaPath}?${new URLSearchParams({ buscar: actor.uid })}`}>
        {properName(actor.nombre) || actor.email}
      </Link>
      {actor.nombreDeHoy && (
        <div className={styles.today}>Hoy: {properName(actor.nombreDeHoy)}</div>
      )}
    </>
  );
}

/** What the record is called now, with the way to it; nothing when it has no name. */
export function NombreDelRegistro({
  anotacion: { entidad, registro, enlace },
}: {
  anotacion: Pick<Anotacion, 'entidad' | 'registro' | 'enlace'>;
}) {
  if (!registro) return null;
  const nombre = entidad === 'catalogo' ? registro : nombreDeRegistro(registro);
  return enlace ? <Link to={enlace}>{nombre}</Link> : nombre;
}

/** What changed, a line a datum. */
export function Renglones({ renglones }: { renglones: readonly Renglon[] }) {
  return (
    <>
      {renglones.map(({ label, antes, despues }) => (
        <div key={label} className={styles.line}>
          <span>{label}:</span>{' '}
          {antes !== undefined && (
            <>
              {antes}
              {despues !== '' && (
                <>
                  {' '}
                  <span aria-hidden="true">→</span>
                  <span className="sr-only">pasó a</span>{' '}
                </>
              )}
            </>
          )}
          {despues}
        </div>
      ))}
    </>
  );
}
