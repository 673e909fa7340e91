import { useSearchParams } from '../../../../../platform/web/router.tsx';
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
  return muestras === null ? <Cola /> : <Muestras key={muestras} etapaId={muestras} />;
}
