import { useEffect, useRef, useState } from 'react';
import { isStaff } from '../../../../../platform/shared/policy.ts';
import { ErrorState, Loading, Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import {
  type Envio,
  FileField,
  Form,
  SubmitButton,
  TextField,
  UploadProgress,
  useForm,
} from '../../../../../platform/web/form/index.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import { Folio, formatDate, Section } from '../../../../../platform/web/ui/index.ts';
import { explainCurp, parseCurp } from '../../../../personas/curp/rules.ts';
import { HEAD_BYTES, imagenProblem } from '../../../archivos/rules.ts';
import { avisoPath } from '../../../privacidad/routes.ts';
import { splitDisplayName } from '../../../registro/rules.ts';
import { nombresProblems } from '../../../rules.ts';
import { EMPTY, NameFields } from '../../../web/components/register-fields.tsx';
import { useGiveDatos, useMiVinculacion, useSendIdentificacion } from '../hooks.ts';
import styles from './vinculacion.module.css';

/** Of an account without a file: what it waits for, or how to get one. */
export function MiVinculacion() {
  const user = useUser();
  const vinculacion = useMiVinculacion();
  if (vinculacion.isPending) return <Loading shape="form" />;
  if (vinculacion.isError) {
    return <ErrorState error={vinculacion.error} retry={() => void vinculacion.refetch()} />;
  }
  const { data } = vinculacion;
  if (data?.estado === 'pendiente') return <Pendiente vinculacion={data} />;
  return (
    <div className={styles.mine}>
      {data?.estado === 'rechazada' ? (
        <Notice tone="warning" title="No pudimos confirmar que el expediente sea suyo">
          <p>{data.motivo}</p>
          <p>Puede indicar otra CURP, o la misma para intentarlo de nuevo.</p>
        </Notice>
      ) : (
        <Notice tone="info" title="Su cuenta no está vinculada con un expediente">
          <p>
            {isStaff(user)
              ? 'Puede usar el portal con su rol. Si también estudia aquí, indique su CURP.'
              : 'Sin expediente no puede inscribirse. Indique su CURP y lo tendrá aquí.'}
          </p>
        </Notice>
      )}
      <DarCurp />
    </div>
  );
}

type Mia = NonNullable<ReturnType<typeof useMiVinculacion>['data']>;

function Pendiente({ vinculacion }: { vinculacion: Mia }) {
  const { email } = useUser();
  return (
    <div className={styles.mine}>
      <Notice tone="info" title="Control Escolar está por confirmar su expediente">
        <p>
          La CURP <Folio>{vinculacion.clave}</Folio> ya tenía un expediente en la escuela. Para
          proteger los datos de su titular, Control Escolar confirmará que es usted. Lo pidió el{' '}
          {formatDate(vinculacion.creadoEn)}; le avisaremos a {email}.
        </p>
      </Notice>
      {vinculacion.identificacion ? (
        <Notice tone="success" title="Ya tenemos la foto de su identificación">
          <p>Solo la ve Control Escolar, y se elimina en cuanto le responda.</p>
        </Notice>
      ) : (
        <EnviarIdentificacion carpeta={vinculacion.carpeta} />
      )}
    </div>
  );
}

function EnviarIdentificacion({ carpeta }: { carpeta: string }) {
  const send = useSendIdentificacion();
  const [envio, setEnvio] = useState<Envio | null>(null);
  const running = useRef<AbortController | null>(null);
  // Leaving the screen gives it up.
  useEffect(() => () => running.current?.abort(), []);
  const [problem, setProblem] = useState<string>();
  const form = useForm<{ foto: File | null }>({
    initial: { foto: null },
    validate: ({ foto }) => ({
      foto: problem ?? (foto ? undefined : 'Elija una foto de su identificación.'),
    }),
    submit: async ({ foto }) => {
      if (!foto) return;
      const sending = new AbortController();
      running.current = sending;
      try {
        await send(carpeta, foto, { signal: sending.signal, onProgress: setEnvio });
      } finally {
        setEnvio(null);
      }
    },
    onSuccess: () => notify.success('Enviamos la foto de su identificación a Control Escolar.'),
  });
  const field = form.field('foto');
  const choose = async (file: File | null) => {
    field.onChange(file);
    setProblem(undefined);
    if (!file) return;
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
    setProblem(imagenProblem(file.size, head) ?? undefined);
  };
  return (
    <Section
      title="Envíe una foto de su identificación"
      lead="Así le responden antes. Solo la ve Control Escolar, y se elimina en cuanto decida o a los 60 días."
    >
      <Form form={form} label="Enviar una identificación" refusal="No se envió su identificación">
        <FileField
          {...field}
          onChange={(file) => void choose(file)}
          label="Foto de su identificación oficial"
          hint="Credencial para votar, pasaporte o cédula, completa y legible. JPG, PNG o WebP de 10 MB o menos."
          accept="image/jpeg,image/png,image/webp"
          error={problem ?? field.error}
        />
        {envio && (
          <UploadProgress
            label="Enviando la foto"
            envio={envio}
            onCancel={() => running.current?.abort()}
          />
        )}
        <SubmitButton busyLabel="Enviando…">Enviar identificación</SubmitButton>
      </Form>
    </Section>
  );
}

function DarCurp() {
  const { displayName } = useUser();
  const give = useGiveDatos();
  const form = useForm({
    initial: { ...EMPTY, ...splitDisplayName(displayName, ''), curp: '' },
    validate: (datos) => {
      const reading = parseCurp(datos.curp);
      return { ...nombresProblems(datos), curp: reading.ok ? undefined : explainCurp(reading) };
    },
    submit: ({ curp, nombre, apellidoPaterno, apellidoMaterno }) =>
      give.conCurp(curp, { nombre, apellidoPaterno, apellidoMaterno }),
    onSuccess: () => notify.success('Guardamos su CURP.'),
  });
  return (
    <Section title="Indique su CURP">
      <Form form={form} label="Indicar su CURP" refusal="No se guardó su CURP">
        <TextField
          {...form.field('curp')}
          label="CURP"
          hint="Las 18 letras y números de su constancia."
          mono
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <NameFields form={form} hint="Como aparecen en su acta de nacimiento." />
        <p>
          La escuela usa estos datos como dice el <Link to={avisoPath}>aviso de privacidad</Link>.
        </p>
        <SubmitButton busyLabel="Guardando…">Guardar mi CURP</SubmitButton>
      </Form>
    </Section>
  );
}
