import { compareCurp } from '../../personas/curp/rules.ts';
import { cleanNombre, type Nombres } from '../rules.ts';

/**
 * The three names inside a display name. The wire's `setCurpUserNew` only carries the joined
 * form, so the split that agrees best with the CURP's letters is taken; among equals, the one
 * with two single-word surnames at the end, the commonest.
 */
export const splitDisplayName = (displayName: string, curp: string): Nombres => {
  const words = cleanNombre(displayName).split(' ').filter(Boolean);
  if (words.length < 2) {
    return { nombre: words[0] ?? '', apellidoPaterno: '', apellidoMaterno: '' };
  }
  const join = (from: number, to?: number) => words.slice(from, to).join(' ');
  let best: Nombres | null = null;
  let bestProblems = Number.POSITIVE_INFINITY;
  const consider = (names: Nombres) => {
    const problems = compareCurp(curp, names).length;
    if (problems < bestProblems) {
      best = names;
      bestProblems = problems;
    }
  };
  // Longest given name first, so that the first among equals has short surnames.
  for (let first = words.length - 2; first >= 1; first--) {
    for (let second = words.length - 1; second > first; second--) {
      consider({
        nombre: join(0, first),
        apellidoPaterno: join(first, second),
        apellidoMaterno: join(second),
      });
    }
  }
  consider({ nombre: join(0, -1), apellidoPaterno: words.at(-1) ?? '', apellidoMaterno: '' });
  return best!;
};
