import { useState } from 'react';
import { ErrorState, Loading, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { CheckboxField, useForm } from '../../../../../platform/web/form/index.ts';
import { Dialog, formatNumber } from '../../../../../platform/web/ui/index.ts';
import { tipoOf } from '../../../rules.ts';
import { DEL_ACTA } from '../../../web/components/base-fields.tsx';
import {
  ContenidoFields,
  type ContenidoValues,
  contenidoOf,
  readContenido,
  useOfrecidos,
  validateContenido,
} from '../../../web/components/contenido-fields.tsx';
import type { TipoEnLote } from '../../rules.ts';
import { type DeFuente, useStartEmision, useVistaDeEmision } from '../hooks.ts';
import styles from './emision.module.css';

type Vista = NonNullable<ReturnType<typeof useVistaDeEmision>['data']>;
type Props = DeFuente & { tipo: TipoEnLote; onClose: () => void };

const pluralDe = (tipo: TipoEnLote) => tipoOf(tipo).plural.toLocaleLowerCase('es-MX');

/** Who is issued one and who not, and what it says, before it is asked for. */
export function EmisionDialog(props: Props) {
  const { tipo, onClose } = props;
  const { data, error, refetch } = useVistaDeEmision(props);
  const disenos = useOfrecidos(tipo);
  if (data && disenos) return <Emitir {...props} vista={data} disenos={disenos} />;
  return (
    <Dialog opened onClose={onClose} title={`Emitir ${pluralDe(tipo)}`}>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <Loading shape="list" label="Revisando a quiénes se les emite…" />
      )}
    </Dialog>
  );
}

/** Names with why, if there is one; folded when they are many. */
function Personas({
  titulo,
  personas,
  opened,
}: {
  titulo: string;
  personas: readonly { clave: string; nombre: string; razon?: string }[];
  opened: boolean;
}) {
  if (personas.length === 0) return null;
  return (
    <details open={opened}>
      <summary>
        {titulo}: {formatNumber(personas.length)}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <ul className={styles.personas} tabIndex={0} aria-label={titulo}>
        {personas.map(({ clave, nombre, razon }) => (
          <li key={clave}>
            {nombre}
            {razon && `. ${razon}`}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Emitir({
  fuente,
  fuenteId,
  tipo,
  vista,
  disenos,
  onClose,
}: Props & { vista: Vista; disenos: NonNullable<ReturnType<typeof useOfrecidos>> }) {
  const start = useStartEmision();
  // Sent again after a failure of the network, it is the same one.
  const [id] = useState(() => crypto.randomUUID());
  const { reciben, noReciben, sugerido } = vista;
  const calificacion = vista.conCalificaciones && tipo === 'certificado';
  const deActa = fuente === 'edicion' && tipo === 'certificado';
  const sin = deActa ? DEL_ACTA : ['calificacion'];
  const form = useForm<ContenidoValues, unknown>({
    initial: {
      ...contenidoOf(tipo, disenos, {
        programa: sugerido.programa,
        campos: Object.entries(sugerido.campos).map(([key, valor]) => ({ key, valor })),
        vigenteHasta: null,
      }),
      conCalificacion: calificacion,
    },
    validate: (values) => validateContenido(tipo, values, sin),
    submit: (values) =>
      start({
        id,
        fuente,
        fuenteId,
        tipo,
        ...readContenido(tipo, values),
        conCalificacion: values.conCalificacion === true,
      }),
    onSuccess: () => {
      onClose();
      notify.success('Se están emitiendo. Siga su avance en la bandeja de trabajos.');
    },
  });
  const cuantos = `${formatNumber(reciben.length)} ${
    reciben.length === 1 ? tipoOf(tipo).palabra.toLocaleLowerCase('es-MX') : pluralDe(tipo)
  }`;
  return (
    <FormDialog
      title={`Emitir ${pluralDe(tipo)}`}
      form={form}
      submit={`Emitir ${cuantos}`}
      busy="Pidiéndolo…"
      keptAs={`emision/${fuenteId}/${tipo}`}
      onClose={onClose}
    >
      <p>{vista.nombre}</p>
      <Personas titulo="Lo reciben" personas={reciben} opened={reciben.length <= 10} />
      <Personas titulo="No lo reciben" personas={noReciben} opened={noReciben.length <= 10} />
      {deActa && <p>Curso, horas, fechas y calificación son los del acta.</p>}
      <ContenidoFields tipo={tipo} disenos={disenos} form={form} sin={sin} />
      {calificacion && (
        <CheckboxField
          {...form.field('conCalificacion')}
          label="Cada documento dice la calificación del acta"
        />
      )}
    </FormDialog>
  );
}
