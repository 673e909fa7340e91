import { useState } from 'react';
import { formatFecha } from '../../../../platform/shared/dates.ts';
import { ErrorState, Loading, Notice, notify } from '../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../platform/web/form/form-dialog.tsx';
import {
  CheckboxField,
  DateField,
  Form,
  SubmitButton,
  TextAreaField,
  TextField,
  useForm,
} from '../../../../platform/web/form/index.ts';
import { useTitle } from '../../../../platform/web/keep-alive/index.ts';
import {
  Button,
  formatDateTime,
  LinkButton,
  nameOrAddress,
  PageHeading,
} from '../../../../platform/web/ui/index.ts';
import type { Respuesta } from '../../configuracion/contract.ts';
import {
  CAMPOS_RESPUESTA,
  camposDesconocidos,
  DIAS,
  formatIntervalos,
  parseIntervalos,
} from '../../configuracion/rules.ts';
import { soportePath } from '../../routes.ts';
import {
  type Horarios,
  useCreateRespuesta,
  useHorarios,
  useRespuestas,
  useSaveHorarios,
  useUpdateRespuesta,
} from '../hooks.ts';
import styles from './soporte.module.css';

const EJEMPLO = 'Por ejemplo: 9:00 a 14:00, 16:00 a 18:00. Vacío: cerrado.';
const NO_SE_LEE = 'Escriba horas como 9:00 a 14:00, sin encimarlas.';

/** Opening hours and canned answers: whoever attends reads them, whoever administers changes them. */
export default function Configuracion() {
  useTitle('Configuración de soporte');
  const horarios = useHorarios();
  const respuestas = useRespuestas();
  return (
    <>
      <PageHeading
        title="Configuración de soporte"
        breadcrumbs={[{ label: 'Soporte', to: soportePath }]}
        lead="Horario de atención y respuestas frecuentes."
        action={<LinkButton to={soportePath}>Bandeja</LinkButton>}
      />
      {horarios.isPending || respuestas.isPending ? (
        <Loading shape="list" label="Cargando la configuración…" />
      ) : !horarios.data || !respuestas.data ? (
        <ErrorState
          error={horarios.error ?? respuestas.error}
          retry={() => void Promise.all([horarios.refetch(), respuestas.refetch()])}
        />
      ) : (
        <div className={styles.configuracion}>
          <section aria-labelledby="horario-titulo">
            <h2 id="horario-titulo">Horario de atención</h2>
            <p className={styles.datos}>
              Hora de la Ciudad de México. Los días inhábiles del calendario judicial se cierran
              solos.
            </p>
            {horarios.data.puedeCambiar ? (
              <HorariosForm
                key={horarios.data.revision}
                de={horarios.data}
                onOld={() => void horarios.refetch()}
              />
            ) : (
              <HorariosLeidos de={horarios.data} />
            )}
          </section>
          <section aria-labelledby="respuestas-titulo">
            <h2 id="respuestas-titulo">Respuestas frecuentes</h2>
            <Respuestas de={respuestas.data} />
          </section>
        </div>
      )}
    </>
  );
}

const textOf = ({ semana }: Horarios, dia: number): string =>
  formatIntervalos(semana.filter((one) => one.dia === dia));

function HorariosLeidos({ de }: { de: Horarios }) {
  return (
    <>
      <dl className={styles.dias}>
        {DIAS.map((dia, at) => (
          <div key={dia}>
            <dt>{dia}</dt>
            <dd>{textOf(de, at + 1) || 'Cerrado'}</dd>
          </div>
        ))}
      </dl>
      <h3>Días especiales</h3>
      {de.excepciones.length === 0 && <p className={styles.datos}>Sin días especiales.</p>}
      <ul className={styles.renglones}>
        {de.excepciones.map((one) => (
          <li key={one.fecha}>
            {formatFecha(one.fecha)} · {formatIntervalos(one.intervalos) || 'cerrado'} ·{' '}
            {one.motivo}
          </li>
        ))}
      </ul>
    </>
  );
}

type Especial = Horarios['excepciones'][number];

function HorariosForm({ de, onOld }: { de: Horarios; onOld: () => void }) {
  const save = useSaveHorarios();
  const [excepciones, setExcepciones] = useState<readonly Especial[]>(de.excepciones);
  const [agregando, setAgregando] = useState(false);
  const form = useForm({
    initial: Object.fromEntries(DIAS.map((_, at) => [`dia${at + 1}`, textOf(de, at + 1)])),
    validate: (values) =>
      Object.fromEntries(
        Object.entries(values)
          .filter(([, text]) => parseIntervalos(text) === null)
          .map(([name]) => [name, NO_SE_LEE]),
      ),
    submit: (values) =>
      save.mutateAsync({
        semana: DIAS.flatMap((_, at) =>
          (parseIntervalos(values[`dia${at + 1}`] ?? '') ?? []).map((one) => ({
            dia: at + 1,
            ...one,
          })),
        ),
        excepciones: excepciones.map((one) => ({ ...one, intervalos: [...one.intervalos] })),
        revision: de.revision,
      }),
    onSuccess: () => {
      notify.success('Se guardó el horario.');
      onOld();
    },
  });
  return (
    <>
      <Form form={form}>
        {DIAS.map((dia, at) => (
          <TextField
            key={dia}
            {...form.field(`dia${at + 1}`)}
            label={dia}
            {...(at === 0 && { hint: EJEMPLO })}
            maxLength={80}
          />
        ))}
        <h3>Días especiales</h3>
        {excepciones.length === 0 && <p className={styles.datos}>Sin días especiales.</p>}
        <ul className={styles.renglones}>
          {excepciones.map((one) => (
            <li key={one.fecha}>
              <span>
                {formatFecha(one.fecha)} · {formatIntervalos(one.intervalos) || 'cerrado'} ·{' '}
                {one.motivo}
              </span>
              <Button
                size="small"
                variant="quiet"
                onClick={() => setExcepciones(excepciones.filter((other) => other !== one))}
              >
                Quitar<span className="sr-only"> {formatFecha(one.fecha)}</span>
              </Button>
            </li>
          ))}
        </ul>
        <p>
          <Button onClick={() => setAgregando(true)}>Agregar día especial</Button>
        </p>
        <SubmitButton busyLabel="Guardando…">Guardar horario</SubmitButton>
      </Form>
      {de.actualizadoEn && (
        <p className={styles.datos}>
          Último cambio: {formatDateTime(de.actualizadoEn)}
          {de.actualizadoPor && ` · ${nameOrAddress(de.actualizadoPor)}`}
        </p>
      )}
      {agregando && (
        <EspecialDialog
          ocupadas={excepciones.map(({ fecha }) => fecha)}
          onClose={() => setAgregando(false)}
          onAdd={(one) =>
            setExcepciones([...excepciones, one].sort((a, b) => (a.fecha < b.fecha ? -1 : 1)))
          }
        />
      )}
    </>
  );
}

function EspecialDialog({
  ocupadas,
  onClose,
  onAdd,
}: {
  ocupadas: readonly string[];
  onClose: () => void;
  onAdd: (one: Especial) => void;
}) {
  const form = useForm({
    initial: { fecha: '', horas: '', motivo: '' },
    validate: (v) => ({
      ...(v.fecha === '' && { fecha: 'Escriba el día.' }),
      ...(ocupadas.includes(v.fecha) && { fecha: 'Ese día ya está en la lista.' }),
      ...(parseIntervalos(v.horas) === null && { horas: NO_SE_LEE }),
      ...(v.motivo.trim() === '' && { motivo: 'Escriba el motivo.' }),
    }),
    submit: ({ fecha, horas, motivo }) =>
      onAdd({ fecha, intervalos: parseIntervalos(horas) ?? [], motivo: motivo.trim() }),
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title="Día especial"
      form={form}
      submit="Agregar"
      busy="Agregando…"
      onClose={onClose}
    >
      <DateField {...form.field('fecha')} label="Día" />
      <TextField {...form.field('horas')} label="Horario" hint={EJEMPLO} maxLength={80} />
      <TextField {...form.field('motivo')} label="Motivo" maxLength={120} />
    </FormDialog>
  );
}

function Respuestas({
  de: { respuestas, puedeCambiar },
}: {
  de: { respuestas: readonly Respuesta[]; puedeCambiar: boolean };
}) {
  const [abierta, setAbierta] = useState<Respuesta | 'nueva' | null>(null);
  return (
    <>
      {puedeCambiar && (
        <p>
          <Button onClick={() => setAbierta('nueva')}>Agregar respuesta</Button>
        </p>
      )}
      {respuestas.length === 0 && <p className={styles.datos}>Sin respuestas frecuentes.</p>}
      <ul className={styles.renglones}>
        {respuestas.map((one) => (
          <li key={one.id}>
            <div>
              <strong>{one.titulo}</strong>
              {one.retirada && ' · retirada'}
              <p className={styles.cuerpo}>{one.texto}</p>
            </div>
            {puedeCambiar && (
              <Button size="small" onClick={() => setAbierta(one)}>
                Cambiar<span className="sr-only"> {one.titulo}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {abierta && (
        <RespuestaDialog
          key={abierta === 'nueva' ? '' : `${abierta.id} ${abierta.revision}`}
          de={abierta === 'nueva' ? null : abierta}
          onClose={() => setAbierta(null)}
        />
      )}
    </>
  );
}

function RespuestaDialog({ de, onClose }: { de: Respuesta | null; onClose: () => void }) {
  const create = useCreateRespuesta();
  const update = useUpdateRespuesta();
  const form = useForm({
    initial: {
      titulo: de?.titulo ?? '',
      texto: de?.texto ?? '',
      retirada: de?.retirada ?? false,
    },
    validate: (v) => {
      const [campo] = camposDesconocidos(v.texto);
      return {
        ...(v.titulo.trim() === '' && { titulo: 'Escriba el título.' }),
        ...(v.texto.trim() === '' && { texto: 'Escriba la respuesta.' }),
        ...(campo !== undefined && { texto: `«{${campo}}» no es un campo de la lista.` }),
      };
    },
    submit: async ({ titulo, texto, retirada }) => {
      if (de) {
        const { id, revision } = de;
        await update.mutateAsync({ id, titulo, texto, retirada, revision });
      } else await create.mutateAsync({ titulo, texto });
    },
    onSuccess: () => {
      notify.success('Se guardó la respuesta.');
      onClose();
    },
  });
  return (
    <FormDialog
      title={de ? 'Cambiar respuesta' : 'Respuesta nueva'}
      form={form}
      submit="Guardar"
      busy="Guardando…"
      onClose={onClose}
    >
      <TextField {...form.field('titulo')} label="Título" maxLength={80} />
      <TextAreaField {...form.field('texto')} label="Respuesta" rows={5} maxLength={4000} />
      <Notice title="Campos">
        <ul>
          {Object.entries(CAMPOS_RESPUESTA).map(([campo, label]) => (
            <li key={campo}>
              <code>{`{${campo}}`}</code> {label}
            </li>
          ))}
        </ul>
      </Notice>
      {de && (
        <CheckboxField {...form.field('retirada')} label="Retirada: no se ofrece a quien atiende" />
      )}
    </FormDialog>
  );
}
