import { ErrorState, Loading } from '../../../../../platform/web/feedback/index.ts';
import { EstadoBadge, formatDate } from '../../../../../platform/web/ui/index.ts';
import { RecordList, RecordRow } from '../../../../../platform/web/ui/record-list.tsx';
import { useCorreosDe } from '../hooks.ts';

/** For staff, in somebody else's file: where that person is written to, and which addresses are theirs for certain. */
export function CorreosPersona({ clave }: { clave: string }) {
  const query = useCorreosDe(clave);
  if (query.isPending) return <Loading shape="list" />;
  if (query.isError) {
    return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  }
  const { cuenta, contacto } = query.data;
  if (!cuenta) return <p>Todavía no tiene una cuenta en el portal.</p>;
  return (
    <RecordList>
      <RecordRow
        name={cuenta.email}
        note={
          <>
            <EstadoBadge tone={cuenta.verificado ? 'success' : 'warning'}>
              {cuenta.verificado ? 'Verificado' : 'Por verificar'}
            </EstadoBadge>
            <span>El de su cuenta: con él ingresa.</span>
          </>
        }
      />
      {contacto.map(({ email, confirmadoEn }) => (
        <RecordRow
          key={email}
          name={email}
          note={
            confirmadoEn ? (
              <>
                <EstadoBadge tone="success">Confirmado</EstadoBadge>
                <span>el {formatDate(confirmadoEn)}; recibe ahí los avisos de inscripciones.</span>
              </>
            ) : (
              <>
                <EstadoBadge tone="warning">Por confirmar</EstadoBadge>
                <span>Mientras tanto no se le escribe ahí.</span>
              </>
            )
          }
        />
      ))}
    </RecordList>
  );
}
