import { NO_SE_LEE } from '../../../../../platform/shared/ilegible.ts';
import { POR_RECUPERAR } from '../../../../../platform/shared/ilegible-por-que.ts';
import { Notice } from '../../../../../platform/web/feedback/index.ts';
import { ReservedSection } from '../../../../../platform/web/reserved/reserved-section.tsx';
import { DataList } from '../../../../../platform/web/ui/index.ts';
import { useGetSensibles } from '../hooks.ts';

/** The sensitive answers of an application, once staff say what for; each reading is in the history of its person. */
export function RespuestasSensibles({ id, folio }: { id: string; folio: string }) {
  const get = useGetSensibles();
  return (
    <ReservedSection
      title="Respuestas sensibles"
      what="Respuestas reservadas de la solicitud"
      note="Cada consulta queda registrada con su motivo, y la persona puede verla."
      object="las respuestas sensibles"
      ask={{
        title: `Consultar respuestas sensibles de ${folio}`,
        label: 'Para qué las consulta',
        hint: 'Por ejemplo: preparar el ajuste de su entrevista. La persona podrá leerlo.',
        missing: 'Escriba para qué necesita consultarlas.',
        keptAs: `sensibles/solicitud/${id}/motivo`,
      }}
      read={(motivo) => get.mutateAsync({ id, motivo })}
      saysNothing={({ ilegible, secciones }) =>
        !ilegible && secciones.length === 0 ? 'La solicitud no tiene respuestas sensibles.' : null
      }
    >
      {({ ilegible, secciones }) =>
        ilegible ? (
          <Notice tone="warning" title={NO_SE_LEE}>
            <p>{POR_RECUPERAR}</p>
          </Notice>
        ) : (
          <DataList
            items={secciones
              .flatMap(({ respuestas }) => respuestas)
              .map(({ etiqueta, valor }) => ({ label: etiqueta, value: valor }))}
          />
        )
      }
    </ReservedSection>
  );
}
