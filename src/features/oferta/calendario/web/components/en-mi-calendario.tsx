import { messageOf } from '../../../../../platform/web/callables/client.ts';
import { notify } from '../../../../../platform/web/feedback/index.ts';
import {
  Button,
  IconCalendar,
  IconCheck,
  IconDownload,
  LinkButton,
} from '../../../../../platform/web/ui/index.ts';
import { edicionIcsPath } from '../../routes.ts';
import { useCalendarioPropio, useSetEdicion } from '../hooks.ts';

/** An edition's dates: as a file, and in one's own calendar, unless one is enrolled in it and has them there anyway. */
export function EnMiCalendario({ edicionId, propia }: { edicionId: string; propia: boolean }) {
  const { data } = useCalendarioPropio();
  const set = useSetEdicion();
  const elegida = data?.elegidas.includes(edicionId) ?? false;
  const toggle = async () => {
    try {
      await set.mutateAsync({ edicionId, elegida: !elegida });
      notify.success(
        elegida ? 'La edición salió de su calendario.' : 'La edición está en su calendario.',
      );
    } catch (failed) {
      notify.error(messageOf(failed));
    }
  };
  return (
    <>
      {!propia && data && (
        <Button
          icon={elegida ? <IconCheck /> : <IconCalendar />}
          aria-pressed={elegida}
          busy={set.isPending}
          onClick={() => void toggle()}
        >
          En mi calendario
        </Button>
      )}
      <LinkButton to={edicionIcsPath(edicionId)} reloadDocument icon={<IconDownload />}>
        Descargar fechas (.ics)
      </LinkButton>
    </>
  );
}
