import { SelectField } from '../../../../platform/web/form/index.ts';
import type { Agrupacion } from '../../contract.ts';
import { agrupacionesDe, PERIODOS, type Periodo, rangoDe } from '../../rules.ts';
import { useOpciones } from '../hooks.ts';
import styles from './indicadores.module.css';

export type Eleccion = {
  readonly periodo: Periodo;
  readonly por: Agrupacion | '';
  readonly tipoId: string;
  readonly areaId: string;
  readonly cursoId: string;
};

const AGRUPACIONES: Readonly<Record<Agrupacion, string>> = {
  dia: 'Día',
  semana: 'Semana',
  mes: 'Mes',
};

const optionOf = ({ id, nombre }: { id: string; nombre: string }) => ({ value: id, label: nombre });

/** Of when and of what the figures are. */
export function Filtros({
  eleccion,
  mes,
  por,
  onChange,
}: {
  eleccion: Eleccion;
  /** This month (YYYY-MM). */
  mes: string;
  /** By what time is told now. */
  por: Agrupacion;
  onChange: (eleccion: Eleccion) => void;
}) {
  const { data } = useOpciones();
  const { tipos = [], areas = [], cursos = [] } = data ?? {};
  const { periodo, tipoId, areaId, cursoId } = eleccion;
  const put = (change: Partial<Eleccion>) => onChange({ ...eleccion, ...change });
  const offered = cursos.filter(
    (curso) =>
      (tipoId === '' || curso.tipoId === tipoId) && (areaId === '' || curso.areaId === areaId),
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: nothing is sent, and a fieldset would be announced at each field
    <div role="group" aria-label="Filtros de las cifras" className={styles.filtros}>
      <SelectField
        label="Periodo"
        value={periodo}
        onChange={(value) => put({ periodo: value as Periodo, por: '' })}
        empty={null}
        options={Object.entries(PERIODOS).map(([value, label]) => ({ value, label }))}
      />
      <SelectField
        label="Agrupar por"
        value={por}
        onChange={(value) => put({ por: value as Agrupacion })}
        empty={null}
        options={agrupacionesDe(rangoDe(periodo, mes)).map((value) => ({
          value,
          label: AGRUPACIONES[value],
        }))}
      />
      <SelectField
        label="Tipo"
        value={tipoId}
        onChange={(value) => put({ tipoId: value, cursoId: '' })}
        empty="Todos"
        options={tipos.map(optionOf)}
      />
      <SelectField
        label="Área"
        value={areaId}
        onChange={(value) => put({ areaId: value, cursoId: '' })}
        empty="Todas"
        options={areas.map(optionOf)}
      />
      <SelectField
        label="Curso"
        value={cursoId}
        onChange={(value) => put({ cursoId: value })}
        empty="Todos"
        options={offered.map(optionOf)}
      />
    </div>
  );
}
