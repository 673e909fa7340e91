import { config } from '../../../../platform/web/config.ts';
import { Notice } from '../../../../platform/web/feedback/index.ts';

/** Where the mails of a demonstration are read: they never leave the portal. */
export function DemoMailbox() {
  if (!config().demo) return null;
  return (
    <Notice tone="gold" title="Portal de demostración">
      <p>
        Los correos no salen a internet: se leen en el <a href="/dev/mail">buzón local</a>.
      </p>
    </Notice>
  );
}
