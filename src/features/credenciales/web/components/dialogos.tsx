import { useState } from 'react';
import { CallError } from '../../../../platform/shared/errors.ts';
import { notify } from '../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../platform/web/form/form-dialog.tsx';
import {
  CheckboxField,
  type FormState,
  TextAreaField,
  TextField,
  useForm,
} from '../../../../platform/web/form/index.ts';
import { Folio } from '../../../../platform/web/ui/index.ts';
import type { EmitidoDetalle, EmitidoListado } from '../../contract.ts';
import { MOTIVO_MAX, MOTIVO_MIN, type Tipo, tipoOf } from '../../rules.ts';
import {
  useConfirmEmitido,
  useCreateEmitido,
  useDiscardEmitido,
  useEmitido,
  useReplaceEmitido,
  useUpdateVigencia,
} from '../hooks.ts';
import {
  BaseFields,
  DEL_ACTA,
  readBase,
  SIN_BASE,
  sinDeBase,
  validateBase,
} from './base-fields.tsx';
import {
  ContenidoFields,
  type ContenidoValues,
  contenidoOf,
  readContenido,
  useOfrecidos,
  validateContenido,
} from './contenido-fields.tsx';

const nombreDe = (tipo: Tipo): string => tipoOf(tipo).palabra.toLocaleLowerCase('es-MX');
const MOTIVO = 'Escriba el motivo.';
const faltaMotivo = (motivo: string) => motivo.trim().length < MOTIVO_MIN;

/** The signs of a name that no document prints, once the server says so: then it is asked whether to issue it all the same. */
const useSignos = () => {
  const [signos, setSignos] = useState<readonly string[]>([]);
  const watch = async <T,>(sent: Promise<T>): Promise<T> => {
    try {
      return await sent;
    } catch (error) {
      if (error instanceof CallError && error.details?.code === 'nombre-sin-letras') {
        setSignos((error.details as { signos?: string[] }).signos ?? []);
      }
      throw error;
    }
  };
  return { signos, watch };
};

function Signos({ form, signos }: { form: FormState<ContenidoValues>; signos: readonly string[] }) {
  return (
    signos.length > 0 && (
      <CheckboxField
        {...form.field('conSignosSinLetra')}
        label={`Emitirlo con □ en lugar de: ${signos.join(' ')}`}
      />
    )
  );
}

type Emitiendo = { tipo: Tipo; clave?: string; onClose: () => void };

/** Issues one to somebody; without `clave` it asks to whom. */
export function EmitirDialog(props: Emitiendo) {
  const disenos = useOfrecidos(props.tipo);
  return disenos && <Emitir {...props} disenos={disenos} />;
}

type ConDisenos = { disenos: NonNullable<ReturnType<typeof useOfrecidos>> };

function Emitir({ tipo, clave, disenos, onClose }: Emitiendo & ConDisenos) {
  const create = useCreateEmitido();
  // Sent again after a failure of the network, it is the same one.
  const [id] = useState(() => crypto.randomUUID());
  const { visto } = tipoOf(tipo);
  const { signos, watch } = useSignos();
  const form = useForm<ContenidoValues, EmitidoDetalle>({
    initial: {
      clave: clave ?? '',
      ...SIN_BASE,
      ...contenidoOf(tipo, disenos),
      conSignosSinLetra: false,
    },
    validate: (values) => ({
      ...(String(values.clave).trim() === '' && { clave: 'Escriba la CURP o la clave.' }),
      ...validateBase(tipo, values),
      ...validateContenido(tipo, values, sinDeBase(tipo, values)),
    }),
    submit: (values) =>
      watch(
        create({
          id,
          tipo,
          clave: String(values.clave).trim(),
          ...readContenido(tipo, values),
          ...readBase(values),
          conSignosSinLetra: values.conSignosSinLetra === true,
        }),
      ),
    onSuccess: ({ folio, estado }) => {
      onClose();
      notify.success(
        estado === 'borrador'
          ? `Se preparó con el folio ${folio}. Se emite cuando otra persona del personal lo apruebe.`
          : `Se emitió con el folio ${folio}.`,
      );
    },
  });
  return (
    <FormDialog
      title={`Emitir ${tipoOf(tipo).femenino ? 'una' : 'un'} ${nombreDe(tipo)}`}
      form={form}
      submit={visto ? 'Preparar' : 'Emitir'}
      busy="Emitiendo…"
      keptAs={`emitido/${tipo}/${clave ?? 'nuevo'}`}
      onClose={onClose}
    >
      {clave === undefined && (
        <TextField
          {...form.field('clave')}
          label="CURP o clave de la persona"
          mono
          autoComplete="off"
          spellCheck={false}
        />
      )}
      {tipo === 'certificado' && <BaseFields clave={String(form.values.clave)} form={form} />}
      <ContenidoFields
        tipo={tipo}
        disenos={disenos}
        form={form}
        sin={sinDeBase(tipo, form.values)}
      />
      <Signos form={form} signos={signos} />
    </FormDialog>
  );
}

/** Issues it anew, with what it said to begin from. */
export function ReemitirDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data } = useEmitido(id);
  return data ? <ConSuDiseno emitido={data} onClose={onClose} /> : null;
}

type Reemitiendo = { emitido: EmitidoDetalle; onClose: () => void };

function ConSuDiseno(props: Reemitiendo) {
  const disenos = useOfrecidos(props.emitido.tipo);
  return disenos && <Reemitir {...props} disenos={disenos} />;
}

function Reemitir({ emitido, disenos, onClose }: Reemitiendo & ConDisenos) {
  const replace = useReplaceEmitido();
  const [nuevo] = useState(() => crypto.randomUUID());
  const { id, tipo, folio, inscripcionId, historico } = emitido;
  const { signos, watch } = useSignos();
  // One of before is of no line of an acta yet.
  const pide = tipo === 'certificado' && inscripcionId === null && !historico;
  const deActa = tipo === 'certificado' && inscripcionId !== null;
  const sin = (values: ContenidoValues) =>
    deActa ? DEL_ACTA : pide ? sinDeBase(tipo, values) : [];
  const form = useForm<ContenidoValues, EmitidoDetalle>({
    initial: {
      ...contenidoOf(tipo, disenos, emitido),
      ...SIN_BASE,
      motivo: '',
      conSignosSinLetra: false,
    },
    validate: (values) => ({
      ...(pide && validateBase(tipo, values)),
      ...validateContenido(tipo, values, sin(values)),
      ...(faltaMotivo(values.motivo) && { motivo: MOTIVO }),
    }),
    submit: (values) =>
      watch(
        replace({
          id,
          nuevo,
          motivo: String(values.motivo),
          ...readContenido(tipo, values),
          ...readBase(values),
          conSignosSinLetra: values.conSignosSinLetra === true,
        }),
      ),
    onSuccess: (made) => {
      onClose();
      notify.success(
        made.estado === 'borrador'
          ? 'Se preparó el nuevo. Sustituye al anterior cuando otra persona lo apruebe.'
          : `Se emitió de nuevo con el folio ${made.folio}; el anterior quedó sustituido.`,
      );
    },
  });
  return (
    <FormDialog
      title={`Emitir de nuevo: ${nombreDe(tipo)}`}
      form={form}
      submit="Emitir de nuevo"
      busy="Emitiendo…"
      keptAs={`emitido/${id}/nuevo`}
      onClose={onClose}
    >
      <p>
        El documento <Folio>{folio}</Folio> quedará sustituido, y quien lo valide llegará al nuevo.
        Lleva el nombre que hoy dice el expediente
        {deActa && ', y curso, horas, fechas y calificación de su acta'}.
      </p>
      {pide && <BaseFields clave={emitido.clave} form={form} />}
      <ContenidoFields tipo={tipo} disenos={disenos} form={form} sin={sin(form.values)} />
      <Signos form={form} signos={signos} />
      <TextAreaField
        {...form.field('motivo')}
        label="Corrección"
        hint="Lo lee quien valide el documento anterior: no escriba datos personales."
        maxLength={MOTIVO_MAX}
        rows={2}
      />
    </FormDialog>
  );
}

const ACTOS = {
  suspender: ['Suspender', 'Suspendiendo…', 'Se suspendió.'],
  revocar: ['Revocar', 'Revocando…', 'Se revocó.'],
  levantar: ['Levantar la suspensión', 'Guardando…', 'Está en vigor de nuevo.'],
  aprobar: ['Aprobar y emitir', 'Emitiendo…', 'Se emitió.'],
  descartar: ['Descartar', 'Descartando…', 'Se descartó.'],
} as const;
export type Acto = keyof typeof ACTOS;

const EXPLICA: Readonly<Record<Acto, string>> = {
  suspender: 'La validación mostrará «Suspendido» y el motivo. Se puede levantar.',
  revocar: 'La validación mostrará «Revocado» y el motivo. No se puede deshacer.',
  levantar: 'La validación mostrará que está en vigor.',
  aprobar: 'Revise sus datos: una vez emitido, no cambia.',
  descartar: 'No se emitió: se borra como si no se hubiera preparado.',
};

/** What is done to one, with why where whoever validates it reads it. */
export function ActoDialog({
  emitido: { id, tipo, folio, ilegible, titular, programa },
  acto,
  onClose,
}: {
  emitido: EmitidoListado;
  acto: Acto;
  onClose: () => void;
}) {
  const [update, confirm, discard] = [
    useUpdateVigencia(),
    useConfirmEmitido(),
    useDiscardEmitido(),
  ];
  const asks = acto === 'suspender' || acto === 'revocar';
  const [verb, busy, done] = ACTOS[acto];
  const form = useForm<{ motivo: string }, unknown>({
    initial: { motivo: '' },
    validate: ({ motivo }) => (asks && faltaMotivo(motivo) ? { motivo: MOTIVO } : {}),
    submit: ({ motivo }) => {
      if (acto === 'aprobar') return confirm({ id });
      if (acto === 'descartar') return discard({ id });
      return acto === 'levantar' ? update({ id, paso: acto }) : update({ id, paso: acto, motivo });
    },
    onSuccess: () => {
      onClose();
      notify.success(done);
    },
  });
  return (
    <FormDialog
      title={`${verb}: ${nombreDe(tipo)}`}
      form={form}
      submit={verb}
      busy={busy}
      danger={acto === 'revocar' || acto === 'descartar'}
      {...(asks && { keptAs: `emitido/${id}/${acto}` })}
      onClose={onClose}
    >
      <p>
        <Folio>{folio}</Folio>
        {ilegible ? ': lo que dice no se puede leer.' : `, de ${titular}: ${programa}.`}
      </p>
      <p>{EXPLICA[acto]}</p>
      {asks && (
        <TextAreaField
          {...form.field('motivo')}
          label="Motivo"
          hint="Lo lee cualquiera que lo valide: no escriba datos personales."
          maxLength={MOTIVO_MAX}
          rows={3}
        />
      )}
    </FormDialog>
  );
}
