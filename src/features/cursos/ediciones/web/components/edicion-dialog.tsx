import { useState } from 'react';
import { isFecha } from '../../../../../platform/shared/dates.ts';
import { CallError } from '../../../../../platform/shared/errors.ts';
import { readNumber } from '../../../../../platform/shared/numbers.ts';
import { Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import {
  CheckboxField,
  DateField,
  type FormState,
  NumberField,
  RadioGroupField,
  SelectField,
  TextField,
  useForm,
} from '../../../../../platform/web/form/index.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import { useOpcionesDe } from '../../../fichas/web/hooks.ts';
import { Conflicto, type Previo, previoOf } from '../../../web/components/conflicto.tsx';
import type { DatosDeEdicion, EdicionGuardada } from '../../contract.ts';
import {
  CAMPOS_DE_EDICION,
  cambiaParaInscritos,
  checkEdicion,
  sesionesQueDejaFuera,
} from '../../rules.ts';
import { useEdicionChanges, useOpciones } from '../hooks.ts';

type Escrito = {
  cursoId: string;
  nombre: string;
  inicia: string;
  termina: string;
  abreDia: string;
  abreHora: string;
  cierraDia: string;
  cierraHora: string;
  sedeId: string;
  cupo: string;
  calificacionMinima: string;
  asistenciaMinima: string;
  plantillaId: string;
  avisar: string;
  sesionesFuera: boolean;
};

const NUEVA: Escrito = {
  cursoId: '',
  nombre: '',
  inicia: '',
  termina: '',
  abreDia: '',
  abreHora: '09:00',
  cierraDia: '',
  cierraHora: '18:00',
  sedeId: '',
  cupo: '',
  calificacionMinima: '8',
  asistenciaMinima: '80',
  plantillaId: '',
  avisar: '',
  sesionesFuera: false,
};

const text = (n: number | null): string => (n === null ? '' : String(n));
/** What is no number at all is none that would be taken. */
const number = (written: string): number | null =>
  written.trim() === '' ? null : (readNumber(written) ?? Number.NaN);
const parts = (momento: string): [string, string] => {
  const [dia = '', hora = ''] = momento.split(' ');
  return [dia, hora];
};

const toForm = (datos: DatosDeEdicion): Escrito => {
  const [abreDia, abreHora] = parts(datos.inscripcionAbre);
  const [cierraDia, cierraHora] = parts(datos.inscripcionCierra);
  return {
    cursoId: datos.cursoId,
    nombre: datos.nombre,
    inicia: datos.inicia,
    termina: datos.termina,
    ...{ abreDia, abreHora, cierraDia, cierraHora },
    sedeId: datos.sedeId ?? '',
    cupo: text(datos.cupo),
    calificacionMinima: text(datos.calificacionMinima),
    asistenciaMinima: text(datos.asistenciaMinima),
    plantillaId: datos.plantillaId,
    avisar: '',
    sesionesFuera: false,
  };
};

/** «9:00» is 09:00. */
const hora = (written: string): string => written.trim().replace(/^(\d):/, '0$1:');

const toDatos = (escrito: Escrito): DatosDeEdicion => ({
  cursoId: escrito.cursoId,
  plantillaId: escrito.plantillaId,
  nombre: escrito.nombre.trim(),
  inicia: escrito.inicia,
  termina: escrito.termina,
  inscripcionAbre: `${escrito.abreDia} ${hora(escrito.abreHora)}`,
  inscripcionCierra: `${escrito.cierraDia} ${hora(escrito.cierraHora)}`,
  sedeId: escrito.sedeId || null,
  cupo: number(escrito.cupo),
  calificacionMinima: number(escrito.calificacionMinima),
  asistenciaMinima: number(escrito.asistenciaMinima),
});

/** Messages of an edition's fields under those of its form: an instant is a day and a time there. */
const toFields = (
  errores: Readonly<Record<string, string | undefined>>,
  escrito: Escrito,
): Record<string, string | undefined> => {
  const { inscripcionAbre, inscripcionCierra, ...rest } = errores;
  return {
    ...rest,
    ...(inscripcionAbre && {
      [isFecha(escrito.abreDia) ? 'abreHora' : 'abreDia']: inscripcionAbre,
    }),
    ...(inscripcionCierra && {
      [isFecha(escrito.cierraDia) && !/^([01]\d|2[0-3]):[0-5]\d$/.test(hora(escrito.cierraHora))
        ? 'cierraHora'
        : 'cierraDia']: inscripcionCierra,
    }),
  };
};

const fielded = (error: unknown, escrito: Escrito): unknown =>
  error instanceof CallError && error.details?.fields
    ? new CallError(error.status, error.message, {
        ...error.details,
        fields: toFields(error.details.fields, escrito) as Record<string, string>,
      })
    : error;

type Acta = { folio: string; enlace: string } | null;

type Props = {
  /** Null: a new one. */
  edicion: EdicionGuardada | null;
  /** The course of a new one. */
  cursoId?: string;
  /** Its closed acta, which says some of its fields for good. */
  acta?: Acta;
  onClose: () => void;
  onSaved?: (edicion: EdicionGuardada) => void;
};

/** Adds an edition, or edits one; when somebody else saved it meanwhile, both changes are joined. */
export function EdicionDialog({ edicion, cursoId = '', acta = null, onClose, onSaved }: Props) {
  const [base, setBase] = useState(edicion);
  const [choice, setChoice] = useState<{
    previo: Previo<EdicionGuardada>;
    mine: DatosDeEdicion;
  } | null>(null);
  const [joined, setJoined] = useState(false);
  const { saveEdicion } = useEdicionChanges();
  const opciones = useOpcionesDeEdicion(base);
  const asks = (datos: DatosDeEdicion) =>
    base !== null && base.ocupados > 0 && cambiaParaInscritos(base.datos, datos);
  const leaves = (datos: DatosDeEdicion) =>
    base === null ? [] : sesionesQueDejaFuera(base.sesiones, base.datos, datos);
  const form = useForm<Escrito, EdicionGuardada | null>({
    initial: edicion ? toForm(edicion.datos) : { ...NUEVA, cursoId },
    validate: (escrito) => {
      const datos = toDatos(escrito);
      return {
        ...toFields(checkEdicion(datos), escrito),
        ...(asks(datos) &&
          escrito.avisar === '' && { avisar: 'Diga si se avisa a quienes están inscritos.' }),
        ...(leaves(datos).length > 0 &&
          !escrito.sesionesFuera && {
            sesionesFuera: 'Confirme que hay sesiones fuera de estas fechas.',
          }),
      };
    },
    submit: async (escrito) => {
      const datos = toDatos(escrito);
      const avisar = asks(datos) ? escrito.avisar === 'si' : null;
      try {
        const [id, version] = [base?.id ?? null, base?.version ?? null];
        return await saveEdicion({
          ...{ id, version, datos, avisar },
          sesionesFuera: escrito.sesionesFuera,
        });
      } catch (error) {
        const previo = previoOf<EdicionGuardada>(error);
        if (!previo) throw fielded(error, escrito);
        setChoice({ previo, mine: datos });
        return null;
      }
    },
    onSuccess: (saved) => {
      if (!saved) return;
      const { nombre } = saved.datos;
      notify.success(base ? `Se guardó «${nombre}».` : `Se agregó «${nombre}».`);
      onSaved?.(saved);
      onClose();
    },
  });
  const say = (key: keyof DatosDeEdicion, datos: DatosDeEdicion) =>
    key === 'cursoId' || key === 'sedeId' || key === 'plantillaId'
      ? opciones[key].find(({ value }) => value === datos[key])?.label
      : datos[key];
  return (
    <>
      <FormDialog
        title={base ? 'Editar la edición' : 'Agregar una edición'}
        form={form}
        submit={base ? 'Guardar' : 'Agregar'}
        keptAs={edicion ? `edicion/${edicion.id}/${edicion.version}` : `edicion/nueva/${cursoId}`}
        onClose={onClose}
      >
        {joined && (
          <Notice title="Se reunieron los dos cambios">
            <p>Revise cómo queda y guarde.</p>
          </Notice>
        )}
        {acta && (
          <Notice title={`Acta ${acta.folio} cerrada`}>
            <p>
              El nombre, las fechas, la sede y los mínimos ya no cambian: los dice el acta. Los
              resultados se corrigen en <Link to={acta.enlace}>el acta</Link>.
            </p>
          </Notice>
        )}
        <Campos form={form} opciones={opciones} edicion={base} acta={acta} />
        {leaves(toDatos(form.values)).length > 0 && (
          <CheckboxField
            label={
              leaves(toDatos(form.values)).length === 1
                ? 'Hay 1 sesión fuera de estas fechas, y es correcto'
                : `Hay ${leaves(toDatos(form.values)).length} sesiones fuera de estas fechas, y es correcto`
            }
            {...form.field('sesionesFuera')}
          />
        )}
        {asks(toDatos(form.values)) && (
          <RadioGroupField
            label={
              base!.ocupados === 1
                ? 'Hay 1 persona inscrita: ¿se le avisa del cambio?'
                : `Hay ${base!.ocupados} personas inscritas: ¿se les avisa del cambio?`
            }
            options={[
              { value: 'si', label: 'Sí, por correo' },
              { value: 'no', label: 'No' },
            ]}
            {...form.field('avisar')}
          />
        )}
      </FormDialog>
      {choice && base && (
        <Conflicto
          what={choice.previo.actual.datos.nombre}
          previo={choice.previo}
          labels={CAMPOS_DE_EDICION}
          base={base.datos}
          mine={choice.mine}
          theirs={choice.previo.actual.datos}
          compare={(datos) => datos}
          say={say}
          onEnd={(datos, joins) => {
            setBase(choice.previo.actual);
            (joins ? form.set : form.reset)({
              ...toForm(datos),
              avisar: form.values.avisar,
              sesionesFuera: form.values.sesionesFuera,
            });
            setJoined(joins);
            setChoice(null);
          }}
        />
      )}
    </>
  );
}

type Opciones = Record<
  'cursoId' | 'plantillaId' | 'sedeId',
  readonly { value: string; label: string }[]
>;

/** What an edition may be of, and what it is of though it is offered no more. */
const useOpcionesDeEdicion = (edicion: EdicionGuardada | null): Opciones => {
  const { data } = useOpciones();
  const sedes = useOpcionesDe('sedes');
  const own = (
    options: readonly { value: string; label: string }[],
    value: string | null | undefined,
    label: string | null | undefined,
  ) =>
    !value || options.some((option) => option.value === value)
      ? options
      : [...options, { value, label: label ?? '' }];
  return {
    cursoId: own(
      (data?.cursos ?? []).map(({ id, clave, nombre }) => ({
        value: id,
        label: `${clave} · ${nombre}`,
      })),
      edicion?.curso.id,
      edicion?.curso.nombre,
    ),
    plantillaId: own(
      (data?.plantillas ?? []).map(({ id, nombre }) => ({ value: id, label: nombre })),
      edicion?.datos.plantillaId,
      edicion?.plantilla,
    ),
    sedeId: own(sedes, edicion?.datos.sedeId, edicion?.sede),
  };
};

/** The fields of an edition. With a convocatoria, the course, the form and (once it is published) the enrolment dates are read-only. */
function Campos({
  form,
  opciones,
  edicion,
  acta,
}: {
  form: FormState<Escrito>;
  opciones: Opciones;
  edicion: EdicionGuardada | null;
  acta: Acta;
}) {
  const fecha = 'Por ejemplo, 12 1 2027';
  const porConvocatoria = edicion?.porConvocatoria ?? false;
  const conFechas = !edicion?.conConvocatoriaPublicada;
  return (
    <>
      {porConvocatoria && (
        <Notice title="Edición por convocatoria">
          <p>
            {conFechas
              ? 'Su curso y su plantilla los fija la convocatoria.'
              : 'Su curso, su plantilla y su periodo de inscripción los fija la convocatoria.'}
          </p>
        </Notice>
      )}
      {!porConvocatoria && (
        <SelectField label="Curso" options={opciones.cursoId} {...form.field('cursoId')} />
      )}
      {!acta && (
        <>
          <TextField label="Nombre" hint="Como «Edición 2 · 2027»." {...form.field('nombre')} />
          <DateField label="Inicia" hint={fecha} {...form.field('inicia')} />
          <DateField label="Termina" hint={fecha} {...form.field('termina')} />
        </>
      )}
      {conFechas && (
        <>
          <DateField label="Abren las inscripciones" hint={fecha} {...form.field('abreDia')} />
          <TextField label="Hora en que abren" hint="Como 09:00." {...form.field('abreHora')} />
          <DateField label="Cierran las inscripciones" hint={fecha} {...form.field('cierraDia')} />
          <TextField label="Hora en que cierran" hint="Como 18:00." {...form.field('cierraHora')} />
        </>
      )}
      {!acta && (
        <SelectField
          label="Sede"
          optional
          empty="Sin sede"
          options={opciones.sedeId}
          {...form.field('sedeId')}
        />
      )}
      <NumberField label="Cupo" hint="Lugares en total." {...form.field('cupo')} />
      {!acta && (
        <>
          <NumberField
            label="Calificación mínima"
            hint="De 0 a 10, para acreditar. Vacía: no se pide."
            decimal
            optional
            {...form.field('calificacionMinima')}
          />
          <NumberField
            label="Asistencia mínima"
            hint="Porcentaje de las sesiones. Vacía: no se pide."
            optional
            {...form.field('asistenciaMinima')}
          />
        </>
      )}
      {!porConvocatoria && (
        <SelectField
          label="Plantilla de inscripción"
          options={opciones.plantillaId}
          {...form.field('plantillaId')}
        />
      )}
    </>
  );
}
