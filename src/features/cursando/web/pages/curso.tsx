import { Navigate, useParams } from 'react-router';
import { tabPath } from '../../../personas/routes.ts';
import { PESTANA } from '../../routes.ts';

/** The specification's address of somebody's courses: the tab of their file. */
export default function CursoPage() {
  const { curp = '' } = useParams();
  return <Navigate to={tabPath(curp, PESTANA)} replace />;
}
