import { useState } from 'react';
import { NO_SE_LEE } from '../../../../../platform/shared/ilegible.ts';
import { readNumber } from '../../../../../platform/shared/numbers.ts';
import { Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import {
  NumberField,
  type Option,
  SelectField,
  TextAreaField,
  TextField,
  useForm,
} from '../../../../../platform/web/form/index.ts';
import { Conflicto, type Previo, previoOf } from '../../../web/components/conflicto.tsx';
import type { CursoGuardado, DatosDeCurso } from '../../contract.ts';
import { CAMPOS_DE_CURSO, checkCurso, comparables, normaliseCurso } from '../../rules.ts';
import { useCursoChanges, useOpcionesDe } from '../hooks.ts';
import { escribeTemario, type TemaEscrito, TemarioField } from './temario-field.tsx';

type Escrito = {
  clave: string;
  nombre: string;
  tipoId: string;
  modalidadId: string;
  areaId: string;
  horas: string;
  creditos: string;
  objetivo: string;
  temario: TemaEscrito[];
  requisitos: string;
};

const NUEVO: DatosDeCurso = {
  clave: '',
  nombre: '',
  tipoId: '',
  modalidadId: '',
  areaId: '',
  horas: null,
  creditos: null,
  objetivo: '',
  temario: [],
  requisitos: '',
};

const text = (n: number | null): string => (n === null ? '' : String(n));
/** What is no number at all is none that would be taken. */
const number = (written: string): number | null =>
  written.trim() === '' ? null : (readNumber(written) ?? Number.NaN);

const toForm = (datos: DatosDeCurso): Escrito => ({
  ...datos,
  horas: text(datos.horas),
  creditos: text(datos.creditos),
  temario: escribeTemario(datos.temario ?? []),
});

/** `ilegible`: of whose syllabus nothing could be shown, and which stays as it is while nothing is written. */
const toDatos = (escrito: Escrito, ilegible: boolean): DatosDeCurso =>
  normaliseCurso({
    ...escrito,
    horas: number(escrito.horas),
    creditos: number(escrito.creditos),
    temario:
      ilegible && escrito.temario.length === 0
        ? null
        : escrito.temario.map(({ titulo, contenido }) => ({ titulo, contenido })),
  });

/** What is offered, and what the course has though it is offered no more. */
const withOwn = (options: readonly Option[], id: string | undefined, name = ''): Option[] =>
  id && !options.some(({ value }) => value === id)
    ? [...options, { value: id, label: `${name} (inactivo)` }]
    : [...options];

/** Adds a course, or edits one; when somebody else saved it meanwhile, both changes are joined. */
export function CursoDialog({
  curso,
  onClose,
  onSaved,
}: {
  /** Null: a new one. */
  curso: CursoGuardado | null;
  onClose: () => void;
  onSaved?: (curso: CursoGuardado) => void;
}) {
  const [base, setBase] = useState(curso);
  const [choice, setChoice] = useState<{
    previo: Previo<CursoGuardado>;
    mine: DatosDeCurso;
  } | null>(null);
  const [joined, setJoined] = useState(false);
  const { saveCurso } = useCursoChanges();
  const ilegible = base !== null && base.datos.temario === null;
  const opciones = {
    tipoId: withOwn(useOpcionesDe('tipos-actividad'), base?.datos.tipoId, base?.tipo),
    modalidadId: withOwn(useOpcionesDe('modalidades'), base?.datos.modalidadId, base?.modalidad),
    areaId: withOwn(useOpcionesDe('areas'), base?.datos.areaId, base?.area),
  };
  const form = useForm({
    initial: toForm(curso?.datos ?? NUEVO),
    validate: (escrito) => checkCurso(toDatos(escrito, ilegible)),
    submit: async (escrito) => {
      const datos = toDatos(escrito, ilegible);
      try {
        return await saveCurso({ id: base?.id ?? null, version: base?.version ?? null, datos });
      } catch (error) {
        const previo = previoOf<CursoGuardado>(error);
        if (!previo) throw error;
        setChoice({ previo, mine: datos });
        return null;
      }
    },
    onSuccess: (saved) => {
      if (!saved) return;
      const { nombre } = saved.curso.datos;
      const siguen =
        saved.siguen === 0
          ? ''
          : saved.siguen === 1
            ? ' Una edición que no ha comenzado toma el cambio.'
            : ` ${saved.siguen} ediciones que no han comenzado toman el cambio.`;
      notify.success(base ? `Se guardó «${nombre}».${siguen}` : `Se agregó «${nombre}».`);
      onSaved?.(saved.curso);
      onClose();
    },
  });
  const say = (key: keyof DatosDeCurso, datos: DatosDeCurso) => {
    if (key === 'temario') {
      return datos.temario ? datos.temario.map(({ titulo }) => titulo).join('; ') : NO_SE_LEE;
    }
    if (key === 'tipoId' || key === 'modalidadId' || key === 'areaId') {
      return opciones[key].find(({ value }) => value === datos[key])?.label ?? 'Otra opción';
    }
    return datos[key];
  };
  return (
    <>
      <FormDialog
        title={base ? 'Editar el curso' : 'Agregar un curso'}
        form={form}
        submit={base ? 'Guardar' : 'Agregar'}
        keptAs={curso ? `curso/${curso.id}/${curso.version}` : 'curso/nuevo'}
        onClose={onClose}
      >
        {joined && (
          <Notice title="Se reunieron los dos cambios">
            <p>Revise cómo queda y guarde.</p>
          </Notice>
        )}
        <TextField label="Clave" hint="Como AMP-101." mono {...form.field('clave')} />
        <TextField label="Nombre" {...form.field('nombre')} />
        <SelectField label="Tipo" options={opciones.tipoId} {...form.field('tipoId')} />
        <SelectField
          label="Modalidad"
          options={opciones.modalidadId}
          {...form.field('modalidadId')}
        />
        <SelectField label="Área" options={opciones.areaId} {...form.field('areaId')} />
        <NumberField label="Horas" {...form.field('horas')} />
        <NumberField label="Créditos" decimal optional {...form.field('creditos')} />
        <TextAreaField label="Objetivo" optional rows={4} {...form.field('objetivo')} />
        {ilegible && (
          <Notice tone="warning" title="El temario no se puede leer">
            <p>
              Se queda como está mientras no agregue una unidad; si lo escribe otra vez, eso lo
              reemplaza.
            </p>
          </Notice>
        )}
        <TemarioField {...form.field('temario')} />
        <TextAreaField label="Requisitos" optional rows={4} {...form.field('requisitos')} />
      </FormDialog>
      {choice && base && (
        <Conflicto
          what={choice.previo.actual.datos.nombre}
          previo={choice.previo}
          labels={CAMPOS_DE_CURSO}
          base={base.datos}
          mine={choice.mine}
          theirs={choice.previo.actual.datos}
          compare={comparables}
          say={say}
          onEnd={(datos, joins) => {
            setBase(choice.previo.actual);
            (joins ? form.set : form.reset)(toForm(datos));
            setJoined(joins);
            setChoice(null);
          }}
        />
      )}
    </>
  );
}
