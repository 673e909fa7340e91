import {
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { CallError } from '../../../../../platform/shared/errors.ts';
import { groupByFour } from '../../../../../platform/shared/ids.ts';
import { AutosaveStatus, useAutosave } from '../../../../../platform/web/autosave/index.ts';
import { fieldErrorsOf } from '../../../../../platform/web/callables/client.ts';
import {
  ErrorState,
  ErrorSummary,
  Loading,
  Notice,
  notify,
} from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { useForm } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { type Mirrored, useMirrored } from '../../../../../platform/web/mirror/react.tsx';
import {
  Button,
  EstadoBadge,
  formatDateTime,
  PageHeading,
} from '../../../../../platform/web/ui/index.ts';
import { ViewSwitch } from '../../../../../platform/web/ui/view-switch.tsx';
import { Recuperado } from '../../../../inscripciones/web/components/avisos-del-borrador.tsx';
import { ASIGNACION } from '../../../estados.ts';
import { dictamenesPath } from '../../../routes.ts';
import type { Dictamen } from '../../contract.ts';
import type { DictamenAbierto } from '../../dictamenes/contract.ts';
import { ERRORES_EVALUACION } from '../../errors.ts';
import { faltasDeDictamen, isCompleto } from '../../rules.ts';
import { saveDictamenCall, useDictamen, useDictamenes, useSubmitDictamen } from '../hooks.ts';
import { Declaracion, DeclararDialog } from './declaracion.tsx';
import styles from './dictamen.module.css';
import { Piezas } from './piezas.tsx';
import {
  CriterioDeRubrica,
  CriterioDictaminado,
  idsDeCriterio,
  pesosDe,
  respuestaDe,
  usePuntosConTeclas,
} from './rubrica.tsx';

const CRUMBS = [{ label: 'Dictámenes', to: dictamenesPath }];

/** An application that one has to score: the declaration first, then the piece beside its rubric. */
export function DictamenDe({ id, onGo }: { id: string; onGo: (id: string | null) => void }) {
  const query = useDictamen(id);
  const sinGuardar = useMirrored<SinGuardar>(`dictamen/${id}`);
  const [vez, setVez] = useState(0);
  if (query.isPending || sinGuardar.found === undefined) return <Loading shape="page" />;
  if (query.isError) {
    return (
      <>
        <PageHeading title="Dictamen" breadcrumbs={CRUMBS} />
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      </>
    );
  }
  const abierto = query.data;
  return (
    <>
      <Encabezado abierto={abierto} />
      {abierto.contenido ? (
        <Abierto
          key={`${abierto.estado} ${vez}`}
          abierto={abierto}
          contenido={abierto.contenido}
          sinGuardar={vez === 0 ? sinGuardar : { ...sinGuardar, found: null }}
          onGo={onGo}
          reload={() => void query.refetch().then(() => setVez((n) => n + 1))}
        />
      ) : (
        <Declaracion abierto={abierto} onGo={onGo} />
      )}
    </>
  );
}

function Encabezado({ abierto }: { abierto: DictamenAbierto }) {
  const { folio, etapa, convocatoria, estado } = abierto;
  const cola = useDictamenes().data?.convocatorias.find(({ id }) => id === convocatoria.id);
  const todas = cola?.etapas.find(({ id }) => id === etapa.id)?.asignaciones ?? [];
  const at = todas.findIndex(({ id }) => id === abierto.id);
  return (
    <PageHeading
      title={`Solicitud ${groupByFour(folio)}`}
      breadcrumbs={CRUMBS}
      meta={
        <>
          <EstadoBadge tone={ASIGNACION.tono(estado)}>{ASIGNACION.palabra(estado)}</EstadoBadge>
          <span>
            {convocatoria.programa} · {etapa.nombre}
          </span>
          {at >= 0 && (
            <span>
              {at + 1} de {todas.length}
            </span>
          )}
          {etapa.venceEn && <span>Fecha límite: {formatDateTime(etapa.venceEn)}</span>}
        </>
      }
    />
  );
}

type Vista = 'pieza' | 'rubrica';
const VISTAS = [
  { value: 'pieza', label: 'Solicitud' },
  { value: 'rubrica', label: 'Rúbrica' },
] as const;

const isConflict = ({ details }: CallError): boolean =>
  details?.code === ERRORES_EVALUACION.otraPestana.code;

/** What was written on this device and the server does not have, and the draft that it was written on. */
type SinGuardar = { readonly revision: number; readonly dictamen: Dictamen };

/** What is shown first: what the device has. On a draft that was saved elsewhere since, only where that one says nothing. */
const openDictamen = (
  guardado: Dictamen,
  revision: number,
  found: SinGuardar | null | undefined,
): Dictamen => {
  if (!found) return guardado;
  if (found.revision === revision) return found.dictamen;
  const faltan = Object.entries(found.dictamen.criterios).filter(([id]) => {
    const suyo = guardado.criterios[id];
    return !suyo || (suyo.puntos === null && suyo.comentario === '');
  });
  return { criterios: { ...guardado.criterios, ...Object.fromEntries(faltan) } };
};

function Abierto({
  abierto,
  contenido,
  sinGuardar: { found, keep, forget },
  onGo,
  reload,
}: {
  abierto: DictamenAbierto;
  contenido: NonNullable<DictamenAbierto['contenido']>;
  sinGuardar: Mirrored<SinGuardar>;
  onGo: (id: string | null) => void;
  reload: () => void;
}) {
  const base = useId();
  const { criterios, minimoComentario } = contenido;
  const [vista, setVista] = useState<Vista>('pieza');
  const escribe = abierto.entregadaEn === null && abierto.noSeDictamina === null;
  const [recuperado] = useState(() => (escribe ? (found ?? null) : null));
  const [dictamen, setDictamen] = useState<Dictamen>(() =>
    openDictamen(contenido.dictamen, abierto.revision, recuperado?.valor),
  );
  const [elegido, setElegido] = useState<string | null>(null);
  const [intento, setIntento] = useState({ n: 0, faltas: {} as Readonly<Record<string, string>> });
  const [confirming, confirm] = useDisclosure();
  const [declaring, declare] = useDisclosure();
  const revision = useRef(abierto.revision);
  const latest = useRef(dictamen);
  const autosave = useAutosave<Dictamen>(
    async (value, how) => {
      const saved = await saveDictamenCall(
        { id: abierto.id, dictamen: value, revision: revision.current },
        how,
      );
      revision.current = saved.revision;
      return saved;
    },
    {
      isConflict,
      mirror: { keep: (value) => keep({ revision: revision.current, dictamen: value }), forget },
    },
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found is saved once
  useEffect(() => {
    if (recuperado) autosave.change(latest.current);
    else forget();
  }, []);
  const pesos = useMemo(() => pesosDe(criterios), [criterios]);
  const completos = criterios.filter(({ id }) =>
    isCompleto(dictamen.criterios[id], minimoComentario),
  ).length;
  const activo =
    elegido ??
    criterios.find(({ id }) => !isCompleto(dictamen.criterios[id], minimoComentario))?.id ??
    criterios[0]?.id ??
    null;

  const change = useCallback(
    (criterioId: string, valor: Dictamen['criterios'][string]) => {
      const next = { criterios: { ...latest.current.criterios, [criterioId]: valor } };
      latest.current = next;
      setDictamen(next);
      autosave.change(next);
      setIntento(({ n, faltas }) => {
        const { [`${criterioId}.puntos`]: _, [`${criterioId}.comentario`]: __, ...rest } = faltas;
        return { n, faltas: rest };
      });
    },
    [autosave],
  );
  const score = useCallback(
    (puntos: number) => {
      if (activo === null) return;
      change(activo, { ...respuestaDe(latest.current, activo), puntos });
      setVista('rubrica');
      const { puntos: first } = idsDeCriterio(base, activo);
      const radio = document
        .getElementById(first)
        ?.closest('fieldset')
        ?.querySelectorAll<HTMLInputElement>('input[type="radio"]')[puntos];
      // Shown by then, also where the rubric was the other tab.
      requestAnimationFrame(() => radio?.focus());
    },
    [activo, base, change],
  );
  usePuntosConTeclas(score, escribe);

  const ask = () => {
    const faltas = faltasDeDictamen(criterios, latest.current, minimoComentario);
    setIntento(({ n }) => ({ n: n + 1, faltas }));
    if (Object.keys(faltas).length > 0) setVista('rubrica');
    else confirm.open();
  };
  const miradas = criterios.find(({ id }) => id === activo)?.piezas ?? [];
  return (
    <>
      {!escribe && (
        <div className={styles.aviso}>
          <Aviso abierto={abierto} />
        </div>
      )}
      {recuperado && <Recuperado de={recuperado.en} />}
      <div className={styles.vistas}>
        <ViewSwitch legend="Ver" views={VISTAS} value={vista} onChange={setVista} />
      </div>
      <div className={styles.paneles} data-vista={vista}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must reach it */}
        <section className={styles.piezas} aria-label="Solicitud" tabIndex={0}>
          <h2 className="sr-only">Solicitud</h2>
          <Piezas contenido={contenido} miradas={escribe ? miradas : []} />
          {escribe && (
            <div className={styles.reconoce}>
              <p>Si reconoce a la persona y algo compromete su imparcialidad:</p>
              <Button size="small" onClick={declare.open}>
                Declarar un impedimento…
              </Button>
            </div>
          )}
        </section>
        <section className={styles.rubrica} aria-label="Rúbrica">
          <h2 className="sr-only">Rúbrica</h2>
          <ErrorSummary
            attempt={intento.n}
            items={Object.entries(intento.faltas).map(([campo, message]) => {
              const [criterioId = '', cual] = campo.split('.');
              const ids = idsDeCriterio(base, criterioId);
              return { message, fieldId: cual === 'puntos' ? ids.puntos : ids.comentario };
            })}
          />
          {criterios.map((criterio) =>
            escribe ? (
              <CriterioDeRubrica
                key={criterio.id}
                base={base}
                criterio={criterio}
                peso={pesos.get(criterio.id) ?? 0}
                valor={respuestaDe(dictamen, criterio.id)}
                minimoComentario={minimoComentario}
                errores={{
                  puntos: intento.faltas[`${criterio.id}.puntos`],
                  comentario: intento.faltas[`${criterio.id}.comentario`],
                }}
                activo={criterio.id === activo}
                onActivo={() => setElegido(criterio.id)}
                onChange={(valor) => change(criterio.id, valor)}
              />
            ) : (
              <CriterioDictaminado
                key={criterio.id}
                criterio={criterio}
                peso={pesos.get(criterio.id) ?? 0}
                valor={respuestaDe(dictamen, criterio.id)}
              />
            ),
          )}
        </section>
      </div>
      {escribe && (
        <div className={styles.barra}>
          <div className={styles.avance}>
            <strong>
              {completos} de {criterios.length} criterios
            </strong>
            <AutosaveStatus autosave={autosave} noun="dictamen" guardadoEn={abierto.guardadoEn} />
            <span className={styles.teclas}>
              Teclas <kbd>0</kbd> a <kbd>4</kbd>: puntos del criterio señalado
            </span>
          </div>
          <ActualizarSiCambio autosave={autosave} reload={reload} />
          <Button variant="primary" onClick={ask}>
            Entregar dictamen
          </Button>
        </div>
      )}
      {declaring && (
        <DeclararDialog
          id={abierto.id}
          folio={groupByFour(abierto.folio)}
          onClose={declare.close}
          onGo={(next) => {
            autosave.finish();
            onGo(next);
          }}
        />
      )}
      {confirming && (
        <Entregar
          prepare={async () => {
            await autosave.flush();
            return { id: abierto.id, dictamen: latest.current, revision: revision.current };
          }}
          folio={groupByFour(abierto.folio)}
          onClose={confirm.close}
          onFaltas={(faltas) => setIntento(({ n }) => ({ n: n + 1, faltas }))}
          onEntregado={(siguiente) => {
            autosave.finish();
            onGo(siguiente);
          }}
        />
      )}
    </>
  );
}

/** Why it is only read. */
function Aviso({ abierto }: { abierto: DictamenAbierto }) {
  const { entregadaEn, noSeDictamina } = abierto;
  if (entregadaEn) {
    return <Notice tone="success" title={`Dictamen entregado el ${formatDateTime(entregadaEn)}`} />;
  }
  return noSeDictamina ? <Notice tone="warning" title={noSeDictamina} /> : null;
}

type Guardado = ReturnType<typeof useAutosave<Dictamen>>;

/** When another window saved the same: what it saved is to be seen before going on. */
function ActualizarSiCambio({ autosave, reload }: { autosave: Guardado; reload: () => void }) {
  const [asked, setAsked] = useState(false);
  const { tipo } = useSyncExternalStore(autosave.subscribe, autosave.getState);
  if (tipo !== 'conflicto') return null;
  return (
    <Button
      busy={asked}
      onClick={() => {
        setAsked(true);
        autosave.finish();
        reload();
      }}
    >
      Ver lo último guardado
    </Button>
  );
}

function Entregar({
  prepare,
  folio,
  onClose,
  onFaltas,
  onEntregado,
}: {
  prepare: () => Promise<{ id: string; dictamen: Dictamen; revision: number }>;
  folio: string;
  onClose: () => void;
  onFaltas: (faltas: Readonly<Record<string, string>>) => void;
  onEntregado: (siguiente: string | null) => void;
}) {
  const submit = useSubmitDictamen();
  const form = useForm({
    initial: {},
    async submit() {
      try {
        return await submit.mutateAsync(await prepare());
      } catch (error) {
        // Shown in the rubric, beside what is missing.
        if (
          error instanceof CallError &&
          error.details?.code === ERRORES_EVALUACION.incompleto.code
        ) {
          onFaltas(fieldErrorsOf(error));
          onClose();
        }
        throw error;
      }
    },
    onSuccess: ({ siguiente }) => {
      notify.success(
        siguiente === null
          ? `Se entregó el dictamen de ${folio}. No le quedan más en esta etapa.`
          : `Se entregó el dictamen de ${folio}. Sigue la siguiente solicitud.`,
      );
      onClose();
      onEntregado(siguiente);
    },
  });
  return (
    <FormDialog
      title="Entregar el dictamen"
      form={form}
      submit="Entregar"
      busy="Entregando…"
      onClose={onClose}
    >
      <p>Una vez entregado no puede cambiarse ni retirarse.</p>
    </FormDialog>
  );
}
