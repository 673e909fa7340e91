import { useState } from 'react';
import type { OutputOf } from '../../../../../platform/shared/callable.ts';
import { ErrorState, Loading } from '../../../../../platform/web/feedback/index.ts';
import { Button, formatDateTime, formatNumber } from '../../../../../platform/web/ui/index.ts';
import { dispositivoOf } from '../../../sesiones/rules.ts';
import type * as contract from '../../contract.ts';
import { DIAS_INTENTOS, describeMotivo } from '../../rules.ts';
import { useIntentos } from '../hooks.ts';
import styles from './intentos.module.css';

/** How many are shown until all are asked for. */
const FEW = 5;

type Intento = OutputOf<typeof contract.listIntentosFallidos>[number];

const veces = (n: number) => (n === 1 ? '1 vez' : `${formatNumber(n)} veces`);

function Item({ intento }: { intento: Intento }) {
  const { motivo, direccion, dispositivo, ultima } = intento;
  return (
    <li className={styles.item}>
      <p className={styles.name}>
        {describeMotivo(motivo)} <span className={styles.times}>· {veces(intento.veces)}</span>
      </p>
      <p className={styles.detail}>
        <span>
          {intento.veces === 1 ? 'El' : 'La última, el'} {formatDateTime(ultima)}
        </span>
        {' · '}
        {direccion === '' ? (
          <span>desde otras direcciones</span>
        ) : (
          <>
            <span>{dispositivoOf(dispositivo).nombre}</span>
            {' · '}
            <span>dirección {direccion}</span>
          </>
        )}
      </p>
    </li>
  );
}

/** Who wanted to enter this account and did not: when, from where, how many times. */
export function Intentos() {
  const intentos = useIntentos();
  const [all, setAll] = useState(false);
  if (intentos.isPending) return <Loading shape="list" />;
  if (intentos.isError) {
    return <ErrorState error={intentos.error} retry={() => void intentos.refetch()} />;
  }
  const list = intentos.data;
  if (list.length === 0) {
    return (
      <p className={styles.detail}>No hay intentos fallidos en los últimos {DIAS_INTENTOS} días.</p>
    );
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets */}
      <ul role="list" className={styles.list}>
        {(all ? list : list.slice(0, FEW)).map((intento) => (
          <Item
            key={`${intento.motivo} ${intento.direccion} ${intento.primera}`}
            intento={intento}
          />
        ))}
      </ul>
      {!all && list.length > FEW && (
        <Button onClick={() => setAll(true)}>Ver los {formatNumber(list.length)}</Button>
      )}
      <p className={styles.detail}>
        Si no fue usted, cambie su contraseña y active el segundo factor. Se guardan {DIAS_INTENTOS}{' '}
        días.
      </p>
    </>
  );
}
