import { useState } from 'react';
import { fechaDe } from '../../../../../platform/shared/dates.ts';
import { useMomento } from '../../../../../platform/web/clock.ts';
import { ErrorState, Loading, Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { RadioGroupField, SelectField, useForm } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import {
  Button,
  DataList,
  EstadoBadge,
  formatDateTime,
  IconCalendar,
  LinkButton,
  Section,
} from '../../../../../platform/web/ui/index.ts';
import { HORARIO } from '../../../estados.ts';
import type { EntrevistaPropia, HorarioLibre } from '../../contract.ts';
import { useEntrevistaPropia, useSetHorario } from '../hooks.ts';
import { Cuando, formatDiaCorto, formatHoras } from './cuando.tsx';
import styles from './entrevistas.module.css';

const ZONA = 'hora del centro de México';

/**
 * The interviews of one's own application: the slot that it has, where and until when it may be changed, and the free ones. Draws nothing
 * while the application is in no stage of interviews.
 */
export function MiEntrevista({ solicitudId }: { solicitudId: string }) {
  const query = useEntrevistaPropia(solicitudId);
  const { data, error, refetch } = query;
  if (!data) {
    return error ? (
      <Section title="Entrevista">
        <ErrorState error={error} retry={() => void refetch()} />
      </Section>
    ) : (
      <Loading shape="list" />
    );
  }
  return (
    <>
      {data.entrevistas.map((entrevista) => (
        <Entrevista
          key={entrevista.etapa.id}
          solicitudId={solicitudId}
          entrevista={entrevista}
          ahora={data.ahora}
          recibidoEn={query.dataUpdatedAt}
        />
      ))}
    </>
  );
}

function Entrevista({
  solicitudId,
  entrevista,
  ahora,
  recibidoEn,
}: {
  solicitudId: string;
  entrevista: EntrevistaPropia;
  ahora: string;
  recibidoEn: number;
}) {
  const { etapa, horario, cancelado, cambiaHasta, noSeElige, ics } = entrevista;
  const [choosing, choose] = useDisclosure();
  const marcas = [cambiaHasta, ...entrevista.libres.map(({ inicia }) => inicia)];
  const momento = useMomento(
    ahora,
    recibidoEn,
    marcas.filter((marca) => marca !== null),
  );
  // What passed since it was asked for is no longer offered.
  const libres = entrevista.libres.filter(({ inicia }) => new Date(inicia) > momento);
  const aTiempo = cambiaHasta === null || momento <= new Date(cambiaHasta);
  const elige = noSeElige === null && aTiempo;
  return (
    <Section title={etapa.nombre}>
      {!horario && cancelado && (
        <Notice tone="warning" title="La escuela canceló su horario">
          <p>
            Era el {formatDateTime(cancelado.inicia)} ({ZONA}). Motivo: {cancelado.motivo}
          </p>
        </Notice>
      )}
      {horario && (
        <DataList
          items={[
            { label: 'Fecha y hora', value: <Cuando {...horario} />, wide: true },
            {
              label: 'Lugar',
              value: horario.enLinea ? (
                <a href={horario.lugar} target="_blank" rel="noreferrer" className={styles.enlace}>
                  {horario.lugar}
                </a>
              ) : (
                horario.lugar
              ),
              wide: true,
            },
            {
              label: 'Estado',
              value: (
                <EstadoBadge tone={HORARIO.tono(horario.estado)}>
                  {HORARIO.palabra(horario.estado)}
                </EstadoBadge>
              ),
            },
          ]}
        />
      )}
      <p className={styles.dicho} role="status">
        {describeActo({ horario, noSeElige, aTiempo, cambiaHasta, libres: libres.length })}
      </p>
      <div className={styles.actos}>
        {elige && libres.length > 0 && (
          <Button variant={horario ? 'secondary' : 'primary'} onClick={choose.open}>
            {horario ? 'Cambiar horario' : 'Elegir horario'}
          </Button>
        )}
        {ics && horario && (
          <LinkButton to={ics} reloadDocument icon={<IconCalendar />}>
            Agregar a mi calendario
          </LinkButton>
        )}
      </div>
      {choosing && (
        <ElegirDialog
          solicitudId={solicitudId}
          libres={libres}
          cambia={horario !== null}
          onClose={choose.close}
        />
      )}
    </Section>
  );
}

/** What may be done now, in a sentence. */
const describeActo = ({
  horario,
  noSeElige,
  aTiempo,
  cambiaHasta,
  libres,
}: Pick<EntrevistaPropia, 'horario' | 'noSeElige' | 'cambiaHasta'> & {
  aTiempo: boolean;
  libres: number;
}): string => {
  if (noSeElige !== null) return noSeElige;
  if (!horario) {
    return libres === 0
      ? 'No hay horarios disponibles por ahora. La escuela abrirá más y le aparecerán aquí.'
      : 'Elija el horario de su entrevista.';
  }
  if (cambiaHasta === null) return '';
  const limite = `${formatDateTime(cambiaHasta)} (${ZONA})`;
  if (!aTiempo) return `Podía cambiarlo hasta el ${limite}.`;
  return libres === 0
    ? `Puede cambiarlo una vez, hasta el ${limite}; por ahora no hay otros disponibles.`
    : `Puede cambiarlo una vez, hasta el ${limite}.`;
};

/** The slots by their day in Mexico City, in order. */
const byDia = (libres: readonly HorarioLibre[]): Map<string, HorarioLibre[]> =>
  Map.groupBy(libres, ({ inicia }) => fechaDe(new Date(inicia)));

function ElegirDialog({
  solicitudId,
  libres,
  cambia,
  onClose,
}: {
  solicitudId: string;
  libres: readonly HorarioLibre[];
  cambia: boolean;
  onClose: () => void;
}) {
  const set = useSetHorario();
  const query = useEntrevistaPropia(solicitudId);
  const dias = byDia(libres);
  const [primero = ''] = dias.keys();
  const [elegido, setDia] = useState(primero);
  // The day that was looked at may have none left.
  const dia = dias.has(elegido) ? elegido : primero;
  const form = useForm({
    initial: { horarioId: '' },
    validate: ({ horarioId }) => ({
      horarioId: libres.some(({ id }) => id === horarioId)
        ? undefined
        : 'Elija uno de los horarios disponibles.',
    }),
    submit: async ({ horarioId }) => {
      try {
        return await set.mutateAsync({ solicitudId, horarioId });
      } catch (problem) {
        // Somebody else may have it: the others are shown as they are now.
        await query.refetch();
        throw problem;
      }
    },
    onSuccess: () => {
      notify.success(
        cambia
          ? 'Se cambió el horario. Le enviamos los datos por correo.'
          : 'Se registró el horario. Le enviamos los datos por correo.',
      );
      onClose();
    },
  });
  return (
    <FormDialog
      title={cambia ? 'Cambiar horario' : 'Elegir horario'}
      form={form}
      submit={cambia ? 'Cambiar' : 'Reservar'}
      busy="Reservando…"
      onClose={onClose}
    >
      {cambia && (
        <p className={styles.texto}>Solo puede cambiarlo una vez. El horario actual queda libre.</p>
      )}
      <SelectField
        label="Día"
        value={dia}
        onChange={(value) => {
          setDia(value);
          form.set({ horarioId: '' });
        }}
        empty={null}
        options={[...dias].map(([value, horarios]) => ({
          value,
          label: formatDiaCorto(horarios[0]!.inicia),
        }))}
      />
      <RadioGroupField
        {...form.field('horarioId')}
        label="Horario"
        hint={`En ${ZONA}`}
        options={(dias.get(dia) ?? []).map((horario) => ({
          value: horario.id,
          label: formatHoras(horario),
          hint: horario.lugar,
        }))}
      />
    </FormDialog>
  );
}
