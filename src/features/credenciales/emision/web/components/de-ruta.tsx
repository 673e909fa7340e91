import { Emision } from './emision.tsx';

/** Where those who are in a route are seen. */
export function EmisionDeRuta({ rutaId }: { rutaId: string }) {
  return <Emision fuente="ruta" fuenteId={rutaId} />;
}
