import type { InputOf } from '../../../../../../platform/shared/callable.ts';
import { notify } from '../../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../../platform/web/form/form-dialog.tsx';
import {
  RadioGroupField,
  SelectField,
  TextAreaField,
  useForm,
} from '../../../../../../platform/web/form/index.ts';
import type { decideInconformidad } from '../../../contract.ts';
import { CONSECUENCIAS, type Consecuencia, RESOLUCION_INCONFORMIDAD } from '../../../rules.ts';
import { type Inconformidad, useDecide } from '../hooks.ts';

type Valores = {
  sentido: '' | 'fundada' | 'infundada';
  consecuencia: '' | Consecuencia;
  etapaId: string;
  resolucion: string;
};

const { min, max } = RESOLUCION_INCONFORMIDAD;

/** What each consequence does at once, and what is left to do. */
const HACE: Readonly<Record<Consecuencia, string>> = {
  reconsiderar: 'Después, Admin pide la reconsideración de la presolicitud.',
  evaluarDeNuevo: 'Se asigna a otras personas al resolver. Después se calcula otro ranking.',
  corregirExamen: 'Después se captura la corrección y se calcula otro ranking.',
  recalcular: 'Después se calcula y se aprueba otro ranking.',
  reincorporar: 'La exclusión se levanta al resolver.',
  otra: 'No cambia nada en el portal.',
};

const decisionDe = (
  id: string,
  { sentido, consecuencia, etapaId, resolucion }: Valores,
): InputOf<typeof decideInconformidad> => {
  if (sentido !== 'fundada') return { id, sentido: 'infundada', resolucion };
  const tipo = consecuencia as Consecuencia;
  return {
    ...{ id, sentido, resolucion },
    consecuencia:
      tipo === 'evaluarDeNuevo' || tipo === 'corregirExamen' ? { tipo, etapaId } : { tipo },
  };
};

/** Decides a request: whether it is granted, what follows, and why. */
export function ResolverDialog({ una, onClose }: { una: Inconformidad; onClose: () => void }) {
  const decide = useDecide();
  const etapasDe = (tipo: string) => una.opciones.find((one) => one.tipo === tipo)?.etapas ?? [];
  /** Of a single stage there is nothing to choose. */
  const etapaDe = ({ consecuencia, etapaId }: Valores) => {
    const etapas = etapasDe(consecuencia);
    return etapas.length === 1 ? etapas[0]!.id : etapaId;
  };
  const form = useForm<Valores>({
    initial: { sentido: '', consecuencia: '', etapaId: '', resolucion: '' },
    validate: (valores) => {
      const { sentido, consecuencia, resolucion } = valores;
      const etapas = etapasDe(consecuencia);
      const granted = sentido === 'fundada';
      return {
        ...(sentido === '' && { sentido: 'Elija el sentido de la resolución.' }),
        ...(granted && consecuencia === '' && { consecuencia: 'Elija la consecuencia.' }),
        ...(granted &&
          etapas.length > 0 &&
          !etapas.some(({ id }) => id === etapaDe(valores)) && { etapaId: 'Elija la etapa.' }),
        ...(resolucion.trim().length < min && {
          resolucion: `Escriba las razones, de ${min} caracteres como mínimo.`,
        }),
      };
    },
    submit: (valores) =>
      decide.mutateAsync(decisionDe(una.id, { ...valores, etapaId: etapaDe(valores) })),
    onSuccess: (_done, { sentido }) => {
      notify.success(
        `Se declaró ${sentido} la inconformidad. Se avisó por correo a quien la presentó.`,
      );
      onClose();
    },
  });
  const { sentido, consecuencia } = form.values;
  const etapas = etapasDe(consecuencia);
  return (
    <FormDialog
      title="Resolver la inconformidad"
      form={form}
      submit="Resolver"
      busy="Resolviendo…"
      keptAs={`inconformidad/${una.id}/resolver`}
      onClose={onClose}
    >
      <RadioGroupField
        {...form.field('sentido')}
        onChange={(value) => form.set({ sentido: value as Valores['sentido'] })}
        label="Sentido"
        inline
        options={[
          { value: 'fundada', label: 'Fundada' },
          { value: 'infundada', label: 'Infundada' },
        ]}
      />
      {sentido === 'fundada' && (
        <RadioGroupField
          {...form.field('consecuencia')}
          onChange={(value) => form.set({ consecuencia: value as Consecuencia, etapaId: '' })}
          label="Consecuencia"
          options={una.opciones.map(({ tipo }) => ({
            value: tipo,
            label: CONSECUENCIAS[tipo],
            hint: HACE[tipo],
          }))}
        />
      )}
      {sentido === 'fundada' && etapas.length > 1 && (
        <SelectField
          {...form.field('etapaId')}
          label="Etapa"
          options={etapas.map(({ id, nombre }) => ({ value: id, label: nombre }))}
        />
      )}
      {sentido === 'fundada' && etapas.length === 1 && <p>Etapa: {etapas[0]!.nombre}</p>}
      <TextAreaField
        {...form.field('resolucion')}
        label="Razones"
        rows={7}
        maxLength={max}
        hint={`Las lee quien la presentó. De ${min} a ${max.toLocaleString('es-MX')} caracteres.`}
      />
    </FormDialog>
  );
}
