import { formatMomento } from '../../../../../platform/shared/dates.ts';
import { CallError } from '../../../../../platform/shared/errors.ts';
import { Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import {
  checkDate,
  DateField,
  RadioGroupField,
  TextAreaField,
  TextField,
  useForm,
} from '../../../../../platform/web/form/index.ts';
import { ERRORES } from '../../../errors.ts';
import { reglasPath } from '../../../routes.ts';
import { AntesDePublicar } from '../../../simulacion/web/components/antes-de-publicar.tsx';
import type { ProblemaDePlantilla } from '../../contract.ts';
import {
  useArchiveVersion,
  useDiscardVersion,
  usePublishVersion,
  useUpdatePlantilla,
} from '../hooks.ts';

const HORA = /^([01]?\d|2[0-3]):[0-5]\d$/;

/** The instant of a day and an hour of Mexico City, which has no summer time (UTC−6). */
const instantOf = (fecha: string, hora: string) =>
  new Date(`${fecha}T${hora.padStart(5, '0')}:00-06:00`);

/** Refusals that no correction in the dialog mends. */
const CAMBIOS = new Set<unknown>([
  ERRORES.cambio.code,
  ERRORES.noEsBorrador.code,
  ERRORES.noExiste.code,
]);

/** Publishes a draft, now or from a moment on. */
export function PublicarDialog({
  plantillaId,
  versionId,
  revision,
  numero,
  reemplaza,
  problemas,
  onClose,
  onPublicada,
  onCambio,
}: {
  plantillaId: string;
  versionId: string;
  revision: number;
  numero: number;
  /** Number of the version in force; null: there is none. */
  reemplaza: number | null;
  /** Of the draft: what it does not do as it says is told here again. */
  problemas: readonly ProblemaDePlantilla[];
  onClose: () => void;
  onPublicada: () => void;
  /** Refused because somebody else wrote, published or threw it away meanwhile. */
  onCambio: (error: CallError) => void;
}) {
  const publish = usePublishVersion();
  const avisos = problemas.filter(({ gravedad }) => gravedad === 'advierte');
  const form = useForm({
    initial: { nota: '', cuando: 'ahora', fecha: '', hora: '09:00' },
    validate: ({ nota, cuando, fecha, hora }) => {
      const wrong = cuando === 'fecha' ? checkDate(fecha, 'la fecha') : undefined;
      return {
        ...(nota.trim() === '' && { nota: 'Escriba qué cambia, para quien lea el historial.' }),
        ...(wrong && { fecha: wrong }),
        ...(cuando === 'fecha' &&
          !HORA.test(hora) && { hora: 'Escriba la hora como 09:00 o 18:30.' }),
      };
    },
    submit: async ({ nota, cuando, fecha, hora }) => {
      const desde = cuando === 'fecha' ? instantOf(fecha, hora).toISOString() : null;
      await publish.mutateAsync({ versionId, revision, nota, desde }).catch((error: unknown) => {
        if (error instanceof CallError && CAMBIOS.has(error.details?.code)) onCambio(error);
        throw error;
      });
      return desde;
    },
    onSuccess: (desde) => {
      notify.success(
        desde === null
          ? `La versión ${numero} está en vigor.`
          : `La versión ${numero} se publicará el ${formatMomento(new Date(desde))}.`,
      );
      onPublicada();
    },
  });
  return (
    <FormDialog
      title={`Publicar la versión ${numero}`}
      form={form}
      submit="Publicar"
      busy="Publicando…"
      keptAs={`plantilla/${versionId}/publicar`}
      onClose={onClose}
    >
      <p>
        Ya no podrá cambiarse. Quien se inscriba desde entonces lo hará con ella
        {reemplaza === null
          ? '.'
          : `, y la que esté en vigor entonces (ahora, la ${reemplaza}) quedará archivada.`}{' '}
        Las inscripciones ya enviadas conservan la suya.
      </p>
      {avisos.length > 0 && (
        <Notice tone="warning" title="Conviene revisar">
          {avisos.map(({ donde, mensaje }) => (
            <p key={`${donde} ${mensaje}`}>{mensaje}</p>
          ))}
        </Notice>
      )}
      <AntesDePublicar
        versionId={versionId}
        probar={`${reglasPath(plantillaId, versionId)}?ver=todas`}
      />
      <TextAreaField
        {...form.field('nota')}
        label="Cambios"
        hint="Queda en el historial de la plantilla."
        maxLength={500}
      />
      <RadioGroupField
        {...form.field('cuando')}
        label="Cuándo"
        options={[
          { value: 'ahora', label: 'Ahora mismo' },
          { value: 'fecha', label: 'Desde una fecha y hora' },
        ]}
      />
      {form.values.cuando === 'fecha' && (
        <>
          <DateField {...form.field('fecha')} label="Fecha" />
          <TextField
            {...form.field('hora')}
            label="Hora"
            hint="Del centro de México, de 24 horas: 09:00."
            autoComplete="off"
          />
        </>
      )}
    </FormDialog>
  );
}

/** Takes the version in force out, with no other in its place. */
export function ArchivarDialog({
  versionId,
  numero,
  abiertas,
  onClose,
}: {
  versionId: string;
  numero: number;
  /** Editions that admit enrolments, or will. */
  abiertas: number;
  onClose: () => void;
}) {
  const archive = useArchiveVersion();
  const form = useForm({
    initial: { motivo: '' },
    validate: ({ motivo }) => (motivo.trim() === '' ? { motivo: 'Escriba el motivo.' } : {}),
    submit: ({ motivo }) => archive.mutateAsync({ versionId, motivo }),
    onSuccess: () => {
      notify.success(`La versión ${numero} quedó archivada.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Archivar la versión ${numero}`}
      form={form}
      submit="Archivar"
      danger
      keptAs={`plantilla/${versionId}/archivar`}
      onClose={onClose}
    >
      <p>
        {abiertas === 0
          ? 'Ninguna edición con inscripción abierta o por abrir usa esta plantilla.'
          : abiertas === 1
            ? 'Una edición con inscripción abierta o por abrir la usa: nadie más podrá inscribirse a ella hasta que publique otra versión.'
            : `${abiertas} ediciones con inscripción abierta o por abrir la usan: nadie más podrá inscribirse a ellas hasta que publique otra versión.`}
      </p>
      <TextAreaField {...form.field('motivo')} label="Motivo" maxLength={500} />
    </FormDialog>
  );
}

/** Throws a draft away. */
export function DescartarDialog({
  versionId,
  numero,
  onClose,
  onDescartado,
}: {
  versionId: string;
  numero: number;
  onClose: () => void;
  onDescartado: () => void;
}) {
  const discard = useDiscardVersion();
  const form = useForm({
    initial: {},
    submit: () => discard.mutateAsync({ versionId }),
    onSuccess: () => {
      notify.success('Se descartó el borrador.');
      onDescartado();
    },
  });
  return (
    <FormDialog
      title={`Descartar el borrador de la versión ${numero}`}
      form={form}
      submit="Descartar"
      danger
      onClose={onClose}
    >
      <p>Se pierde lo que se escribió en él. Las versiones publicadas no cambian.</p>
    </FormDialog>
  );
}

/** What the plantilla is called and what it is for. */
export function NombreDialog({
  plantilla,
  onClose,
}: {
  plantilla: { id: string; nombre: string; descripcion: string };
  onClose: () => void;
}) {
  const update = useUpdatePlantilla();
  const { id, nombre, descripcion } = plantilla;
  const form = useForm({
    initial: { nombre, descripcion },
    validate: (v) =>
      v.nombre.trim().length < 3 ? { nombre: 'Escriba el nombre: al menos 3 letras.' } : {},
    submit: (v) => update.mutateAsync({ id, ...v, antes: { nombre, descripcion } }),
    onSuccess: () => {
      notify.success('Se guardó el nombre de la plantilla.');
      onClose();
    },
  });
  return (
    <FormDialog
      title="Nombre de la plantilla"
      form={form}
      submit="Guardar"
      keptAs={`plantilla/${id}/nombre`}
      onClose={onClose}
    >
      <TextField {...form.field('nombre')} label="Nombre" autoComplete="off" />
      <TextAreaField {...form.field('descripcion')} label="Para qué es" optional maxLength={500} />
    </FormDialog>
  );
}
