import { Redirect } from '../../../../platform/web/router.tsx';
import { useUser } from '../../../../platform/web/session/react.tsx';
import { ownPreferenciasPath } from '../../routes.ts';

/** Leads whoever is signed in to their own preferences. */
export default function PreferenciasPage() {
  return <Redirect to={ownPreferenciasPath(useUser())} />;
}
