import { config } from '../../../../platform/web/config.ts';

/** Whom to write to or call, when the school has said it (SCHOOL_CONTACT). */
export function Contacto({ para }: { para: string }) {
  const { contact } = config().institution;
  return contact ? (
    <p>
      {para} comuníquese con control escolar: {contact}.
    </p>
  ) : (
    <p>{para} comuníquese con control escolar.</p>
  );
}
