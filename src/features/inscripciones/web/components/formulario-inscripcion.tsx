import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { AutosaveStatus } from '../../../../platform/web/autosave/index.ts';
import { fieldErrorsOf } from '../../../../platform/web/callables/client.ts';
import { ErrorSummary, type SummaryItem } from '../../../../platform/web/feedback/index.ts';
import { type FormFailure, failureOf, NO_FAILURE } from '../../../../platform/web/form/errors.ts';
import { Button } from '../../../../platform/web/ui/index.ts';
import { hasEspera, repartoDe } from '../../../plantillas/cupos/rules.ts';
import {
  fieldsOf,
  guardablesDe,
  validateRespuestas,
} from '../../../plantillas/formulario/rules.ts';
import type { ResultadoRegla } from '../../../plantillas/reglas/contract.ts';
import { mayEnroll } from '../../../plantillas/reglas/rules.ts';
import { campoId, Formulario } from '../../../plantillas/web/components/formulario.tsx';
import { Requisitos } from '../../../plantillas/web/components/requisitos.tsx';
import { useEnvio } from '../../envio/web/hooks.ts';
import { ERRORES } from '../../errors.ts';
import {
  type Borrador,
  type Destino,
  type Enviada,
  type Identificadores,
  type Inscripcion,
  useStepFocus,
} from '../hooks.ts';
import { Avance } from './avance.tsx';
import { Recuperado, VersionNueva } from './avisos-del-borrador.tsx';
import { BorradorEnDosLugares } from './borrador-en-dos-lugares.tsx';
import { AvisoDeDestino, destinoDe } from './destino.tsx';
import styles from './formulario-inscripcion.module.css';
import { Grupos } from './grupos.tsx';
import { useGuardarTambien } from './guardar-tambien.tsx';
import { Revision } from './revision.tsx';

/** The group is no field of the form. */
const GRUPO = 'grupoId';

const AL_ENVIAR: Readonly<Record<Destino, string>> = {
  lugar: 'Al enviar se le asigna un lugar y se emite su acuse.',
  espera: 'Al enviar queda en la lista de espera y se emite su acuse.',
  revision: 'Al enviar pasa a revisión de Control Escolar y se emite su acuse.',
};

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
  const { plantilla, respuestas, asentadas, autosave, guardadoEn } = borrador;
  const { definicion } = plantilla;
  const prefijo = useId();
  const [fallo, setFallo] = useState(NO_FAILURE);
  const [intento, setIntento] = useState(0);
  const { enviar: send, enviando, turno } = useEnvio(onEnviada);
  // State changes too late to stop a second press in the same frame.
  const sending = useRef(false);
  const validacion = useMemo(
    () => validateRespuestas(definicion, asentadas),
    [definicion, asentadas],
  );
  const debajo = useGuardarTambien(borrador);
  const { grupoId } = borrador.elegido;
  const heading = useRef<HTMLHeadingElement>(null);
  // Of what is sent from here: repeated, its answer lost, it is the same sending.
  const [llave] = useState(() => crypto.randomUUID());
  const reparto = repartoDe(definicion);
  const destino = destinoDe(evaluacion, hasEspera(reparto), libres, grupos, grupoId);
  const sinGrupo = grupos.length > 0 && !grupos.some(({ id }) => id === grupoId);
  const revisa = revisando && validacion.ok && !sinGrupo;
  const goToField = useStepFocus(revisa, plantilla.version, heading);

  const claves = fieldsOf(definicion).map(({ clave }) => clave);
  const fail = (next: FormFailure) => {
    setFallo(next);
    setIntento((count) => count + 1);
  };
  /** What the server would refuse: the version that was filled in is no longer the one to send. */
  const failOld = () => fail({ fields: {}, general: [ERRORES.versionCambio.message] });
  const revisar = () => {
    if (borrador.isOld) return failOld();
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
    if (borrador.isOld) return failOld();
    sending.current = true;
    autosave.stop();
    const { guardar } = borrador.elegido;
    const guardables = guardablesDe(definicion, respuestas, borrador.prellenado);
    try {
      await send({
        ...ids,
        version: plantilla.version,
        respuestas,
        ...(grupoId !== null && { grupoId }),
        guardar: guardar.filter((clave) => guardables.includes(clave)),
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

  return (
    <div className={styles.columnas}>
      <aside className={styles.lado} aria-label="Requisitos y avance">
        <div>
          <h2>Requisitos</h2>
          <Requisitos evaluacion={evaluacion} volver={volver} />
        </div>
        {faltas}
        {!revisa && (
          <Avance
            definicion={definicion}
            respuestas={asentadas}
            errores={validacion.errores}
            prefijo={prefijo}
            autosave={autosave}
            guardadoEn={guardadoEn}
          />
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
        {borrador.isOld && (
          <VersionNueva
            borrador={borrador}
            avisa={fallo.general.length === 0}
            onAdopt={(clave) => {
              // What was refused was the version before.
              setFallo(NO_FAILURE);
              if (clave !== null) goToField(campoId(prefijo, clave));
              if (revisando) onPaso('llenar');
            }}
          />
        )}
        {revisa ? (
          <Revision
            borrador={borrador}
            aviso={`${AL_ENVIAR[destino]} Después ya no podrá cambiar sus respuestas.`}
            accion="Enviar inscripción"
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
            <AvisoDeDestino destino={destino} />
            {bienvenida && <p className={styles.bienvenida}>{bienvenida}</p>}
            {grupos.length > 0 && (
              <div className={styles.grupos}>
                <Grupos
                  id={`${prefijo}-grupo`}
                  grupos={grupos}
                  llenos={hasEspera(reparto)}
                  value={grupoId ?? ''}
                  onChange={(chosen) => borrador.choose({ grupoId: chosen })}
                  error={sinGrupo ? fallo.fields[GRUPO] : undefined}
                />
              </div>
            )}
            <Formulario
              definicion={definicion}
              respuestas={respuestas}
              errores={fallo.fields}
              prefijo={prefijo}
              onCambio={borrador.set}
              debajo={debajo}
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
