import { ErrorState, Loading } from '../../../../../platform/web/feedback/index.ts';
import { formatDateTime, Section } from '../../../../../platform/web/ui/index.ts';
import { RecordList, RecordRow } from '../../../../../platform/web/ui/record-list.tsx';
import { useBasesPublicas } from '../hooks.ts';
import { Leidas } from './leidas.tsx';
import { Cambios } from './modificaciones.tsx';

/** The terms of a published call and its modifications, for whoever applies. */
export function BasesDeConvocatoria({ convocatoriaId }: { convocatoriaId: string }) {
  const query = useBasesPublicas(convocatoriaId);
  if (query.isPending) return <Loading shape="ficha" />;
  if (query.isError) return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  const { modificaciones } = query.data;
  return (
    <>
      {modificaciones.length > 0 && (
        <Section title="Modificaciones">
          <RecordList>
            {modificaciones.map(({ numero, motivo, vigenteDesde, cambios }) => (
              <RecordRow
                key={numero}
                name={`Modificación ${numero}`}
                note={`Vigente desde el ${formatDateTime(vigenteDesde)}`}
              >
                <p>{motivo}</p>
                <Cambios cambios={cambios} />
              </RecordRow>
            ))}
          </RecordList>
        </Section>
      )}
      <Leidas convocatoria={query.data} />
    </>
  );
}
