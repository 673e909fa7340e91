import type { ReactNode } from 'react';
import { type Avance, type Bloqueo, describeBloqueo, gruposDe } from '../../avance/rules.ts';
import {
  createNombrar,
  type DefinicionRuta,
  describeRegla,
  idDe,
  type ParteDeRuta,
} from '../../rules.ts';
import { Barra, EstadoDeNodo } from './avance.tsx';
import styles from './ruta.module.css';

/** Why something is locked, each reason a line. */
export function Razones({
  bloqueos,
  definicion,
  nombres,
}: {
  bloqueos: readonly Bloqueo[];
  definicion: DefinicionRuta;
  nombres: (cursoId: string) => string;
}) {
  if (bloqueos.length === 0) return null;
  const nombrar = createNombrar(definicion, nombres);
  const grupos = gruposDe(definicion);
  return (
    <ul className={styles.razones}>
      {bloqueos.map((one) => (
        <li key={one.falta}>{describeBloqueo(one, nombrar, (id) => grupos.has(id))}</li>
      ))}
    </ul>
  );
}

const LEVELS = ['h2', 'h3', 'h4', 'h5'] as const;

/** The same route as a list within lists, for whoever reads rather than looks. */
export function Anidada({
  definicion,
  avance,
  nombres,
  elegido,
  onElegir,
  personal,
}: {
  definicion: DefinicionRuta;
  avance: Avance;
  nombres: (cursoId: string) => string;
  elegido: string | null;
  onElegir: (id: string) => void;
  /** Whether it is somebody's progress. */
  personal: boolean;
}) {
  const item = (parte: ParteDeRuta, nivel: number, place: number): ReactNode => {
    const id = idDe(parte);
    const mine = avance.nodos.get(id)!;
    const Heading = LEVELS[Math.min(nivel, 3)]!;
    const razones = <Razones bloqueos={mine.bloqueos} definicion={definicion} nombres={nombres} />;
    if (parte.tipo === 'curso') {
      return (
        <li key={id} className={styles.parte}>
          <div className={styles.linea}>
            <button
              type="button"
              className={styles.nombre}
              aria-pressed={elegido === id}
              onClick={() => onElegir(id)}
            >
              {nombres(id)}
            </button>
            {personal && <EstadoDeNodo parte={parte} avance={mine} />}
          </div>
          {razones}
        </li>
      );
    }
    return (
      <li key={id} className={styles.parte}>
        <Heading>
          {nivel === 0 ? `Etapa ${place + 1}. ` : ''}
          {parte.titulo}
        </Heading>
        <div className={styles.linea}>
          {personal && <EstadoDeNodo parte={parte} avance={mine} />}
          <span className={styles.quiet}>{describeRegla(parte)}</span>
          {personal && parte.regla.tipo !== 'opcional' && (
            <Barra acreditados={mine.acreditados} necesarios={mine.necesarios} />
          )}
        </div>
        {parte.texto && <p>{parte.texto}</p>}
        {razones}
        <ol>{parte.partes.map((one, i) => item(one, nivel + 1, i))}</ol>
      </li>
    );
  };
  return (
    <ol className={styles.anidada}>{definicion.etapas.map((etapa, i) => item(etapa, 0, i))}</ol>
  );
}
