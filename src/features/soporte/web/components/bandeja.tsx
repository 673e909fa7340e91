import { useState } from 'react';
import {
  EmptyState,
  ErrorState,
  Loading,
  notify,
} from '../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../platform/web/form/form-dialog.tsx';
import { SelectField, TextField, useForm } from '../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../platform/web/keep-alive/index.ts';
import { useKeys } from '../../../../platform/web/queue/use-keys.ts';
import { Link, useSearchParams } from '../../../../platform/web/router.tsx';
import {
  Button,
  classes,
  formatNumber,
  IconMail,
  LinkButton,
  PageHeading,
} from '../../../../platform/web/ui/index.ts';
import { ViewSwitch } from '../../../../platform/web/ui/view-switch.tsx';
import { personPath } from '../../../personas/routes.ts';
import { configuracionDeSoportePath, soportePath } from '../../routes.ts';
import {
  tellFailure,
  useAgentes,
  useAssignConversacion,
  useBandeja,
  useFicha,
  useLeaveConversacion,
  useTakeConversacion,
} from '../hooks.ts';
import { HiloDeBandeja } from './hilo.tsx';
import { Fila } from './mis-conversaciones.tsx';
import styles from './soporte.module.css';

const VER = { espera: 'En espera', mias: 'Mías', todas: 'Todas' } as const;
type Ver = keyof typeof VER;

/** The inbox of the staff: lists, the conversation, and its person's file beside it. */
export function Bandeja() {
  const [search, setSearch] = useSearchParams();
  const pedida = search.get('ver') ?? 'espera';
  const ver: Ver = pedida in VER ? (pedida as Ver) : 'espera';
  const [busqueda, setBusqueda] = useState('');
  const [tras, setTras] = useState(0);
  const { data, error, isPending, refetch } = useBandeja(ver, busqueda, tras);
  const abierta = search.get('conversacion');
  const put = (cambio: Record<string, string | null>) =>
    setSearch((now) => {
      for (const [key, value] of Object.entries(cambio)) {
        if (value === null) now.delete(key);
        else now.set(key, value);
      }
      return now;
    });
  const open = (id: string | null) => put({ conversacion: id });
  const take = useTakeConversacion();
  const takeNext = async (id?: string) => {
    try {
      const taken = await take.mutateAsync(id ? { id } : {});
      put({ ver: 'mias', conversacion: taken.id });
    } catch (failure) {
      tellFailure(failure);
    }
  };
  const filas = data?.conversaciones ?? [];
  const at = filas.findIndex(({ id }) => id === abierta);
  const openAt = (n: number) => filas[n] && open(filas[n].id);
  useKeys({
    j: () => openAt(at + 1),
    k: () => openAt(at - 1),
    t: () => void takeNext(abierta ?? undefined),
  });
  return (
    <>
      <div className={styles.titulo} data-abierta={abierta ? '' : undefined}>
        <PageHeading
          title="Soporte"
          lead={
            data
              ? `${formatNumber(data.cuantas.espera)} en espera · ${formatNumber(data.cuantas.mias)} a su cargo${data.abierta ? '' : ' · fuera de horario'}`
              : 'Bandeja de conversaciones.'
          }
          action={
            <>
              <LinkButton to={configuracionDeSoportePath}>Configuración</LinkButton>
              <LinkButton to={`${soportePath}?propias=1`}>Mis conversaciones</LinkButton>
              <Button
                variant="primary"
                busy={take.isPending}
                disabled={data?.cuantas.espera === 0}
                onClick={() => void takeNext()}
              >
                Tomar la siguiente
              </Button>
            </>
          }
        />
      </div>
      <div
        className={styles.marco}
        data-abierta={abierta ? '' : undefined}
        data-ficha={abierta ? '' : undefined}
      >
        <div className={styles.lado}>
          <div className={styles.filtros}>
            <ViewSwitch
              legend="Conversaciones"
              value={ver}
              onChange={(next) => {
                setTras(0);
                put({ ver: next, conversacion: null });
              }}
              views={(Object.keys(VER) as Ver[]).map((value) => ({ value, label: VER[value] }))}
            />
            <TextField
              type="search"
              label="Asunto, folio o texto"
              value={busqueda}
              onChange={(next) => {
                setTras(0);
                setBusqueda(next);
              }}
              maxLength={200}
            />
          </div>
          {isPending ? (
            <Loading shape="list" label="Cargando la bandeja…" />
          ) : !data ? (
            <ErrorState error={error} retry={() => void refetch()} />
          ) : filas.length === 0 ? (
            <EmptyState title="Sin conversaciones" icon={IconMail} level={2}>
              {ver === 'espera'
                ? 'Nadie espera atención.'
                : 'No hay conversaciones con esos filtros.'}
            </EmptyState>
          ) : (
            <>
              <ul className={styles.lista} aria-label={VER[ver]}>
                {filas.map((one) => (
                  <li key={one.id}>
                    <Fila
                      conversacion={one}
                      abierta={one.id === abierta}
                      onOpen={() => open(one.id)}
                      detalle={one.persona.nombre}
                    />
                  </li>
                ))}
              </ul>
              <p className={styles.botones}>
                {tras > 0 && (
                  <Button size="small" onClick={() => setTras(Math.max(0, tras - 30))}>
                    Anteriores
                  </Button>
                )}
                {data.siguiente !== null && (
                  <Button size="small" onClick={() => setTras(data.siguiente!)}>
                    Siguientes
                  </Button>
                )}
              </p>
            </>
          )}
        </div>
        {abierta ? (
          <>
            <HiloDeBandeja key={abierta} id={abierta} onVolver={() => open(null)} />
            <Ficha
              key={`${abierta}-ficha`}
              id={abierta}
              propia={filas.find(({ id }) => id === abierta)?.propia ?? false}
              enEspera={filas.find(({ id }) => id === abierta)?.estado === 'enEspera'}
              onTake={() => void takeNext(abierta)}
            />
          </>
        ) : (
          <p className={classes(styles.vacio, styles.elija)}>
            Elija una conversación. J y K pasan de una a otra; T la toma, R responde, N anota.
          </p>
        )}
      </div>
    </>
  );
}

/** The person of the conversation, what may be done with it, and their earlier ones. */
function Ficha({
  id,
  propia,
  enEspera,
  onTake,
}: {
  id: string;
  propia: boolean;
  enEspera: boolean;
  onTake: () => void;
}) {
  const { data } = useFicha(id);
  const leave = useLeaveConversacion();
  const [opened, { open, close }] = useDisclosure();
  return (
    <aside className={styles.ficha} aria-label="Persona y acciones">
      {data && (
        <div>
          <h3>{data.persona.nombre}</h3>
          <p className={styles.datos}>
            {data.persona.curp ?? data.persona.clave}
            {data.persona.correo && <span>{data.persona.correo}</span>}
          </p>
          <p>
            <Link to={personPath(data.persona.clave)}>Abrir su expediente</Link>
          </p>
        </div>
      )}
      <p className={styles.acciones}>
        {enEspera && <Button onClick={onTake}>Tomar</Button>}
        {propia && !enEspera && (
          <>
            <Button
              busy={leave.isPending}
              onClick={() => leave.mutate({ id }, { onError: tellFailure })}
            >
              Soltar
            </Button>
            <Button onClick={open}>Pasar a…</Button>
          </>
        )}
      </p>
      {data && data.anteriores.length > 0 && (
        <div>
          <h3>Anteriores</h3>
          <ul className={styles.lista}>
            {data.anteriores.map((one) => (
              <li key={one.id}>
                <Link to={`${soportePath}?ver=todas&conversacion=${one.id}`}>{one.asunto}</Link>{' '}
                <span className={styles.pie}>
                  {one.folio} · {one.estado}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {opened && <Pasar id={id} onClose={close} />}
    </aside>
  );
}

function Pasar({ id, onClose }: { id: string; onClose: () => void }) {
  const { data } = useAgentes();
  const assign = useAssignConversacion();
  const form = useForm({
    initial: { uid: '' },
    validate: (v) => ({ ...(v.uid === '' && { uid: 'Elija a una persona.' }) }),
    submit: (v) => assign.mutateAsync({ id, uid: v.uid }),
    onSuccess: () => {
      notify.success('Se pasó la conversación.');
      onClose();
    },
  });
  return (
    <FormDialog
      title="Pasar la conversación"
      form={form}
      submit="Pasar"
      busy="Pasando…"
      onClose={onClose}
    >
      <SelectField
        {...form.field('uid')}
        label="Personal"
        empty="Elija…"
        options={(data?.agentes ?? [])
          .filter(({ propia }) => !propia)
          .map(({ uid, nombre, atiende }) => ({
            value: uid,
            label: `${nombre} (${atiende} abiertas)`,
          }))}
      />
    </FormDialog>
  );
}
