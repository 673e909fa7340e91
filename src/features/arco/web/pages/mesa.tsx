import { useRef, useState } from 'react';
import { groupByFour } from '../../../../platform/shared/ids.ts';
import { notify } from '../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../platform/web/form/form-dialog.tsx';
import {
  CheckboxField,
  SelectField,
  TextAreaField,
  TextField,
  useForm,
} from '../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../platform/web/keep-alive/index.ts';
import { DataTable, type TableColumn } from '../../../../platform/web/table/index.ts';
import {
  Button,
  EstadoBadge,
  Folio,
  formatShortDate,
  PageHeading,
  properName,
} from '../../../../platform/web/ui/index.ts';
import type { TramiteArco } from '../../contract.ts';
import { TRAMITE_ARCO } from '../../estados.ts';
import { tramitePath } from '../../routes.ts';
import { DERECHO, DERECHOS, type Derecho, TEXTO_MAX, TEXTO_MIN } from '../../rules.ts';
import { Plazo } from '../components/plazo.tsx';
import { useCreateTramite, useMesa } from '../hooks.ts';

const COLUMNS: readonly TableColumn<TramiteArco>[] = [
  {
    id: 'nombre',
    header: 'Titular',
    primary: true,
    width: 11,
    cell: (f) => properName(f.nombre),
  },
  { id: 'derecho', header: 'Derecho', nowrap: true, cell: (f) => DERECHO[f.derecho].nombre },
  {
    id: 'estado',
    header: 'Estado',
    nowrap: true,
    cell: (f) => (
      <EstadoBadge tone={TRAMITE_ARCO.tono(f.estado)}>{TRAMITE_ARCO.palabra(f.estado)}</EstadoBadge>
    ),
  },
  { id: 'dias', header: 'Le quedan', nowrap: true, cell: (f) => <Plazo dias={f.dias} /> },
  { id: 'venceEn', header: 'Vence', nowrap: true, cell: (f) => formatShortDate(f.venceEn) },
  {
    id: 'folio',
    header: 'Folio',
    nowrap: true,
    cell: (f) => <Folio>{groupByFour(f.folio)}</Folio>,
  },
];

export default function MesaPage() {
  const [todas, setTodas] = useState(false);
  const [opened, { open, close }] = useDisclosure();
  const { state, query } = useMesa(todas);
  return (
    <>
      <PageHeading
        title="Solicitudes ARCO"
        lead="Solicitudes sobre datos personales, por plazo de respuesta."
        action={<Button onClick={open}>Registrar una solicitud</Button>}
      />
      <CheckboxField label="Ver también las respondidas" value={todas} onChange={setTodas} />
      <DataTable
        id="arco"
        caption="Solicitudes ARCO"
        noun={{ one: 'trámite', many: 'trámites' }}
        columns={COLUMNS}
        query={query}
        state={state}
        rowId={(f) => f.id}
        rowLabel={(f) => properName(f.nombre)}
        rowLink={(f) => tramitePath(f.id)}
        empty={{
          title: 'No hay solicitudes por responder',
          text: 'Aquí aparecerán cuando alguien presente una desde «Mis datos», o el personal la registre.',
        }}
      />
      {opened && <RegistrarDialog onClose={close} />}
    </>
  );
}

function RegistrarDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateTramite();
  const id = useRef(crypto.randomUUID());
  const form = useForm({
    initial: { nombre: '', clave: '', medio: '', representante: '', derecho: '', descripcion: '' },
    validate: ({ nombre, medio, derecho, descripcion }) => ({
      nombre: nombre.trim().length < 3 ? 'Escriba el nombre de la persona titular.' : undefined,
      medio: medio.trim().length < 3 ? 'Escriba dónde se le avisa.' : undefined,
      derecho: derecho === '' ? 'Elija qué derecho ejerce.' : undefined,
      descripcion: descripcion.trim().length < TEXTO_MIN ? 'Escriba qué pide.' : undefined,
    }),
    submit: ({ derecho, ...rest }) =>
      create.mutateAsync({ id: id.current, derecho: derecho as Derecho, ...rest }),
    onSuccess: () => {
      onClose();
      notify.success('Quedó registrada, con su folio y su plazo.');
    },
  });
  return (
    <FormDialog
      title="Registrar una solicitud"
      form={form}
      submit="Registrarla"
      busy="Registrando…"
      keptAs="arco/registrar"
      onClose={onClose}
    >
      <TextField {...form.field('nombre')} label="Persona titular" maxLength={200} />
      <TextField
        {...form.field('clave')}
        label="CURP o clave de su expediente"
        optional
        maxLength={60}
      />
      <TextField
        {...form.field('medio')}
        label="Dónde se le avisa"
        hint="Un correo o un domicilio."
        maxLength={300}
      />
      <TextField
        {...form.field('representante')}
        label="Representante"
        hint="Con el documento que lo acredita."
        optional
        maxLength={300}
      />
      <SelectField
        {...form.field('derecho')}
        label="Derecho"
        options={DERECHOS.map((one) => ({ value: one, label: DERECHO[one].nombre }))}
      />
      <TextAreaField
        {...form.field('descripcion')}
        label="Solicitud"
        maxLength={TEXTO_MAX}
        rows={4}
      />
    </FormDialog>
  );
}
