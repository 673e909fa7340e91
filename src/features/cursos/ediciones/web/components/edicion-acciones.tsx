import { useState } from 'react';
import { useNavigate } from 'react-router';
import { formatFecha, isFecha } from '../../../../../platform/shared/dates.ts';
import { plusDays } from '../../../../../platform/shared/months.ts';
import { fold } from '../../../../../platform/shared/search.ts';
import { ErrorState, Loading, Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import {
  checkDate,
  DateField,
  SelectField,
  TextAreaField,
  TextField,
  useForm,
} from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import {
  Button,
  DataList,
  formatDateTime,
  IconCopy,
  IconEdit,
} from '../../../../../platform/web/ui/index.ts';
import { canEditOferta } from '../../../policy.ts';
import { edicionesPath, edicionPath } from '../../../routes.ts';
import { Borrar, NoSeBorra } from '../../../web/components/borrar.tsx';
import { type EdicionGuardada, MOTIVO_CANCELACION } from '../../contract.ts';
import { instanteDe, nombreDeCopia } from '../../rules.ts';
import { useEdicionChanges, useOtrasEdiciones, usePreviewCopia } from '../hooks.ts';
import { periodoDe } from './columnas.tsx';
import { EdicionDialog } from './edicion-dialog.tsx';

type Props = { edicion: EdicionGuardada; onClose: () => void };

/** What an Admin does to an edition. */
export function EdicionAcciones({
  edicion,
  inscripciones,
  acta,
}: {
  edicion: EdicionGuardada;
  inscripciones: number;
  /** Its closed acta. */
  acta: { folio: string; enlace: string } | null;
}) {
  const user = useUser();
  const [editing, edit] = useDisclosure();
  const [copying, copy] = useDisclosure();
  const [cancelling, cancel] = useDisclosure();
  const [removing, remove] = useDisclosure();
  const { deleteEdicion } = useEdicionChanges();
  if (!canEditOferta(user)) return null;
  const viva = edicion.cancelacion === null;
  return (
    <>
      {viva && (
        <Button variant="primary" icon={<IconEdit />} onClick={edit.open}>
          Editar
        </Button>
      )}
      <Button icon={<IconCopy />} onClick={copy.open}>
        Copiar al periodo siguiente
      </Button>
      {viva && edicion.estado !== 'concluida' && (
        <Button onClick={cancel.open}>Cancelar la edición</Button>
      )}
      <Button onClick={remove.open}>Borrar</Button>
      {editing && <EdicionDialog edicion={edicion} acta={acta} onClose={edit.close} />}
      {copying && <Copiar edicion={edicion} onClose={copy.close} />}
      {cancelling && <Cancelar edicion={edicion} onClose={cancel.close} />}
      {removing &&
        (edicion.porConvocatoria ? (
          <NoSeBorra onClose={remove.close}>
            <p>
              Esta edición tiene una convocatoria de posgrado. Si todavía no se publica, descarte
              antes la convocatoria; si ya se publicó, cancélela.
            </p>
          </NoSeBorra>
        ) : inscripciones > 0 ? (
          <NoSeBorra onClose={remove.close}>
            <p>
              {inscripciones === 1
                ? 'Hay 1 inscripción en esta edición'
                : `Hay ${inscripciones} inscripciones en esta edición`}
              , contando borradores y bajas. Lo que dicen se conserva: si ya no se impartirá,
              cancélela.
            </p>
          </NoSeBorra>
        ) : (
          <Borrar
            title="Borrar la edición"
            nombre={edicion.datos.nombre}
            completo={`${edicion.curso.nombre}, ${edicion.datos.nombre}`}
            lista={edicionesPath}
            borrar={() => deleteEdicion({ id: edicion.id, version: edicion.version })}
            onClose={remove.close}
          >
            Nadie se ha inscrito en ella.
          </Borrar>
        ))}
    </>
  );
}

const momento = (escrito: string): string => {
  const at = instanteDe(escrito);
  return at ? formatDateTime(at.toISOString()) : escrito;
};

/** Half a year later, on the same weekday. */
const LATER = 26 * 7;

function Copiar({ edicion, onClose }: Props) {
  const { createCopia } = useEdicionChanges();
  const navigate = useNavigate();
  const propuesta = plusDays(edicion.datos.inicia, LATER);
  const form = useForm({
    initial: {
      inicia: propuesta,
      nombre: nombreDeCopia(edicion.datos.nombre, edicion.datos.inicia, propuesta),
    },
    validate: ({ inicia, nombre }) => ({
      inicia: checkDate(inicia, 'el día en que comienza') ?? undefined,
      ...(nombre.trim().length < 2 && { nombre: 'Escriba el nombre de la nueva edición.' }),
    }),
    submit: ({ inicia, nombre }) => createCopia({ id: edicion.id, inicia, nombre }),
    onSuccess: ({ id }, { nombre }) => {
      notify.success(`Se agregó «${nombre}».`);
      onClose();
      void navigate(edicionPath(id));
    },
  });
  const { inicia } = form.values;
  return (
    <FormDialog
      title="Copiar al periodo siguiente"
      form={form}
      submit="Copiar"
      busy="Copiando…"
      keptAs={`edicion/${edicion.id}/copia`}
      onClose={onClose}
    >
      <DateField
        label="Comienza"
        hint="Por ejemplo, 12 1 2027. Todo lo demás se recorre los mismos días."
        {...form.field('inicia')}
      />
      <TextField label="Nombre" {...form.field('nombre')} />
      <Vista id={edicion.id} inicia={isFecha(inicia) ? inicia : ''} />
    </FormDialog>
  );
}

/** How the copy would be. */
function Vista({ id, inicia }: { id: string; inicia: string }) {
  const vista = usePreviewCopia(id, inicia);
  if (inicia === '') return <p>Escriba el día para ver cómo quedaría.</p>;
  if (vista.isError) {
    return <ErrorState error={vista.error} retry={() => void vista.refetch()} />;
  }
  if (!vista.data) return <Loading shape="form" />;
  const { datos, grupos, docentes, sesiones, advertencias } = vista.data;
  const [first, last] = [sesiones[0], sesiones.at(-1)];
  return (
    <div aria-live="polite">
      {advertencias.length > 0 && (
        <Notice tone="warning" title="Antes de copiar">
          <ul>
            {advertencias.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </Notice>
      )}
      <DataList
        items={[
          { label: 'Se impartiría', value: periodoDe(datos) },
          { label: 'Abrirían las inscripciones', value: momento(datos.inscripcionAbre) },
          { label: 'Cerrarían las inscripciones', value: momento(datos.inscripcionCierra) },
          { label: 'Cupo', value: datos.cupo },
          { label: 'Grupos y docentes que se copian', value: `${grupos} y ${docentes}` },
          {
            label: 'Sesiones',
            value:
              first && last
                ? `${sesiones.length}, del ${formatFecha(first.fecha)} al ${formatFecha(last.fecha)}`
                : 'Ninguna',
          },
        ]}
      />
    </div>
  );
}

/** What is typed to cancel. */
const PALABRA = 'cancelar';

function Cancelar({ edicion, onClose }: Props) {
  const { cancelEdicion } = useEdicionChanges();
  const [busqueda, setBusqueda] = useState('');
  const otras = useOtrasEdiciones(busqueda);
  const { ocupados } = edicion;
  const opciones = (otras.data?.filas ?? [])
    .filter(
      ({ id, estado }) => id !== edicion.id && estado !== 'cancelada' && estado !== 'concluida',
    )
    .map((one) => ({
      value: one.id,
      label: `${one.curso.nombre}, ${one.nombre} (${periodoDe(one)})`,
    }));
  const form = useForm({
    initial: { motivo: '', alternativaId: '', palabra: '' },
    validate: ({ motivo, palabra }) => ({
      ...(motivo.trim().length < MOTIVO_CANCELACION.min && {
        motivo:
          'Escriba por qué se cancela, en una frase que todas las personas inscritas van a leer.',
      }),
      ...(motivo.trim().length > MOTIVO_CANCELACION.max && {
        motivo: `Escriba hasta ${MOTIVO_CANCELACION.max} caracteres.`,
      }),
      ...(fold(palabra) !== PALABRA && { palabra: `Escriba «${PALABRA}» para confirmar.` }),
    }),
    submit: ({ motivo, alternativaId }) =>
      cancelEdicion({
        id: edicion.id,
        version: edicion.version,
        motivo,
        alternativaId: alternativaId || null,
      }),
    onSuccess: ({ bajas }) => {
      notify.success(
        bajas === 0
          ? 'Se canceló la edición.'
          : `Se canceló la edición. El avance de los avisos a ${bajas === 1 ? '1 persona' : `${bajas} personas`} está en la bandeja de trabajos.`,
      );
      onClose();
    },
  });
  return (
    <FormDialog
      title="Cancelar la edición"
      form={form}
      submit="Cancelar la edición"
      busy="Cancelando…"
      cancel="No cancelarla"
      danger
      keptAs={`edicion/${edicion.id}/cancelar`}
      onClose={onClose}
    >
      <p>
        {ocupados === 0
          ? 'Nadie tiene lugar en ella. A quien esté en revisión o espere lugar'
          : `A quien tenga lugar (${ocupados === 1 ? '1 persona' : `${ocupados} personas`}), esté en revisión o espere lugar`}{' '}
        se le dará de baja, y se le avisará por correo. No se puede deshacer.
      </p>
      <TextAreaField
        label="Motivo"
        hint="Lo leerá quien estaba en la edición."
        rows={3}
        maxLength={MOTIVO_CANCELACION.max}
        {...form.field('motivo')}
      />
      <TextField
        label="Buscar otra edición que ofrecerles"
        optional
        type="search"
        value={busqueda}
        onChange={setBusqueda}
      />
      <SelectField
        label="Edición alternativa"
        optional
        empty="Ninguna"
        options={opciones}
        {...form.field('alternativaId')}
      />
      <TextField
        label={`Escriba «${PALABRA}» para confirmar`}
        autoComplete="off"
        autoCapitalize="none"
        {...form.field('palabra')}
      />
    </FormDialog>
  );
}
