import { useState } from 'react';
import { ErrorState, Loading } from '../../../../../platform/web/feedback/index.ts';
import { useOnHide } from '../../../../../platform/web/keep-alive/index.ts';
import { Button, EstadoBadge, formatDateTime } from '../../../../../platform/web/ui/index.ts';
import { RecordList, RecordRow } from '../../../../../platform/web/ui/record-list.tsx';
import { useTextos } from '../hooks.ts';
import { Redactar } from './redactar.tsx';
import { Versiones } from './versiones.tsx';

/** The texts of letters that an Admin may write again. */
export function Textos() {
  const query = useTextos();
  const [abierta, setAbierta] = useState<{ clave: string; ver: 'texto' | 'versiones' } | null>(
    null,
  );
  const close = () => setAbierta(null);
  useOnHide(close);
  if (query.isPending) return <Loading shape="list" label="Cargando los textos…" />;
  if (query.isError) {
    return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  }
  const { textos } = query.data;
  const texto = textos.find(({ clave }) => clave === abierta?.clave);
  return (
    <>
      <RecordList>
        {textos.map(({ clave, nombre, asunto, propio, version, escritoEn }) => (
          <RecordRow
            key={clave}
            name={nombre}
            note={asunto}
            actions={
              <>
                <Button size="small" onClick={() => setAbierta({ clave, ver: 'texto' })}>
                  Cambiar<span className="sr-only">: {nombre}</span>
                </Button>
                {version > 0 && (
                  <Button
                    size="small"
                    variant="quiet"
                    onClick={() => setAbierta({ clave, ver: 'versiones' })}
                  >
                    Versiones<span className="sr-only">: {nombre}</span>
                  </Button>
                )}
              </>
            }
          >
            {propio && (
              <p>
                <EstadoBadge tone="info">Modificado</EstadoBadge>{' '}
                {escritoEn && formatDateTime(escritoEn)}
              </p>
            )}
          </RecordRow>
        ))}
      </RecordList>
      {texto && abierta?.ver === 'texto' && <Redactar texto={texto} onClose={close} />}
      {texto && abierta?.ver === 'versiones' && <Versiones texto={texto} onClose={close} />}
    </>
  );
}
