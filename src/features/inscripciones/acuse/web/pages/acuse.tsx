import { useNavigate, useSearchParams } from 'react-router';
import { formatMomento } from '../../../../../platform/shared/dates.ts';
import { CallError } from '../../../../../platform/shared/errors.ts';
import { ErrorState, Loading, Notice } from '../../../../../platform/web/feedback/index.ts';
import { Form, SubmitButton, TextField, useForm } from '../../../../../platform/web/form/index.ts';
import { Ficha, LinkButton, PageHeading } from '../../../../../platform/web/ui/index.ts';
import { acusePath } from '../../../routes.ts';
import { formatFolio, parseFolio } from '../../rules.ts';
import styles from '../components/acuse.module.css';
import { AcuseCompleto } from '../components/acuse-completo.tsx';
import { type Acuse, useAcuse } from '../hooks.ts';

/** `/acuse?folio=…&clave=…` – for anyone, without signing in. */
export default function AcusePage() {
  const [search] = useSearchParams();
  const folio = search.get('folio')?.trim() ?? '';
  const clave = search.get('clave')?.trim() || null;
  if (folio === '') return <Busqueda />;
  return <Consulta key={`${folio} ${clave}`} folio={folio} clave={clave} />;
}

function Consulta({ folio, clave }: { folio: string; clave: string | null }) {
  const { data, error, refetch } = useAcuse(folio, clave);
  if (error instanceof CallError && error.status === 'NOT_FOUND') {
    return <Busqueda folio={folio} problema={error.message} />;
  }
  if (!data && error) {
    return (
      <>
        <PageHeading title="Acuse de inscripción" />
        <ErrorState error={error} retry={() => void refetch()} />
      </>
    );
  }
  if (!data) return <Loading shape="ficha" label="Buscando el acuse…" />;
  if (data.detalle && clave) {
    return <AcuseCompleto acuse={data} detalle={data.detalle} clave={clave} />;
  }
  return <SoloExiste acuse={data} wrongKey={clave !== null} />;
}

/** With the folio alone nothing is said of the person. */
function SoloExiste({ acuse, wrongKey }: { acuse: Acuse; wrongKey: boolean }) {
  const emitido = formatMomento(new Date(acuse.emitidoEn));
  return (
    <>
      <PageHeading
        title="Acuse de inscripción"
        lead="Con el folio solo podemos confirmar que el acuse existe. Su contenido se abre con el enlace completo o con el código QR del documento."
      />
      <Ficha
        kind="Acuse de inscripción"
        folio={acuse.folio}
        title="Este acuse existe"
        estado={{ tone: 'info', label: 'Emitido', detail: `el ${emitido}` }}
      >
        {wrongKey ? (
          <Notice tone="warning" title="La clave del enlace no abre este acuse">
            <p>
              Puede que el enlace esté incompleto. Ábralo de nuevo desde el correo o desde su
              matrícula.
            </p>
          </Notice>
        ) : (
          <p>
            Para ver a quién corresponde y descargar el PDF, abra el enlace que llegó por correo o
            ingrese al portal y búsquelo en Matrícula.
          </p>
        )}
      </Ficha>
      <p className={styles.otro}>
        <LinkButton to="/acuse">Consultar otro folio</LinkButton>
      </p>
    </>
  );
}

const SYMBOLS = 17;

const checkFolio = (text: string): string | null => {
  if (text.trim() === '') return 'Escriba el folio del acuse.';
  if (parseFolio(text)) return null;
  const { length } = text.replace(/[\s-]/g, '');
  return length === SYMBOLS
    ? 'Ese folio tiene alguna letra o número equivocado. Compárelo con el del documento.'
    : `El folio empieza con AC y lleva ${SYMBOLS} letras y números; escribió ${length}. Compárelo con el del documento.`;
};

function Busqueda({ folio = '', problema }: { folio?: string; problema?: string }) {
  const navigate = useNavigate();
  const form = useForm({
    initial: { folio },
    validate: ({ folio: text }) => {
      const message = checkFolio(text);
      return message ? { folio: message } : {};
    },
    submit: ({ folio: text }) => {
      navigate(acusePath(formatFolio(parseFolio(text) ?? text)));
    },
  });
  return (
    <>
      <PageHeading
        title="Consultar un acuse"
        lead="Confirme que un acuse de inscripción existe. No necesita ingresar al portal."
      />
      {problema && (
        <div role="alert" className={styles.problema}>
          <Notice tone="danger">
            <p>{problema}</p>
          </Notice>
        </div>
      )}
      <Form form={form}>
        <TextField
          {...form.field('folio')}
          label="Folio del acuse"
          hint="Está arriba a la derecha del documento, por ejemplo AC26-K9Y2-ZKYW-2KGS-J. Puede escribirlo en minúsculas y sin guiones."
          mono
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <SubmitButton>Consultar</SubmitButton>
      </Form>
    </>
  );
}
