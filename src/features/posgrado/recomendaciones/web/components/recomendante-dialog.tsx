import { notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { SelectField, TextField, useForm } from '../../../../../platform/web/form/index.ts';
import {
  MAX_INSTITUCION,
  MAX_NOMBRE_RECOMENDANTE,
  problemaDeNombre,
  RELACIONES,
  type RelacionRecomendante,
  readCorreoRecomendante,
} from '../../rules.ts';
import { useCreateRecomendante, useReplaceRecomendante } from '../hooks.ts';
import styles from './recomendantes.module.css';

const RELACIONES_OPCIONES = Object.entries(RELACIONES).map(([value, label]) => ({ value, label }));

/** Proposes a referee: one more, or in the place of one whose letter will not come. `enviada`: they are invited at once. */
export function RecomendanteDialog({
  enviada,
  onClose,
  ...de
}: { enviada: boolean; onClose: () => void } & (
  | { solicitudId: string; enLugarDe?: never }
  | { enLugarDe: { id: string; nombre: string }; solicitudId?: never }
)) {
  const create = useCreateRecomendante();
  const replace = useReplaceRecomendante();
  const form = useForm({
    initial: { nombre: '', correo: '', institucion: '', relacion: '' },
    validate: ({ nombre, correo, institucion, relacion }) => {
      const leido = readCorreoRecomendante(correo, { propios: [], otros: [] });
      return {
        nombre:
          problemaDeNombre(nombre) ??
          (nombre.trim().length > MAX_NOMBRE_RECOMENDANTE
            ? 'Escriba un nombre más corto.'
            : undefined),
        correo: 'problema' in leido ? leido.problema : undefined,
        institucion:
          institucion.trim() === ''
            ? 'Escriba dónde trabaja o enseña.'
            : institucion.trim().length > MAX_INSTITUCION
              ? 'Escriba un nombre más corto.'
              : undefined,
        relacion: relacion === '' ? 'Elija cómo le conoce.' : undefined,
      };
    },
    submit: ({ relacion, ...rest }) => {
      const propuesta = { ...rest, relacion: relacion as RelacionRecomendante };
      return de.enLugarDe
        ? replace.mutateAsync({ id: de.enLugarDe.id, ...propuesta })
        : create.mutateAsync({ solicitudId: de.solicitudId, ...propuesta });
    },
    onSuccess: ({ estado }, { nombre }) => {
      notify.success(
        estado === 'invitada'
          ? `Se agregó a ${nombre.trim()} y se le invitó.`
          : `Se agregó a ${nombre.trim()}.`,
      );
      onClose();
    },
  });
  return (
    <FormDialog
      title={de.enLugarDe ? 'Proponer a otra persona' : 'Agregar recomendante'}
      form={form}
      submit={enviada ? 'Agregar e invitar' : 'Agregar'}
      busy="Agregando…"
      keptAs={`recomendante/${de.enLugarDe?.id ?? de.solicitudId}`}
      onClose={onClose}
    >
      {de.enLugarDe && <p className={styles.texto}>En lugar de {de.enLugarDe.nombre}.</p>}
      <TextField {...form.field('nombre')} label="Nombre completo" autoComplete="off" />
      <TextField
        {...form.field('correo')}
        label="Correo"
        hint="De preferencia institucional. Ahí recibe el enlace para escribir la carta."
        type="email"
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="none"
      />
      <TextField {...form.field('institucion')} label="Institución" autoComplete="off" />
      <SelectField
        {...form.field('relacion')}
        label="Cómo le conoce"
        options={RELACIONES_OPCIONES}
      />
    </FormDialog>
  );
}
