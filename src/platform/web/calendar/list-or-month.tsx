import { useSearchParams } from '../router.tsx';
import { IconCalendar, IconList } from '../ui/index.ts';
import { ViewSwitch } from '../ui/view-switch.tsx';

const VIEWS = [
  { value: 'lista', label: 'Lista', icon: <IconList /> },
  { value: 'calendario', label: 'Calendario', icon: <IconCalendar /> },
] as const;
type ListOrMonth = (typeof VIEWS)[number]['value'];

/** Whether things are seen as a list or by month, in the address (`?ver=calendario`), so that it can be shared. */
export const useListOrMonth = () => {
  const [params, setParams] = useSearchParams();
  return {
    ver: (params.get('ver') === 'calendario' ? 'calendario' : 'lista') as ListOrMonth,
    setVer: (ver: ListOrMonth) =>
      setParams(
        (now) => {
          if (ver === 'lista') now.delete('ver');
          else now.set('ver', ver);
          return now;
        },
        { replace: true },
      ),
  };
};

/** The choice between both. */
export const ListOrMonthSwitch = ({
  legend,
  ver,
  setVer,
}: ReturnType<typeof useListOrMonth> & { legend: string }) => (
  <ViewSwitch legend={legend} views={VIEWS} value={ver} onChange={setVer} />
);
