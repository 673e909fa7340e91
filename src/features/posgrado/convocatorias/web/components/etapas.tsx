import { useState } from 'react';
import {
  CheckboxGroupField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../../../../platform/web/form/index.ts';
import {
  Button,
  classes,
  IconPlus,
  IconTrash,
  Panel,
  Section,
} from '../../../../../platform/web/ui/index.ts';
import type { CriterioEscrito, EtapaEscrita } from '../../escritura/contract.ts';
import { isCalificada, porQueNoPieza } from '../../escritura/rules.ts';
import {
  PIEZA_RECOMENDACIONES,
  PUNTOS_CRITERIO,
  TIPOS_ETAPA,
  type TipoEtapa,
} from '../../palabras/rules.ts';
import type { Edicion } from '../hooks.ts';
import { CifraField } from './cifra-field.tsx';
import styles from './convocatoria.module.css';
import { MomentoField } from './momento-field.tsx';

const TIPOS = Object.entries(TIPOS_ETAPA).map(([value, label]) => ({ value, label }));
const PUNTOS = Array.from({ length: PUNTOS_CRITERIO + 1 }, (_, puntos) => puntos);

const nuevoCriterio = (): CriterioEscrito => ({
  id: crypto.randomUUID(),
  nombre: '',
  descripcion: '',
  peso: 10,
  anclas: PUNTOS.map(() => ''),
  piezas: [],
});

const nuevaEtapa = (): EtapaEscrita => ({
  id: crypto.randomUUID(),
  tipo: 'rubrica',
  nombre: '',
  peso: 0,
  minimo: null,
  corte: null,
  venceEn: null,
  criterios: [],
});

const moved = <T,>(list: readonly T[], from: number, by: 1 | -1): T[] => {
  const next = [...list];
  const [one] = next.splice(from, 1);
  next.splice(from + by, 0, one!);
  return next;
};

/** The stages of the selection, in their order, with the criteria of each. */
export function Etapas(edicion: Edicion) {
  const { contenido, change, idOf, publicada, errores } = edicion;
  const { etapas } = contenido;
  const [said, setSaid] = useState('');
  const suma = etapas.reduce((sum, { peso }) => sum + (peso || 0), 0);
  const put = (next: EtapaEscrita[]) => change({ ...contenido, etapas: next });
  return (
    <Section
      title="Etapas y criterios"
      lead={publicada ? undefined : 'Se cursan en este orden.'}
      action={
        <p className={classes(styles.suma, suma !== 100 && styles.falta)}>
          Pesos: {suma} % de 100 %
        </p>
      }
    >
      <p className="sr-only" role="status">
        {said}
      </p>
      {errores.etapas && <p className={styles.error}>{errores.etapas}</p>}
      <ol className={styles.etapas} id={idOf('etapas')} tabIndex={-1}>
        {etapas.map((etapa, i) => (
          <li key={etapa.id}>
            <Etapa
              {...edicion}
              etapa={etapa}
              i={i}
              onChange={(next) => put(etapas.map((one, j) => (j === i ? next : one)))}
              onMove={(by) => {
                put(moved(etapas, i, by));
                setSaid(`${etapa.nombre || 'La etapa'} pasó al lugar ${i + by + 1}.`);
              }}
              onRemove={() => {
                put(etapas.filter((_, j) => j !== i));
                setSaid(`Se quitó ${etapa.nombre || 'la etapa'}.`);
              }}
              last={i === etapas.length - 1}
            />
          </li>
        ))}
      </ol>
      {!publicada && (
        <Button icon={<IconPlus />} onClick={() => put([...etapas, nuevaEtapa()])}>
          Agregar etapa
        </Button>
      )}
    </Section>
  );
}

function Etapa({
  etapa,
  i,
  last,
  onChange,
  onMove,
  onRemove,
  ...edicion
}: Edicion & {
  etapa: EtapaEscrita;
  i: number;
  last: boolean;
  onChange: (etapa: EtapaEscrita) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}) {
  const { errores, idOf, publicada, cerradas, conDictamenes } = edicion;
  const at = `etapas.${i}`;
  const nombre = etapa.nombre.trim() || `Etapa ${i + 1}`;
  const cerrada = cerradas.includes(etapa.id);
  const fijos = cerrada || conDictamenes.includes(etapa.id);
  const set = (more: Partial<EtapaEscrita>) => onChange({ ...etapa, ...more });
  const field = (key: keyof EtapaEscrita) => ({
    id: idOf(`${at}.${key}`),
    error: errores[`${at}.${key}`],
    disabled: cerrada,
  });
  const changeTipo = (tipo: string) => {
    const next = tipo as TipoEtapa;
    set({
      tipo: next,
      ...(next === 'documental' && { peso: 0, minimo: null, corte: null }),
      ...(!isCalificada({ tipo: next }) && { criterios: [] }),
    });
  };
  return (
    <Panel className={styles.etapa}>
      <div className={styles.cabeza}>
        <h3>
          {i + 1}. {nombre}
          {cerrada && <small> · Cerrada</small>}
        </h3>
        {!publicada && (
          <div className={styles.botones}>
            <Button
              size="small"
              aria-label={`Subir ${nombre}`}
              aria-disabled={i === 0 || undefined}
              onClick={() => i > 0 && onMove(-1)}
            >
              Subir
            </Button>
            <Button
              size="small"
              aria-label={`Bajar ${nombre}`}
              aria-disabled={last || undefined}
              onClick={() => !last && onMove(1)}
            >
              Bajar
            </Button>
            <Button
              size="small"
              variant="quiet"
              icon={<IconTrash />}
              aria-label={`Quitar ${nombre}`}
              onClick={onRemove}
            >
              Quitar
            </Button>
          </div>
        )}
      </div>
      <div className={styles.rejilla}>
        <TextField
          label="Nombre"
          value={etapa.nombre}
          maxLength={120}
          onChange={(value) => set({ nombre: value })}
          {...field('nombre')}
        />
        {publicada ? (
          <p className={styles.fijo}>
            <span>Tipo</span>
            {TIPOS_ETAPA[etapa.tipo]}
          </p>
        ) : (
          <SelectField
            label="Tipo"
            options={TIPOS}
            empty={null}
            value={etapa.tipo}
            onChange={changeTipo}
            {...field('tipo')}
          />
        )}
        {etapa.tipo !== 'documental' && (
          <>
            <CifraField
              label="Peso (%)"
              value={etapa.peso}
              onChange={(peso) => set({ peso })}
              {...field('peso')}
            />
            <CifraField
              label="Puntuación mínima"
              hint="De 0 a 100."
              optional
              divide={100}
              value={etapa.minimo}
              onChange={(minimo) => set({ minimo })}
              {...field('minimo')}
            />
            <CifraField
              label="Personas que pasan"
              hint="Pasa también quien empata con la última."
              optional
              value={etapa.corte}
              onChange={(corte) => set({ corte })}
              {...field('corte')}
            />
          </>
        )}
      </div>
      <MomentoField
        label={`Fecha límite de ${nombre} (opcional)`}
        value={etapa.venceEn ?? ''}
        onChange={(value) => set({ venceEn: value === '' ? null : value })}
        {...field('venceEn')}
      />
      {isCalificada(etapa) && (
        <Criterios
          {...edicion}
          etapa={etapa}
          at={at}
          fijos={fijos}
          cerrada={cerrada}
          onChange={(criterios) => set({ criterios })}
        />
      )}
    </Panel>
  );
}

function Criterios({
  etapa,
  at,
  fijos,
  cerrada,
  onChange,
  ...edicion
}: Edicion & {
  etapa: EtapaEscrita;
  at: string;
  /** Neither added nor taken away. */
  fijos: boolean;
  cerrada: boolean;
  onChange: (criterios: CriterioEscrito[]) => void;
}) {
  const { criterios } = etapa;
  const { errores, idOf } = edicion;
  const [opened, setOpened] = useState<string | null>(null);
  const suma = criterios.reduce((sum, { peso }) => sum + (peso || 0), 0);
  const add = () => {
    const nuevo = nuevoCriterio();
    setOpened(nuevo.id);
    onChange([...criterios, nuevo]);
  };
  const error = errores[`${at}.criterios`];
  return (
    <div className={styles.criterios} id={idOf(`${at}.criterios`)} tabIndex={-1}>
      <h4>Criterios{criterios.length > 0 && <small> · pesos: {suma}</small>}</h4>
      {error && <p className={styles.error}>{error}</p>}
      {criterios.map((criterio, c) => (
        <Criterio
          key={criterio.id}
          {...edicion}
          criterio={criterio}
          at={`${at}.criterios.${c}`}
          n={c + 1}
          opened={opened === criterio.id}
          fijos={fijos}
          cerrada={cerrada}
          onChange={(next) => onChange(criterios.map((one, j) => (j === c ? next : one)))}
          onMove={(by) => onChange(moved(criterios, c, by))}
          onRemove={() => onChange(criterios.filter((_, j) => j !== c))}
          last={c === criterios.length - 1}
        />
      ))}
      {!fijos && (
        <Button size="small" icon={<IconPlus />} onClick={add}>
          Agregar criterio
        </Button>
      )}
    </div>
  );
}

function Criterio({
  criterio,
  at,
  n,
  opened,
  last,
  fijos,
  cerrada,
  onChange,
  onMove,
  onRemove,
  ...edicion
}: Edicion & {
  criterio: CriterioEscrito;
  at: string;
  n: number;
  opened: boolean;
  last: boolean;
  fijos: boolean;
  cerrada: boolean;
  onChange: (criterio: CriterioEscrito) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}) {
  const { errores, idOf } = edicion;
  const nombre = criterio.nombre.trim() || `Criterio ${n}`;
  const set = (more: Partial<CriterioEscrito>) => onChange({ ...criterio, ...more });
  const field = (key: keyof CriterioEscrito) => ({
    id: idOf(`${at}.${key}`),
    error: errores[`${at}.${key}`],
    disabled: cerrada,
  });
  return (
    <details className={styles.criterio} open={opened || undefined}>
      <summary id={idOf(at)}>
        {nombre} <small>· peso {criterio.peso || '—'}</small>
      </summary>
      <div className={styles.campos}>
        <div className={styles.rejilla}>
          <TextField
            label="Nombre"
            value={criterio.nombre}
            maxLength={120}
            onChange={(value) => set({ nombre: value })}
            {...field('nombre')}
          />
          <CifraField
            label="Peso"
            value={criterio.peso}
            onChange={(peso) => set({ peso })}
            {...field('peso')}
          />
        </div>
        <TextAreaField
          label="Descripción"
          optional
          rows={2}
          maxLength={1000}
          value={criterio.descripcion}
          onChange={(descripcion) => set({ descripcion })}
          {...field('descripcion')}
        />
        <div className={styles.piezas}>
          <Piezas {...edicion} criterio={criterio} at={at} cerrada={cerrada} onChange={set} />
        </div>
        <div className={styles.anclas}>
          {PUNTOS.map((puntos) => (
            <TextAreaField
              key={puntos}
              label={puntos === 1 ? '1 punto' : `${puntos} puntos`}
              rows={2}
              value={criterio.anclas[puntos] ?? ''}
              id={idOf(`${at}.anclas.${puntos}`)}
              error={errores[`${at}.anclas.${puntos}`]}
              disabled={cerrada}
              onChange={(value) =>
                set({
                  anclas: PUNTOS.map((one) =>
                    one === puntos ? value : (criterio.anclas[one] ?? ''),
                  ),
                })
              }
            />
          ))}
        </div>
        {!fijos && (
          <div className={styles.botones}>
            <Button
              size="small"
              aria-label={`Subir ${nombre}`}
              aria-disabled={n === 1 || undefined}
              onClick={() => n > 1 && onMove(-1)}
            >
              Subir
            </Button>
            <Button
              size="small"
              aria-label={`Bajar ${nombre}`}
              aria-disabled={last || undefined}
              onClick={() => !last && onMove(1)}
            >
              Bajar
            </Button>
            <Button
              size="small"
              variant="quiet"
              icon={<IconTrash />}
              aria-label={`Quitar ${nombre}`}
              onClick={onRemove}
            >
              Quitar
            </Button>
          </div>
        )}
      </div>
    </details>
  );
}

/** The pieces of the application that a criterion looks at: only those that do not say who it is of. */
function Piezas({
  contenido,
  entorno,
  criterio,
  at,
  cerrada,
  idOf,
  errores,
  onChange,
}: Edicion & {
  criterio: CriterioEscrito;
  at: string;
  cerrada: boolean;
  onChange: (more: Partial<CriterioEscrito>) => void;
}) {
  const chosen = new Set(criterio.piezas);
  const may = (clave: string) =>
    chosen.has(clave) || porQueNoPieza(contenido, entorno, clave) === null;
  const options = [
    ...entorno.solicitud.secciones.flatMap(({ clave, titulo, campos }) => [
      ...(may(clave) ? [{ value: clave, label: `Sección completa: ${titulo}` }] : []),
      ...campos
        .filter((campo) => may(campo.clave))
        .map((campo) => ({ value: campo.clave, label: campo.etiqueta })),
    ]),
    ...(may(PIEZA_RECOMENDACIONES)
      ? [{ value: PIEZA_RECOMENDACIONES, label: 'Cartas de recomendación' }]
      : []),
  ];
  const gone = criterio.piezas
    .filter((clave) => !options.some(({ value }) => value === clave))
    .map((clave) => ({ value: clave, label: `${clave} (ya no existe)` }));
  return (
    <CheckboxGroupField
      label="Piezas que se evalúan"
      hint="Documentos, datos sensibles y campos que identifican no se ofrecen."
      options={[...options, ...gone]}
      value={criterio.piezas}
      id={idOf(`${at}.piezas`)}
      error={errores[`${at}.piezas`]}
      disabled={cerrada}
      onChange={(piezas) => onChange({ piezas: [...piezas] })}
    />
  );
}
