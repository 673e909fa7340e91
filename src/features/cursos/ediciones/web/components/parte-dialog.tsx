import { useState } from 'react';
import { isFecha } from '../../../../../platform/shared/dates.ts';
import { readNumber } from '../../../../../platform/shared/numbers.ts';
import { notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import {
  CheckboxField,
  DateField,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
  useForm,
} from '../../../../../platform/web/form/index.ts';
import { describePeriodo } from '../../../rules.ts';
import { Conflicto, type Previo, previoOf } from '../../../web/components/conflicto.tsx';
import type { DatosDeParte, EdicionGuardada, Parte, ParteNueva } from '../../contract.ts';
import { CHECKS, checkDiaDeSesion, diaDeSesion } from '../../rules.ts';
import { useEdicionChanges } from '../hooks.ts';

/** What is said of each kind of part: its fields, in order, with the word of each. */
const CAMPOS: { [P in Parte]: Record<keyof DatosDeParte<P>, string> } = {
  grupo: { nombre: 'Nombre', horario: 'Horario', cupo: 'Lugares' },
  docente: { nombre: 'Nombre', papel: 'Papel', grupoId: 'Grupo', semblanza: 'Semblanza' },
  sesion: {
    fecha: 'Fecha',
    de: 'De',
    a: 'A',
    grupoId: 'Grupo',
    tema: 'Tema',
    lugar: 'Lugar',
  },
};

const NUEVAS: { [P in Parte]: DatosDeParte<P> } = {
  grupo: { nombre: '', horario: '', cupo: null },
  docente: { nombre: '', papel: 'Titular', semblanza: '', grupoId: null },
  sesion: { fecha: '', de: '16:00', a: '18:00', tema: '', lugar: '', grupoId: null },
};

const TITULOS: Record<Parte, { agregar: string; editar: string }> = {
  grupo: { agregar: 'Agregar un grupo', editar: 'Editar el grupo' },
  docente: { agregar: 'Agregar docente', editar: 'Editar docente' },
  sesion: { agregar: 'Agregar una sesión', editar: 'Editar la sesión' },
};

/** A part that an edition has. */
export type ParteDeEdicion = { id: string; version: number } & Record<string, unknown>;

/** `fueraDeFechas`: «si» when the day of a session outside the edition's is meant. */
type Escrito = Record<string, string>;
type Dicho = Record<string, string | number | null>;

const CONFIRMA = 'fueraDeFechas';

/** What of a part its form has. */
const dichoDe = (parte: Parte, de: Record<string, unknown>): Dicho =>
  Object.fromEntries(Object.keys(CAMPOS[parte]).map((key) => [key, de[key] as Dicho[string]]));

const toForm = (dicho: Dicho): Escrito =>
  Object.fromEntries(Object.entries(dicho).map(([key, value]) => [key, String(value ?? '')]));

const toDicho = (escrito: Escrito): Dicho =>
  Object.fromEntries(
    Object.entries(escrito).flatMap(([key, value]): [string, Dicho[string]][] => {
      if (key === CONFIRMA) return [];
      const said = value.trim();
      if (key === 'grupoId') return [[key, said || null]];
      if (key === 'cupo') return [[key, said === '' ? null : (readNumber(said) ?? Number.NaN)]];
      return [[key, key === 'de' || key === 'a' ? said.replace(/^(\d):/, '0$1:') : said]];
    }),
  );

const isOutside = (fecha: string | undefined, { datos }: EdicionGuardada): boolean =>
  fecha !== undefined && isFecha(fecha) && diaDeSesion(fecha, datos) === 'fuera';

const nameOf = (parte: Parte, { nombre, fecha }: Dicho): string =>
  String(parte === 'sesion' ? fecha : nombre);

/** Adds a group, a teacher or a session, or edits one; when somebody else saved it meanwhile, both are joined. */
export function ParteDialog({
  edicion,
  parte,
  actual,
  onClose,
}: {
  edicion: EdicionGuardada;
  parte: Parte;
  /** Null: a new one. */
  actual: ParteDeEdicion | null;
  onClose: () => void;
}) {
  const [base, setBase] = useState(actual);
  const [choice, setChoice] = useState<{
    previo: Previo<EdicionGuardada>;
    theirs: ParteDeEdicion;
    mine: Dicho;
  } | null>(null);
  const { saveParte } = useEdicionChanges();
  /** One that was outside already, and stays on its day, was asked about before. */
  const asksDia = (fecha: string | undefined) => parte === 'sesion' && fecha !== base?.fecha;
  const form = useForm<Escrito, EdicionGuardada | null>({
    initial: toForm(dichoDe(parte, actual ?? NUEVAS[parte])),
    validate: (escrito) => ({
      ...(CHECKS[parte] as (datos: unknown) => Record<string, string>)(toDicho(escrito)),
      ...(asksDia(escrito.fecha) &&
        checkDiaDeSesion(escrito.fecha ?? '', edicion.datos, escrito[CONFIRMA] === 'si')),
    }),
    submit: async (escrito) => {
      const datos = toDicho(escrito);
      try {
        return await saveParte({
          edicionId: edicion.id,
          id: base?.id ?? null,
          version: base?.version ?? null,
          contenido: { parte, datos } as unknown as ParteNueva,
          fueraDeFechas: escrito[CONFIRMA] === 'si',
        });
      } catch (error) {
        const previo = previoOf<EdicionGuardada>(error);
        const theirs = previo && partesDe(previo.actual, parte).find(({ id }) => id === base?.id);
        if (!previo || !theirs) throw error;
        setChoice({ previo, theirs, mine: datos });
        return null;
      }
    },
    onSuccess: (saved) => {
      if (!saved) return;
      notify.success(base ? 'Se guardó.' : 'Se agregó.');
      onClose();
    },
  });
  const grupos = edicion.grupos.map(({ id, nombre }) => ({ value: id, label: nombre }));
  const say = (key: string, dicho: Dicho) =>
    key === 'grupoId'
      ? (grupos.find(({ value }) => value === dicho.grupoId)?.label ?? 'Toda la edición')
      : dicho[key];
  return (
    <>
      <FormDialog
        title={TITULOS[parte][actual ? 'editar' : 'agregar']}
        form={form}
        submit={actual ? 'Guardar' : 'Agregar'}
        keptAs={`edicion/${edicion.id}/${parte}/${actual ? `${actual.id}/${actual.version}` : ''}`}
        onClose={onClose}
      >
        {Object.entries(CAMPOS[parte])
          .filter(([key]) => key !== 'grupoId' || grupos.length > 0)
          .map(([key, label]) => {
            const field = form.field(key);
            if (key === 'fecha') {
              return <DateField key={key} label={label} hint="Por ejemplo, 12 1 2027" {...field} />;
            }
            if (key === 'cupo') return <NumberField key={key} label={label} {...field} />;
            if (key === 'grupoId') {
              const empty = 'Toda la edición';
              return <SelectField key={key} {...{ label, empty }} options={grupos} {...field} />;
            }
            if (key === 'semblanza') {
              return <TextAreaField key={key} label={label} optional rows={4} {...field} />;
            }
            const optional = key !== 'nombre' && key !== 'de' && key !== 'a';
            return <TextField key={key} {...{ label, optional }} {...field} />;
          })}
        {asksDia(form.values.fecha) && isOutside(form.values.fecha, edicion) && (
          <CheckboxField
            label="La sesión es fuera de las fechas de la edición"
            hint={`La edición: ${describePeriodo(edicion.datos.inicia, edicion.datos.termina)}.`}
            {...form.field(CONFIRMA)}
            value={form.values[CONFIRMA] === 'si'}
            onChange={(yes) => form.set({ [CONFIRMA]: yes ? 'si' : '' })}
          />
        )}
      </FormDialog>
      {choice && base && (
        <Conflicto
          what={nameOf(parte, dichoDe(parte, choice.theirs))}
          previo={choice.previo}
          labels={CAMPOS[parte] as Record<string, string>}
          base={dichoDe(parte, base)}
          mine={choice.mine}
          theirs={dichoDe(parte, choice.theirs)}
          compare={(dicho) => dicho}
          say={say}
          onEnd={(dicho, joins) => {
            setBase(choice.theirs);
            (joins ? form.set : form.reset)(toForm(dicho));
            setChoice(null);
          }}
        />
      )}
    </>
  );
}

/** The parts of one kind that an edition has. */
export const partesDe = (
  { grupos, docentes, sesiones }: EdicionGuardada,
  parte: Parte,
): readonly ParteDeEdicion[] =>
  parte === 'grupo' ? grupos : parte === 'docente' ? docentes : sesiones;

/** Takes a part away. */
export function QuitarParteDialog({
  edicion,
  parte,
  actual,
  nombre,
  onClose,
}: {
  edicion: EdicionGuardada;
  parte: Parte;
  actual: ParteDeEdicion;
  nombre: string;
  onClose: () => void;
}) {
  const { deleteParte } = useEdicionChanges();
  const form = useForm({
    initial: {},
    submit: () =>
      deleteParte({ edicionId: edicion.id, parte, id: actual.id, version: actual.version }),
    onSuccess: () => {
      notify.success(`Se quitó «${nombre}».`);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Quitar de la edición"
      form={form}
      submit="Quitar"
      busy="Quitando…"
      danger
      onClose={onClose}
    >
      <p>
        <strong>{nombre}</strong> dejará de ser parte de la edición.
      </p>
    </FormDialog>
  );
}
