import { fechaDe } from '../../shared/dates.ts';
import { asMonth } from '../../shared/months.ts';
import { useSearchParams } from '../router.tsx';

/** The month that a calendar shows and how, in the address: `?mes=2026-11&como=agenda`. */
export const useMonth = () => {
  const [params, setParams] = useSearchParams();
  const hoy = fechaDe(new Date());
  const put = (name: string, value: string | null) =>
    setParams(
      (now) => {
        if (value === null) now.delete(name);
        else now.set(name, value);
        return now;
      },
      { replace: true },
    );
  return {
    hoy,
    /** YYYY-MM */
    mes: asMonth(params.get('mes')) ?? hoy.slice(0, 7),
    porDias: params.get('como') === 'agenda',
    setMes: (next: string) => put('mes', next === hoy.slice(0, 7) ? null : next),
    setPorDias: (next: boolean) => put('como', next ? 'agenda' : null),
  };
};
export type Month = ReturnType<typeof useMonth>;
