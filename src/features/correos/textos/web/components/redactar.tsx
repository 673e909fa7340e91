import { useState } from 'react';
import { fillCarta, problemOf } from '../../../../../platform/shared/cartas.ts';
import { notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { TextAreaField, TextField, useForm } from '../../../../../platform/web/form/index.ts';
import { Button } from '../../../../../platform/web/ui/index.ts';
import { MAX_ASUNTO, MAX_CUERPO, type TextoCarta } from '../../contract.ts';
import { useResetTexto, useSaveTexto } from '../hooks.ts';
import styles from './textos.module.css';

/** Subject and text of a letter, with its fields and how it reads with examples. */
export function Redactar({ texto: vigente, onClose }: { texto: TextoCarta; onClose: () => void }) {
  // What was seen when it was opened, whatever comes meanwhile.
  const [texto] = useState(vigente);
  const { clave, version, campos, original } = texto;
  const save = useSaveTexto();
  const reset = useResetTexto();
  const declared = {
    campos: Object.fromEntries(
      campos.map(({ clave: campo, soloCuerpo, ...rest }) => [
        campo,
        { ...rest, ...(soloCuerpo && { soloCuerpo }) },
      ]),
    ),
  };
  const form = useForm({
    initial: { asunto: texto.asunto, cuerpo: texto.cuerpo },
    validate: (values) => {
      const problem = problemOf(declared, values);
      return problem ? { [problem.campo]: problem.mensaje } : {};
    },
    submit: ({ asunto, cuerpo }) =>
      asunto.trim() === original.asunto && cuerpo.trim() === original.cuerpo
        ? reset.mutateAsync({ clave, version })
        : save.mutateAsync({ clave, version, asunto, cuerpo }),
    onSuccess: () => {
      notify.success('Se guardó el texto. Las cartas nuevas lo usan.');
      onClose();
    },
  });
  const { subject, paragraphs } = fillCarta(
    form.values,
    Object.fromEntries(campos.map(({ clave: campo, ejemplo }) => [campo, ejemplo])),
  );
  return (
    <FormDialog
      title={texto.nombre}
      form={form}
      submit="Guardar texto"
      keptAs={`carta/${clave}`}
      onClose={onClose}
    >
      <TextField {...form.field('asunto')} label="Asunto" maxLength={MAX_ASUNTO} />
      <TextAreaField
        {...form.field('cuerpo')}
        label="Texto"
        hint="Una línea en blanco separa los párrafos."
        maxLength={MAX_CUERPO}
        rows={9}
      />
      <div>
        <p>Campos que puede usar:</p>
        <ul className={styles.campos}>
          {campos.map(({ clave: campo, titulo, soloCuerpo }) => (
            <li key={campo}>
              <code>{`{${campo}}`}</code> {titulo}
              {soloCuerpo && ' (no en el asunto)'}
            </li>
          ))}
        </ul>
      </div>
      <section className={styles.preview} aria-label="Vista previa con ejemplos">
        <h3>{subject}</h3>
        {paragraphs.map((paragraph, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have nothing else of their own
          <p key={n}>{paragraph}</p>
        ))}
      </section>
      <div>
        <Button size="small" variant="quiet" onClick={() => form.set(original)}>
          Usar el texto original
        </Button>
      </div>
    </FormDialog>
  );
}
