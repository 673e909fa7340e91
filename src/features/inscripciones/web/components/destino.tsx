import { Notice } from '../../../../platform/web/feedback/index.ts';
import type { ResultadoRegla } from '../../../plantillas/reglas/contract.ts';
import { needsRevision } from '../../../plantillas/reglas/rules.ts';
import type { Destino, Inscripcion } from '../hooks.ts';
import styles from './formulario-inscripcion.module.css';

/** What sending would come to, by what is known now: `libres`, seats that whoever enrols may take; `espera`, whether there is a line. */
export const destinoDe = (
  evaluacion: readonly ResultadoRegla[],
  espera: boolean,
  libres: number,
  grupos: Inscripcion['grupos'],
  grupoId: string | null,
): Destino => {
  if (needsRevision(evaluacion)) return 'revision';
  const elegido = grupos.find(({ id }) => id === grupoId);
  const lleno = libres === 0 || (elegido !== undefined && elegido.libres === 0);
  return espera && lleno ? 'espera' : 'lugar';
};

const DESTINOS = {
  espera: {
    titulo: 'No hay lugares: hay lista de espera',
    texto:
      'Si envía su inscripción queda en la lista de espera. Cuando se libere un lugar y usted siga, le escribiremos para que lo acepte.',
  },
  revision: {
    titulo: 'Control Escolar revisará su inscripción',
    texto:
      'Hay requisitos por comprobar. Puede enviarla: se le asigna un lugar, si lo hay, cuando Control Escolar la acepte.',
  },
} as const;

/** Said before one writes, when sending gives no seat at once. */
export function AvisoDeDestino({ destino }: { destino: Destino }) {
  if (destino === 'lugar') return null;
  const { titulo, texto } = DESTINOS[destino];
  return (
    <div className={styles.aviso}>
      <Notice tone={destino === 'espera' ? 'warning' : 'info'} title={titulo}>
        <p>{texto}</p>
      </Notice>
    </div>
  );
}
