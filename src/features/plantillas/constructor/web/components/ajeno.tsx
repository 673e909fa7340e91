import { formatMomento } from '../../../../../platform/shared/dates.ts';
import { Notice } from '../../../../../platform/web/feedback/index.ts';
import { Button } from '../../../../../platform/web/ui/index.ts';
import { useHechos, useNombresDeDocumentos } from '../../../redaccion/web/hooks.ts';
import { Diferencias } from '../../../versiones/web/components/diferencias.tsx';
import type { Construccion, Ajeno as LoAjeno } from '../hooks.ts';
import styles from './constructor.module.css';

/** What somebody else wrote in the draft and was joined without a question: it stays until it was read. */
export function Ajeno({ made: { ajeno, onLeido } }: { made: Construccion }) {
  return ajeno && <Leer ajeno={ajeno} onLeido={onLeido} />;
}

function Leer({
  ajeno: { antes, despues, en, quien },
  onLeido,
}: {
  ajeno: LoAjeno;
  onLeido: () => void;
}) {
  const { data } = useHechos();
  const documentos = useNombresDeDocumentos();
  return (
    <div className={styles.recuperado}>
      <Notice
        title={`${quien} cambió este borrador`}
        actions={
          <Button size="small" onClick={onLeido}>
            Entendido
          </Button>
        }
      >
        <p>Lo último, el {formatMomento(new Date(en))}. Lo de usted se conserva; sus cambios:</p>
        <Diferencias
          antes={antes}
          despues={despues}
          hechos={data?.hechos}
          documentos={documentos}
        />
      </Notice>
    </div>
  );
}
