/**
 * Subjects of commits as docs/STYLE.md wants them: `type: imperative subject`, at most 72 characters. With a file (lefthook, `commit-msg`)
 * the message in it is checked; without one, the commits that this clone has not pushed yet (`npm run validate`): those that are
 * already shared cannot be mended.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ROOT, report } from './checks.ts';

const MOST = 72;
const TYPE = /^(build|ci|docs|feat|fix|perf|refactor|style|test)(\([a-z-]+\))?: (.+)$/;
/** Openings that hide who does what to what. */
const OPENING = /^(who|whoever|what|whatever|of|as many|somebody|nobody)\b/i;
/** Third persons and participles: an imperative ends in neither, but for a few verbs. */
const NOT_IMPERATIVE = /^(?!(process|address|compress|access|pass|bless|miss)\b)\w+(s|ed|ing)\b/i;

/** Says why a subject is refused; null: it is accepted. */
export const subjectProblem = (subject: string): string | null => {
  if (subject.length > MOST) return `${subject.length} characters; at most ${MOST}`;
  const said = TYPE.exec(subject)?.[3];
  if (said === undefined) return 'begin with a type, as «fix: » (docs/STYLE.md)';
  if (/^[A-Z]\w*[a-z]\b/.test(said)) return 'begin in lower case after the type';
  if (said.endsWith('.')) return 'a subject ends without a full stop';
  if (OPENING.test(said) || NOT_IMPERATIVE.test(said)) return 'begin with a verb in the imperative';
  return null;
};

const subjects = (path: string | undefined): string[] => {
  if (path !== undefined) return [readFileSync(path, 'utf8').split('\n')[0]!];
  const git = spawnSync('git', ['log', '--no-merges', '--format=%s', '@{upstream}..HEAD'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  // A clone without an upstream, or a copy without its history, has nothing to push.
  return git.status === 0 ? git.stdout.split('\n').filter((line) => line !== '') : [];
};

if (import.meta.main) {
  report(
    subjects(process.argv[2]).flatMap((subject) => {
      const problem = subjectProblem(subject);
      return problem === null ? [] : [`«${subject}»: ${problem}`];
    }),
  );
}
