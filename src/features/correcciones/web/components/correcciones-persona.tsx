import { useState } from 'react';
import { Notice, notify } from '../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../platform/web/form/form-dialog.tsx';
import { TextAreaField, TextField, useForm } from '../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../platform/web/keep-alive/index.ts';
import { Button, formatDate, IconEdit, LinkButton } from '../../../../platform/web/ui/index.ts';
import { PruebaField } from '../../../documentos/web/components/prueba-field.tsx';
import type { Persona } from '../../../personas/perfil/contract.ts';
import type { CorreccionPedida } from '../../contract.ts';
import { ERRORES } from '../../errors.ts';
import { correccionPath } from '../../routes.ts';
import {
  CAMPOS,
  ETIQUETAS,
  type Identidad,
  MOTIVO_MAX,
  MOTIVO_MIN,
  readCorreccion,
} from '../../rules.ts';
import { useCorrecciones, useRequestCorreccion, useWithdrawCorreccion } from '../hooks.ts';
import styles from './correccion.module.css';

/** Below who the person is: what was asked to be corrected, and asking for it. */
export function CorreccionesPersona({ persona }: { persona: Persona }) {
  const { clave, propia } = persona;
  const correcciones = useCorrecciones(clave, propia);
  const [opened, { open, close }] = useDisclosure();
  const [ultima] = correcciones.data?.correcciones ?? [];
  const pendiente = ultima?.estado === 'pendiente' ? ultima : undefined;
  if (!propia) {
    return pendiente ? (
      <div className={styles.own}>
        <Notice
          tone="warning"
          title={`Pidió corregir: ${sayCampos(pendiente)}`}
          actions={
            <LinkButton size="small" to={correccionPath(pendiente.id)}>
              Revisar la corrección
            </LinkButton>
          }
        >
          <p>La pidió el {formatDate(pendiente.creadoEn)}, con un documento que lo comprueba.</p>
        </Notice>
      </div>
    ) : null;
  }
  return (
    <>
      <div className={styles.own}>
        {pendiente && <Pendiente correccion={pendiente} />}
        {ultima?.estado === 'rechazada' && <Rechazada correccion={ultima} />}
        {!pendiente && (
          <Button icon={<IconEdit />} onClick={open}>
            Pedir una corrección
          </Button>
        )}
      </div>
      {opened && <PedirDialog persona={persona} onClose={close} />}
    </>
  );
}

const LISTA = new Intl.ListFormat('es');
const sayCampos = ({ cambios }: CorreccionPedida): string =>
  cambios === null
    ? 'lo que no se puede leer'
    : LISTA.format(
        CAMPOS.filter((campo) => campo in cambios).map((campo) =>
          campo === 'curp' ? 'la CURP' : ETIQUETAS[campo].toLocaleLowerCase('es-MX'),
        ),
      );

const sayCambios = ({ cambios }: CorreccionPedida) =>
  cambios && (
    <ul>
      {CAMPOS.filter((campo) => campo in cambios).map((campo) => (
        <li key={campo}>
          {ETIQUETAS[campo]}: <b>{cambios[campo] || 'ninguno'}</b>
        </li>
      ))}
    </ul>
  );

function Pendiente({ correccion }: { correccion: CorreccionPedida }) {
  const withdraw = useWithdrawCorreccion();
  const [opened, { open, close }] = useDisclosure();
  const form = useForm({
    initial: {},
    submit: () => withdraw.mutateAsync({ id: correccion.id }),
    onSuccess: () => {
      notify.success('Retiró la corrección. Su expediente sigue como estaba.');
      close();
    },
  });
  return (
    <>
      <Notice
        tone="info"
        title="Su corrección está por revisarse"
        actions={
          <Button size="small" onClick={open}>
            Retirarla
          </Button>
        }
      >
        <p>La pidió el {formatDate(correccion.creadoEn)}; le avisaremos por correo. Pidió:</p>
        {sayCambios(correccion)}
      </Notice>
      {opened && (
        <FormDialog
          title="¿Retirar la corrección que pidió?"
          form={form}
          submit="Retirarla"
          busy="Retirando…"
          onClose={close}
        >
          <p>Su expediente sigue como está. Puede pedirla de nuevo cuando quiera.</p>
        </FormDialog>
      )}
    </>
  );
}

function Rechazada({ correccion }: { correccion: CorreccionPedida }) {
  return (
    <Notice tone="warning" title="No se aprobó la corrección que pidió">
      {correccion.decididoEn && <p>Se revisó el {formatDate(correccion.decididoEn)}.</p>}
      <p>{correccion.nota}</p>
    </Notice>
  );
}

const identidadOf = (persona: Persona): Identidad => ({
  nombre: persona.nombre,
  apellidoPaterno: persona.apellidoPaterno,
  apellidoMaterno: persona.apellidoMaterno,
  curp: persona.curp ?? '',
});

function PedirDialog({ persona, onClose }: { persona: Persona; onClose: () => void }) {
  const request = useRequestCorreccion();
  // Sent again after a lost answer, it is the same one.
  const [id] = useState(() => crypto.randomUUID());
  const actual = identidadOf(persona);
  const form = useForm({
    initial: { ...actual, motivo: '', documentoId: '' },
    validate: ({ motivo, documentoId, ...escrita }) => {
      const { cambios, errores } = readCorreccion(actual, escrita, new Date());
      const igual = Object.keys(cambios).length === 0;
      return {
        ...errores,
        ...(igual && !errores.nombre && { nombre: ERRORES.igual.message }),
        motivo: motivo.trim().length < MOTIVO_MIN ? 'Escriba qué está mal y por qué.' : undefined,
        documentoId: documentoId === '' ? ERRORES.sinDocumento.message : undefined,
      };
    },
    submit: ({ motivo, documentoId, ...identidad }) =>
      request.mutateAsync({ id, identidad, motivo, documentoId }),
    onSuccess: () => {
      notify.success('Enviamos su corrección. Le avisaremos por correo cuando se revise.');
      onClose();
    },
  });
  return (
    <FormDialog
      title="Pedir una corrección"
      form={form}
      submit="Enviar la corrección"
      busy="Enviando…"
      keptAs="correccion/pedir"
      onClose={onClose}
    >
      <p>Escriba los datos como deben quedar, igual que en el documento que los comprueba.</p>
      <TextField {...form.field('nombre')} label={ETIQUETAS.nombre} autoComplete="given-name" />
      <TextField
        {...form.field('apellidoPaterno')}
        label={ETIQUETAS.apellidoPaterno}
        optional
        autoComplete="off"
      />
      <TextField
        {...form.field('apellidoMaterno')}
        label={ETIQUETAS.apellidoMaterno}
        optional
        autoComplete="off"
      />
      <TextField
        {...form.field('curp')}
        label={ETIQUETAS.curp}
        optional={actual.curp === ''}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <TextAreaField
        {...form.field('motivo')}
        label="Qué está mal"
        hint="Por ejemplo: mi segundo apellido se escribe con z."
        maxLength={MOTIVO_MAX}
        rows={2}
      />
      <PruebaField
        clave={persona.clave}
        propia
        label="Documento que lo comprueba"
        hint="Su acta, su constancia de CURP o su identificación, de su expediente."
        field={form.field('documentoId')}
      />
    </FormDialog>
  );
}
