import { useMemo } from 'react';
import { useParams } from 'react-router';
import { CallError } from '../../../../../platform/shared/errors.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { ListDetail, useDetail } from '../../../../../platform/web/panel/index.ts';
import { NotFoundScreen } from '../../../../../platform/web/system-screens.tsx';
import { DataTable, type TableColumn } from '../../../../../platform/web/table/index.ts';
import {
  Button,
  formatNumber,
  formatShortDateTime,
  IconMail,
  PageHeading,
  properName,
} from '../../../../../platform/web/ui/index.ts';
import { NoSeLee } from '../../../../../platform/web/ui/no-se-lee.tsx';
import { plantillaPath, plantillasPath } from '../../../../plantillas/routes.ts';
import { ExportButton } from '../../../../trabajos/web/components/export-button.tsx';
import { EstadoInscripcion } from '../../../web/components/estado-inscripcion.tsx';
import type { Inscrito } from '../../contract.ts';
import { MensajesEnviados } from '../../mensajes/web/components/mensajes-enviados.tsx';
import { hasRespuestas } from '../../rules.ts';
import { EdicionDeFila, SinCumplirDeFila, TextoDeFila } from '../components/celdas.tsx';
import { useDecisiones } from '../components/decisiones.tsx';
import { useEscribir } from '../components/escribir.tsx';
import { InscritoPanel } from '../components/inscrito-panel.tsx';
import { type Opciones, useInscritos, useOpciones } from '../hooks.ts';

const FIXED: readonly TableColumn<Inscrito>[] = [
  {
    id: 'nombre',
    header: 'Nombre',
    primary: true,
    width: 14,
    cell: (i) => properName(i.persona.nombre),
  },
  {
    id: 'estado',
    header: 'Estado',
    nowrap: true,
    beside: true,
    cell: (i) => <EstadoInscripcion estado={i.estado} />,
  },
  {
    id: 'edicion',
    header: 'Edición',
    width: 11,
    cell: (i) => <EdicionDeFila {...i.edicion} />,
  },
  { id: 'grupo', header: 'Grupo', hidden: true, cell: (i) => i.grupo },
  {
    id: 'cupos',
    header: 'Cupo',
    hidden: true,
    width: 10,
    // The quotas of a seat, or those that somebody may take from.
    cell: (i) => <TextoDeFila texto={i.cupos.join(', ')} />,
  },
  {
    id: 'enviada',
    header: 'Recibida',
    nowrap: true,
    cell: (i) => <time dateTime={i.enviadaEn}>{formatShortDateTime(i.enviadaEn)}</time>,
  },
  {
    id: 'sinCumplir',
    header: 'Sin cumplir',
    width: 11,
    cell: (i) =>
      i.ilegible.includes('evaluacion') ? <NoSeLee /> : <SinCumplirDeFila reglas={i.sinCumplir} />,
  },
  {
    id: 'ofrecido',
    header: 'Lugar ofrecido hasta',
    hidden: true,
    nowrap: true,
    cell: (i) => i.ofrecidoHasta && formatShortDateTime(i.ofrecidoHasta),
  },
  {
    id: 'puntos',
    header: 'Puntos',
    align: 'end',
    hidden: true,
    cell: (i) => formatNumber(i.puntos),
  },
  {
    id: 'motivo',
    header: 'Motivo',
    hidden: true,
    width: 11,
    cell: (i) => <TextoDeFila texto={i.motivo} />,
  },
];

/** The columns that say something of this plantilla, shown at first: of which edition, when there are several; group; quota. */
const shownOf = (opciones: Opciones | undefined): Readonly<Record<string, boolean>> =>
  opciones
    ? {
        edicion: opciones.ediciones.length > 1,
        grupo: opciones.ediciones.some(({ grupos }) => grupos.length > 0),
        cupos: opciones.cupos.length > 0,
      }
    : {};

/** What was answered, a column a question: offered in «Vista». */
const columnsOf = (opciones: Opciones | undefined): readonly TableColumn<Inscrito>[] => [
  ...FIXED.map((column) => {
    const shown = shownOf(opciones)[column.id];
    return shown === undefined ? column : { ...column, hidden: !shown };
  }),
  ...(opciones?.campos ?? []).map(
    ({ clave, nombre }): TableColumn<Inscrito> => ({
      id: `respuesta-${clave}`,
      header: nombre,
      group: 'Respuestas del formulario',
      hidden: true,
      width: 9,
      cell: (i) => (hasRespuestas(i) ? <TextoDeFila texto={i.respuestas[clave]} /> : <NoSeLee />),
    }),
  ),
];

/** `/plantillas/:id/inscritos`: what was sent with a plantilla, and what is decided of it. */
export default function InscritosPage() {
  const { id = '' } = useParams();
  const { data: opciones, error } = useOpciones(id);
  const { state, query, filtros, countAll } = useInscritos(id, opciones);
  const decisiones = useDecisiones(filtros);
  const mensajes = useEscribir(id, filtros);
  const [viendo, enviados] = useDisclosure();
  const actionsOf = (inscrito: Inscrito) => [
    ...decisiones.actionsOf(inscrito),
    mensajes.actionOf(inscrito),
  ];
  const detail = useDetail('inscripcion');
  const columns = useMemo(() => columnsOf(opciones), [opciones]);
  const rows = query.data?.filas ?? [];
  if (error instanceof CallError && ['NOT_FOUND', 'INVALID_ARGUMENT'].includes(error.status)) {
    return <NotFoundScreen />;
  }
  return (
    <>
      <ListDetail
        detail={detail}
        heading={
          <PageHeading
            title="Inscripciones"
            lead={opciones && leadOf(opciones)}
            breadcrumbs={[
              { label: 'Plantillas', to: plantillasPath },
              { label: opciones?.nombre ?? 'Plantilla', to: plantillaPath(id) },
            ]}
            action={
              <>
                <Button icon={<IconMail />} onClick={enviados.open}>
                  Mensajes enviados
                </Button>
                <ExportButton hoja="inscritos" filtros={filtros} />
              </>
            }
          />
        }
        panel={
          detail.id && <InscritoPanel id={detail.id} {...{ detail, rows }} actionsOf={actionsOf} />
        }
        list={
          <DataTable
            id="inscritos"
            caption="Inscripciones enviadas con la plantilla"
            noun={{ one: 'inscripción', many: 'inscripciones', feminine: true }}
            columns={columns}
            query={query}
            countAll={countAll}
            state={state}
            rowId={(i) => i.id}
            rowLabel={(i) => properName(i.persona.nombre)}
            detail={detail}
            rowActions={actionsOf}
            bulkActions={[...decisiones.bulkActions, mensajes.bulkAction]}
            search={{ label: 'Buscar por nombre, CURP o clave' }}
            empty={{
              title: 'Nadie ha enviado nada con esta plantilla',
              text: 'Aquí aparecerá cada inscripción, en el orden en que el servidor la reciba.',
            }}
          />
        }
      />
      {decisiones.dialog}
      {mensajes.dialog}
      {viendo && <MensajesEnviados plantillaId={id} onClose={enviados.close} />}
    </>
  );
}

const leadOf = ({ nombre, porDecidir }: Opciones): string => {
  if (porDecidir === 0) return `Lo que se ha enviado con «${nombre}». Ninguna espera su decisión.`;
  return porDecidir === 1
    ? `Lo que se ha enviado con «${nombre}». 1 espera su decisión.`
    : `Lo que se ha enviado con «${nombre}». ${formatNumber(porDecidir)} esperan su decisión.`;
};
