import { Emision } from './emision.tsx';

/** In the page of an edition. */
export function EmisionDeEdicion({ edicion }: { edicion: { id: string } }) {
  return <Emision fuente="edicion" fuenteId={edicion.id} />;
}
