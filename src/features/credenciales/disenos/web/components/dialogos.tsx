import { useNavigate } from 'react-router';
import { notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { SelectField, TextField, useForm } from '../../../../../platform/web/form/index.ts';
import { disenoPath, disenosPath } from '../../../routes.ts';
import { TIPOS, type Tipo, tipoOf } from '../../../rules.ts';
import type { DisenoResumido } from '../../contract.ts';
import { NOMBRE_MAX } from '../../opciones/rules.ts';
import {
  useArchiveDiseno,
  useCreateDiseno,
  useDiscardVersion,
  usePublishVersion,
  useRenameDiseno,
} from '../hooks.ts';

const NOMBRE = 'Escriba al menos 3 letras.';
const corto = (nombre: string) => nombre.trim().length < 3;

/** A new design, blank or as another one is. */
export function NuevoDialog({
  disenos,
  desde = null,
  onClose,
}: {
  disenos: readonly DisenoResumido[];
  /** The version that it begins from. */
  desde?: { versionId: string; tipo: Tipo; nombre: string } | null;
  onClose: () => void;
}) {
  const create = useCreateDiseno();
  const navigate = useNavigate();
  const form = useForm({
    initial: {
      tipo: (desde?.tipo ?? 'certificado') as string,
      nombre: desde ? `${desde.nombre} (copia)`.slice(0, NOMBRE_MAX) : '',
      desde: desde?.versionId ?? '',
    },
    validate: ({ nombre }) => ({ ...(corto(nombre) && { nombre: NOMBRE }) }),
    submit: (values) =>
      create({
        tipo: values.tipo as Tipo,
        nombre: values.nombre.trim(),
        desde: values.desde || null,
      }),
    onSuccess: ({ versionId }) => navigate(disenoPath(versionId)),
  });
  const { tipo } = form.values;
  const options = disenos
    .filter((one) => one.tipo === tipo)
    .flatMap(({ nombre, versiones }) =>
      versiones.map(({ id, numero }) => ({ value: id, label: `${nombre}, versión ${numero}` })),
    );
  return (
    <FormDialog
      title={desde ? 'Duplicar el diseño' : 'Nuevo diseño'}
      form={form}
      submit="Crear y editar"
      busy="Creando…"
      keptAs="diseno/nuevo"
      onClose={onClose}
    >
      <TextField
        {...form.field('nombre')}
        label="Nombre"
        hint="Como lo encontrará el personal: «Diplomados». No aparece en el documento."
        maxLength={NOMBRE_MAX}
      />
      {desde === null && (
        <>
          <SelectField
            {...form.field('tipo')}
            label="Para qué documentos"
            options={TIPOS.map((value) => ({ value, label: tipoOf(value).plural }))}
            empty={null}
          />
          <SelectField
            {...form.field('desde')}
            label="Empezar a partir de"
            options={options}
            empty="El diseño inicial"
          />
        </>
      )}
    </FormDialog>
  );
}

export function NombreDialog({
  diseno: { id, nombre },
  onClose,
}: {
  diseno: Pick<DisenoResumido, 'id' | 'nombre'>;
  onClose: () => void;
}) {
  const rename = useRenameDiseno();
  const form = useForm({
    initial: { nombre },
    validate: (values) => ({ ...(corto(values.nombre) && { nombre: NOMBRE }) }),
    submit: (values) => rename({ id, nombre: values.nombre.trim() }),
    onSuccess: () => {
      onClose();
      notify.success('Se cambió el nombre.');
    },
  });
  return (
    <FormDialog
      title="Cambiar el nombre"
      form={form}
      submit="Guardar"
      keptAs={`diseno/${id}/nombre`}
      onClose={onClose}
    >
      <TextField {...form.field('nombre')} label="Nombre" maxLength={NOMBRE_MAX} />
    </FormDialog>
  );
}

/** Nothing more is issued with it. */
export function RetirarDialog({
  diseno: { id, nombre },
  onClose,
}: {
  diseno: Pick<DisenoResumido, 'id' | 'nombre'>;
  onClose: () => void;
}) {
  const archive = useArchiveDiseno();
  const form = useForm({
    initial: {},
    submit: () => archive({ id }),
    onSuccess: () => {
      onClose();
      notify.success('Se retiró el diseño.');
    },
  });
  return (
    <FormDialog title={`Retirar «${nombre}»`} form={form} submit="Retirar" danger onClose={onClose}>
      <p>
        Ya no podrá emitirse con él. Los documentos que lo llevan no cambian; puede publicar otra
        versión más adelante.
      </p>
    </FormDialog>
  );
}

export function PublicarDialog({
  versionId,
  revision,
  diseno,
  onClose,
}: {
  versionId: string;
  revision: () => number;
  diseno: DisenoResumido;
  onClose: () => void;
}) {
  const publish = usePublishVersion();
  const form = useForm({
    initial: {},
    submit: () => publish({ versionId, revision: revision() }),
    onSuccess: () => {
      onClose();
      notify.success('Se publicó. Ya puede emitirse con él.');
    },
  });
  const antes = diseno.versiones.find(({ estado }) => estado === 'publicada');
  return (
    <FormDialog
      title={`Publicar «${diseno.nombre}»`}
      form={form}
      submit="Publicar"
      busy="Comprobando y publicando…"
      onClose={onClose}
    >
      <p>
        Desde ahora esta versión no cambia.{' '}
        {antes
          ? `Ocupa el lugar de la versión ${antes.numero}; los documentos que ya la llevan la conservan.`
          : 'Podrá elegirse al emitir.'}
      </p>
      <p>Antes se comprueba que todo cabe con un nombre de 80 letras y los textos más largos.</p>
    </FormDialog>
  );
}

export function DescartarDialog({
  versionId,
  diseno,
  onDone,
  onClose,
}: {
  versionId: string;
  diseno: DisenoResumido;
  onDone: () => void;
  onClose: () => void;
}) {
  const discard = useDiscardVersion();
  const navigate = useNavigate();
  const form = useForm({
    initial: {},
    submit: () => discard({ versionId }),
    onSuccess: () => {
      onDone();
      onClose();
      navigate(disenosPath, { replace: true });
      notify.success('Se descartó el borrador.');
    },
  });
  return (
    <FormDialog
      title="Descartar el borrador"
      form={form}
      submit="Descartar"
      danger
      onClose={onClose}
    >
      <p>
        {diseno.versiones.length > 1
          ? 'Se pierde lo que escribió en él. Las versiones publicadas se conservan.'
          : `«${diseno.nombre}» no tiene otra versión: se borra con su borrador.`}
      </p>
    </FormDialog>
  );
}
