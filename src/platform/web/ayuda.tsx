import { preguntarPath } from '../shared/ayuda.ts';
import { LinkButton } from './ui/button.tsx';

/** Beside what stops somebody: a question to the school that says already what it is about. */
export function Preguntar({ sobre, id }: { sobre: string; id: string | undefined }) {
  return (
    <LinkButton to={preguntarPath(sobre, id)} size="small" variant="quiet">
      Preguntar a Control Escolar
    </LinkButton>
  );
}
