import { fechaDe, formatFecha, MESES } from '../../../../../platform/shared/dates.ts';
import { ErrorState, Loading } from '../../../../../platform/web/feedback/index.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import {
  IconButton,
  IconChevronLeft,
  IconChevronRight,
  Section,
} from '../../../../../platform/web/ui/index.ts';
import { edicionPath } from '../../../routes.ts';
import type { EdicionListada, FiltrosEdiciones } from '../../contract.ts';
import { diasDelMes, plusMonths } from '../../rules.ts';
import { useCalendario } from '../hooks.ts';
import { EstadoDeEdicion } from './columnas.tsx';
import styles from './edicion.module.css';

const DIAS = ['Lun', 'Mar', 'Mié', 'Jue', 'Vie', 'Sáb', 'Dom'];
const DIAS_ENTEROS = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'];

type Hito = { edicion: EdicionListada; que: string };

/** What happens to these editions, by day. */
const hitosDe = (filas: readonly EdicionListada[]): ReadonlyMap<string, Hito[]> => {
  const all = filas.flatMap((edicion) => [
    [fechaDe(new Date(edicion.inscripcionAbre)), 'Abren inscripciones', edicion] as const,
    [fechaDe(new Date(edicion.inscripcionCierra)), 'Cierran inscripciones', edicion] as const,
    [edicion.inicia, 'Inicia', edicion] as const,
    [edicion.termina, 'Termina', edicion] as const,
  ]);
  const days = new Map<string, Hito[]>();
  for (const [dia, que, edicion] of all) {
    days.set(dia, [...(days.get(dia) ?? []), { edicion, que }]);
  }
  return days;
};

const tituloDe = (mes: string): string => {
  const [anio, n] = mes.split('-');
  const nombre = MESES[Number(n) - 1]!;
  return `${nombre.charAt(0).toUpperCase()}${nombre.slice(1)} de ${anio}`;
};

const Enlace = ({ hito: { edicion, que } }: { hito: Hito }) => (
  <Link to={edicionPath(edicion.id)} className={styles.hito}>
    <small>{que}</small> {edicion.curso.nombre}, {edicion.nombre}
  </Link>
);

/** A month of editions: as a grid where there is room, and the same as a list by day. */
export function Calendario({
  mes,
  filtros,
  onMes,
}: {
  mes: string;
  filtros: FiltrosEdiciones;
  onMes: (mes: string) => void;
}) {
  const query = useCalendario(mes, filtros);
  if (query.isError) return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  if (!query.data) return <Loading shape="list" />;
  const hitos = hitosDe(query.data.filas);
  return (
    <div className={styles.calendario}>
      <div className={styles.meses}>
        <IconButton label="Mes anterior" onClick={() => onMes(plusMonths(mes, -1))}>
          <IconChevronLeft />
        </IconButton>
        <h2 aria-live="polite">{tituloDe(mes)}</h2>
        <IconButton label="Mes siguiente" onClick={() => onMes(plusMonths(mes, 1))}>
          <IconChevronRight />
        </IconButton>
      </div>
      {query.data.hayMas && (
        <p className={styles.quiet}>Hay más de las que caben en un mes: use los filtros.</p>
      )}
      <Mes mes={mes} hitos={hitos} />
      <PorDia mes={mes} hitos={hitos} />
    </div>
  );
}

type Days = { mes: string; hitos: ReadonlyMap<string, Hito[]> };

function Mes({ mes, hitos }: Days) {
  const dias = diasDelMes(mes);
  const weeks = Array.from({ length: dias.length / 7 }, (_, i) => dias.slice(i * 7, i * 7 + 7));
  return (
    <table className={styles.mes}>
      <caption className="sr-only">{tituloDe(mes)}, por semanas</caption>
      <thead>
        <tr>
          {DIAS.map((dia, i) => (
            <th key={dia} scope="col" abbr={DIAS_ENTEROS[i]}>
              {dia}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((dia) => (
              <td key={dia} data-otro={dia.startsWith(mes) ? undefined : ''}>
                <time dateTime={dia}>{Number(dia.slice(8))}</time>
                {(hitos.get(dia) ?? []).map((hito) => (
                  <Enlace key={`${hito.edicion.id}-${hito.que}`} hito={hito} />
                ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The same, day by day. */
function PorDia({ mes, hitos }: Days) {
  const dias = [...hitos.keys()].filter((dia) => dia.startsWith(mes)).sort();
  return (
    <Section title="Día por día">
      {dias.length === 0 && <p className={styles.quiet}>Nada en este mes.</p>}
      {dias.map((dia) => (
        <div key={dia} className={styles.dia}>
          <h3>{formatFecha(dia)}</h3>
          <ul>
            {hitos.get(dia)!.map(({ edicion, que }) => (
              <li key={`${edicion.id}-${que}`}>
                {que}:{' '}
                <Link to={edicionPath(edicion.id)}>
                  {edicion.curso.nombre}, {edicion.nombre}
                </Link>{' '}
                <EstadoDeEdicion estado={edicion.estado} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Section>
  );
}
