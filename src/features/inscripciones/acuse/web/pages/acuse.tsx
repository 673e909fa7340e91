import { useNavigate } from 'react-router';
import { formatMomento } from '../../../../../platform/shared/dates.ts';
import type { CallError } from '../../../../../platform/shared/errors.ts';
import { Notice } from '../../../../../platform/web/feedback/notice.tsx';
import { Form, SubmitButton } from '../../../../../platform/web/form/form.tsx';
import { TextField } from '../../../../../platform/web/form/text-fields.tsx';
import { useForm } from '../../../../../platform/web/form/use-form.ts';
import { CompareFile, FindFile } from '../../../../../platform/web/public/compare-file.tsx';
import { type PublicPageProps, publicPage } from '../../../../../platform/web/public/page.ts';
import { Ficha, LinkButton, PageHeading } from '../../../../../platform/web/ui/index.ts';
import { DE_INSCRIPCION } from '../../../estados.ts';
import { acusePagePath, acusePath } from '../../../routes.ts';
import type { getAcuse } from '../../contract.ts';
import { formatFolio, parseFolio, tituloDe } from '../../rules.ts';
import styles from '../components/acuse.module.css';
import { AcuseCompleto } from '../components/acuse-completo.tsx';
import { type Acuse, getAcuseCall } from '../hooks.ts';

/** `/acuse?folio=…&clave=…` – for anyone, without signing in. */
function AcusePage({ query, answer, problem }: PublicPageProps<typeof getAcuse>) {
  const { folio, clave } = asked(query);
  if (!answer) {
    return <Busqueda key={folio} folio={folio ?? ''} asked={folio !== null} problem={problem} />;
  }
  if (answer.detalle && clave) {
    return <AcuseCompleto acuse={answer} detalle={answer.detalle} clave={clave} />;
  }
  return <SoloExiste acuse={answer} wrongKey={clave !== null} />;
}

/** What the address asks for. A folio that is there and empty was sent so, by the form. */
const asked = (query: URLSearchParams) => ({
  folio: query.get('folio')?.trim() ?? null,
  clave: query.get('clave')?.trim() || null,
});

export default publicPage<typeof getAcuse>({
  description: 'Confirme por su folio que un acuse de la escuela existe.',
  ask: {
    call: getAcuseCall,
    input({ query }) {
      const { folio, clave } = asked(query);
      if (!folio) return null;
      return clave ? { folio, clave } : { folio };
    },
  },
  Page: AcusePage,
});

/** With the folio alone nothing is said of the person. */
function SoloExiste({ acuse, wrongKey }: { acuse: Acuse; wrongKey: boolean }) {
  const emitido = formatMomento(new Date(acuse.emitidoEn));
  return (
    <>
      <PageHeading
        title={tituloDe(acuse)}
        lead="Con el folio solo podemos confirmar que el acuse existe. Su contenido se abre con el enlace completo o con el código QR del documento."
      />
      <Ficha
        kind={tituloDe(acuse)}
        folio={acuse.folio}
        title="Este acuse existe"
        estado={{ tone: 'info', label: 'Emitido', detail: `el ${emitido}` }}
      >
        {wrongKey ? (
          <Notice tone="warning" title="La clave del enlace no abre este acuse">
            <p>
              Puede que el enlace esté incompleto. Ábralo de nuevo desde el correo o desde{' '}
              {acuse.de === DE_INSCRIPCION ? 'su matrícula' : 'el portal'}.
            </p>
          </Notice>
        ) : (
          <p>
            Para ver a quién corresponde y descargar el PDF, abra el enlace que llegó por correo o
            ingrese al portal y búsquelo
            {acuse.de === DE_INSCRIPCION ? ' en Matrícula' : ` en su ${acuse.de}`}.
          </p>
        )}
      </Ficha>
      <div className={styles.acuse}>
        <CompareFile key={acuse.folio} folio={acuse.folio} ejemplares={acuse.ejemplares} />
      </div>
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

function Busqueda({
  folio,
  asked,
  problem,
}: {
  folio: string;
  /** It came by the address, and not from this form. */
  asked: boolean;
  problem: CallError | null;
}) {
  const navigate = useNavigate();
  const mistake = asked ? checkFolio(folio) : null;
  const form = useForm({
    initial: { folio },
    ...(mistake && {
      mistakes: { fields: { folio: mistake }, general: problem ? [problem.message] : [] },
    }),
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
        lead="Confirme que un acuse existe. No necesita ingresar al portal."
      />
      {problem && !mistake && (
        <div role="alert" className={styles.problema}>
          <Notice tone="danger">
            <p>{problem.message}</p>
          </Notice>
        </div>
      )}
      <Form form={form} address={acusePagePath}>
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
      <div className={styles.acuse}>
        <FindFile addresses={{ AC: acusePagePath }} />
      </div>
    </>
  );
}
