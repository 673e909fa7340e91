import {
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { formatMomento } from '../../../../platform/shared/dates.ts';
import { AutosaveStatus } from '../../../../platform/web/autosave/index.ts';
import { fieldErrorsOf } from '../../../../platform/web/callables/client.ts';
import { ErrorSummary, Notice, type SummaryItem } from '../../../../platform/web/feedback/index.ts';
import { type FormFailure, failureOf, NO_FAILURE } from '../../../../platform/web/form/errors.ts';
import { CheckboxField, RadioGroupField } from '../../../../platform/web/form/index.ts';
import { Button } from '../../../../platform/web/ui/index.ts';
import { hasEspera, repartoDe } from '../../../plantillas/cupos/rules.ts';
import {
  fieldsOf,
  guardablesDe,
  validateRespuestas,
} from '../../../plantillas/formulario/rules.ts';
import type { ResultadoRegla } from '../../../plantillas/reglas/contract.ts';
import { mayEnroll, needsRevision } from '../../../plantillas/reglas/rules.ts';
import { campoId, Formulario } from '../../../plantillas/web/components/formulario.tsx';
import { IndiceDeSecciones } from '../../../plantillas/web/components/indice.tsx';
import { Requisitos } from '../../../plantillas/web/components/requisitos.tsx';
import { useEnvio } from '../../envio/web/hooks.ts';
import { ERRORES } from '../../errors.ts';
import type { Borrador, Destino, Enviada, Identificadores, Inscripcion } from '../hooks.ts';
import { BorradorEnDosLugares } from './borrador-en-dos-lugares.tsx';
import styles from './formulario-inscripcion.module.css';
import { Revision } from './revision.tsx';

/** The group is no field of the form. */
const GRUPO = 'grupoId';

/** The form, its review and its sending. */
export function FormularioInscripcion({
  ids,
  borrador,
  grupos,
  libres,
  evaluacion,
  bienvenida,
  faltas,
  volver,
  revisando,
  onPaso,
  onEnviada,
  onRechazo,
}: {
  ids: Identificadores;
  borrador: Borrador;
  grupos: Inscripcion['grupos'];
  /** Free seats that whoever enrols may take. */
  libres: number;
  evaluacion: readonly ResultadoRegla[];
  bienvenida: string | undefined;
  /** What the person's file lacks for it. */
  faltas: ReactNode;
  /** The address of this screen: what is mended elsewhere leads back to it. */
  volver: string;
  /** Whether the address is at the review. */
  revisando: boolean;
  onPaso: (paso: 'llenar' | 'revisar') => void;
  onEnviada: (enviada: Enviada) => void;
  /** Sending failed: the server must be asked how things are. */
  onRechazo: () => void;
}) {
  const { plantilla, respuestas, autosave, guardadoEn } = borrador;
  const { definicion } = plantilla;
  const prefijo = useId();
  const [fallo, setFallo] = useState(NO_FAILURE);
  const [intento, setIntento] = useState(0);
  const { enviar: send, enviando, turno } = useEnvio(onEnviada);
  // State changes too late to stop a second press in the same frame.
  const sending = useRef(false);
  const validacion = validateRespuestas(definicion, useDeferredValue(respuestas));
  const guardables = new Set(guardablesDe(definicion, respuestas, borrador.prellenado));
  const { guardar, grupoId } = borrador.elegido;
  const heading = useRef<HTMLHeadingElement>(null);
  // Of what is sent from here: repeated, its answer lost, it is the same sending.
  const [llave] = useState(() => crypto.randomUUID());
  const reparto = repartoDe(definicion);
  const destino = destinoDe(evaluacion, hasEspera(reparto), libres, grupos, grupoId);
  const sinGrupo = grupos.length > 0 && !grupos.some(({ id }) => id === grupoId);
  const revisa = revisando && validacion.ok && !sinGrupo;
  const goToField = useStepFocus(revisa, heading);

  const claves = fieldsOf(definicion).map(({ clave }) => clave);
  const fail = (next: FormFailure) => {
    setFallo(next);
    setIntento((count) => count + 1);
  };
  const revisar = () => {
    const { ok, errores } = validateRespuestas(definicion, respuestas);
    if (!ok || sinGrupo) {
      const campos = Object.fromEntries(errores.map((e) => [e.campo, e.mensaje]));
      fail({
        fields: { ...(sinGrupo && { [GRUPO]: ERRORES.grupo.message }), ...campos },
        general: [],
      });
      return;
    }
    // Of what was answered: whatever else stands in the way keeps the form from being shown.
    const impiden = evaluacion.flatMap((one) => (mayEnroll([one]) ? [] : (one.mensaje ?? [])));
    if (impiden.length > 0) {
      fail({ fields: {}, general: impiden });
      return;
    }
    setFallo(NO_FAILURE);
    void autosave.flush();
    onPaso('revisar');
  };
  const enviar = async () => {
    if (sending.current) return;
    sending.current = true;
    autosave.stop();
    try {
      await send({
        ...ids,
        version: plantilla.version,
        respuestas,
        ...(grupoId !== null && { grupoId }),
        guardar: guardar.filter((clave) => guardables.has(clave)),
        llave,
      });
    } catch (error) {
      autosave.resume();
      fail(failureOf(error, [GRUPO, ...claves]));
      if (Object.keys(fieldErrorsOf(error)).length > 0) onPaso('llenar');
      // It may have arrived all the same, its answer lost; or the seats or the version changed.
      else onRechazo();
    } finally {
      sending.current = false;
    }
  };

  const items: SummaryItem[] = [
    ...fallo.general.map((message) => ({ message })),
    ...(fallo.fields[GRUPO] ? [{ fieldId: `${prefijo}-grupo`, message: fallo.fields[GRUPO] }] : []),
    // In the form's order, whatever order the server answered in.
    ...definicion.secciones
      .flatMap(({ campos }) => campos)
      .flatMap(({ clave }) => {
        const message = fallo.fields[clave];
        return message ? [{ fieldId: campoId(prefijo, clave), message }] : [];
      }),
  ];
  const missing = validacion.errores.length;

  return (
    <div className={styles.columnas}>
      <aside className={styles.lado} aria-label="Requisitos y avance">
        <div>
          <h2>Requisitos</h2>
          <Requisitos evaluacion={evaluacion} volver={volver} />
        </div>
        {faltas}
        {!revisa && (
          <div className={styles.avance}>
            <h2>Su avance</h2>
            <p>
              {missing === 0
                ? 'No falta ninguna respuesta.'
                : missing === 1
                  ? 'Falta 1 respuesta.'
                  : `Faltan ${missing} respuestas.`}
            </p>
            <IndiceDeSecciones definicion={definicion} respuestas={respuestas} prefijo={prefijo} />
            <div className={styles.guardado}>
              <AutosaveStatus noun="borrador" autosave={autosave} guardadoEn={guardadoEn} />
            </div>
          </div>
        )}
      </aside>
      <div className={styles.principal}>
        <p className={styles.paso}>Paso {revisa ? 2 : 1} de 2</p>
        <h2 ref={heading} tabIndex={-1} className={styles.titulo}>
          {revisa ? 'Revise sus respuestas' : 'Llene el formulario'}
        </h2>
        <ErrorSummary items={items} attempt={intento} />
        {borrador.recuperadoDe !== null && !revisa && <Recuperado de={borrador.recuperadoDe} />}
        {borrador.choque && (
          <BorradorEnDosLugares
            definicion={definicion}
            choque={borrador.choque}
            onJoin={borrador.join}
          />
        )}
        {borrador.isOld && <VersionNueva borrador={borrador} onAdopt={() => onPaso('llenar')} />}
        {revisa ? (
          <Revision
            borrador={borrador}
            destino={destino}
            busy={enviando}
            turno={turno}
            onVolver={() => onPaso('llenar')}
            onCambiar={(clave) => {
              goToField(campoId(prefijo, clave));
              onPaso('llenar');
            }}
            onEnviar={() => void enviar()}
          />
        ) : (
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              revisar();
            }}
          >
            {destino !== 'lugar' && (
              <div className={styles.aviso}>
                <Notice
                  tone={destino === 'espera' ? 'warning' : 'info'}
                  title={DESTINOS[destino].titulo}
                >
                  <p>{DESTINOS[destino].texto}</p>
                </Notice>
              </div>
            )}
            {bienvenida && <p className={styles.bienvenida}>{bienvenida}</p>}
            {grupos.length > 0 && (
              <Grupos
                id={`${prefijo}-grupo`}
                grupos={grupos}
                llenos={hasEspera(reparto)}
                value={grupoId ?? ''}
                onChange={(chosen) => borrador.choose({ grupoId: chosen })}
                error={sinGrupo ? fallo.fields[GRUPO] : undefined}
              />
            )}
            <Formulario
              definicion={definicion}
              respuestas={respuestas}
              errores={fallo.fields}
              prefijo={prefijo}
              onCambio={borrador.set}
              debajo={(clave) =>
                guardables.has(clave) && (
                  <CheckboxField
                    label="Guardar también en mi expediente"
                    value={guardar.includes(clave)}
                    onChange={(marked) =>
                      borrador.choose({
                        guardar: marked
                          ? [...guardar, clave]
                          : guardar.filter((one) => one !== clave),
                      })
                    }
                  />
                )
              }
            />
            <div className={styles.barra}>
              <Button type="submit" variant="primary">
                Revisar y enviar
              </Button>
              <div className={styles.enBarra}>
                <AutosaveStatus noun="borrador" autosave={autosave} guardadoEn={guardadoEn} />
              </div>
            </div>
          </form>
        )}
      </div>
    </div>
  );
}

const DESTINOS = {
  espera: {
    titulo: 'No hay lugares: hay lista de espera',
    texto:
      'Si envía su inscripción queda en la lista de espera. Cuando se libere un lugar y usted siga, le escribiremos para que lo acepte.',
  },
  revision: {
    titulo: 'Control Escolar revisará su inscripción',
    texto:
      'Hay requisitos por comprobar. Puede enviarla: se le asigna un lugar, si lo hay, cuando Control Escolar la acepte.',
  },
} as const;

const destinoDe = (
  evaluacion: readonly ResultadoRegla[],
  espera: boolean,
  libres: number,
  grupos: Inscripcion['grupos'],
  grupoId: string | null,
): Destino => {
  if (needsRevision(evaluacion)) return 'revision';
  const elegido = grupos.find(({ id }) => id === grupoId);
  const lleno = libres === 0 || (elegido !== undefined && elegido.libres === 0);
  return espera && lleno ? 'espera' : 'lugar';
};

const lugaresDe = (libres: number): string =>
  libres === 0 ? 'sin lugares' : libres === 1 ? 'queda 1 lugar' : `quedan ${libres} lugares`;

/** Which group of the edition: each has its own seats. */
function Grupos({
  grupos,
  llenos,
  ...field
}: {
  grupos: Inscripcion['grupos'];
  /** Whether one that is full may be chosen: one waits for it. */
  llenos: boolean;
  id: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}) {
  return (
    <RadioGroupField
      label="Grupo"
      options={grupos.map(({ id, nombre, horario, libres }) => ({
        value: id,
        label: `${nombre} (${lugaresDe(libres)})`,
        disabled: libres === 0 && !llenos,
        ...(horario && { hint: horario }),
      }))}
      {...field}
    />
  );
}

/** What an earlier visit could not save stood on this device, and is in the form again. */
function Recuperado({ de }: { de: number }) {
  return (
    <div className={styles.aviso} role="status">
      <Notice title="Encontramos lo que había escrito">
        <p>
          Lo escribió en este equipo el {formatMomento(new Date(de))} y no alcanzó a guardarse. Ya
          está de nuevo en el formulario.
        </p>
      </Notice>
    </div>
  );
}

/** A newer version is in force: what was answered goes with the person to it. */
function VersionNueva({ borrador, onAdopt }: { borrador: Borrador; onAdopt: () => void }) {
  return (
    <div className={styles.aviso}>
      <Notice
        tone="warning"
        title="El formulario cambió mientras lo llenaba"
        actions={
          <Button
            variant="primary"
            onClick={() => {
              borrador.adopt();
              onAdopt();
            }}
          >
            Continuar con el formulario vigente
          </Button>
        }
      >
        <p>
          La escuela publicó una versión nueva y es la que debe enviarse. Sus respuestas se
          conservan; revíselas, porque puede haber preguntas nuevas.
        </p>
      </Notice>
    </div>
  );
}

/**
 * Between form and review: the heading takes the focus, or the field one goes back to, unless the summary of mistakes
 * has it; whichever it is is scrolled into sight.
 */
const useStepFocus = (revisa: boolean, heading: RefObject<HTMLHeadingElement | null>) => {
  const shown = useRef(revisa);
  const field = useRef<string | null>(null);
  useEffect(() => {
    if (shown.current === revisa) return;
    shown.current = revisa;
    const target = field.current && document.getElementById(field.current);
    field.current = null;
    // What keeps it from being sent has just taken the focus, and says where to go.
    const mistakes = document.activeElement?.closest('[role="alert"]');
    if (mistakes) {
      mistakes.scrollIntoView({ block: 'start' });
    } else if (target) {
      target.focus({ preventScroll: true });
      (target.closest('[data-field]') ?? target).scrollIntoView({ block: 'center' });
    } else {
      heading.current?.focus({ preventScroll: true });
      heading.current?.scrollIntoView({ block: 'start' });
    }
  }, [revisa, heading]);
  return (id: string) => {
    field.current = id;
  };
};
