import { type RefObject, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../../../platform/web/callables/client.ts';
import { Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { focusOn } from '../../../../../platform/web/focus/keeper.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { useMirrored } from '../../../../../platform/web/mirror/react.tsx';
import { Tecla } from '../../../../../platform/web/queue/queue.tsx';
import { useKeys } from '../../../../../platform/web/queue/use-keys.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import {
  Button,
  DataList,
  Folio,
  formatDate,
  formatDateTime,
  IconCheck,
  IconCross,
  IconMail,
  LinkButton,
  properName,
} from '../../../../../platform/web/ui/index.ts';
import { ViewSwitch } from '../../../../../platform/web/ui/view-switch.tsx';
import { Visor } from '../../../../../platform/web/visor/index.ts';
import { DOCUMENTO } from '../../../../documentos/estados.ts';
import { archivoPath } from '../../../../documentos/routes.ts';
import { nombreEntidad } from '../../../../personas/curp/rules.ts';
import { personPath } from '../../../../personas/routes.ts';
import type { RegistroPresolicitud, RequisitoRevisado } from '../../contract.ts';
import { cuentaDe } from '../../rules.ts';
import { type useCola, useMarcas } from '../hooks.ts';
import { EnviarObservaciones, ImprocedenteDialog, ObservarDialog } from './decisiones.tsx';
import { EnExpedienteDialog } from './en-expediente-dialog.tsx';
import { EstadoDeRequisito } from './estado-requisito.tsx';
import styles from './mesa.module.css';
import { Observacion } from './propia.tsx';
import { Advertencias, Regla } from './regla.tsx';
import { Sensibles } from './sensibles.tsx';

type Cola = ReturnType<typeof useCola>;

/** What is to be asked of the applicant, by requirement. */
export type Borradores = Readonly<Record<string, string>>;

const VISTAS = [
  { value: 'requisitos', label: 'Requisitos' },
  { value: 'documento', label: 'Evidencia' },
  { value: 'respuestas', label: 'Respuestas' },
] as const;
type Vista = (typeof VISTAS)[number]['value'];

const sinPunto = (texto: string) => texto.replace(/\.$/, '');

/** One pre-application: what was answered, what proves it, and its requirements, with the decision below. */
export function Mesa({ registro, cola }: { registro: RegistroPresolicitud; cola: Cola }) {
  const { id, envio, persona } = registro;
  const nombre = properName(persona.nombre);
  const { requisitos, busy, mark, setValidado } = useMarcas(id, envio, registro.requisitos);
  const { borradores, setBorrador, clear } = useBorradores(id, envio);
  const [clave, setClave] = useState(() => firstOf(registro.requisitos));
  const [vista, setVista] = useState<Vista>('requisitos');
  const [observando, setObservando] = useState<string | null>(null);
  const [enviando, envios] = useDisclosure();
  const [rechazando, rechazos] = useDisclosure();
  const title = useRef<HTMLHeadingElement>(null);
  // The one before is gone, and with it what had the focus.
  useEffect(() => {
    if (title.current) focusOn(title.current, { preventScroll: true });
  }, []);

  const titulos = titulosDe(registro, requisitos);
  const elegido = requisitos.find((one) => one.clave === clave);
  const n = Object.keys(borradores).length;
  const { cumplidos, total } = cuentaDe(requisitos);
  const completo = cumplidos === total && n === 0;
  const off = cola.busy || busy;

  const step = (by: 1 | -1) => {
    const at = requisitos.findIndex((one) => one.clave === clave);
    const next = requisitos[at + by];
    if (next) setClave(next.clave);
  };
  const toggle = async (requisito: RequisitoRevisado | undefined) => {
    if (!requisito?.marcable || off) return;
    try {
      await mark(requisito.clave, !requisito.marcado);
      if (!requisito.marcado) {
        setBorrador(requisito.clave, '');
        const at = requisitos.findIndex((one) => one.clave === requisito.clave);
        const after = [...requisitos.slice(at + 1), ...requisitos.slice(0, at)];
        const pending = after.find((one) => one.estado === 'porRevisar' && !borradores[one.clave]);
        if (pending) setClave(pending.clave);
      }
    } catch (problem) {
      notify.error(messageOf(problem));
    }
  };
  const validar = () => {
    if (!completo) return;
    clear();
    void cola.decidir({ id, envio, decision: 'validar' }, `válida, ${nombre}`, true);
  };
  const observe = () => {
    if (clave) setObservando(clave);
  };
  useKeys({
    v: validar,
    e: () => n > 0 && envios.open(),
    i: rechazos.open,
    s: () => void cola.saltar(),
    c: () => void toggle(elegido),
    o: observe,
    j: () => step(1),
    k: () => step(-1),
  });

  return (
    <>
      <Encabezado registro={registro} nombre={nombre} titulo={title} />
      <div className={styles.vistas}>
        <ViewSwitch legend="Ver" views={VISTAS} value={vista} onChange={setVista} />
      </div>
      <div className={styles.paneles} data-vista={vista}>
        <section className={styles.requisitos} aria-label="Requisitos">
          <p className={styles.cuenta} role="status">
            {cumplidos} de {total} requisitos cumplidos
          </p>
          <ul className={styles.lista}>
            {requisitos.map((requisito) => (
              <li key={requisito.clave}>
                <Requisito
                  requisito={requisito}
                  elegido={requisito.clave === clave}
                  borrador={borradores[requisito.clave]}
                  busy={off}
                  onElegir={() => setClave(requisito.clave)}
                  onVer={() => {
                    setClave(requisito.clave);
                    setVista('documento');
                  }}
                  onMarcar={() => void toggle(requisito)}
                  onObservar={() => setObservando(requisito.clave)}
                />
              </li>
            ))}
          </ul>
        </section>
        <section className={styles.documento} aria-label="Evidencia">
          {elegido && (
            <Evidencia requisito={elegido} registro={registro} onValidado={setValidado} />
          )}
        </section>
        <section className={styles.respuestas} aria-label="Respuestas">
          <Respuestas
            registro={registro}
            requisitos={requisitos}
            borradores={borradores}
            onObservar={setObservando}
          />
        </section>
      </div>
      <div className={styles.barra}>
        <p className={styles.estado}>
          {faltaPara(total - cumplidos, n)}
          {cola.ultimo && <span> La anterior: {cola.ultimo.dicho}.</span>}
        </p>
        <div className={styles.decisiones}>
          <Button
            variant="primary"
            icon={<IconCheck />}
            busy={cola.busy}
            disabled={!completo}
            aria-keyshortcuts="v"
            onClick={validar}
          >
            Validar <Tecla>V</Tecla>
          </Button>
          <Button
            icon={<IconMail />}
            disabled={n === 0}
            aria-disabled={off || undefined}
            aria-keyshortcuts="e"
            onClick={envios.open}
          >
            Observar ({n}) <Tecla>E</Tecla>
          </Button>
          <Button
            icon={<IconCross />}
            aria-disabled={off || undefined}
            aria-keyshortcuts="i"
            onClick={rechazos.open}
          >
            Improcedente… <Tecla>I</Tecla>
          </Button>
          <Button
            variant="quiet"
            aria-disabled={off || undefined}
            aria-keyshortcuts="s"
            onClick={() => void cola.saltar()}
          >
            Saltar <Tecla>S</Tecla>
          </Button>
        </div>
        <p className={styles.teclas}>
          <Tecla>J</Tecla> <Tecla>K</Tecla> requisito, <Tecla>C</Tecla> cumple, <Tecla>O</Tecla>{' '}
          observar. Vista previa: <Tecla>←</Tecla> <Tecla>→</Tecla> <Tecla>+</Tecla>{' '}
          <Tecla>−</Tecla> <Tecla>G</Tecla>
        </p>
      </div>
      {observando && (
        <ObservarDialog
          titulo={titulos.get(observando) ?? ''}
          texto={borradores[observando] ?? ''}
          onClose={() => setObservando(null)}
          onSave={(texto) => {
            setBorrador(observando, texto);
            setObservando(null);
          }}
        />
      )}
      {enviando && (
        <EnviarObservaciones
          registro={registro}
          observaciones={Object.entries(borradores).map(([requisito, texto]) => ({
            requisito,
            titulo: titulos.get(requisito) ?? requisito,
            texto,
          }))}
          onClose={envios.close}
          onSend={(observaciones) => {
            envios.close();
            clear();
            void cola.decidir(
              { id, envio, decision: 'observar', observaciones },
              `con observaciones, ${nombre}`,
              true,
            );
          }}
        />
      )}
      {rechazando && (
        <ImprocedenteDialog
          registro={registro}
          requisitos={requisitos}
          onClose={rechazos.close}
          onReject={(decision) => {
            rechazos.close();
            clear();
            void cola.decidir(
              { id, envio, decision: 'rechazar', ...decision },
              `improcedente, ${nombre}`,
              true,
            );
          }}
        />
      )}
    </>
  );
}

/** What keeps it from being validated. */
const faltaPara = (faltan: number, observaciones: number): string => {
  if (observaciones > 0) {
    return observaciones === 1
      ? '1 observación sin enviar.'
      : `${observaciones} observaciones sin enviar.`;
  }
  if (faltan === 0) return 'Todos los requisitos están cumplidos.';
  return faltan === 1
    ? 'Falta 1 requisito para validar.'
    : `Faltan ${faltan} requisitos para validar.`;
};

/** The first that somebody has to look at. */
const firstOf = (requisitos: readonly RequisitoRevisado[]): string | null =>
  (requisitos.find(({ estado }) => estado !== 'cumplido') ?? requisitos[0])?.clave ?? null;

/** What each thing that may be observed is called. */
const titulosDe = (
  { secciones }: RegistroPresolicitud,
  requisitos: readonly RequisitoRevisado[],
): ReadonlyMap<string, string> =>
  new Map([
    ...secciones.flatMap(({ respuestas }) =>
      respuestas.map(({ clave, etiqueta }): [string, string] => [clave, etiqueta]),
    ),
    ...requisitos.map(({ clave, titulo }): [string, string] => [clave, sinPunto(titulo)]),
  ]);

/** Observations that were written and not sent: they stay on the device. */
const useBorradores = (id: string, envio: number) => {
  const { found, keep, forget } = useMirrored<Borradores>(`presolicitud/${id}/${envio}`);
  const [written, setWritten] = useState<Borradores | null>(null);
  const borradores = written ?? found?.valor ?? {};
  const set = (next: Borradores) => {
    setWritten(next);
    if (Object.keys(next).length > 0) keep(next);
    else forget();
  };
  return {
    borradores,
    setBorrador: (clave: string, texto: string) => {
      const { [clave]: _before, ...others } = borradores;
      set(texto === '' ? others : { ...others, [clave]: texto });
    },
    clear: () => set({}),
  };
};

function Encabezado({
  registro: { persona, enviadaEn, envio, folio, ilegible },
  nombre,
  titulo,
}: {
  registro: RegistroPresolicitud;
  nombre: string;
  titulo: RefObject<HTMLHeadingElement | null>;
}) {
  return (
    <>
      <div className={styles.quien}>
        <h2 ref={titulo} tabIndex={-1}>
          {nombre}
        </h2>
        <p className={styles.quiet}>
          <Link to={personPath(persona.clave)}>
            <Folio>{persona.clave}</Folio>
          </Link>{' '}
          · {envio > 1 ? `Envío ${envio}, ` : 'Enviada '}
          {formatDateTime(enviadaEn)}
          {folio && (
            <>
              {' '}
              · <Folio>{folio}</Folio>
            </>
          )}
        </p>
      </div>
      {ilegible && (
        <Notice tone="warning" title="Parte de lo que se envió no se puede leer">
          <p>La base de datos se alteró por fuera del portal. Avise a quien lo administra.</p>
        </Notice>
      )}
    </>
  );
}

function Requisito({
  requisito,
  elegido,
  borrador,
  busy,
  onElegir,
  onVer,
  onMarcar,
  onObservar,
}: {
  requisito: RequisitoRevisado;
  elegido: boolean;
  borrador: string | undefined;
  busy: boolean;
  onElegir: () => void;
  onVer: () => void;
  onMarcar: () => void;
  onObservar: () => void;
}) {
  const { titulo, estado, avisos, marcable, marcado, regla, observaciones } = requisito;
  const warned = avisos.length > 0 || !!regla?.ahora;
  const card = useRef<HTMLElement>(null);
  const before = useRef(elegido);
  useEffect(() => {
    if (elegido && !before.current) card.current?.scrollIntoView({ block: 'nearest' });
    before.current = elegido;
  }, [elegido]);
  return (
    <article ref={card} className={styles.requisito} data-elegido={elegido || undefined}>
      <button type="button" className={styles.titulo} aria-pressed={elegido} onClick={onElegir}>
        {sinPunto(titulo)}
      </button>
      <div className={styles.marcas}>
        <EstadoDeRequisito estado={estado} />
        {warned && <span className={styles.aviso}>Cambió desde el envío</span>}
      </div>
      {observaciones[0] && <Observacion observacion={observaciones[0]} />}
      {borrador && (
        <p className={styles.borrador}>
          <strong>Observación sin enviar:</strong> {borrador}
        </p>
      )}
      <div className={styles.actos}>
        {marcable && (
          <Button
            size="small"
            aria-disabled={busy || undefined}
            {...(elegido && { 'aria-keyshortcuts': 'c' })}
            onClick={onMarcar}
          >
            {marcado ? 'Quitar «cumple»' : 'Cumple'}
            <span className="sr-only">: {titulo}</span>
          </Button>
        )}
        <Button
          size="small"
          variant="quiet"
          flush={!marcable}
          {...(elegido && { 'aria-keyshortcuts': 'o' })}
          onClick={onObservar}
        >
          {borrador ? 'Cambiar observación' : 'Observar…'}
          <span className="sr-only">: {titulo}</span>
        </Button>
        <Button size="small" variant="quiet" className={styles.ver} onClick={onVer}>
          Ver evidencia
          <span className="sr-only">: {titulo}</span>
        </Button>
      </div>
    </article>
  );
}

const SIN_REGISTRAR = 'Sin registrar';

/** The document beside the data that it proves, or what a rule found, then and now. */
function Evidencia({
  requisito,
  registro,
  onValidado,
}: {
  requisito: RequisitoRevisado;
  registro: RegistroPresolicitud;
  onValidado: (clave: string) => void;
}) {
  const { titulo, detalle, avisos, documento, regla, clave } = requisito;
  const [validando, { open, close }] = useDisclosure();
  return (
    <>
      <h3>{sinPunto(titulo)}</h3>
      {detalle && <p className={styles.quiet}>{detalle}</p>}
      {avisos.map((aviso) => (
        <p key={aviso} className={styles.aviso}>
          {aviso}
        </p>
      ))}
      {documento && (
        <>
          {documento.antivirus ? (
            <Notice tone="warning" title="Todavía no se puede abrir">
              <p>
                {documento.antivirus === 'cuarentena'
                  ? 'Espera la revisión del antivirus.'
                  : 'El antivirus encontró algo dañino.'}
              </p>
            </Notice>
          ) : (
            <Visor
              key={documento.id}
              src={archivoPath(documento.id)}
              contentType={documento.contentType}
              nombre={titulo}
            />
          )}
          <p className={styles.quiet}>
            {documento.tipo}, versión {documento.version},{' '}
            {DOCUMENTO.palabra(documento.estado).toLocaleLowerCase('es-MX')}. Recibido el{' '}
            {formatDate(documento.creadoEn)}.
          </p>
          {documento.porValidar && !documento.antivirus && (
            <Button size="small" onClick={open}>
              Validarlo también en su expediente…
            </Button>
          )}
          <Prueba registro={registro} documento={documento} />
        </>
      )}
      {regla && (
        <>
          {regla.ahora && <h4 className={styles.momento}>Al enviarse</h4>}
          <Regla regla={regla.alEnviar} />
          {regla.ahora && (
            <>
              <h4 className={styles.momento}>Ahora</h4>
              <Regla regla={regla.ahora} />
            </>
          )}
        </>
      )}
      {validando && documento && (
        <EnExpedienteDialog
          documentoId={documento.id}
          titulo={titulo}
          onClose={close}
          onDone={() => {
            close();
            onValidado(clave);
          }}
        />
      )}
    </>
  );
}

/** The data that a document proves: who its person is, and what of their file points to it. */
function Prueba({
  registro: { persona },
  documento,
}: {
  registro: RegistroPresolicitud;
  documento: NonNullable<RequisitoRevisado['documento']>;
}) {
  return (
    <div className={styles.prueba}>
      <DataList
        items={[
          { label: persona.curp ? 'CURP' : 'Clave', value: <Folio>{persona.clave}</Folio> },
          {
            label: 'Nacimiento',
            value: persona.fechaNacimiento ? formatDate(persona.fechaNacimiento) : SIN_REGISTRAR,
          },
          {
            label: 'Lugar de nacimiento',
            value: persona.entidadNacimiento
              ? nombreEntidad(persona.entidadNacimiento)
              : SIN_REGISTRAR,
          },
          ...documento.prueba.flatMap(({ titulo, datos }) =>
            datos.map(({ etiqueta, valor }) => ({ label: `${titulo}: ${etiqueta}`, value: valor })),
          ),
        ]}
      />
      <LinkButton
        to={archivoPath(documento.id, { descargar: true })}
        reloadDocument
        size="small"
        variant="quiet"
        flush
      >
        Descargar el archivo
      </LinkButton>
    </div>
  );
}

function Respuestas({
  registro: { id, secciones, sensibles, advertencias },
  requisitos,
  borradores,
  onObservar,
}: {
  registro: RegistroPresolicitud;
  /** They are looked at by themselves. */
  requisitos: readonly RequisitoRevisado[];
  borradores: Borradores;
  onObservar: (clave: string) => void;
}) {
  const aparte = new Set(requisitos.map(({ clave }) => clave));
  const otras = secciones
    .map(({ titulo, respuestas }) => ({
      titulo,
      respuestas: respuestas.filter(({ clave }) => !aparte.has(clave)),
    }))
    .filter(({ respuestas }) => respuestas.length > 0);
  return (
    <>
      {otras.map(({ titulo, respuestas }) => (
        <section key={titulo} aria-label={titulo}>
          <h3>{titulo}</h3>
          <dl className={styles.dichas}>
            {respuestas.map(({ clave, etiqueta, valor }) => (
              <div key={clave}>
                <dt>{etiqueta}</dt>
                <dd>
                  {valor}
                  {borradores[clave] && (
                    <p className={styles.borrador}>
                      <strong>Observación sin enviar:</strong> {borradores[clave]}
                    </p>
                  )}
                  <Button size="small" variant="quiet" flush onClick={() => onObservar(clave)}>
                    {borradores[clave] ? 'Cambiar observación' : 'Observar…'}
                    <span className="sr-only">: {etiqueta}</span>
                  </Button>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {advertencias.length > 0 && (
        <section aria-label="Advertencias">
          <h3>Advertencias</h3>
          <Advertencias advertencias={advertencias} />
        </section>
      )}
      {sensibles > 0 && (
        <section aria-label="Respuestas sensibles">
          <h3>Respuestas sensibles</h3>
          <Sensibles id={id} cuantas={sensibles} />
        </section>
      )}
    </>
  );
}
