import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import {
  CheckboxGroupField,
  TextAreaField,
  useForm,
} from '../../../../../platform/web/form/index.ts';
import { formatDate, properName } from '../../../../../platform/web/ui/index.ts';
import type { RegistroPresolicitud, RequisitoRevisado } from '../../contract.ts';
import { MOTIVO_MAX, MOTIVO_MIN, OBSERVACION_MAX } from '../../rules.ts';
import styles from './mesa.module.css';

const diasHabiles = (n: number) => (n === 1 ? '1 día hábil' : `${n} días hábiles`);

/** What the applicant has to correct of one requirement; empty takes the observation away. */
export function ObservarDialog({
  titulo,
  texto,
  onSave,
  onClose,
}: {
  titulo: string;
  texto: string;
  onSave: (texto: string) => void;
  onClose: () => void;
}) {
  const form = useForm({
    initial: { texto },
    validate: (v) => ({
      texto:
        v.texto.trim().length < MOTIVO_MIN
          ? 'Escriba en una frase qué debe corregirse.'
          : undefined,
    }),
    submit: async (v) => onSave(v.texto.trim()),
  });
  return (
    <FormDialog
      title={`Observación: ${titulo}`}
      form={form}
      submit="Guardar observación"
      onClose={onClose}
    >
      <TextAreaField
        {...form.field('texto')}
        label="Qué debe corregir"
        hint="Por ejemplo: falta el reverso de la cédula. Se envía con las demás."
        maxLength={OBSERVACION_MAX}
        rows={4}
      />
      {texto !== '' && (
        <button type="button" className={styles.quitar} onClick={() => onSave('')}>
          Quitar la observación
        </button>
      )}
    </FormDialog>
  );
}

/** All the observations, before they are sent with their term. */
export function EnviarObservaciones({
  registro: { persona, dias, venceriaEl },
  observaciones,
  onSend,
  onClose,
}: {
  registro: RegistroPresolicitud;
  observaciones: readonly { requisito: string; titulo: string; texto: string }[];
  onSend: (observaciones: { requisito: string; texto: string }[]) => void;
  onClose: () => void;
}) {
  const form = useForm({
    initial: {},
    submit: async () => onSend(observaciones.map(({ requisito, texto }) => ({ requisito, texto }))),
  });
  return (
    <FormDialog
      title={
        observaciones.length === 1
          ? 'Enviar 1 observación'
          : `Enviar ${observaciones.length} observaciones`
      }
      form={form}
      submit="Enviar"
      busy="Enviando…"
      onClose={onClose}
    >
      <p>
        {properName(persona.nombre)} tiene {diasHabiles(dias.subsanar)} para corregir: hasta el{' '}
        {formatDate(venceriaEl)}, a las 23:59.
      </p>
      <dl className={styles.dichas}>
        {observaciones.map(({ requisito, titulo, texto }) => (
          <div key={requisito}>
            <dt>{titulo}</dt>
            <dd>{texto}</dd>
          </div>
        ))}
      </dl>
    </FormDialog>
  );
}

/** What is not met, and why: nothing is chosen beforehand. */
export function ImprocedenteDialog({
  registro: { id, persona, dias },
  requisitos,
  onReject,
  onClose,
}: {
  registro: RegistroPresolicitud;
  requisitos: readonly RequisitoRevisado[];
  onReject: (decision: { requisitos: string[]; motivo: string }) => void;
  onClose: () => void;
}) {
  const form = useForm({
    initial: { requisitos: [] as readonly string[], motivo: '' },
    validate: (v) => ({
      requisitos: v.requisitos.length === 0 ? 'Elija qué requisito no se cumple.' : undefined,
      motivo:
        v.motivo.trim().length < MOTIVO_MIN
          ? 'Escriba el motivo en una frase: la persona va a leerlo.'
          : undefined,
    }),
    submit: async (v) => onReject({ requisitos: [...v.requisitos], motivo: v.motivo.trim() }),
  });
  return (
    <FormDialog
      title="Declarar improcedente"
      form={form}
      submit="Declarar improcedente"
      danger
      keptAs={`presolicitud/${id}/improcedente`}
      onClose={onClose}
    >
      <p>
        Termina la presolicitud de {properName(persona.nombre)}. Podrá inconformarse en{' '}
        {diasHabiles(dias.inconformidad)}.
      </p>
      <CheckboxGroupField
        {...form.field('requisitos')}
        label="Requisitos que no se cumplen"
        options={requisitos.map(({ clave, titulo }) => ({
          value: clave,
          label: titulo.replace(/\.$/, ''),
        }))}
      />
      <TextAreaField
        {...form.field('motivo')}
        label="Motivo"
        hint="Lo lee la persona, con la manera de inconformarse."
        maxLength={MOTIVO_MAX}
        rows={4}
      />
    </FormDialog>
  );
}
