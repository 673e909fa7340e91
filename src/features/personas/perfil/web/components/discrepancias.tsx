import { lookUp } from '../../../../../platform/shared/look-up.ts';
import { Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { TextAreaField, useForm } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { Button, formatDate } from '../../../../../platform/web/ui/index.ts';
import type { Sexo } from '../../../curp/rules.ts';
import { useReviewDiscrepancias } from '../../../web/hooks.ts';
import type { Persona } from '../../contract.ts';

export const SEXO: Record<Sexo, string> = { H: 'Hombre', M: 'Mujer', X: 'No binario' };

const DATO: Record<string, string> = {
  nombre: 'el nombre',
  apellidoPaterno: 'el primer apellido',
  apellidoMaterno: 'el segundo apellido',
  fechaNacimiento: 'la fecha de nacimiento',
  sexo: 'el sexo',
  entidad: 'la entidad de nacimiento',
};

const list = new Intl.ListFormat('es-MX', { type: 'conjunction' });

/** «el nombre y el primer apellido» */
export const nombrarDatos = (campos: readonly string[]): string =>
  list.format(campos.map((campo) => lookUp(DATO, campo) ?? campo));

const titleOf = (campos: readonly string[]) =>
  `No ${campos.length === 1 ? 'coincide' : 'coinciden'} con la CURP: ${nombrarDatos(campos)}`;

/** To the person: it is known, and there is nothing to do. */
export function DiscrepanciasPropias({ campos }: { campos: readonly string[] }) {
  return (
    <Notice tone="warning" title={titleOf(campos)}>
      <p>
        Hay nombres que legítimamente difieren. Control escolar lo revisará; no necesita hacer nada.
      </p>
    </Notice>
  );
}

/** To staff: what was recorded, whether somebody looked at it, and what they found. */
export function Discrepancias({ persona }: { persona: Persona }) {
  const [opened, { open, close }] = useDisclosure();
  const { clave, discrepancias, revision } = persona;
  return (
    <>
      <Notice
        tone={revision ? 'info' : 'warning'}
        title={titleOf(discrepancias)}
        actions={
          <Button size="small" onClick={open}>
            {revision ? 'Cambiar la nota' : 'Marcar como revisado'}
          </Button>
        }
      >
        {revision ? (
          <p>
            Se revisó el {formatDate(revision.en)}: {revision.nota}
          </p>
        ) : (
          <p>
            Hay nombres que legítimamente difieren: revise un documento de identidad antes de
            corregir.
          </p>
        )}
      </Notice>
      {opened && (
        <RevisionDialog clave={clave} discrepancias={discrepancias} {...{ revision, close }} />
      )}
    </>
  );
}

function RevisionDialog({
  clave,
  discrepancias,
  revision,
  close,
}: Pick<Persona, 'clave' | 'discrepancias' | 'revision'> & { close: () => void }) {
  const review = useReviewDiscrepancias();
  const form = useForm({
    initial: { nota: revision?.nota ?? '' },
    validate: ({ nota }) => ({
      nota: nota.trim().length < 5 ? 'Escriba qué documento revisó y qué encontró.' : undefined,
    }),
    submit: ({ nota }) => review.mutateAsync({ clave, discrepancias, nota }),
    onSuccess: () => {
      notify.success('Quedó anotado que se revisó.');
      close();
    },
  });
  return (
    <FormDialog
      title="Marcar como revisado"
      form={form}
      submit="Guardar la nota"
      keptAs={`discrepancias/${clave}`}
      onClose={close}
    >
      <p>{titleOf(discrepancias)}.</p>
      <TextAreaField
        {...form.field('nota')}
        label="Qué se encontró"
        hint="Por ejemplo: su acta dice lo mismo que el expediente. Queda en el historial y la persona puede leerlo."
        maxLength={500}
        rows={3}
      />
    </FormDialog>
  );
}
