import {
  CheckboxGroupField,
  DateField,
  RadioGroupField,
  SelectField,
} from '../../../../../platform/web/form/index.ts';
import { Button, IconTrash, Section } from '../../../../../platform/web/ui/index.ts';
import type { ContenidoEscrito } from '../../escritura/contract.ts';
import { CIFRAS, type Cifra, camposAfirmativos } from '../../escritura/rules.ts';
import { DESEMPATES, ORDENES_DE_CUPO } from '../../palabras/rules.ts';
import type { Edicion } from '../hooks.ts';
import { Agregar } from './agregar.tsx';
import { CifraField } from './cifra-field.tsx';
import styles from './convocatoria.module.css';

type Bases = ContenidoEscrito['bases'];
const CIFRAS_DE_EVALUACION: readonly Cifra[] = [
  'dictamenesPorSolicitud',
  'limiteDiferencia',
  'minimoComentario',
];

/** How applications are scored, how ties are broken and how reserved seats are filled. */
export function Desempates(edicion: Edicion) {
  const { contenido, entorno, errores, change, idOf } = edicion;
  const { bases } = contenido;
  const { cupos, secciones } = entorno.solicitud;
  const set = (more: Partial<Bases>) => change({ ...contenido, bases: { ...bases, ...more } });
  const campos = secciones.flatMap((seccion) => seccion.campos);
  return (
    <>
      <Section title="Evaluación" panel>
        <div className={styles.campos}>
          <div className={styles.cifras}>
            {CIFRAS_DE_EVALUACION.map((cifra) => (
              <CifraField
                key={cifra}
                label={CIFRAS[cifra][0]}
                id={idOf(`bases.${cifra}`)}
                value={bases[cifra]}
                error={errores[`bases.${cifra}`]}
                onChange={(value) => set({ [cifra]: value })}
              />
            ))}
          </div>
          <CheckboxGroupField
            label="Campos que identifican a la persona"
            hint="Quien evalúa no los ve."
            options={campos
              .filter(({ clave, dato }) => dato !== null || bases.camposConNombre.includes(clave))
              .map(({ clave, etiqueta }) => ({ value: clave, label: etiqueta }))}
            value={bases.camposConNombre}
            id={idOf('bases.camposConNombre')}
            onChange={(camposConNombre) => set({ camposConNombre: [...camposConNombre] })}
          />
          <AgregarCampo {...edicion} set={set} />
        </div>
      </Section>
      <Section
        title="Desempates"
        lead="Se aplican en este orden. El último es siempre el sorteo."
        panel
      >
        <div className={styles.campos}>
          <SelectField
            label="Campo de la acción afirmativa"
            optional
            empty="Ninguno"
            options={camposAfirmativos(entorno).map(({ clave, etiqueta }) => ({
              value: clave,
              label: etiqueta,
            }))}
            value={bases.campoAfirmativa ?? ''}
            id={idOf('bases.campoAfirmativa')}
            error={errores['bases.campoAfirmativa']}
            onChange={(clave) => set({ campoAfirmativa: clave === '' ? null : clave })}
          />
          <DateField
            label="Fecha de corte de la antigüedad"
            hint="Vacía: el cierre de solicitudes."
            optional
            value={bases.fechaCorte ?? ''}
            id={idOf('bases.fechaCorte')}
            {...(errores['bases.fechaCorte'] && { error: errores['bases.fechaCorte'] })}
            onChange={(fecha) => set({ fechaCorte: fecha === '' ? null : fecha })}
          />
          <Lista {...edicion} set={set} />
        </div>
      </Section>
      <Section title="Lugares reservados" panel>
        {cupos.length === 0 ? (
          <p id={idOf('bases.ordenDeCupos')} tabIndex={-1}>
            La plantilla de la edición no reserva lugares.
          </p>
        ) : (
          <div className={styles.campos} id={idOf('bases.ordenDeCupos')} tabIndex={-1}>
            <RadioGroupField
              label="Asignación"
              options={Object.entries(ORDENES_DE_CUPO).map(([value, label]) => ({ value, label }))}
              value={bases.cupos}
              onChange={(value) => set({ cupos: value as Bases['cupos'] })}
            />
            <Cupos {...edicion} set={set} />
          </div>
        )}
      </Section>
    </>
  );
}

type Con = Edicion & { set: (more: Partial<Bases>) => void };

/** Any other field of the application that says who somebody is. */
function AgregarCampo({ contenido: { bases }, entorno, set }: Con) {
  const otros = entorno.solicitud.secciones
    .flatMap(({ campos }) => campos)
    .filter(({ clave, dato }) => dato === null && !bases.camposConNombre.includes(clave));
  return (
    <Agregar
      label="Otro campo que identifica"
      options={otros.map(({ clave, etiqueta }) => ({ value: clave, label: etiqueta }))}
      onAdd={(clave) => set({ camposConNombre: [...bases.camposConNombre, clave] })}
    />
  );
}

const swapped = <T,>(list: readonly T[], i: number, j: number): T[] => {
  const next = [...list];
  [next[i], next[j]] = [next[j]!, next[i]!];
  return next;
};

/** A list that is put in order by buttons in view. */
function Orden({
  nombres,
  onSwap,
  onRemove,
}: {
  nombres: readonly string[];
  onSwap: (i: number, j: number) => void;
  onRemove?: (i: number) => void;
}) {
  return (
    <ol className={styles.orden}>
      {nombres.map((nombre, i) => (
        <li key={nombre}>
          <span>{nombre}</span>
          <span className={styles.botones}>
            <Button
              size="small"
              aria-label={`Subir ${nombre}`}
              aria-disabled={i === 0 || undefined}
              onClick={() => i > 0 && onSwap(i, i - 1)}
            >
              Subir
            </Button>
            <Button
              size="small"
              aria-label={`Bajar ${nombre}`}
              aria-disabled={i === nombres.length - 1 || undefined}
              onClick={() => i < nombres.length - 1 && onSwap(i, i + 1)}
            >
              Bajar
            </Button>
            {onRemove && (
              <Button
                size="small"
                variant="quiet"
                icon={<IconTrash />}
                aria-label={`Quitar ${nombre}`}
                onClick={() => onRemove(i)}
              >
                Quitar
              </Button>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Lista({ contenido, idOf, errores, set }: Con) {
  const { bases, etapas } = contenido;
  const { desempates } = bases;
  const say = ({ por, etapaId }: Bases['desempates'][number]) =>
    por === 'etapa'
      ? `${DESEMPATES.etapa}: ${etapas.find(({ id }) => id === etapaId)?.nombre || 'etapa que ya no existe'}`
      : DESEMPATES[por];
  const has = (por: string, etapaId?: string) =>
    desempates.some((one) => one.por === por && one.etapaId === etapaId);
  const options = [
    ...etapas
      .filter(({ id, tipo }) => tipo !== 'documental' && !has('etapa', id))
      .map(({ id, nombre }) => ({ value: id, label: `${DESEMPATES.etapa}: ${nombre}` })),
    ...(['afirmativa', 'antiguedad'] as const)
      .filter((por) => !has(por))
      .map((por) => ({ value: por as string, label: DESEMPATES[por] })),
  ];
  const add = (value: string) => {
    const nuevo: Bases['desempates'][number] =
      value === 'afirmativa' || value === 'antiguedad'
        ? { por: value }
        : { por: 'etapa', etapaId: value };
    set({ desempates: [...desempates, nuevo] });
  };
  return (
    <div id={idOf('bases.desempates')} tabIndex={-1}>
      <Orden
        nombres={desempates.map(say)}
        onSwap={(i, j) => set({ desempates: swapped(desempates, i, j) })}
        onRemove={(i) => set({ desempates: desempates.filter((_, at) => at !== i) })}
      />
      {errores['bases.desempates'] && <p className={styles.error}>{errores['bases.desempates']}</p>}
      <Agregar label="Otro desempate" options={options} onAdd={add} />
    </div>
  );
}

function Cupos({ contenido: { bases }, entorno, set }: Con) {
  const { cupos } = entorno.solicitud;
  const orden = [
    ...bases.ordenDeCupos,
    ...cupos.map(({ clave }) => clave).filter((clave) => !bases.ordenDeCupos.includes(clave)),
  ];
  const say = (clave: string) => {
    const cupo = cupos.find((one) => one.clave === clave);
    if (!cupo) return `${clave} (ya no existe)`;
    return `${cupo.nombre}: ${cupo.lugares === 1 ? '1 lugar' : `${cupo.lugares} lugares`}`;
  };
  const gone = orden.some((clave) => !cupos.some((one) => one.clave === clave));
  return (
    <>
      <p>Orden en que se asignan:</p>
      <Orden
        nombres={orden.map(say)}
        onSwap={(i, j) => set({ ordenDeCupos: swapped(orden, i, j) })}
      />
      {gone && (
        <Button
          size="small"
          icon={<IconTrash />}
          onClick={() =>
            set({
              ordenDeCupos: orden.filter((clave) => cupos.some((one) => one.clave === clave)),
            })
          }
        >
          Quitar los que ya no existen
        </Button>
      )}
    </>
  );
}
