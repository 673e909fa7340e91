import { Navigate } from 'react-router';
import { useUser } from '../../../../platform/web/session/react.tsx';
import { ownPreferenciasPath } from '../../routes.ts';

/** Leads whoever is signed in to their own preferences. */
export default function PreferenciasPage() {
  return <Navigate to={ownPreferenciasPath(useUser())} replace />;
}
