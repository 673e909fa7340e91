import { fechaDe, formatFecha } from '../../../../platform/shared/dates.ts';
import { formatNumber } from '../../../../platform/web/ui/index.ts';
import type { Agrupacion, Indicadores } from '../../contract.ts';
import { diasDe, etiquetaDe, palabrasDeMes, serieDe } from '../../rules.ts';
import { Columnas } from './columnas.tsx';
import { type Cuales, VerEdiciones } from './ediciones.tsx';
import styles from './indicadores.module.css';
import { Tabla } from './tabla.tsx';

const NOMBRES: Readonly<Record<Agrupacion, string>> = { dia: 'Día', semana: 'Semana', mes: 'Mes' };

const sayOf = (inicia: string, por: Agrupacion): string => {
  if (por === 'mes') return palabrasDeMes(inicia.slice(0, 7));
  return por === 'semana' ? `semana del ${formatFecha(inicia)}` : formatFecha(inicia);
};

/** Enrolments by when they were sent: what was sent, and in front what has a seat. */
export function Tiempo({
  datos: { tiempo, por, ahora },
  rango,
  cuales,
}: {
  datos: Indicadores;
  rango: { desde: string; hasta: string };
  cuales: Cuales;
}) {
  const serie = serieDe(tiempo, rango, por, fechaDe(new Date(ahora)));
  const total = serie.reduce((sum, { enviadas }) => sum + enviadas, 0);
  const [primera, ultima] = [serie[0], serie.at(-1)];
  const mayor = serie.reduce((a, b) => (b.enviadas > a.enviadas ? b : a), primera!);
  if (total === 0 || !primera || !ultima) {
    return <p className={styles.nada}>No se envió ninguna inscripción en este periodo.</p>;
  }
  const frase = `Se enviaron ${formatNumber(total)} inscripciones. El mayor número fue en ${sayOf(mayor.inicia, por)}: ${formatNumber(mayor.enviadas)}.`;
  return (
    <>
      <p>{frase}</p>
      <Columnas
        label={`Columnas por ${NOMBRES[por].toLowerCase()}`}
        quieto={`De ${sayOf(primera.inicia, por)} a ${sayOf(ultima.inicia, por)}.`}
        columnas={serie.map(({ inicia, enviadas, conLugar }) => {
          const texto = `${sayOf(inicia, por)}: ${formatNumber(enviadas)} enviadas, ${formatNumber(conLugar)} con lugar`;
          return {
            id: inicia,
            etiqueta: etiquetaDe(inicia, por),
            n: enviadas,
            dentro: conLugar,
            marca: enviadas === 0 ? null : { id: inicia, texto },
          };
        })}
      />
      <p className={styles.clave}>
        <span className={styles.muestraLlena} aria-hidden="true" /> Con lugar
        <span className={styles.muestraHueca} aria-hidden="true" /> Enviadas
      </p>
      <Tabla
        caption="Inscripciones por fecha de envío"
        columnas={[NOMBRES[por], 'Enviadas', 'Con lugar']}
        filas={serie.map(({ inicia, enviadas, conLugar }) => [
          sayOf(inicia, por),
          formatNumber(enviadas),
          formatNumber(conLugar),
        ])}
      />
      <VerEdiciones cuales={{ ...cuales, recibe: diasDe(rango) }}>
        Ver las ediciones que recibieron inscripciones en el periodo
      </VerEdiciones>
    </>
  );
}
