import { type ReactNode, useState } from 'react';
import type { Parte, ResultadoLote } from '../../../../../platform/shared/resultado-lote.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { TextAreaField, useForm } from '../../../../../platform/web/form/index.ts';
import { useOnHide } from '../../../../../platform/web/keep-alive/index.ts';
import {
  type BulkAction,
  BulkDialog,
  type BulkSelection,
  type RowAction,
} from '../../../../../platform/web/table/index.ts';
import {
  formatNumber,
  IconCheckCircle,
  IconCrossCircle,
  IconSignOut,
  IconUndo,
  properName,
} from '../../../../../platform/web/ui/index.ts';
import type { Inscrito } from '../../contract.ts';
import { CON_MOTIVO, type Decision, decisionesDe, MOTIVO_MIN } from '../../rules.ts';
import { type Filtros, useDecide } from '../hooks.ts';

const cuantas = (n: number) => (n === 1 ? '1 inscripción' : `${formatNumber(n)} inscripciones`);

type Textos = {
  titulo: string;
  icon: RowAction['icon'];
  danger?: true;
  /** Of one, and of several. */
  explica: readonly [string, string];
  /** `enEspera`: how many of them came to the line. */
  cuenta: (n: number, enEspera: number) => string;
};

const cuentaAceptadas = (n: number, enEspera: number): string => {
  const aceptadas = n === 1 ? 'Se aceptó 1 inscripción' : `Se aceptaron ${cuantas(n)}`;
  if (enEspera === 0) return `${aceptadas}.`;
  if (enEspera < n) {
    return `${aceptadas}: ${formatNumber(n - enEspera)} con lugar y ${formatNumber(enEspera)} en la lista de espera.`;
  }
  return `${aceptadas}, en la lista de espera: ya no había lugares.`;
};

const TEXTOS: Readonly<Record<Decision, Textos>> = {
  aceptar: {
    titulo: 'Aceptar',
    icon: IconCheckCircle,
    explica: [
      'Se le asigna un lugar; si ya no hay, queda en la lista de espera si la plantilla la tiene. Se avisa por correo a la persona.',
      'A cada una se le asigna un lugar por orden de recepción; cuando ya no haya, queda en la lista de espera si la plantilla la tiene. Se avisa por correo a cada persona.',
    ],
    cuenta: cuentaAceptadas,
  },
  rechazar: {
    titulo: 'Rechazar',
    icon: IconCrossCircle,
    danger: true,
    explica: [
      'La persona recibe por correo el motivo. Se puede deshacer antes de que comience la edición.',
      'Cada persona recibe por correo el motivo. Se puede deshacer antes de que comience la edición.',
    ],
    cuenta: (n) => (n === 1 ? 'Se rechazó 1 inscripción.' : `Se rechazaron ${cuantas(n)}.`),
  },
  darDeBaja: {
    titulo: 'Dar de baja',
    icon: IconSignOut,
    danger: true,
    explica: [
      'Su lugar pasa a quien siga en la lista de espera. La persona recibe por correo el motivo. No se puede deshacer.',
      'El lugar de cada una pasa a quien siga en la lista de espera. Cada persona recibe por correo el motivo. No se puede deshacer.',
    ],
    cuenta: (n) => (n === 1 ? 'Se dio de baja 1 inscripción.' : `Se dieron de baja ${cuantas(n)}.`),
  },
  reconsiderar: {
    titulo: 'Deshacer la decisión',
    icon: IconUndo,
    explica: [
      'Vuelve a revisión, si la decidió Control Escolar y su edición no ha comenzado, y el lugar que se le asignó pasa a quien siga. Se avisa por correo a la persona.',
      'Vuelven a revisión las que decidió Control Escolar y cuya edición no ha comenzado, y los lugares que se les asignaron pasan a quien siga. Se avisa por correo a cada persona.',
    ],
    cuenta: (n) =>
      n === 1 ? 'Vuelve a revisión 1 inscripción.' : `Vuelven a revisión ${cuantas(n)}.`,
  },
};

/** What may be undone, as long as its edition has not begun. */
const REVERSIBLES: ReadonlySet<Decision> = new Set(['aceptar', 'rechazar']);

type Asked = {
  decision: Decision;
  selection: BulkSelection;
  filtros: Filtros;
  /** Null: still to be written. */
  motivo: string | null;
  clear: () => void;
};

/** What may be decided: of one, of the chosen ones, of all that the filters show. */
export const useDecisiones = (filtros: Filtros) => {
  const { decide, refresh } = useDecide();
  const [asked, setAsked] = useState<Asked | null>(null);
  useOnHide(() => setAsked(null));
  const ask =
    (decision: Decision): BulkAction['run'] =>
    (selection, clear) =>
      setAsked({
        ...{ decision, selection, filtros, clear },
        motivo: CON_MOTIVO.has(decision) ? null : '',
      });
  const bulk = (decision: Decision): BulkAction => {
    const { titulo: label, icon, danger } = TEXTOS[decision];
    return { label, run: ask(decision), ...(icon && { icon }), ...(danger && { danger }) };
  };
  return {
    bulkActions: (['aceptar', 'rechazar', 'darDeBaja', 'reconsiderar'] as const).map(bulk),
    actionsOf: ({ id, estado, reversible, persona }: Inscrito): RowAction[] =>
      decisionesDe(estado, reversible).map((decision) => {
        const { titulo: label, icon, danger } = TEXTOS[decision];
        const names = [properName(persona.nombre)];
        const onSelect = () =>
          ask(decision)({ mode: 'some', ids: [id], count: 1, names }, () => {});
        return { label, onSelect, ...(icon && { icon }), ...(danger && { danger }) };
      }),
    dialog: asked && (
      <Preguntar
        key={asked.decision}
        asked={asked}
        onUndo={(ids) =>
          ask('reconsiderar')({ mode: 'some', ids: [...ids], count: ids.length }, asked.clear)
        }
        onMotivo={(motivo) => setAsked({ ...asked, motivo })}
        onClose={(through) => {
          setAsked(null);
          if (through) asked.clear();
        }}
        run={(parte) => decide({ decision: asked.decision, motivo: asked.motivo ?? '', parte })}
        onChanged={refresh}
      />
    ),
  };
};

function Preguntar({
  asked,
  onMotivo,
  onUndo,
  ...rest
}: {
  asked: Asked;
  onUndo: (ids: readonly string[]) => void;
  onMotivo: (motivo: string) => void;
  onClose: (through: boolean) => void;
  run: (parte: Parte<Filtros>) => Promise<ResultadoLote & { enEspera: number }>;
  onChanged: () => void;
}): ReactNode {
  const { decision, selection, filtros, motivo } = asked;
  const { titulo, danger, explica, cuenta } = TEXTOS[decision];
  const [enEspera, setEnEspera] = useState(0);
  const title = `${titulo}: ${cuantas(selection.count)}`;
  if (motivo === null) {
    return (
      <Motivo
        title={title}
        hint={`Lo lee ${selection.count === 1 ? 'la' : 'cada'} persona, en su correo y en su matrícula.`}
        onMotivo={onMotivo}
        onClose={() => rest.onClose(false)}
      />
    );
  }
  return (
    <BulkDialog
      title={title}
      submit={titulo}
      {...(danger && { danger })}
      selection={selection}
      filtros={filtros}
      done={(n) => (n === 0 ? 'No se cambió ninguna.' : cuenta(n, enEspera))}
      unchanged={(n) => `${cuantas(n)} sin cambio.`}
      rowName={properName}
      {...(REVERSIBLES.has(decision) && { undo: onUndo })}
      {...rest}
      run={async (parte) => {
        const resultado = await rest.run(parte);
        setEnEspera((sum) => sum + resultado.enEspera);
        return resultado;
      }}
    >
      <p>{explica[selection.count === 1 ? 0 : 1]}</p>
      {motivo && <p>Motivo: «{motivo}»</p>}
    </BulkDialog>
  );
}

/** Why, before it is asked for the last time. */
function Motivo({
  title,
  hint,
  onMotivo,
  onClose,
}: {
  title: string;
  hint: string;
  onMotivo: (motivo: string) => void;
  onClose: () => void;
}) {
  const form = useForm({
    initial: { motivo: '' },
    validate: ({ motivo }) => ({
      motivo:
        motivo.trim().length < MOTIVO_MIN
          ? 'Escriba el motivo en una frase: la persona va a leerlo.'
          : undefined,
    }),
    submit: async ({ motivo }) => onMotivo(motivo.trim()),
  });
  return (
    <FormDialog title={title} form={form} submit="Continuar" onClose={onClose}>
      <TextAreaField
        label="Motivo"
        {...form.field('motivo')}
        maxLength={500}
        rows={3}
        hint={hint}
      />
    </FormDialog>
  );
}
