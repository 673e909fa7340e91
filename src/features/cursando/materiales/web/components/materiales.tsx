import { useUser } from '../../../../../platform/web/session/react.tsx';
import { Section } from '../../../../../platform/web/ui/index.ts';
import { canSaveMateriales } from '../../../policy.ts';
import { useMateriales } from '../hooks.ts';
import { Editor } from './editor.tsx';
import { ListaDeMateriales } from './lista.tsx';

/** The material of an edition: seen by those who take it; added, ordered, published and removed by staff. */
export function Materiales({ edicionId }: { edicionId: string }) {
  const { data } = useMateriales(edicionId);
  const staff = canSaveMateriales(useUser());
  if (!data || (!staff && data.materiales.length === 0)) return null;
  return (
    <Section title="Material">
      {staff ? (
        <Editor edicionId={edicionId} materiales={data.materiales} />
      ) : (
        <ListaDeMateriales materiales={data.materiales} />
      )}
    </Section>
  );
}
