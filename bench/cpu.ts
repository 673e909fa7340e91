import { readdirSync, readFileSync } from 'node:fs';

/** CPU milliseconds that a process, and its children dead or alive, have used. */
export const cpuOf = (pid: number): number => {
  const parts = (id: string) => {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  };
  let ticks = 0;
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = parts(id);
      if (Number(id) === pid) {
        ticks += Number(stat[11]) + Number(stat[12]) + Number(stat[13]) + Number(stat[14]);
      } else if (Number(stat[1]) === pid) {
        ticks += Number(stat[11]) + Number(stat[12]);
      }
    } catch {
      // It ended meanwhile.
    }
  }
  return ticks * 10;
};
