import { useState } from 'react';
import { CallError } from '../../../../../platform/shared/errors.ts';
import { Notice } from '../../../../../platform/web/feedback/index.ts';
import {
  Form,
  SubmitButton,
  TextAreaField,
  useForm,
} from '../../../../../platform/web/form/index.ts';
import { Button, Folio, LinkButton, properName } from '../../../../../platform/web/ui/index.ts';
import { compareCurp } from '../../../curp/rules.ts';
import { fusionPath } from '../../../fusiones/routes.ts';
import { nombrarDatos } from '../../../perfil/web/components/discrepancias.tsx';
import type { Ensayo } from '../../contract.ts';
import { ERRORES } from '../../errors.ts';
import { type CampoNombre, isClaveSinCurp, NOMBRES } from '../../rules.ts';
import { callRehearseCurp, useAssignCurp } from '../hooks.ts';
import styles from './clave.module.css';
import { Comparacion } from './comparacion.tsx';

const MOTIVO_MIN = 5;
const MOTIVO_MAX = 500;

/** What takes the place of the button that was pressed takes its focus, from its beginning. */
const focus = (element: HTMLElement | null) => {
  element?.focus({ preventScroll: true });
  element?.closest('dialog')?.scrollTo({ top: 0 });
};

type Done = { tipo: Ensayo['tipo']; clave: string; propuesta: string | null };

/** What assigning the CURP would do, and doing it. */
export function EnsayoCurp({
  ensayo,
  onChange,
  onBack,
  volver = 'Cambiar la CURP',
  onDone,
}: {
  ensayo: Ensayo;
  /** The files changed: what would happen now. */
  onChange: (ensayo: Ensayo) => void;
  onBack: () => void;
  /** What going back is called. */
  volver?: string;
  onDone: (done: Done) => void;
}) {
  const { tipo, curp, anterior, actual, impedimentos } = ensayo;
  const [tomar, setTomar] = useState<readonly CampoNombre[]>(() =>
    tipo === 'asignar'
      ? []
      : NOMBRES.filter((campo) =>
          ensayo.datos.some((dato) => dato.campo === campo && dato.queda === 'anterior'),
        ),
  );
  const [stale, setStale] = useState(false);
  const nombre = properName(anterior.nombreCompleto);
  if (stale) return <Stale {...{ ensayo, onChange }} />;
  return (
    <div ref={focus} tabIndex={-1} className={styles.ensayo}>
      <p>
        {actual ? (
          <>
            <strong>
              {isClaveSinCurp(curp)
                ? 'Queda el expediente con la clave'
                : 'Ya hay un expediente con la CURP'}
            </strong>{' '}
            <Folio>{curp}</Folio>, de {properName(actual.nombreCompleto)}. El de {nombre}, con la{' '}
            {isClaveSinCurp(anterior.clave) ? 'clave' : 'CURP'} <Folio>{anterior.clave}</Folio>, se
            fusionará con él.
          </>
        ) : (
          <>
            <strong>Nadie tiene todavía la CURP</strong> <Folio>{curp}</Folio>. Será la clave del
            expediente de {nombre}, en lugar de <Folio>{anterior.clave}</Folio>.
          </>
        )}
      </p>
      {impedimentos.length > 0 && (
        <Notice tone="danger" title="No se puede por ahora">
          <Sentences of={impedimentos} />
        </Notice>
      )}
      {ensayo.avisos.length > 0 && (
        <Notice tone="warning" title="Revise la CURP">
          <Sentences of={ensayo.avisos} />
        </Notice>
      )}
      <Comparacion ensayo={ensayo} tomar={tomar} onTomar={setTomar} />
      <Differing ensayo={ensayo} tomar={tomar} />
      <Consecuencias ensayo={ensayo} />
      {impedimentos.length > 0 ? (
        <Button onClick={onBack}>{volver}</Button>
      ) : ensayo.propuesta && !ensayo.propuesta.esSuya ? (
        <YaPropuesta id={ensayo.propuesta.id} {...{ onBack, volver }} />
      ) : (
        <Confirm {...{ ensayo, tomar, onBack, volver, onDone }} onStale={() => setStale(true)} />
      )}
    </div>
  );
}

function Stale({ ensayo, onChange }: { ensayo: Ensayo; onChange: (ensayo: Ensayo) => void }) {
  const form = useForm({
    initial: {},
    submit: () => callRehearseCurp({ clave: ensayo.anterior.clave, curp: ensayo.curp }),
    onSuccess: onChange,
  });
  return (
    <div ref={focus} tabIndex={-1} className={styles.ensayo}>
      <Form form={form} dense refusal="No se puede revisar">
        <Notice tone="warning" title="Algo cambió desde el ensayo">
          <p>No se guardó nada. Revise de nuevo qué cambia antes de confirmar.</p>
        </Notice>
        <SubmitButton busyLabel="Revisando…">Revisar de nuevo</SubmitButton>
      </Form>
    </div>
  );
}

/** Somebody else proposed it: to be confirmed there, not proposed again. */
function YaPropuesta({ id, onBack, volver }: { id: string; onBack: () => void; volver: string }) {
  return (
    <>
      <Notice tone="info" title="Otra persona ya propuso fusionar este expediente">
        <p>Ábrala para confirmarla o rechazarla.</p>
      </Notice>
      <div className={styles.buttons}>
        <LinkButton to={fusionPath(id)} variant="primary">
          Ver la propuesta
        </LinkButton>
        <Button variant="quiet" onClick={onBack}>
          {volver}
        </Button>
      </div>
    </>
  );
}

/** What follows the person, and what is left behind. */
export function Consecuencias({ ensayo }: { ensayo: Ensayo }) {
  return (
    <>
      <section>
        <h3>Qué sigue a la persona</h3>
        <Sentences
          of={[
            ...ensayo.siguen,
            `La dirección de su expediente: la clave ${ensayo.anterior.clave} llevará a ${ensayo.curp}, y queda en el historial.`,
          ]}
        />
      </section>
      {ensayo.descartados.length > 0 && (
        <section>
          <h3>Qué se descarta</h3>
          <Sentences of={ensayo.descartados} />
        </section>
      )}
    </>
  );
}

export function Sentences({ of }: { of: readonly string[] }) {
  return (
    <ul className={styles.list}>
      {of.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

/** The names that will be kept and do not agree with the CURP; it does not stop anybody. */
export function Differing({ ensayo, tomar }: { ensayo: Ensayo; tomar: readonly CampoNombre[] }) {
  const kept = (campo: CampoNombre) => {
    const dato = ensayo.datos.find((one) => one.campo === campo);
    const side = ensayo.tipo === 'asignar' || tomar.includes(campo) ? 'anterior' : 'actual';
    return dato?.[side] ?? '';
  };
  const differing = compareCurp(ensayo.curp, {
    nombre: kept('nombre'),
    apellidoPaterno: kept('apellidoPaterno'),
    apellidoMaterno: kept('apellidoMaterno'),
  });
  if (differing.length === 0 || isClaveSinCurp(ensayo.curp)) return null;
  return (
    <Notice
      tone="warning"
      title={`No ${differing.length === 1 ? 'coincide' : 'coinciden'} con la CURP: ${nombrarDatos(differing)}`}
    >
      <p>Puede seguir: quedará anotado en el expediente para revisarlo.</p>
    </Notice>
  );
}

function Confirm({
  ensayo,
  tomar,
  onStale,
  onBack,
  volver,
  onDone,
}: {
  ensayo: Ensayo;
  tomar: readonly CampoNombre[];
  onStale: () => void;
  onBack: () => void;
  volver: string;
  onDone: (done: Done) => void;
}) {
  const { curp, huella, tipo, segundaPersona } = ensayo;
  const proposing = tipo === 'fusionar' && segundaPersona;
  const { clave } = ensayo.anterior;
  const assign = useAssignCurp();
  const form = useForm({
    initial: { motivo: '' },
    validate: ({ motivo }) => ({
      motivo:
        motivo.trim().length < MOTIVO_MIN
          ? 'Escriba con qué documento comprobó la CURP y la identidad.'
          : undefined,
    }),
    submit: async ({ motivo }) => {
      try {
        return await assign.mutateAsync({ clave, curp, huella, motivo, tomar: [...tomar] });
      } catch (error) {
        if (error instanceof CallError && error.details?.code === ERRORES.cambio.code) onStale();
        throw error;
      }
    },
    onSuccess: onDone,
  });
  return (
    <Form form={form} dense refusal="No se guardó nada">
      <TextAreaField
        {...form.field('motivo')}
        label="Motivo"
        hint="Por ejemplo: presentó su constancia. Queda en el historial y la persona puede leerlo."
        maxLength={MOTIVO_MAX}
        rows={2}
      />
      {tipo === 'fusionar' && (
        <p>
          Los dos expedientes quedarán como uno solo. Si resulta que eran de dos personas, se pueden
          separar durante 30 días.
          {proposing &&
            ' Por eso lo confirma otra persona del personal, en «Fusiones por confirmar». Mientras tanto nada cambia.'}
        </p>
      )}
      {proposing && ensayo.propuesta && (
        <p>Usted ya lo propuso: esta propuesta toma el lugar de la anterior.</p>
      )}
      <SubmitButton
        busyLabel="Guardando…"
        variant={tipo === 'fusionar' && !proposing ? 'danger' : 'primary'}
        beside={
          <Button variant="quiet" onClick={onBack}>
            {volver}
          </Button>
        }
      >
        {tipo === 'asignar'
          ? 'Asignar la CURP'
          : proposing
            ? 'Proponer la fusión'
            : 'Fusionar los expedientes'}
      </SubmitButton>
    </Form>
  );
}
