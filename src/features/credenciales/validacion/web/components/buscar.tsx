import { useNavigate } from 'react-router';
import type { CallError } from '../../../../../platform/shared/errors.ts';
import { Notice } from '../../../../../platform/web/feedback/notice.tsx';
import { Form, SubmitButton } from '../../../../../platform/web/form/form.tsx';
import { TextField } from '../../../../../platform/web/form/text-fields.tsx';
import { useForm } from '../../../../../platform/web/form/use-form.ts';
import { FindFile } from '../../../../../platform/web/public/compare-file.tsx';
import { PageHeading } from '../../../../../platform/web/ui/index.ts';
import { validacionPath, validarFolioPath, validarPath } from '../../../routes.ts';
import { parseFolioEmitido } from '../../../rules.ts';
import { Escanear } from './escanear.tsx';
import { Lista } from './lista.tsx';
import styles from './validacion.module.css';

const EMPTY = 'Escriba el folio del documento.';

/** Where one types a folio; with what was typed, when nothing was found. */
export function Buscar({
  title,
  folio,
  problem,
  lista,
}: {
  title: string;
  /** As it was asked for; null: nothing was yet. */
  folio: string | null;
  problem: CallError | null;
  /** Why a list of folios was not taken. */
  lista?: string | undefined;
}) {
  const navigate = useNavigate();
  const form = useForm({
    initial: { folio: folio ?? '' },
    ...(folio !== null &&
      folio.trim() === '' && { mistakes: { fields: { folio: EMPTY }, general: [] } }),
    validate: ({ folio: text }) => (text.trim() === '' ? { folio: EMPTY } : {}),
    submit: ({ folio: text }) => {
      const parsed = parseFolioEmitido(text);
      void navigate(
        parsed ? validacionPath(parsed.tipo, parsed.folio) : validarFolioPath(text.trim()),
      );
    },
  });
  return (
    <>
      <PageHeading
        title={title}
        lead="Certificados, credenciales, actas, kárdex, acuses: si la escuela los emitió y su estado."
      />
      {problem && (
        <div role="alert" className={styles.problema}>
          <Notice tone="danger" title="No encontrado">
            <p>{problem.message}</p>
          </Notice>
        </div>
      )}
      <Form form={form} address={validarPath}>
        <TextField
          {...form.field('folio')}
          label="Folio del documento"
          hint="Está impreso junto al código QR, por ejemplo CE26-K9Y2-ZKYW-2KGS-JV7Q-T. Puede escribirlo en minúsculas y sin guiones."
          mono
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <SubmitButton>Validar</SubmitButton>
        <Escanear />
      </Form>
      <FindFile addresses={{ '': validarPath }} />
      <Lista {...(lista !== undefined && { problem: lista })} />
    </>
  );
}
