import { useState } from 'react';
import { useParams } from 'react-router';
import { ErrorState, Loading, Notice } from '../../../../../platform/web/feedback/index.ts';
import { Form, SubmitButton, useForm } from '../../../../../platform/web/form/index.ts';
import {
  formatDate,
  formatDateTime,
  LinkButton,
  PageHeading,
} from '../../../../../platform/web/ui/index.ts';
import {
  PruebaFields,
  pruebaOf,
  pruebaProblems,
  useConFactor,
} from '../../../../identidad/cambios/web/components/prueba-fields.tsx';
import type { CopiaDatos } from '../../contract.ts';
import { misDatosPath } from '../../routes.ts';
import styles from '../components/copias.module.css';
import { sayCopia } from '../components/fila-copia.tsx';
import { useCopia, useDescarga } from '../hooks.ts';

const TITLE = 'Descargar la copia de sus datos';
const CRUMBS = [{ label: 'Mis datos', to: misDatosPath }];

/** Where the link of the mail leads: the password is asked for again, and then the file comes. */
export default function CopiaPage() {
  const { id = '' } = useParams();
  const copia = useCopia(id);
  if (copia.isPending) return <Loading shape="form" />;
  if (copia.isError) {
    return (
      <>
        <PageHeading title={TITLE} breadcrumbs={CRUMBS} />
        <ErrorState error={copia.error} retry={() => void copia.refetch()} />
      </>
    );
  }
  return (
    <>
      <PageHeading
        title={TITLE}
        breadcrumbs={CRUMBS}
        lead={`La del ${formatDateTime(copia.data.creadoEn)}: ${sayCopia(copia.data)}.`}
      />
      {copia.data.vencida ? (
        <div className={styles.part}>
          <Notice tone="warning" title="Esta copia venció">
            <p>
              Se borró el {formatDate(copia.data.venceEn)}. Pida otra: se hace con lo que haya ese
              día.
            </p>
          </Notice>
          <LinkButton to={misDatosPath} variant="primary">
            Ir a mis datos
          </LinkButton>
        </div>
      ) : (
        <Descarga copia={copia.data} />
      )}
    </>
  );
}

function Descarga({ copia }: { copia: CopiaDatos }) {
  const conFactor = useConFactor();
  const open = useDescarga();
  const [started, setStarted] = useState(false);
  const form = useForm({
    initial: { password: '', codigo: '' },
    validate: (prueba) => pruebaProblems(prueba, conFactor),
    submit: (prueba) => open.mutateAsync({ id: copia.id, ...pruebaOf(prueba) }),
    onSuccess: ({ url }) => {
      setStarted(true);
      form.reset();
      // The answer says that it is a file to be saved: the page stays.
      window.location.assign(url);
    },
    clearOnError: ['codigo'],
  });
  return (
    <div className={styles.part}>
      <div role="status">
        {started && (
          <Notice tone="success" title="La descarga comenzó">
            <p>Guárdela donde nadie más la abra. Dentro, empiece por «Mis datos.html».</p>
          </Notice>
        )}
      </div>
      <Form form={form}>
        <p>
          Es un ZIP con datos personales. Confirme que es usted; puede descargarla hasta el{' '}
          {formatDate(copia.venceEn)}.
        </p>
        <PruebaFields form={form} conFactor={conFactor} />
        <SubmitButton busyLabel="Comprobando…">Descargar</SubmitButton>
      </Form>
    </div>
  );
}
