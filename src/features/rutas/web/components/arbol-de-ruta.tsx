import { type RefObject, useId, useRef, useState } from 'react';
import { Asa, rowOfAsa } from '../../../../platform/web/editor/asa.tsx';
import type { Place } from '../../../../platform/web/editor/drag.ts';
import {
  CheckboxGroupField,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../../../platform/web/form/index.ts';
import {
  Button,
  IconButton,
  IconEdit,
  IconPlus,
  IconSortDown,
  IconSortUp,
  IconTrash,
} from '../../../../platform/web/ui/index.ts';
import type { CursoDeRuta } from '../../contract.ts';
import {
  agregarParte,
  cambiarParte,
  decirLugar,
  lugarDe,
  mayGoTo,
  moverParte,
  pasarA,
  ponerAlFinal,
  ponerJunto,
  quitarParte,
} from '../../escritura/rules.ts';
import {
  createNombrar,
  type DefinicionRuta,
  describeRegla,
  type GrupoDeRuta,
  idDe,
  isOpcional,
  MAX_NIVELES,
  obligatorias,
  type ParteDeRuta,
  recorrer,
} from '../../rules.ts';
import { useCursosParaRuta } from '../hooks.ts';
import styles from './ruta.module.css';

type Props = {
  definicion: DefinicionRuta;
  nombres: (cursoId: string) => string;
  /** Does something to the route; what was done is said. */
  onChange: (next: DefinicionRuta, dicho: string) => void;
  /** A course was found: it is called so. */
  onCurso: (curso: CursoDeRuta) => void;
};

const nuevo = (definicion: DefinicionRuta): GrupoDeRuta => {
  const used = new Set(recorrer(definicion).map(({ id }) => id));
  let n = used.size + 1;
  while (used.has(`g${n}`)) n++;
  return {
    tipo: 'grupo',
    clave: `g${n}`,
    titulo: '',
    regla: { tipo: 'todas' },
    requiere: [],
    partes: [],
  };
};

/** Where a stage may be let go: it stays one. */
const ETAPAS = '[data-etapa]';
/** Where any other part may: beside another one, or in a group, at its end. */
const PARTES = '[data-parte], [data-dentro]';

/** What a route is made of, to be written: put in order by its handles or by buttons, and each part opened to say more of it. */
export function ArbolDeRuta(props: Props) {
  const { definicion, onChange } = props;
  const [open, setOpen] = useState<string | null>(null);
  const prefijo = useId();
  const add = () => {
    const etapa = nuevo(definicion);
    setOpen(etapa.clave);
    onChange(agregarParte(definicion, null, etapa), 'Se agregó una etapa.');
  };
  return (
    <>
      <ol className={styles.arbol}>
        {definicion.etapas.map((etapa) => (
          <Parte
            key={etapa.clave}
            {...props}
            parte={etapa}
            {...{ prefijo, open }}
            onOpen={setOpen}
          />
        ))}
      </ol>
      <div>
        <Button icon={<IconPlus />} onClick={add}>
          Agregar una etapa
        </Button>
      </div>
    </>
  );
}

type ParteProps = Props & {
  parte: ParteDeRuta;
  /** Of the ids of what is drawn. */
  prefijo: string;
  /** The part whose fields are open. */
  open: string | null;
  onOpen: (id: string | null) => void;
};

/** A part with all that it holds; it goes with that by its handle. */
function Parte(props: ParteProps) {
  const { parte, definicion, open, onOpen } = props;
  const row = useRef<HTMLLIElement>(null);
  const id = idDe(parte);
  const places = lugarDe(definicion, id).en === null ? { 'data-etapa': id } : { 'data-parte': id };
  return (
    <li ref={row} className={rowOfAsa} {...places}>
      <Fila
        {...props}
        row={row}
        isOpen={open === id}
        onToggle={() => onOpen(open === id ? null : id)}
      />
      {parte.tipo === 'grupo' && (
        <div data-dentro={id} className={styles.dentro}>
          <ol>
            {parte.partes.map((one) => (
              <Parte key={idDe(one)} {...props} parte={one} />
            ))}
          </ol>
          <Agregar {...props} grupo={parte} onGrupo={onOpen} />
        </div>
      )}
    </li>
  );
}

function Fila({
  definicion,
  nombres,
  onChange,
  parte,
  prefijo,
  row,
  isOpen,
  onToggle,
}: ParteProps & {
  row: RefObject<HTMLLIElement | null>;
  isOpen: boolean;
  onToggle: () => void;
}) {
  const id = idDe(parte);
  const nombre = parte.tipo === 'curso' ? nombres(id) : parte.titulo || 'Sin título';
  const { en, lugar, de } = lugarDe(definicion, id);
  const nombrar = createNombrar(definicion, nombres);
  const move = (next: DefinicionRuta, stays: string) =>
    onChange(next, `${nombre}: ${next === definicion ? stays : decirLugar(next, id)}`);
  const step = (by: 1 | -1) =>
    move(
      moverParte(definicion, id, by),
      `ya está al ${by === 1 ? 'final' : 'principio'}: ${decirLugar(definicion, id)}`,
    );
  const letGo = ({ element: { dataset }, after }: Place) => {
    const otra = dataset.parte ?? dataset.etapa;
    return otra === undefined
      ? ponerAlFinal(definicion, id, dataset.dentro!)
      : ponerJunto(definicion, id, { otra, after });
  };
  const mayGo = ({ dataset }: HTMLElement) => {
    const otra = dataset.parte ?? dataset.etapa;
    return mayGoTo(
      definicion,
      id,
      otra === undefined ? dataset.dentro! : lugarDe(definicion, otra).en,
    );
  };
  return (
    <>
      <div className={styles.linea}>
        <Asa
          id={`${prefijo}-${id}`}
          {...{ nombre, row, mayGo }}
          places={en === null ? ETAPAS : PARTES}
          onDrop={(place) => move(letGo(place), 'sigue en su lugar')}
          onStep={step}
        />
        <span className={styles.rotulo}>
          {nombre}
          {parte.tipo === 'grupo' && <span className={styles.quiet}> {describeRegla(parte)}</span>}
        </span>
        <div className={styles.actos}>
          <IconButton label={`Subir ${nombre}`} onClick={lugar > 0 ? () => step(-1) : null}>
            <IconSortUp />
          </IconButton>
          <IconButton label={`Bajar ${nombre}`} onClick={lugar < de - 1 ? () => step(1) : null}>
            <IconSortDown />
          </IconButton>
          <IconButton label={`Editar ${nombre}`} aria-expanded={isOpen} onClick={onToggle}>
            <IconEdit />
          </IconButton>
          <IconButton
            label={`Quitar ${nombre}`}
            onClick={() => onChange(quitarParte(definicion, id), `Se quitó ${nombre}.`)}
          >
            <IconTrash />
          </IconButton>
        </div>
      </div>
      {!isOpen && parte.requiere.length > 0 && (
        <p className={styles.quiet}>Requiere {parte.requiere.map(nombrar).join('; ')}.</p>
      )}
      {isOpen && (
        <Campos definicion={definicion} nombres={nombres} onChange={onChange} parte={parte} />
      )}
    </>
  );
}

function Campos({
  definicion,
  nombres,
  onChange,
  parte,
}: Pick<Props, 'definicion' | 'nombres' | 'onChange'> & { parte: ParteDeRuta }) {
  const id = idDe(parte);
  const nombrar = createNombrar(definicion, nombres);
  const set = (change: (parte: ParteDeRuta) => ParteDeRuta) =>
    onChange(cambiarParte(definicion, id, change), '');
  const inside = new Set(
    recorrer({ ...definicion, etapas: parte.tipo === 'grupo' ? [parte] : [] }).map((one) => one.id),
  );
  const holders = new Set(
    recorrer(definicion)
      .find((one) => one.id === id)
      ?.dentroDe.map(({ clave }) => clave),
  );
  const options = recorrer(definicion)
    .filter((one) => one.id !== id && !inside.has(one.id) && !holders.has(one.id))
    .filter((one) => !isOpcional(one.parte) || parte.requiere.includes(one.id))
    .map((one) => ({ value: one.id, label: nombrar(one.id) }));
  const en = lugarDe(definicion, id).en;
  const places = [
    ...(mayGoTo(definicion, id, null) ? [{ value: '', label: 'Como etapa' }] : []),
    ...recorrer(definicion)
      .filter((one) => one.parte.tipo === 'grupo' && mayGoTo(definicion, id, one.id))
      .map((one) => ({ value: one.id, label: nombrar(one.id) })),
  ];
  return (
    <div className={styles.campos}>
      {parte.tipo === 'grupo' && <CamposDeGrupo grupo={parte} set={set} />}
      <SelectField
        label="Dónde está"
        value={en ?? ''}
        empty={null}
        options={places}
        onChange={(to) => onChange(pasarA(definicion, id, to === '' ? null : to), 'Se movió.')}
      />
      {options.length > 0 && (
        <details>
          <summary>Lo que requiere antes ({parte.requiere.length})</summary>
          <CheckboxGroupField
            label="Requiere"
            value={parte.requiere}
            options={options}
            onChange={(requiere) => set((one) => ({ ...one, requiere: [...requiere] }))}
          />
        </details>
      )}
    </div>
  );
}

function CamposDeGrupo({
  grupo,
  set,
}: {
  grupo: GrupoDeRuta;
  set: (change: (parte: ParteDeRuta) => ParteDeRuta) => void;
}) {
  const put = (change: Partial<GrupoDeRuta>) =>
    set((one) => ({ ...(one as GrupoDeRuta), ...change }));
  const { regla } = grupo;
  const hay = obligatorias(grupo).length;
  return (
    <>
      <TextField
        label="Título"
        value={grupo.titulo}
        maxLength={120}
        onChange={(titulo) => put({ titulo })}
      />
      <TextAreaField
        label="Explicación"
        optional
        rows={2}
        maxLength={600}
        value={grupo.texto ?? ''}
        onChange={(texto) => put({ texto: texto === '' ? undefined : texto })}
      />
      <SelectField
        label="Se completa con"
        value={regla.tipo}
        empty={null}
        options={[
          { value: 'todas', label: 'Todas sus partes' },
          { value: 'n', label: 'Algunas de sus partes' },
          { value: 'opcional', label: 'Nada: es opcional' },
        ]}
        onChange={(tipo) =>
          put({
            regla:
              tipo === 'n'
                ? { tipo: 'n', n: 1 }
                : { tipo: tipo === 'opcional' ? 'opcional' : 'todas' },
          })
        }
      />
      {regla.tipo === 'n' && (
        <NumberField
          label="Número"
          hint={`De ${hay} que no son opcionales.`}
          value={String(regla.n)}
          onChange={(text) => {
            const n = Number.parseInt(text, 10);
            if (n >= 1 && n <= 200) put({ regla: { tipo: 'n', n } });
          }}
        />
      )}
    </>
  );
}

function Agregar({
  definicion,
  nombres,
  onChange,
  onCurso,
  grupo,
  onGrupo,
}: Props & { grupo: GrupoDeRuta; onGrupo: (clave: string) => void }) {
  const [looking, setLooking] = useState(false);
  const nivel = recorrer(definicion).find(({ id }) => id === grupo.clave)?.dentroDe.length ?? 0;
  const nombre = grupo.titulo || 'esta etapa';
  return (
    <>
      <div className={styles.botones}>
        <Button
          size="small"
          icon={<IconPlus />}
          aria-expanded={looking}
          aria-label={`Agregar cursos a ${nombre}`}
          onClick={() => setLooking(!looking)}
        >
          Cursos
        </Button>
        {nivel + 2 <= MAX_NIVELES && (
          <Button
            size="small"
            icon={<IconPlus />}
            aria-label={`Agregar un grupo a ${nombre}`}
            onClick={() => {
              const one = nuevo(definicion);
              onGrupo(one.clave);
              onChange(agregarParte(definicion, grupo.clave, one), 'Se agregó un grupo.');
            }}
          >
            Grupo
          </Button>
        )}
      </div>
      {looking && (
        <Buscador
          usados={new Set(recorrer(definicion).map(({ id }) => id))}
          nombres={nombres}
          onElegir={(curso) => {
            onCurso(curso);
            onChange(
              agregarParte(definicion, grupo.clave, {
                tipo: 'curso',
                cursoId: curso.id,
                requiere: [],
              }),
              `Se agregó ${curso.nombre}.`,
            );
          }}
        />
      )}
    </>
  );
}

function Buscador({
  usados,
  onElegir,
}: {
  usados: ReadonlySet<string>;
  nombres: Props['nombres'];
  onElegir: (curso: CursoDeRuta) => void;
}) {
  const [text, setText] = useState('');
  const { data } = useCursosParaRuta(text.trim());
  const found = (data?.cursos ?? []).filter(({ id }) => !usados.has(id));
  return (
    <div className={styles.campos}>
      <TextField
        label="Buscar un curso"
        type="search"
        autoComplete="off"
        hint="Por su clave o su nombre."
        value={text}
        onChange={setText}
      />
      <p role="status" className={styles.quiet}>
        {data ? (found.length === 1 ? '1 curso' : `${found.length} cursos`) : 'Buscando…'}
      </p>
      <ul className={styles.list}>
        {found.map((curso) => (
          <li key={curso.id}>
            <button type="button" className={styles.nombre} onClick={() => onElegir(curso)}>
              {curso.clave} {curso.nombre}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
