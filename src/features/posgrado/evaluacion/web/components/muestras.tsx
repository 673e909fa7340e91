import { useCallback, useId, useMemo, useState } from 'react';
import { fieldErrorsOf, messageOf } from '../../../../../platform/web/callables/client.ts';
import {
  ErrorState,
  ErrorSummary,
  Loading,
  Notice,
  notify,
} from '../../../../../platform/web/feedback/index.ts';
import { Button, LinkButton, PageHeading } from '../../../../../platform/web/ui/index.ts';
import { ViewSwitch } from '../../../../../platform/web/ui/view-switch.tsx';
import { dictamenesPath } from '../../../routes.ts';
import type { MuestrasPropias } from '../../calibracion/contract.ts';
import type { Dictamen } from '../../contract.ts';
import { faltasDeDictamen, isCompleto } from '../../rules.ts';
import { useMuestras, useSubmitMuestra } from '../hooks.ts';
import styles from './dictamen.module.css';
import {
  CriterioDeRubrica,
  idsDeCriterio,
  pesosDe,
  respuestaDe,
  usePuntosConTeclas,
} from './rubrica.tsx';

const CRUMBS = [{ label: 'Dictámenes', to: dictamenesPath }];
const VISTAS = [
  { value: 'pieza', label: 'Muestra' },
  { value: 'rubrica', label: 'Rúbrica' },
] as const;

/** The samples that one scores before the first application of a stage. */
export function Muestras({ etapaId }: { etapaId: string }) {
  const query = useMuestras(etapaId);
  if (query.isPending) return <Loading shape="page" />;
  if (query.isError) {
    return (
      <>
        <PageHeading title="Muestras de calibración" breadcrumbs={CRUMBS} />
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      </>
    );
  }
  const { muestras, etapa, criterios } = query.data;
  const at = muestras.findIndex(({ dictamen }) => dictamen === null);
  const muestra = muestras[at];
  return (
    <>
      <PageHeading
        title="Muestras de calibración"
        breadcrumbs={CRUMBS}
        meta={
          <>
            <span>{etapa.nombre}</span>
            {muestra && (
              <span>
                {at + 1} de {muestras.length}
              </span>
            )}
          </>
        }
      />
      {muestra ? (
        <Muestra key={muestra.id} muestra={muestra} criterios={criterios} />
      ) : (
        <Notice
          tone="success"
          title="Muestras calificadas"
          actions={
            <LinkButton variant="primary" to={dictamenesPath}>
              Ir a mis solicitudes
            </LinkButton>
          }
        />
      )}
    </>
  );
}

function Muestra({
  muestra,
  criterios,
}: {
  muestra: MuestrasPropias['muestras'][number];
  criterios: MuestrasPropias['criterios'];
}) {
  const base = useId();
  const submit = useSubmitMuestra();
  const [vista, setVista] = useState<'pieza' | 'rubrica'>('pieza');
  const [dictamen, setDictamen] = useState<Dictamen>({ criterios: {} });
  const [elegido, setElegido] = useState<string | null>(null);
  const [intento, setIntento] = useState({ n: 0, faltas: {} as Readonly<Record<string, string>> });
  const pesos = useMemo(() => pesosDe(criterios), [criterios]);
  const activo =
    elegido ??
    criterios.find(({ id }) => !isCompleto(dictamen.criterios[id], 0))?.id ??
    criterios[0]?.id ??
    null;
  const change = useCallback(
    (id: string, valor: Dictamen['criterios'][string]) =>
      setDictamen((old) => ({ criterios: { ...old.criterios, [id]: valor } })),
    [],
  );
  const score = useCallback(
    (puntos: number) => {
      if (activo !== null) change(activo, { ...respuestaDe(dictamen, activo), puntos });
    },
    [activo, change, dictamen],
  );
  usePuntosConTeclas(score, true);
  const send = async () => {
    const faltas = faltasDeDictamen(criterios, dictamen, 0);
    setIntento(({ n }) => ({ n: n + 1, faltas }));
    if (Object.keys(faltas).length > 0) {
      setVista('rubrica');
      return;
    }
    try {
      const { pendientes } = await submit.mutateAsync({ muestraId: muestra.id, dictamen });
      notify.success(
        pendientes === 0
          ? 'Calificó todas las muestras: ya puede abrir sus solicitudes.'
          : 'Se guardó la calificación. Sigue la siguiente muestra.',
      );
    } catch (error) {
      setIntento(({ n }) => ({ n: n + 1, faltas: fieldErrorsOf(error) }));
      notify.error(messageOf(error));
    }
  };
  return (
    <>
      <div className={styles.vistas}>
        <ViewSwitch legend="Ver" views={VISTAS} value={vista} onChange={setVista} />
      </div>
      <div className={styles.paneles} data-vista={vista}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must reach it */}
        <section className={styles.piezas} aria-label="Muestra" tabIndex={0}>
          <div className={styles.pieza}>
            <h2>{muestra.titulo}</h2>
            <p className={styles.texto}>{muestra.contenido}</p>
          </div>
        </section>
        <section className={styles.rubrica} aria-label="Rúbrica">
          <ErrorSummary
            attempt={intento.n}
            items={Object.entries(intento.faltas).map(([campo, message]) => ({
              message,
              fieldId: idsDeCriterio(base, campo.split('.')[0] ?? '').puntos,
            }))}
          />
          {criterios.map((criterio) => (
            <CriterioDeRubrica
              key={criterio.id}
              base={base}
              criterio={criterio}
              peso={pesos.get(criterio.id) ?? 0}
              valor={respuestaDe(dictamen, criterio.id)}
              minimoComentario={0}
              errores={{ puntos: intento.faltas[`${criterio.id}.puntos`] }}
              activo={criterio.id === activo}
              onActivo={() => setElegido(criterio.id)}
              onChange={(valor) => change(criterio.id, valor)}
            />
          ))}
        </section>
      </div>
      <div className={styles.barra}>
        <div className={styles.avance}>
          <strong>
            {criterios.filter(({ id }) => isCompleto(dictamen.criterios[id], 0)).length} de{' '}
            {criterios.length} criterios
          </strong>
          <span className={styles.teclas}>
            Teclas <kbd>0</kbd> a <kbd>4</kbd>: puntos del criterio señalado
          </span>
        </div>
        <Button variant="primary" busy={submit.isPending} onClick={() => void send()}>
          Guardar calificación
        </Button>
      </div>
    </>
  );
}
