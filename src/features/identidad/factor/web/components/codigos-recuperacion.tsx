import { useEffect, useRef } from 'react';
import { config } from '../../../../../platform/web/config.ts';
import { Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import {
  CheckboxField,
  Form,
  SubmitButton,
  useForm,
} from '../../../../../platform/web/form/index.ts';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import {
  Button,
  Folio,
  formatDate,
  IconCopy,
  IconDownload,
  IconPrint,
} from '../../../../../platform/web/ui/index.ts';
import styles from './segundo-factor.module.css';

const asText = (codigos: readonly string[], email: string): string =>
  [
    `Códigos de recuperación · ${config().institution.name}`,
    email,
    `Generados el ${formatDate(new Date().toISOString())}`,
    '',
    ...codigos,
    '',
    'Cada código sirve una sola vez. Guárdelos donde solo usted los vea.',
    '',
  ].join('\n');

const download = (text: string) => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'codigos-de-recuperacion.txt';
  link.click();
  URL.revokeObjectURL(url);
};

/** The recovery codes, the only time that they are seen. */
export function CodigosRecuperacion({
  codigos,
  onDone,
}: {
  codigos: readonly string[];
  onDone: () => void;
}) {
  const { email } = useUser();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const form = useForm({
    initial: { guardados: false },
    validate: ({ guardados }) => ({
      guardados: guardados ? undefined : 'Guarde los códigos y márquelo aquí para terminar.',
    }),
    submit: () => {},
    onSuccess: onDone,
  });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codigos.join('\n'));
      notify.success('Se copiaron los códigos.');
    } catch {
      notify.error('No se pudieron copiar. Descárguelos o imprímalos.');
    }
  };
  return (
    <div className={styles.state}>
      <div className={styles.sheet}>
        <h3 ref={heading} tabIndex={-1}>
          Guarde sus códigos de recuperación
        </h3>
        <p>
          Con uno de ellos podrá ingresar cuando no tenga su teléfono. Cada uno sirve una sola vez.
        </p>
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets */}
        <ol role="list" className={styles.codes}>
          {codigos.map((codigo) => (
            <li key={codigo}>
              <Folio>{codigo}</Folio>
            </li>
          ))}
        </ol>
        <p className={styles.printed}>
          {config().institution.name} · {email} · {formatDate(new Date().toISOString())}
        </p>
      </div>
      <div className={styles.actions}>
        <Button size="small" icon={<IconCopy />} onClick={() => void copy()}>
          Copiar
        </Button>
        <Button
          size="small"
          icon={<IconDownload />}
          onClick={() => download(asText(codigos, email))}
        >
          Descargar
        </Button>
        <Button size="small" icon={<IconPrint />} onClick={() => window.print()}>
          Imprimir
        </Button>
      </div>
      <Notice tone="warning" title="Es la única vez que se muestran">
        <p>Si los pierde podrá renovarlos, pero solo mientras tenga su teléfono.</p>
      </Notice>
      <Form form={form} label="Terminar">
        <CheckboxField
          {...form.field('guardados')}
          label="Ya guardé mis códigos en un lugar seguro"
        />
        <SubmitButton>Terminar</SubmitButton>
      </Form>
    </div>
  );
}
