import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { AutosaveStatus } from '../../../../platform/web/autosave/index.ts';
import { fieldErrorsOf } from '../../../../platform/web/callables/client.ts';
import { ErrorSummary, Notice, type SummaryItem } from '../../../../platform/web/feedback/index.ts';
import { type FormFailure, failureOf, NO_FAILURE } from '../../../../platform/web/form/errors.ts';
import { Button } from '../../../../platform/web/ui/index.ts';
import { useEnvioConTurno } from '../../../inscripciones/envio/web/hooks.ts';
import { Avance } from '../../../inscripciones/web/components/avance.tsx';
import { Recuperado } from '../../../inscripciones/web/components/avisos-del-borrador.tsx';
import { BorradorEnDosLugares } from '../../../inscripciones/web/components/borrador-en-dos-lugares.tsx';
import styles from '../../../inscripciones/web/components/formulario-inscripcion.module.css';
import { useGuardarTambien } from '../../../inscripciones/web/components/guardar-tambien.tsx';
import { Revision } from '../../../inscripciones/web/components/revision.tsx';
import {
  type Borrador,
  type DatosDeBorrador,
  useStepFocus,
} from '../../../inscripciones/web/hooks.ts';
import { asksRespuestas, hechosDeRespuestas } from '../../../plantillas/formulario/hechos/rules.ts';
import {
  fieldsOf,
  guardablesDe,
  validateRespuestas,
} from '../../../plantillas/formulario/rules.ts';
import type { Hechos, ResultadoRegla } from '../../../plantillas/reglas/contract.ts';
import { evaluateReglas, mayEnroll } from '../../../plantillas/reglas/rules.ts';
import { campoId, Formulario } from '../../../plantillas/web/components/formulario.tsx';
import { RequisitosPlegables } from './requisitos-plegables.tsx';

type Envio = {
  version: number;
  respuestas: Borrador['respuestas'];
  guardar: string[];
  /** Of this sending: repeated, its answer lost, it is the same one. */
  llave: string;
};

/** One of the two forms of a call: filled in, reviewed and sent. */
export function FormularioPosgrado({
  borrador,
  hechos,
  evaluacion,
  ahora,
  volver,
  revisando,
  onPaso,
  enviar: submit,
  bloqueo,
  aviso,
  accion,
  antes,
  despues,
  falta,
}: {
  borrador: Borrador<DatosDeBorrador['plantilla']>;
  /** What the server found, by which the rules are judged again as one answers. */
  hechos: Hechos;
  /** The same judged by the server. */
  evaluacion: readonly ResultadoRegla[];
  ahora: Date;
  /** The address of this screen: what is mended elsewhere leads back to it. */
  volver: string;
  revisando: boolean;
  onPaso: (paso: 'llenar' | 'revisar') => void;
  enviar: (envio: Envio) => Promise<unknown>;
  /** Why it cannot be sent now; null: it can. */
  bloqueo: string | null;
  /** What sending comes to, said beside the button of the review. */
  aviso: string;
  /** The button's words: «Enviar presolicitud». */
  accion: string;
  /** Between heading and form: observations. */
  antes?: ReactNode;
  /** Below the form: referees. */
  despues?: ReactNode;
  /** What besides the form keeps it from being sent, and where it is mended. */
  falta?: SummaryItem | null;
}) {
  const { plantilla, respuestas, asentadas, autosave, guardadoEn } = borrador;
  const { definicion } = plantilla;
  const prefijo = useId();
  const [fallo, setFallo] = useState<FormFailure>(NO_FAILURE);
  const [intento, setIntento] = useState(0);
  const { enviar: send, enviando, turno } = useEnvioConTurno(submit);
  // State changes too late to stop a second press in the same frame.
  const sending = useRef(false);
  const [llave] = useState(() => crypto.randomUUID());
  const heading = useRef<HTMLHeadingElement>(null);
  const debajo = useGuardarTambien(borrador);
  const validacion = useMemo(
    () => validateRespuestas(definicion, asentadas),
    [definicion, asentadas],
  );
  const juzgadas = useMemo(() => {
    const { reglas } = definicion;
    if (!reglas.some(asksRespuestas)) return evaluacion;
    const dichos = hechosDeRespuestas(definicion, validacion.datos, reglas);
    return evaluateReglas(reglas, { ...hechos, ...dichos }, ahora);
  }, [definicion, validacion, hechos, evaluacion, ahora]);
  const revisa = revisando && validacion.ok && !falta && bloqueo === null;
  const goToField = useStepFocus(revisa, plantilla.version, heading);

  const fail = (next: FormFailure) => {
    setFallo(next);
    setIntento((count) => count + 1);
  };
  const revisar = () => {
    const { ok, errores } = validateRespuestas(definicion, respuestas);
    const impiden = juzgadas.flatMap((one) => (mayEnroll([one]) ? [] : (one.mensaje ?? [])));
    if (!ok || falta || impiden.length > 0) {
      return fail({
        fields: Object.fromEntries(errores.map((e) => [e.campo, e.mensaje])),
        general: impiden,
      });
    }
    setFallo(NO_FAILURE);
    void autosave.flush();
    onPaso('revisar');
  };
  const enviar = async () => {
    if (sending.current) return;
    sending.current = true;
    autosave.stop();
    const guardables = guardablesDe(definicion, respuestas, borrador.prellenado);
    try {
      await send({
        version: plantilla.version,
        respuestas,
        guardar: borrador.elegido.guardar.filter((clave) => guardables.includes(clave)),
        llave,
      });
    } catch (error) {
      autosave.resume();
      fail(
        failureOf(
          error,
          fieldsOf(definicion).map(({ clave }) => clave),
        ),
      );
      if (Object.keys(fieldErrorsOf(error)).length > 0) onPaso('llenar');
    } finally {
      sending.current = false;
    }
  };

  const items: SummaryItem[] = [
    ...fallo.general.map((message) => ({ message })),
    ...fieldsOf(definicion).flatMap(({ clave }) => {
      const message = fallo.fields[clave];
      return message ? [{ fieldId: campoId(prefijo, clave), message }] : [];
    }),
    ...(intento > 0 && falta ? [falta] : []),
  ];

  return (
    <div className={styles.columnas}>
      <aside className={styles.lado} aria-label="Requisitos y avance">
        <RequisitosPlegables evaluacion={juzgadas} volver={volver} />
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
          {revisa ? 'Revisión de respuestas' : 'Formulario'}
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
        {revisa ? (
          <Revision
            borrador={borrador}
            aviso={aviso}
            accion={accion}
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
          <>
            {antes}
            <form
              noValidate
              id={`${prefijo}-form`}
              onSubmit={(event) => {
                event.preventDefault();
                revisar();
              }}
            >
              {definicion.mensajes?.bienvenida && (
                <p className={styles.bienvenida}>{definicion.mensajes.bienvenida}</p>
              )}
              <Formulario
                definicion={definicion}
                respuestas={respuestas}
                errores={fallo.fields}
                prefijo={prefijo}
                onCambio={borrador.set}
                debajo={debajo}
              />
            </form>
            {despues}
            <div className={styles.barra}>
              {bloqueo === null ? (
                <Button type="submit" variant="primary" form={`${prefijo}-form`}>
                  Revisar y enviar
                </Button>
              ) : (
                <Notice tone="warning" title="No se puede enviar ahora">
                  <p>{bloqueo}</p>
                </Notice>
              )}
              <div className={styles.enBarra}>
                <AutosaveStatus noun="borrador" autosave={autosave} guardadoEn={guardadoEn} />
              </div>
            </div>
          </>
        )}
      </div>
    </div>
  );
}
