import { useEffect, useState } from 'react';
import { groupByFour } from '../../../../../platform/shared/ids.ts';
import { messageOf } from '../../../../../platform/web/callables/client.ts';
import { ErrorState, Loading, Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import {
  CheckboxField,
  SelectField,
  TextAreaField,
  useForm,
} from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import {
  Button,
  EstadoBadge,
  Folio,
  properName,
  Section,
} from '../../../../../platform/web/ui/index.ts';
import { ASIGNACION } from '../../../estados.ts';
import type { AsignacionesDeEtapa, FilaDeAsignacion } from '../../asignacion/contract.ts';
import {
  useAsignaciones,
  useAssignSolicitudes,
  useCreateAsignacion,
  usePreviewAsignacion,
  useRemoveAsignacion,
} from '../hooks.ts';
import styles from './mesa.module.css';

/** Who evaluates what in a stage, by folio, and the draw. */
export function AsignacionDeEtapa({ etapaId }: { etapaId: string }) {
  const query = useAsignaciones(etapaId);
  const [drawing, draw] = useDisclosure();
  const [adding, add] = useDisclosure();
  if (query.isPending) return <Loading shape="list" />;
  if (query.isError) return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  const { filas, evaluadores, noSeAsigna, etapa } = query.data;
  const faltan = filas.filter((one) => one.faltan > 0).length;
  return (
    <Section
      title="Asignación"
      lead={
        filas.length === 0
          ? undefined
          : faltan === 0
            ? 'Todas las solicitudes tienen evaluadores.'
            : `Solicitudes sin evaluadores suficientes: ${faltan}.`
      }
    >
      {noSeAsigna && etapa.cerradaEn === null && <Notice tone="warning" title={noSeAsigna} />}
      {noSeAsigna === null && (
        <div className={styles.acciones}>
          {faltan > 0 && (
            <Button variant="primary" onClick={draw.open}>
              Sortear evaluadores…
            </Button>
          )}
          {faltan > 0 && <Button onClick={add.open}>Asignar a mano…</Button>}
        </div>
      )}
      {evaluadores.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets
        <ul role="list" className={styles.cargas} aria-label="Solicitudes de cada evaluador">
          {evaluadores.map(({ id, nombre, asignadas, entregadas }) => (
            <li key={id}>
              <span>{properName(nombre)}</span>
              <span>
                {entregadas} de {asignadas}
              </span>
            </li>
          ))}
        </ul>
      )}
      {filas.length > 0 && <Tabla filas={filas} cerrada={etapa.cerradaEn !== null} />}
      {etapa.semilla && (
        <p className={styles.quiet}>
          Semilla del sorteo: <Folio>{etapa.semilla}</Folio>
        </p>
      )}
      {drawing && <Sorteo etapaId={etapaId} onClose={draw.close} />}
      {adding && <AMano asignaciones={query.data} onClose={add.close} />}
    </Section>
  );
}

/** Rows that are shown at first. */
const POCAS = 50;

function Tabla({ filas, cerrada }: { filas: readonly FilaDeAsignacion[]; cerrada: boolean }) {
  const [todas, setTodas] = useState(false);
  const [quitando, setQuitando] = useState<{ id: string; folio: string; nombre: string } | null>(
    null,
  );
  // Those that lack somebody first: something is to be done about them.
  const sorted = filas.toSorted((a, b) => b.faltan - a.faltan);
  const shown = todas ? sorted : sorted.slice(0, POCAS);
  return (
    <>
      <table className={styles.tabla}>
        <caption className="sr-only">Evaluadores de cada solicitud</caption>
        <thead>
          <tr>
            <th scope="col">Solicitud</th>
            <th scope="col">Evaluadores</th>
            <th scope="col">Situación</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ solicitudId, folio, asignaciones, faltan }) => (
            <tr key={solicitudId}>
              <th scope="row">
                <Folio>{groupByFour(folio)}</Folio>
              </th>
              <td>
                {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets */}
                <ul role="list" className={styles.evaluan}>
                  {asignaciones.map(({ id, evaluador, estado, motivo, tercera }) => (
                    <li key={id}>
                      <span>{properName(evaluador.nombre)}</span>
                      {tercera && <EstadoBadge tone="info">Tercer dictamen</EstadoBadge>}
                      {estado && (
                        <EstadoBadge tone={ASIGNACION.tono(estado)}>
                          {ASIGNACION.palabra(estado)}
                        </EstadoBadge>
                      )}
                      {motivo && <span className={styles.quiet}>A mano: {motivo}</span>}
                      {!cerrada && (
                        <Button
                          size="small"
                          variant="quiet"
                          aria-label={`Quitar ${groupByFour(folio)} a ${properName(evaluador.nombre)}`}
                          onClick={() =>
                            setQuitando({ id, folio: groupByFour(folio), nombre: evaluador.nombre })
                          }
                        >
                          Quitar…
                        </Button>
                      )}
                    </li>
                  ))}
                </ul>
              </td>
              <td>
                {faltan > 0 ? (
                  <EstadoBadge tone="warning">
                    {faltan === 1 ? 'Falta 1' : `Faltan ${faltan}`}
                  </EstadoBadge>
                ) : (
                  <EstadoBadge tone="success">Completa</EstadoBadge>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {!todas && filas.length > POCAS && (
        <Button variant="quiet" onClick={() => setTodas(true)}>
          Ver las {filas.length} solicitudes
        </Button>
      )}
      {quitando && <Quitar {...quitando} onClose={() => setQuitando(null)} />}
    </>
  );
}

/** What the draw would give, and making it so. */
function Sorteo({ etapaId, onClose }: { etapaId: string; onClose: () => void }) {
  const preview = usePreviewAsignacion();
  const assign = useAssignSolicitudes();
  const { mutate } = preview;
  useEffect(() => mutate({ etapaId }), [mutate, etapaId]);
  const { data, error } = preview;
  const form = useForm({
    initial: {},
    async submit() {
      if (!data) throw new Error('nothing was drawn yet');
      try {
        return await assign.mutateAsync({ etapaId, huella: data.huella });
      } catch (failure) {
        // It would be otherwise now: shown again.
        mutate({ etapaId });
        throw failure;
      }
    },
    onSuccess: ({ asignadas }) => {
      notify.success(`Dictámenes asignados: ${asignadas}.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Sorteo de evaluadores"
      form={form}
      submit={data ? `Asignar ${data.nuevas} dictámenes` : 'Asignar'}
      busy="Asignando…"
      onClose={onClose}
    >
      {error && <Notice tone="danger" title={messageOf(error)} />}
      {!data && !error && <Loading shape="list" />}
      {data && (
        <>
          <p>
            {data.solicitudes} {data.solicitudes === 1 ? 'solicitud' : 'solicitudes'} ·{' '}
            {data.impedidas === 0
              ? 'sin impedimentos'
              : data.impedidas === 1
                ? '1 pareja con impedimento, excluida'
                : `${data.impedidas} parejas con impedimento, excluidas`}
            {data.dudosas > 0 && ` · ${data.dudosas} con un impedimento por resolver`}
          </p>
          {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets */}
          <ul role="list" className={styles.cargas} aria-label="Solicitudes de cada evaluador">
            {data.cargas.map(({ nombre, antes, despues }) => (
              <li key={nombre}>
                <span>{properName(nombre)}</span>
                <span>{antes === despues ? despues : `${antes} → ${despues}`}</span>
              </li>
            ))}
          </ul>
          {data.incompletas.length > 0 && (
            <Notice tone="warning" title="Quedan sin evaluadores suficientes">
              <ul className={styles.incompletas}>
                {data.incompletas.slice(0, 20).map((text) => (
                  <li key={text}>{text}</li>
                ))}
                {data.incompletas.length > 20 && <li>Y {data.incompletas.length - 20} más.</li>}
              </ul>
            </Notice>
          )}
          <p className={styles.quiet}>
            Semilla: <Folio>{data.semilla}</Folio>. Se generó una sola vez; no cambia.
          </p>
        </>
      )}
    </FormDialog>
  );
}

const motivoProblem = (motivo: string) =>
  motivo.trim().length < 10 ? { motivo: 'Escriba el motivo en una frase.' } : {};

function AMano({
  asignaciones: { etapa, filas, evaluadores },
  onClose,
}: {
  asignaciones: AsignacionesDeEtapa;
  onClose: () => void;
}) {
  const create = useCreateAsignacion();
  const form = useForm({
    initial: { folio: '', evaluadorId: '', motivo: '' },
    validate: ({ folio, evaluadorId, motivo }) => ({
      ...(folio === '' && { folio: 'Elija la solicitud.' }),
      ...(evaluadorId === '' && { evaluadorId: 'Elija a la persona evaluadora.' }),
      ...motivoProblem(motivo),
    }),
    submit: (values) => create.mutateAsync({ etapaId: etapa.id, ...values }),
    onSuccess: () => {
      notify.success('Se asignó la solicitud.');
      onClose();
    },
  });
  return (
    <FormDialog
      title="Asignar a mano"
      form={form}
      submit="Asignar"
      busy="Asignando…"
      keptAs={`asignacion/${etapa.id}`}
      onClose={onClose}
    >
      <SelectField
        {...form.field('folio')}
        label="Solicitud"
        options={filas
          .filter(({ faltan }) => faltan > 0)
          .map(({ folio }) => ({ value: folio, label: groupByFour(folio) }))}
      />
      <SelectField
        {...form.field('evaluadorId')}
        label="Persona evaluadora"
        options={evaluadores.map(({ id, nombre, asignadas }) => ({
          value: id,
          label: `${properName(nombre)} (${asignadas})`,
        }))}
      />
      <TextAreaField {...form.field('motivo')} label="Motivo" maxLength={500} rows={3} />
    </FormDialog>
  );
}

function Quitar({
  id,
  folio,
  nombre,
  onClose,
}: {
  id: string;
  folio: string;
  nombre: string;
  onClose: () => void;
}) {
  const remove = useRemoveAsignacion();
  const form = useForm({
    initial: { motivo: '', reemplazar: true },
    validate: ({ motivo }) => motivoProblem(motivo),
    submit: (values) => remove.mutateAsync({ id, ...values }),
    onSuccess: ({ reasignadas }, { reemplazar }) => {
      notify.success(
        reasignadas > 0
          ? 'La solicitud pasó a otra persona.'
          : reemplazar
            ? 'Se quitó. No hay otra persona que pueda evaluarla.'
            : 'Se quitó la solicitud.',
      );
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Quitar ${folio} a ${properName(nombre)}`}
      form={form}
      submit="Quitar"
      busy="Quitando…"
      danger
      keptAs={`asignacion/${id}/quitar`}
      onClose={onClose}
    >
      <TextAreaField {...form.field('motivo')} label="Motivo" maxLength={500} rows={3} />
      <CheckboxField
        {...form.field('reemplazar')}
        label="Asignarla a quien tenga menos solicitudes"
      />
    </FormDialog>
  );
}
