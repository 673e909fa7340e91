import { useParams } from 'react-router';
import { Redirect } from '../../../../platform/web/router.tsx';
import { tabPath } from '../../../personas/routes.ts';
import { PESTANA } from '../../routes.ts';

/** The specification's address of somebody's courses: the tab of their file. */
export default function CursoPage() {
  const { curp = '' } = useParams();
  return <Redirect to={tabPath(curp, PESTANA)} />;
}
