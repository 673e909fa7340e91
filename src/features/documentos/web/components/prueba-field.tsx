import { useState } from 'react';
import { SelectField } from '../../../../platform/web/form/index.ts';
import type { FieldProps } from '../../../../platform/web/form/use-form.ts';
import { IconUpload } from '../../../../platform/web/ui/icons.tsx';
import { Button, formatDate } from '../../../../platform/web/ui/index.ts';
import type { LugarDocumento, VersionDocumento } from '../../contract.ts';
import { DOCUMENTO } from '../../estados.ts';
import { useDocumentos } from '../hooks.ts';
import styles from './documentos.module.css';
import { EnviarDocumento } from './enviar-documento.tsx';

const labelOf = (nombre: string, { estado, creadoEn }: VersionDocumento): string =>
  `${nombre}, ${DOCUMENTO.palabra(estado).toLocaleLowerCase('es-MX')} (${formatDate(creadoEn)})`;

/** What may prove something, of each type; and the one that is chosen, whatever became of it. */
const optionsOf = (lugares: readonly LugarDocumento[], chosen: string) =>
  lugares.flatMap(({ tipo, versiones }) =>
    versiones
      .filter(({ id, estado }) => DOCUMENTO.is('sirve', estado) || id === chosen)
      .map((version) => ({ value: version.id, label: labelOf(tipo.nombre, version) })),
  );

/** Chooses a document of a vault, or sends one to it: of one's own. */
export function PruebaField({
  clave,
  propia,
  label,
  hint,
  optional = false,
  field,
}: {
  clave: string;
  /** Whether the vault is of who asks, who then may send others. */
  propia: boolean;
  label: string;
  hint?: string | undefined;
  optional?: boolean;
  field: FieldProps<string>;
}) {
  const documentos = useDocumentos(clave, propia);
  const lugares = documentos.data?.lugares ?? [];
  const options = optionsOf(lugares, field.value);
  const vacio = documentos.isPending
    ? 'Cargando…'
    : options.length === 0
      ? 'No hay documentos todavía'
      : 'Elija un documento';
  return (
    <div className={styles.prueba}>
      <SelectField {...field} {...{ label, hint, optional, options }} empty={vacio} />
      {propia && lugares.length > 0 && (
        <Subir lugares={lugares} onSubido={(id) => field.onChange(id)} />
      )}
    </div>
  );
}

/** Sends a document of some type, from where it is wanted. */
function Subir({
  lugares,
  onSubido,
}: {
  lugares: readonly LugarDocumento[];
  onSubido: (id: string) => void;
}) {
  const [opened, setOpened] = useState(false);
  const [tipo, setTipo] = useState('');
  if (!opened) {
    return (
      <Button size="small" variant="quiet" icon={<IconUpload />} onClick={() => setOpened(true)}>
        Enviar otro documento
      </Button>
    );
  }
  return (
    <div className={styles.subir}>
      <SelectField
        label="Tipo de documento"
        value={tipo}
        onChange={setTipo}
        options={lugares.map((one) => ({ value: one.tipo.clave, label: one.tipo.nombre }))}
      />
      <EnviarDocumento
        tipo={tipo}
        onEnviado={(sent) => {
          // Which one it is was not heard: it is in the list, to be chosen.
          if (sent !== 'enviado') onSubido(sent.id);
          setOpened(false);
        }}
      />
    </div>
  );
}
