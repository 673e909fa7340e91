import { useState } from 'react';
import { fechaDe } from '../../../../../platform/shared/dates.ts';
import { CallError } from '../../../../../platform/shared/errors.ts';
import { notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import {
  CheckboxGroupField,
  checkDate,
  DateField,
  NumberField,
  TextField,
  useForm,
} from '../../../../../platform/web/form/index.ts';
import { DataList, formatDate, formatNumber } from '../../../../../platform/web/ui/index.ts';
import type { EntrevistasDeEtapa, PlanDeHorarios } from '../../contract.ts';
import {
  LUGAR_MAX,
  lugarProblem,
  MAX_PANEL,
  MINUTOS_MAX,
  MINUTOS_MIN,
  PAUSA_MAX,
} from '../../rules.ts';
import { useCreateHorarios, useRehearseHorarios } from '../hooks.ts';
import { formatHorario } from './cuando.tsx';
import styles from './entrevistas.module.css';

const HORA = /^([01]?\d|2[0-3]):([0-5]\d)$/;

/** An hour as it is sent: 9:00 is 09:00. */
const horaOf = (texto: string): string => texto.trim().padStart(5, '0');

const enteroEntre = (texto: string, min: number, max: number): string | undefined => {
  const valor = /^\d{1,4}$/.test(texto.trim()) ? Number(texto) : Number.NaN;
  return valor >= min && valor <= max ? undefined : `Escriba un número de ${min} a ${max}.`;
};

type Escrito = {
  desde: string;
  hasta: string;
  de: string;
  a: string;
  minutos: string;
  pausa: string;
  lugar: string;
  panel: readonly string[];
};

const problemasDe = (escrito: Escrito) => ({
  panel:
    escrito.panel.length === 0
      ? 'Elija al menos a una persona.'
      : escrito.panel.length > MAX_PANEL
        ? `Elija a ${MAX_PANEL} personas como máximo.`
        : undefined,
  desde: escrito.desde === '' ? 'Escriba el primer día.' : (checkDate(escrito.desde) ?? undefined),
  hasta:
    (escrito.hasta === '' ? 'Escriba el último día.' : checkDate(escrito.hasta)) ??
    (escrito.hasta < escrito.desde ? 'El último día va después del primero.' : undefined),
  de: HORA.test(escrito.de.trim()) ? undefined : 'Escriba la hora como 09:00.',
  a: !HORA.test(escrito.a.trim())
    ? 'Escriba la hora como 14:00.'
    : HORA.test(escrito.de.trim()) && horaOf(escrito.a) <= horaOf(escrito.de)
      ? 'Va después de la hora en que empiezan.'
      : undefined,
  minutos: enteroEntre(escrito.minutos, MINUTOS_MIN, MINUTOS_MAX),
  pausa: enteroEntre(escrito.pausa, 0, PAUSA_MAX),
  lugar:
    escrito.lugar.trim().length < 2
      ? 'Escriba el lugar, o el enlace de la reunión.'
      : (lugarProblem(escrito.lugar.trim()) ?? undefined),
});

const planOf = (etapaId: string, escrito: Escrito): PlanDeHorarios => ({
  etapaId,
  desde: escrito.desde,
  hasta: escrito.hasta,
  de: horaOf(escrito.de),
  a: horaOf(escrito.a),
  minutos: Number(escrito.minutos),
  pausa: Number(escrito.pausa),
  lugar: escrito.lugar.trim(),
  panel: [...escrito.panel],
});

type Ensayado = { plan: PlanDeHorarios; inicios: string[]; saltados: string[] };

/** Makes the slots of a panel: what they would be is shown before they are made. */
export function CrearHorariosDialog({
  entrevistas,
  onClose,
}: {
  entrevistas: EntrevistasDeEtapa;
  onClose: () => void;
}) {
  const { etapa, evaluadores, ahora, desde } = entrevistas;
  const [escrito, setEscrito] = useState<Escrito>({
    panel: [],
    ...{ desde: '', hasta: '', de: '09:00', a: '14:00', minutos: '30', pausa: '0', lugar: '' },
  });
  const [ensayado, setEnsayado] = useState<Ensayado | null>(null);
  if (ensayado) {
    return (
      <Confirmar
        ensayado={ensayado}
        entrevistas={entrevistas}
        onBack={() => setEnsayado(null)}
        onDone={onClose}
      />
    );
  }
  return (
    <Escribir
      inicial={escrito}
      etapaId={etapa.id}
      evaluadores={evaluadores}
      primerDia={[ahora, desde].map((at) => fechaDe(new Date(at))).toSorted()[1]!}
      onEnsayado={(values, result) => {
        setEscrito(values);
        setEnsayado(result);
      }}
      onClose={onClose}
    />
  );
}

function Escribir({
  inicial,
  etapaId,
  evaluadores,
  primerDia,
  onEnsayado,
  onClose,
}: {
  inicial: Escrito;
  etapaId: string;
  evaluadores: EntrevistasDeEtapa['evaluadores'];
  primerDia: string;
  onEnsayado: (escrito: Escrito, ensayado: Ensayado) => void;
  onClose: () => void;
}) {
  const rehearse = useRehearseHorarios();
  const form = useForm({
    initial: inicial,
    validate: problemasDe,
    submit: async (values) => {
      const plan = planOf(etapaId, values);
      const { horarios, saltados, problema } = await rehearse.mutateAsync(plan);
      if (problema) throw new CallError('FAILED_PRECONDITION', problema);
      return { plan, inicios: horarios.map(({ inicia }) => inicia), saltados };
    },
    onSuccess: (ensayado, values) => onEnsayado(values, ensayado),
  });
  return (
    <FormDialog
      title="Crear horarios"
      form={form}
      submit="Revisar"
      busy="Revisando…"
      onClose={onClose}
    >
      <CheckboxGroupField
        {...form.field('panel')}
        label="Panel"
        hint={
          evaluadores.length === 0
            ? 'Nombre primero a los evaluadores de la etapa.'
            : 'Quienes entrevistan juntos.'
        }
        options={evaluadores.map(({ id, nombre }) => ({ value: id, label: nombre }))}
      />
      <DateField
        {...form.field('desde')}
        label="Primer día"
        hint={`Desde el ${formatDate(primerDia)}; los días inhábiles no cuentan.`}
      />
      <DateField {...form.field('hasta')} label="Último día" hint="Puede ser el mismo." />
      <div className={styles.pareja}>
        <TextField {...form.field('de')} label="Empiezan" hint="Como 09:00" inputMode="text" />
        <TextField {...form.field('a')} label="Terminan" hint="Como 14:00" inputMode="text" />
        <NumberField {...form.field('minutos')} label="Duración" hint="En minutos" />
        <NumberField {...form.field('pausa')} label="Pausa" hint="Minutos entre dos" />
      </div>
      <TextField
        {...form.field('lugar')}
        label="Lugar o enlace"
        maxLength={LUGAR_MAX}
        hint="El enlace lo ve solo quien reserva, y el panel."
      />
    </FormDialog>
  );
}

function Confirmar({
  ensayado: { plan, inicios, saltados },
  entrevistas: { evaluadores },
  onBack,
  onDone,
}: {
  ensayado: Ensayado;
  entrevistas: EntrevistasDeEtapa;
  onBack: () => void;
  onDone: () => void;
}) {
  const create = useCreateHorarios();
  const cuantos = inicios.length === 1 ? '1 horario' : `${formatNumber(inicios.length)} horarios`;
  const dias = new Set(inicios.map((inicia) => fechaDe(new Date(inicia)))).size;
  const form = useForm({
    initial: {},
    submit: () => create.mutateAsync(plan),
    onSuccess: ({ creados }) => {
      notify.success(
        creados === 1
          ? 'Se creó 1 horario. Los aspirantes de la etapa ya pueden elegirlo.'
          : `Se crearon ${formatNumber(creados)} horarios. Los aspirantes de la etapa ya pueden elegir el suyo.`,
      );
      onDone();
    },
  });
  return (
    <FormDialog
      title={`Crear ${cuantos}`}
      form={form}
      submit={`Crear ${cuantos}`}
      busy="Creando…"
      cancel="Volver"
      onClose={onBack}
    >
      <DataList
        items={[
          { label: 'Primero', value: formatHorario({ inicia: inicios[0]! }) },
          { label: 'Último', value: formatHorario({ inicia: inicios.at(-1)! }) },
          { label: 'Días', value: formatNumber(dias) },
          {
            label: 'Panel',
            value: evaluadores
              .filter(({ id }) => plan.panel.includes(id))
              .map(({ nombre }) => nombre)
              .join(', '),
            wide: true,
          },
          { label: 'Lugar', value: plan.lugar, wide: true },
          ...(saltados.length > 0
            ? [
                {
                  label: 'Días inhábiles que se omiten',
                  value: saltados.map(formatDate).join(', '),
                  wide: true,
                },
              ]
            : []),
        ]}
      />
    </FormDialog>
  );
}
