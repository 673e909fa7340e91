import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { FormDialog } from '../../../../platform/web/form/form-dialog.tsx';
import { SelectField, TextField, useForm } from '../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../platform/web/keep-alive/index.ts';
import { DataTable, type TableColumn } from '../../../../platform/web/table/index.ts';
import {
  Button,
  formatNumber,
  formatShortDate,
  IconPlus,
  PageHeading,
} from '../../../../platform/web/ui/index.ts';
import type { FilaRutaEditable } from '../../contract.ts';
import { rutaEditorPath } from '../../routes.ts';
import { useCreateRuta, useRutas, useRutasEditables } from '../hooks.ts';

const COLUMNS: readonly TableColumn<FilaRutaEditable>[] = [
  { id: 'nombre', header: 'Ruta', primary: true, width: 16, cell: (f) => f.nombre },
  { id: 'clave', header: 'Clave', nowrap: true, cell: (f) => f.clave },
  {
    id: 'enVigor',
    header: 'Publicada',
    nowrap: true,
    cell: (f) => (f.enVigor === null ? 'No se ofrece' : `Versión ${f.enVigor}`),
  },
  {
    id: 'borrador',
    header: 'Borrador',
    nowrap: true,
    cell: (f) => (f.borrador === null ? null : `Versión ${f.borrador}`),
  },
  { id: 'cursos', header: 'Cursos', nowrap: true, cell: (f) => formatNumber(f.cursos) },
  { id: 'personas', header: 'Personas', nowrap: true, cell: (f) => formatNumber(f.personas) },
  {
    id: 'completadas',
    header: 'La completaron',
    nowrap: true,
    cell: (f) => formatNumber(f.completadas),
  },
  {
    id: 'actualizadoEn',
    header: 'Último cambio',
    nowrap: true,
    descFirst: true,
    cell: (f) => formatShortDate(f.actualizadoEn),
  },
];

export default function RutasEditorPage() {
  const { state, query } = useRutasEditables();
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <PageHeading
        title="Editar rutas formativas"
        lead="De qué se compone cada una. Lo publicado no cambia: se comienza otra versión."
        action={
          <Button variant="primary" icon={<IconPlus />} onClick={open}>
            Crear una ruta
          </Button>
        }
      />
      <DataTable
        id="rutas-editor"
        caption="Rutas formativas"
        noun={{ one: 'ruta', many: 'rutas', feminine: true }}
        columns={COLUMNS}
        query={query}
        state={state}
        rowId={(f) => f.id}
        rowLabel={(f) => f.nombre}
        rowLink={(f) => rutaEditorPath(f.id)}
        search={{ label: 'Buscar', hint: 'Nombre o clave' }}
        empty={{
          title: 'Todavía no hay rutas formativas',
          text: 'Cree la primera: podrá agregarle etapas y cursos antes de publicarla.',
        }}
      />
      {opened && <CrearDialog onClose={close} />}
    </>
  );
}

function CrearDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateRuta();
  const rutas = useRutas();
  const navigate = useNavigate();
  const id = useRef(crypto.randomUUID());
  const form = useForm({
    initial: { nombre: '', clave: '', copiaDe: '' },
    validate: ({ nombre, clave }) => ({
      nombre: nombre.trim().length < 3 ? 'Escriba el nombre de la ruta.' : undefined,
      clave: /^[A-Z0-9][A-Z0-9-]{1,29}$/.test(clave.trim().toUpperCase())
        ? undefined
        : 'Use de 2 a 30 letras, números y guiones, por ejemplo RF-SEC.',
    }),
    submit: ({ nombre, clave, copiaDe }) =>
      create.mutateAsync({
        id: id.current,
        nombre,
        clave: clave.trim().toUpperCase(),
        ...(copiaDe !== '' && { copiaDe }),
      }),
    onSuccess: () => {
      onClose();
      void navigate(rutaEditorPath(id.current));
    },
  });
  return (
    <FormDialog
      title="Crear una ruta formativa"
      form={form}
      submit="Crearla"
      busy="Creando…"
      keptAs="rutas/crear"
      onClose={onClose}
    >
      <TextField {...form.field('nombre')} label="Nombre" maxLength={160} />
      <TextField
        {...form.field('clave')}
        label="Clave"
        hint="Como se conoce en la escuela, por ejemplo RF-SEC."
        maxLength={30}
      />
      <SelectField
        {...form.field('copiaDe')}
        label="A partir de"
        empty="Una ruta vacía"
        optional
        options={(rutas.data?.rutas ?? []).map((ruta) => ({
          value: ruta.id,
          label: `Copia de ${ruta.nombre}`,
        }))}
      />
    </FormDialog>
  );
}
