import { SelectField } from '../../../../platform/web/form/index.ts';
import type { FieldProps } from '../../../../platform/web/form/use-form.ts';
import { useUser } from '../../../../platform/web/session/react.tsx';
import { formatDate } from '../../../../platform/web/ui/index.ts';
import type { VersionDocumento } from '../../contract.ts';
import { DOCUMENTO, type EstadoDocumento, nombreDeVersion } from '../../estados.ts';
import { useDocumentos } from '../hooks.ts';
import styles from './documentos.module.css';
import { EnviarDocumento } from './enviar-documento.tsx';

/** A version that was chosen, and how it is called. */
type Elegido = { id: string; nombre: string };

type Props = FieldProps<string> & {
  label: string;
  hint?: string | undefined;
  optional: boolean;
  /** The key of its type in the catalog. */
  tipo: string;
  /** What was chosen before, whatever became of it. */
  actual: Elegido | undefined;
  /** Null: nothing is chosen any more. */
  onElegir: (elegido: Elegido | null) => void;
};

/** Chooses a document of one's own vault, of one type, or sends one there and chooses it. */
export function DocumentoField(props: Props) {
  const { clave } = useUser();
  return clave === null ? <SinExpediente {...props} /> : <DeLaBoveda {...props} clave={clave} />;
}

/** Why the one that somebody has cannot be chosen. */
const NO_SIRVE: Partial<Record<EstadoDocumento, string>> = {
  vencido: 'El de su expediente ya venció: envíe otro',
  rechazado: 'El de su expediente se rechazó: envíe otro',
};

/** Whoever has no file has no vault: staff, where they look at a form. */
function SinExpediente({ tipo: _t, actual: _a, onElegir: _e, ...field }: Props) {
  return <SelectField {...field} options={[]} empty="Su cuenta no tiene documentos" />;
}

function DeLaBoveda({ clave, tipo, actual, onElegir, ...field }: Props & { clave: string }) {
  const { data, isPending } = useDocumentos(clave, true);
  const lugar = data?.lugares.find((one) => one.tipo.clave === tipo);
  const nombreDe = (version: VersionDocumento) =>
    nombreDeVersion(lugar?.tipo.nombre ?? 'Documento', version);
  const versiones = (lugar?.versiones ?? []).filter(
    ({ estado, antivirus }) => DOCUMENTO.is('sirve', estado) && antivirus !== 'infectado',
  );
  const options = versiones.map((one) => ({
    value: one.id,
    label: `${nombreDe(one)} (${one.nombre}, ${formatDate(one.creadoEn)})`,
  }));
  if (actual && !options.some(({ value }) => value === actual.id)) {
    options.unshift({ value: actual.id, label: actual.nombre });
  }
  const choose = (id: string) => {
    const chosen = versiones.find((one) => one.id === id);
    if (chosen) onElegir({ id, nombre: nombreDe(chosen) });
    else if (id === '') onElegir(null);
  };
  const vacio = () => {
    if (isPending) return 'Cargando…';
    if (options.length > 0) return 'Elija un documento';
    const last = lugar?.versiones[0];
    return (last && NO_SIRVE[last.estado]) ?? 'Todavía no hay uno en su expediente';
  };
  return (
    <div className={styles.prueba}>
      <SelectField {...field} onChange={choose} options={options} empty={vacio()} />
      {lugar && (
        <EnviarDocumento
          tipo={tipo}
          label={options.length === 0 ? 'Enviar el documento' : 'Enviar otro'}
          onEnviado={(sent) => {
            // Which one it is was not heard: it is in the list, to be chosen.
            if (sent !== 'enviado') onElegir({ id: sent.id, nombre: nombreDe(sent) });
          }}
        />
      )}
    </div>
  );
}
