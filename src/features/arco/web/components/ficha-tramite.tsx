import {
  DataList,
  formatDate,
  formatDateTime,
  properName,
  Section,
} from '../../../../platform/web/ui/index.ts';
import type { TramiteArco } from '../../contract.ts';
import { DERECHO, FUNDAMENTOS } from '../../rules.ts';
import { CategoriasSuprimidas } from '../../supresion/web/components/categorias.tsx';
import styles from './arco.module.css';
import { Plazo } from './plazo.tsx';

/** What was asked, its terms, and what was answered: it is also what one prints as acknowledgement. */
export function FichaTramite({ tramite }: { tramite: TramiteArco }) {
  const { respuesta, cumplimiento, ampliacion } = tramite;
  return (
    <>
      <Section title="Solicitud">
        <p className={styles.text}>{tramite.descripcion}</p>
        <DataList
          items={[
            { label: 'Derecho', value: DERECHO[tramite.derecho].nombre },
            { label: 'Titular', value: properName(tramite.nombre) },
            ...(tramite.representante
              ? [{ label: 'La presentó', value: tramite.representante }]
              : []),
            { label: 'Se le avisa en', value: tramite.medio },
            { label: 'Recibida', value: formatDateTime(tramite.recibidoEn) },
            { label: 'Se responde a más tardar', value: formatDate(tramite.venceEn) },
            ...(tramite.dias === null
              ? []
              : [{ label: 'Le quedan', value: <Plazo dias={tramite.dias} /> }]),
          ]}
        />
      </Section>
      {ampliacion && (
        <Section title="Ampliación del plazo">
          <p className={styles.text}>{ampliacion.motivo}</p>
          <p className={styles.quiet}>{formatDateTime(ampliacion.en)}</p>
        </Section>
      )}
      {respuesta && (
        <Section title="Respuesta">
          {respuesta.fundamento && (
            <p className={styles.text}>{FUNDAMENTOS[respuesta.fundamento]}.</p>
          )}
          <p className={styles.text}>{respuesta.texto}</p>
          <p className={styles.quiet}>
            {formatDateTime(respuesta.en)}
            {respuesta.efectivaHasta && `. Fecha límite: ${formatDate(respuesta.efectivaHasta)}`}
          </p>
        </Section>
      )}
      {cumplimiento && (
        <Section title="Atención">
          <p className={styles.text}>{cumplimiento.texto}</p>
          <p className={styles.quiet}>{formatDateTime(cumplimiento.en)}</p>
        </Section>
      )}
      {tramite.supresion.length > 0 && (
        <CategoriasSuprimidas categorias={tramite.supresion} cumplida />
      )}
    </>
  );
}
