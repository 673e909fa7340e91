import { type KeyboardEvent, useState } from 'react';
import { lookUp } from '../../../../platform/shared/look-up.ts';
import { dragRow } from '../../../../platform/web/editor/drag.ts';
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
  IconMenu,
  IconPlus,
  IconSortDown,
  IconSortUp,
  IconTrash,
} from '../../../../platform/web/ui/index.ts';
import type { CursoDeRuta } from '../../contract.ts';
import {
  agregarParte,
  cambiarParte,
  lugarDe,
  mayGoTo,
  moverParte,
  pasarA,
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

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

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

/** What a route is made of, to be written: order by dragging or by buttons, and each part opened to say more of it. */
export function ArbolDeRuta(props: Props) {
  const { definicion, onChange } = props;
  const [open, setOpen] = useState<string | null>(null);
  const add = () => {
    const etapa = nuevo(definicion);
    setOpen(etapa.clave);
    onChange(agregarParte(definicion, null, etapa), 'Se agregó una etapa.');
  };
  const item = (parte: ParteDeRuta) => (
    <li key={idDe(parte)} data-parte={idDe(parte)}>
      <Fila
        {...props}
        parte={parte}
        open={open === idDe(parte)}
        onOpen={() => setOpen(open === idDe(parte) ? null : idDe(parte))}
      />
      {parte.tipo === 'grupo' && (
        <>
          <ol>{parte.partes.map(item)}</ol>
          <Agregar {...props} grupo={parte} onGrupo={setOpen} />
        </>
      )}
    </li>
  );
  return (
    <>
      <ol className={styles.arbol}>{definicion.etapas.map(item)}</ol>
      <div>
        <Button icon={<IconPlus />} onClick={add}>
          Agregar una etapa
        </Button>
      </div>
    </>
  );
}

function Fila({
  definicion,
  nombres,
  onChange,
  parte,
  open,
  onOpen,
}: Props & { parte: ParteDeRuta; open: boolean; onOpen: () => void }) {
  const id = idDe(parte);
  const nombre = parte.tipo === 'curso' ? nombres(id) : parte.titulo || 'Sin título';
  const { lugar, de } = lugarDe(definicion, id);
  const nombrar = createNombrar(definicion, nombres);
  const move = (step: number) =>
    onChange(moverParte(definicion, id, step), `${nombre}: lugar ${lugar + 1 + step} de ${de}`);
  const onKey = (event: KeyboardEvent) => {
    const step = lookUp(STEPS, event.key);
    if (step === undefined) return;
    event.preventDefault();
    if (lugar + step >= 0 && lugar + step < de) move(step);
  };
  return (
    <>
      <div className={styles.linea}>
        <IconButton
          label={`Mover ${nombre}`}
          aria-roledescription="asa para ordenar"
          className={styles.asa}
          onPointerDown={(event) =>
            dragRow(event, {
              row: event.currentTarget.closest('li')!,
              places: '[data-parte]',
              onDrop: ({ element, after }) => {
                const next = ponerJunto(definicion, id, { otra: element.dataset.parte!, after });
                if (next !== definicion) onChange(next, 'Se movió.');
              },
            })
          }
          onKeyDown={onKey}
        >
          <IconMenu />
        </IconButton>
        <span className={styles.rotulo}>
          {nombre}
          {parte.tipo === 'grupo' && <span className={styles.quiet}> {describeRegla(parte)}</span>}
        </span>
        <IconButton label={`Subir ${nombre}`} onClick={lugar > 0 ? () => move(-1) : null}>
          <IconSortUp />
        </IconButton>
        <IconButton label={`Bajar ${nombre}`} onClick={lugar < de - 1 ? () => move(1) : null}>
          <IconSortDown />
        </IconButton>
        <IconButton label={`Editar ${nombre}`} aria-expanded={open} onClick={onOpen}>
          <IconEdit />
        </IconButton>
        <IconButton
          label={`Quitar ${nombre}`}
          onClick={() => onChange(quitarParte(definicion, id), `Se quitó ${nombre}.`)}
        >
          <IconTrash />
        </IconButton>
      </div>
      {!open && parte.requiere.length > 0 && (
        <p className={styles.quiet}>Requiere {parte.requiere.map(nombrar).join('; ')}.</p>
      )}
      {open && (
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
          label="Cuántas"
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
