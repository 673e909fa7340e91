import { formatFecha } from '../../../../platform/shared/dates.ts';
import { config } from '../../../../platform/web/config.ts';
import { Link } from '../../../../platform/web/router.tsx';
import { useUser } from '../../../../platform/web/session/react.tsx';
import {
  classes,
  Folio,
  IconLock,
  IconWarning,
  properName,
} from '../../../../platform/web/ui/index.ts';
import { ownPath } from '../../../personas/routes.ts';
import type { Campo, DatoPersona, Respuestas } from '../../formulario/contract.ts';
import styles from './formulario.module.css';

/** A field that only the person's file answers, and the datum that it is about. */
export type CampoDelExpediente = Campo & { dato: DatoPersona };

/** Data that the registry or the school keeps of the person: shown, never asked. */
export function DatosDelExpediente({
  campos,
  respuestas,
  errores,
  idDe,
}: {
  campos: readonly CampoDelExpediente[];
  respuestas: Respuestas;
  errores: Readonly<Record<string, string>>;
  idDe: (clave: string) => string;
}) {
  const { contact } = config().institution;
  const user = useUser();
  return (
    <div className={styles.expediente}>
      <p className={styles.expedienteNota}>
        <IconLock width="1em" height="1em" />
        <span>
          De <Link to={ownPath(user)}>su expediente</Link>. Si algo no es correcto, pida a Control
          Escolar que lo corrija{contact ? `: ${contact}` : ' en sus oficinas'}.
        </span>
      </p>
      <dl>
        {campos.map(({ clave, etiqueta, ayuda, dato }) => {
          const error = errores[clave];
          return (
            // Takes the focus when the summary sends here.
            <div
              key={clave}
              id={idDe(clave)}
              tabIndex={-1}
              data-field=""
              className={classes(dato === 'nombreCompleto' && styles.ancho)}
            >
              <dt>{etiqueta}</dt>
              <dd>
                {error ? (
                  <span className={styles.falta}>
                    <IconWarning width="1em" height="1em" />
                    <span>{error}</span>
                  </span>
                ) : (
                  <Valor dato={dato} valor={respuestas[clave]} />
                )}
                {ayuda && <small>{ayuda}</small>}
              </dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}

function Valor({ dato, valor }: { dato: CampoDelExpediente['dato']; valor: unknown }) {
  const text = typeof valor === 'string' ? valor : '';
  if (text === '') return <span className={styles.vacio}>Sin dato</span>;
  if (dato === 'curp') return <Folio>{text}</Folio>;
  if (dato === 'nombreCompleto') return properName(text);
  return dato === 'fechaNacimiento' ? formatFecha(text) : text;
}
