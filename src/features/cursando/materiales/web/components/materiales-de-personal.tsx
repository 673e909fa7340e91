import { Loading } from '../../../../../platform/web/feedback/index.ts';
import { useMateriales } from '../hooks.ts';
import { Editor } from './editor.tsx';

/** The same as a piece of the page of an edition that staff keep. */
export function MaterialesDePersonal({ edicion: { id } }: { edicion: { readonly id: string } }) {
  const { data } = useMateriales(id);
  return data ? <Editor edicionId={id} materiales={data.materiales} /> : <Loading shape="list" />;
}
