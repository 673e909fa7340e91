import { formatHora, formatMomento } from '../../../../../platform/shared/dates.ts';
import { Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { Button } from '../../../../../platform/web/ui/index.ts';
import type { Inscripcion } from '../../../web/hooks.ts';
import { useAcceptLugar } from '../hooks.ts';
import styles from './lugar-en-espera.module.css';
import { Salir } from './salir.tsx';

type Enviada = NonNullable<Inscripcion['enviada']>;

/** Where one is in line and why; and the seat that is offered, with until when it is kept. */
export function LugarEnEspera({
  id,
  estado,
  espera,
  grupo,
  vencido,
}: Pick<Enviada, 'id' | 'estado' | 'grupo'> & {
  espera: NonNullable<Enviada['espera']>;
  /** The time to accept the seat is over, by the server's clock: its job has not come by yet. */
  vencido: boolean;
}) {
  const { lugar, total, orden, ofrecidoHasta } = espera;
  if (ofrecidoHasta !== null && vencido) return <PlazoVencido hasta={ofrecidoHasta} />;
  if (ofrecidoHasta !== null) return <Ofrecido id={id} estado={estado} hasta={ofrecidoHasta} />;
  return (
    <div className={styles.fila}>
      <p className={styles.lugar}>
        {grupo ? `Su lugar en la lista del grupo ${grupo}: ` : 'Su lugar en la lista: '}
        <strong>{lugar}</strong> de {total}
      </p>
      <p>{orden}</p>
      <Delante espera={espera} />
    </div>
  );
}

function Ofrecido({ id, estado, hasta }: Pick<Enviada, 'id' | 'estado'> & { hasta: string }) {
  const { accept, busy } = useAcceptLugar(() =>
    notify.success('El lugar es suyo: quedó inscrita o inscrito.'),
  );
  return (
    <Notice
      tone="success"
      title="Se liberó un lugar"
      actions={
        <>
          <Button variant="primary" busy={busy} onClick={() => accept(id)}>
            {busy ? 'Aceptando…' : 'Aceptar el lugar'}
          </Button>
          <Salir id={id} estado={estado} ofrecido />
        </>
      }
    >
      <p>
        Usted es quien sigue. Lo guardamos para usted hasta el{' '}
        <strong>{formatMomento(new Date(hasta))}</strong>; después pasa a la siguiente persona.
      </p>
    </Notice>
  );
}

/** Nothing can be done about it any more: no button is left that would be refused. */
function PlazoVencido({ hasta }: { hasta: string }) {
  return (
    <Notice tone="warning" title="El lugar pasa a la siguiente persona">
      <p>
        Lo guardamos para usted hasta el <strong>{formatMomento(new Date(hasta))}</strong> y no lo
        aceptó. Usted sale de la lista de espera: en unos minutos lo verá en su matrícula.
      </p>
    </Notice>
  );
}

const momentoDe = (enviadaEn: string) =>
  `${formatMomento(new Date(enviadaEn))} (${formatHora(new Date(enviadaEn), { seconds: true })})`;

/** What the order comes from, of those who go before: nothing of who they are. */
function Delante({ espera: { puntos, delante } }: { espera: NonNullable<Enviada['espera']> }) {
  if (delante.length === 0) return null;
  const conPuntos = puntos > 0 || delante.some((one) => one.puntos > 0);
  return (
    <details className={styles.delante}>
      <summary>Por qué este orden</summary>
      <ol>
        {delante.map(({ puntos: suyos, enviadaEn, ofrecido }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name here
          <li key={i}>
            {ofrecido ? 'Tiene un lugar ofrecido. ' : ''}
            {conPuntos && `${suyos} puntos. `}Se recibió el {momentoDe(enviadaEn)}.
          </li>
        ))}
      </ol>
      {conPuntos && <p>Usted tiene {puntos} puntos.</p>}
    </details>
  );
}
