import { formatMomento, formatPeriodo } from '../../../../platform/shared/dates.ts';
import { Notice } from '../../../../platform/web/feedback/index.ts';
import { Link } from '../../../../platform/web/router.tsx';
import type { Estado } from '../../estados.ts';
import { matriculaPath } from '../../routes.ts';
import type { Inscripcion } from '../hooks.ts';
import styles from './formulario-inscripcion.module.css';

const TITULOS: Readonly<Partial<Record<Estado, string>>> = {
  baja: 'Su inscripción anterior se dio de baja',
  rechazada: 'Su inscripción anterior no fue aceptada',
  vencida: 'Su lugar en la lista de espera venció',
};

/** Says that the person already has this course, before they enrol in it again. */
export function MismoCurso({
  mismoCurso: { estado, edicion, inicia, termina },
}: {
  mismoCurso: NonNullable<Inscripcion['mismoCurso']>;
}) {
  const passed = estado === 'acreditada';
  return (
    <div className={styles.aviso}>
      <Notice tone="warning" title={passed ? 'Ya acreditó este curso' : 'Ya está en este curso'}>
        <p>
          {passed ? 'Lo acreditó' : 'Tiene una inscripción'} en «{edicion}»,{' '}
          {formatPeriodo(inicia, termina)}. Un curso cuenta una sola vez en sus horas y créditos.
        </p>
      </Notice>
    </div>
  );
}

/** What came of what the person sent before: whoever comes back to the form is not left to guess. */
export function Anterior({
  anterior: { estado, en, motivo },
  puede,
}: {
  anterior: NonNullable<Inscripcion['anterior']>;
  /** Whether another may be sent now. */
  puede: boolean;
}) {
  return (
    <div className={styles.aviso}>
      <Notice title={TITULOS[estado] ?? 'Su inscripción anterior terminó'}>
        <p>Fue el {formatMomento(new Date(en))}.</p>
        {motivo && <p>Motivo: «{motivo}»</p>}
        <p>
          {puede && 'Si envía otra, se recibe como nueva, en el orden en que llegue. '}
          La anterior y su acuse siguen en <Link to={matriculaPath}>Matrícula</Link>.
        </p>
      </Notice>
    </div>
  );
}
