import { quoted } from '../../../../../platform/shared/quotation.ts';
import { notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import {
  checkDate,
  DateField,
  SelectField,
  TextAreaField,
  useForm,
} from '../../../../../platform/web/form/index.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import { properName } from '../../../../../platform/web/ui/index.ts';
import { DOCUMENTO } from '../../../../documentos/estados.ts';
import { PESTANA } from '../../../../documentos/routes.ts';
import { tabPath } from '../../../../personas/routes.ts';
import { useDocumentosDe, useRequestExcepcion } from '../hooks.ts';

/** Asks that one person be excused from one rule. */
export function ExceptuarDialog({
  versionId,
  regla,
  persona,
  onClose,
}: {
  versionId: string;
  regla: { clave: string; descripcion: string };
  persona: { clave: string; nombre: string };
  onClose: () => void;
}) {
  const request = useRequestExcepcion();
  const documentos = useDocumentosDe(persona.clave);
  const options = (documentos.data?.lugares ?? []).flatMap(({ tipo, versiones }) =>
    versiones
      .filter(({ estado, antivirus }) => antivirus === null && DOCUMENTO.is('sirve', estado))
      .map(({ id, nombre, estado }) => ({
        value: id,
        label: `${tipo.nombre}: ${nombre} (${DOCUMENTO.palabra(estado).toLowerCase()})`,
      })),
  );
  const form = useForm({
    initial: { justificacion: '', documentoId: '', venceEl: '' },
    validate: ({ justificacion, documentoId, venceEl }) => {
      const wrong = checkDate(venceEl, 'el último día');
      return {
        ...(justificacion.trim().length < 10 && {
          justificacion: 'Explique por qué se le exceptúa: quien la apruebe lo leerá.',
        }),
        ...(documentoId === '' && { documentoId: 'Elija el documento que lo sustenta.' }),
        ...(wrong && { venceEl: wrong }),
      };
    },
    submit: (values) =>
      request.mutateAsync({ versionId, regla: regla.clave, clave: persona.clave, ...values }),
    onSuccess: () => {
      notify.success('Se pidió la excepción. Falta que la apruebe otra persona del personal.');
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Exceptuar a ${properName(persona.nombre)}`}
      form={form}
      submit="Pedir la excepción"
      busy="Pidiendo…"
      keptAs={`excepcion/${versionId}/${regla.clave}/${persona.clave}`}
      onClose={onClose}
    >
      <p>
        De la regla {quoted(regla.descripcion)}. No vale hasta que la apruebe otra persona del
        personal.
      </p>
      <TextAreaField
        {...form.field('justificacion')}
        label="Por qué se le exceptúa"
        maxLength={1000}
      />
      <SelectField
        {...form.field('documentoId')}
        label="Documento que lo sustenta"
        hint={
          <>
            De su expediente. Si falta,{' '}
            <Link to={tabPath(persona.clave, PESTANA)}>agréguelo ahí</Link> y vuelva.
          </>
        }
        options={options}
        empty={documentos.isPending ? 'Cargando…' : 'Elija un documento'}
      />
      <DateField
        {...form.field('venceEl')}
        label="Último día en que vale"
        hint="Por ejemplo, 30 6 2027"
      />
    </FormDialog>
  );
}
