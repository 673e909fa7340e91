import { formatMomento } from '../../../../../platform/shared/dates.ts';
import { ErrorState, Loading, Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { Button, Section } from '../../../../../platform/web/ui/index.ts';
import { useAcceptLugar, useLugar } from '../hooks.ts';

/** The seat of one's own application after the results: until when it is kept, and the place in the waiting list. */
export function MiLugar({ solicitudId }: { solicitudId: string }) {
  const { data, error, refetch } = useLugar(solicitudId);
  const accept = useAcceptLugar(() => notify.success('Confirmó su lugar.'));
  if (!data) {
    return error ? (
      <ErrorState error={error} retry={() => void refetch()} />
    ) : (
      <Loading shape="list" />
    );
  }
  const { ofrecidoHasta, espera, confirmar } = data;
  if (ofrecidoHasta === null && espera === null) return null;
  return (
    <Section title="Lugar">
      {ofrecidoHasta !== null && (
        <Notice
          tone="warning"
          title={`Confirme su lugar a más tardar el ${formatMomento(new Date(ofrecidoHasta))}`}
          actions={
            <Button
              variant="primary"
              busy={accept.isPending}
              disabled={!confirmar.permitido}
              onClick={() => accept.mutate({ solicitudId })}
            >
              Confirmar mi lugar
            </Button>
          }
        >
          <p>{confirmar.porque ?? 'Si no lo confirma a tiempo, se ofrece a quien sigue.'}</p>
        </Notice>
      )}
      {accept.error && <ErrorState error={accept.error} />}
      {espera !== null && (
        <p>
          Lugar {espera.lugar} de {espera.total} en la lista de espera.
        </p>
      )}
    </Section>
  );
}
