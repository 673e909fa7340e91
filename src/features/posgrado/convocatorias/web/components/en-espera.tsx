import { useState } from 'react';
import { Notice } from '../../../../../platform/web/feedback/index.ts';
import { Button, formatDateTime, nameOrAddress } from '../../../../../platform/web/ui/index.ts';
import type { Convocatoria } from '../hooks.ts';
import { DecidirDialog } from './actos.tsx';
import { Cambios } from './modificaciones.tsx';

type Acto = 'aprobar' | 'rechazar' | 'retirar';

/** What waits for another person of the staff, with what one may do about it. */
export function EnEspera({ convocatoria }: { convocatoria: Convocatoria }) {
  const [acto, setActo] = useState<Acto | null>(null);
  const { enEspera } = convocatoria;
  if (!enEspera) return null;
  const { asunto, propia, propuso, creadoEn, motivo, cambios } = enEspera;
  return (
    <>
      <Notice
        tone="warning"
        title={asunto === 'publicacion' ? 'Publicación por aprobar' : 'Modificación por aprobar'}
        actions={
          <>
            {!propia && (
              <>
                <Button variant="primary" onClick={() => setActo('aprobar')}>
                  Aprobar
                </Button>
                <Button onClick={() => setActo('rechazar')}>Rechazar</Button>
              </>
            )}
            <Button variant="quiet" onClick={() => setActo('retirar')}>
              Retirar
            </Button>
          </>
        }
      >
        <p>
          Propuso {nameOrAddress(propuso)}, {formatDateTime(creadoEn)}.
          {propia && ' Debe aprobarla otra persona del personal.'}
        </p>
        {motivo && <p>{motivo}</p>}
        <Cambios cambios={cambios} />
      </Notice>
      {acto && (
        <DecidirDialog
          convocatoria={convocatoria}
          modificacion={enEspera}
          acto={acto}
          onClose={() => setActo(null)}
        />
      )}
    </>
  );
}
