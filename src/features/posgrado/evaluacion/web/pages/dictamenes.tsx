import { useSearchParams } from '../../../../../platform/web/router.tsx';
import { EntrevistasDePanel } from '../../../entrevistas/web/components/entrevistas-de-panel.tsx';
import { Cola } from '../components/cola.tsx';
import { DictamenDe } from '../components/dictamen.tsx';
import { Muestras } from '../components/muestras.tsx';

/** `/dictamenes`: the queue of an evaluator; `?dictamen=` one of its applications, `?muestras=` the samples of a stage. */
export default function DictamenesPage() {
  const [params, setParams] = useSearchParams();
  const dictamen = params.get('dictamen');
  const muestras = params.get('muestras');
  const go = (id: string | null) => setParams(id === null ? {} : { dictamen: id });
  if (dictamen !== null) return <DictamenDe key={dictamen} id={dictamen} onGo={go} />;
  if (muestras !== null) return <Muestras key={muestras} etapaId={muestras} />;
  return (
    <>
      <Cola />
      <EntrevistasDePanel />
    </>
  );
}
