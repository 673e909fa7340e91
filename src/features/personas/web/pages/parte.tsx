import { useLocation, useParams } from 'react-router';
import { lookUp } from '../../../../platform/shared/look-up.ts';
import { Redirect } from '../../../../platform/web/router.tsx';
import { PARTES, personPath } from '../../routes.ts';

/** Leads an address of a part of a file (`/contact/{curp}`) to its tab; what else it asks goes with it. */
export default function PartePage() {
  const { curp = '' } = useParams();
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  params.set('ver', lookUp(PARTES, pathname.split('/')[1] ?? '') ?? PARTES.profile);
  return <Redirect to={{ pathname: personPath(curp), search: `?${params}` }} />;
}
