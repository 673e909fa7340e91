import { Notice } from '../feedback/notice.tsx';
import { formatDateTime } from '../ui/format.ts';

/** The form has again what was left unsaved in it. */
export function Restored({ en }: { en: number | null }) {
  if (en === null) return null;
  return (
    <Notice title="Aquí está lo que había escrito">
      <p>
        Lo escribió el {formatDateTime(new Date(en).toISOString())} y no se guardó. Revíselo y
        guarde, o cancele.
      </p>
    </Notice>
  );
}
