import { createContext, useContext, useEffect, useMemo, useRef, useState } from 'react';
import {
  add,
  type Path,
  prepareRuleGroup,
  QueryBuilder,
  type RuleGroupProps,
  type RuleGroupType,
  type RuleProps,
  type RuleType,
  update,
} from 'react-querybuilder';
import { SelectField } from '../../../../../platform/web/form/index.ts';
import {
  Button,
  IconButton,
  IconPlus,
  IconSortDown,
  IconSortUp,
  IconTrash,
  IconWarning,
} from '../../../../../platform/web/ui/index.ts';
import { problemOfHoja } from '../../../reglas/comprobacion/rules.ts';
import type { Grupo, HechoDeclarado, Hoja, Regla } from '../../../reglas/contract.ts';
import { operadoresDe } from '../../../reglas/operadores/rules.ts';
import { MAX_NIVEL } from '../../../reglas/rules.ts';
import {
  declaradoOf,
  grupoVacio,
  HOJA_VACIA,
  JUNTAS,
  type Junta,
  juntaOf,
  withOperador,
} from '../../rules.ts';
import { EditarValor } from './editar-valor.tsx';
import { ElegirHecho } from './elegir-hecho.tsx';
import styles from './reglas.module.css';

/** What every part of the editor looks at, and whether a condition was added just now. */
const Contexto = createContext<{
  hechos: readonly HechoDeclarado[];
  added: { current: boolean };
} | null>(null);
const useContexto = () => useContext(Contexto)!;

type Actos = Pick<
  RuleProps,
  'path' | 'schema' | 'actions' | 'shiftUpDisabled' | 'shiftDownDisabled'
>;

/** Puts another part in the place of one of the tree, which react-querybuilder keeps. */
const replaceParte = ({ schema, path }: Actos, next: Readonly<Record<string, unknown>>) => {
  let query = schema.getQuery();
  for (const [key, value] of Object.entries(next)) {
    query = update(query, key as 'value', value, path, {
      resetOnFieldChange: false,
      resetOnOperatorChange: false,
    });
  }
  schema.dispatchQuery(query);
};

/** The order among its brothers, and the way out. */
function Mover({ actos, que, onQuitar }: { actos: Actos; que: string; onQuitar: () => void }) {
  const { actions, path } = actos;
  return (
    <div className={styles.mover}>
      <IconButton
        label={`Subir ${que}`}
        onClick={actos.shiftUpDisabled ? null : () => actions.moveRule(path, 'up')}
      >
        <IconSortUp width="1em" height="1em" />
      </IconButton>
      <IconButton
        label={`Bajar ${que}`}
        onClick={actos.shiftDownDisabled ? null : () => actions.moveRule(path, 'down')}
      >
        <IconSortDown width="1em" height="1em" />
      </IconButton>
      <IconButton label={`Quitar ${que}`} onClick={onQuitar}>
        <IconTrash width="1em" height="1em" />
      </IconButton>
    </div>
  );
}

const numberOf = (path: Path): string => path.map((at) => at + 1).join('.');

/** One condition: of what it asks, how it is compared, and with what. */
function Condicion(props: RuleProps) {
  const { hechos, added } = useContexto();
  const { path, actions } = props;
  const hoja = props.rule as unknown as Hoja;
  const declarado = declaradoOf(hechos, hoja.field);
  const [takesFocus] = useState(added.current);
  useEffect(() => {
    added.current = false;
  }, [added]);
  const change = (next: Hoja) => {
    const { id: _, ...rest } = next;
    replaceParte(props, { palabras: undefined, ...rest });
  };
  const problem = problemOfHoja(hoja, hechos);
  const que = `la condición ${numberOf(path)}`;
  return (
    <fieldset className={styles.condicion}>
      <legend className="sr-only">Condición {numberOf(path)}</legend>
      <ElegirHecho hoja={hoja} hechos={hechos} takesFocus={takesFocus} onChange={change} />
      {declarado && (
        <div className={styles.comparacion}>
          <SelectField
            label="Se compara"
            value={hoja.operator}
            onChange={(operator) => change(withOperador(hoja, declarado, operator))}
            options={operadoresDe(declarado.tipo).map(([value, { palabras }]) => ({
              value,
              label: palabras || 'es',
            }))}
            empty={null}
          />
          <EditarValor key={hoja.field} hoja={hoja} declarado={declarado} onChange={change} />
        </div>
      )}
      <Mover actos={props} que={que} onQuitar={() => actions.onRuleRemove(path)} />
      {problem !== null && hoja.field !== '' && <Falta>{problem}</Falta>}
    </fieldset>
  );
}

/** What keeps it from being published, beside the place. */
function Falta({ children }: { children: string }) {
  return (
    <p className={styles.falta}>
      <IconWarning width="1em" height="1em" /> {children}
    </p>
  );
}

/** A group: how its parts are joined, the parts, and what is added to them. */
function GrupoDeCondiciones(props: RuleGroupProps) {
  const { ruleGroup, path, schema, actions } = props;
  const { added } = useContexto();
  const isRoot = path.length === 0;
  const junta = juntaOf(ruleGroup as RuleGroupType);
  const choices = (Object.keys(JUNTAS) as Junta[]).filter(
    // What nobody chose is offered only where it is.
    (one) => one !== 'noTodas' || junta === 'noTodas',
  );
  const addParte = (parte: RuleType | RuleGroupType) => {
    added.current = true;
    schema.dispatchQuery(add(schema.getQuery(), parte, path));
  };
  const { rules } = ruleGroup as RuleGroupType;
  const { rule: Parte, ruleGroup: Dentro } = schema.controls;
  return (
    <fieldset className={styles.grupo} data-raiz={isRoot ? '' : undefined}>
      <legend className="sr-only">
        {isRoot ? 'Condiciones de la regla' : `Grupo ${numberOf(path)}`}
      </legend>
      <div className={styles.grupoCabeza}>
        <SelectField
          label={isRoot ? 'La regla se cumple si se cumplen' : 'Se cumplen'}
          value={junta}
          onChange={(next) => {
            const { combinator, not } = JUNTAS[next as Junta];
            replaceParte(props, { combinator, not: not || undefined });
          }}
          options={choices.map((value) => ({
            value,
            label: `${JUNTAS[value].palabras} estas condiciones`.replace(
              /^(alguna|ninguna)/,
              '$1 de',
            ),
          }))}
          empty={null}
        />
        {!isRoot && (
          <Mover
            actos={props}
            que={`el grupo ${numberOf(path)}`}
            onQuitar={() => actions.onGroupRemove(path)}
          />
        )}
      </div>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets */}
      <ul role="list" className={styles.partes}>
        {rules.map((one, i) => {
          const common = {
            path: [...path, i],
            schema,
            actions,
            translations: props.translations,
            shiftUpDisabled: i === 0 && isRoot,
            shiftDownDisabled: i === rules.length - 1 && isRoot,
          };
          return (
            <li key={one.id}>
              {'rules' in one ? (
                <Dentro {...common} id={one.id ?? ''} ruleGroup={one} />
              ) : (
                <Parte {...common} id={one.id ?? ''} rule={one} />
              )}
            </li>
          );
        })}
      </ul>
      {rules.length === 0 && <Falta>Agregue al menos una condición, o quite el grupo.</Falta>}
      <div className={styles.agregar}>
        <Button size="small" onClick={() => addParte({ ...HOJA_VACIA } as RuleType)}>
          <IconPlus width="1em" height="1em" /> Condición
        </Button>
        {path.length < MAX_NIVEL - 1 && (
          <Button
            size="small"
            variant="quiet"
            onClick={() => addParte(grupoVacio() as RuleGroupType)}
          >
            <IconPlus width="1em" height="1em" /> Grupo de condiciones
          </Button>
        )}
      </div>
    </fieldset>
  );
}

const CONTROLES = { rule: Condicion, ruleGroup: GrupoDeCondiciones };
/** Facts are chosen by our own control: to the library any text is one. */
const CAMPOS = [{ name: '', label: '' }];

/** The condition of a rule: react-querybuilder keeps the tree, whose JSON is what is stored; what is seen is the house's. */
export function CondicionDeRegla({
  condicion,
  hechos,
  onChange,
}: {
  condicion: Regla['condicion'];
  hechos: readonly HechoDeclarado[];
  onChange: (condicion: Grupo) => void;
}) {
  const added = useRef(false);
  const contexto = useMemo(() => ({ hechos, added }), [hechos]);
  // Each part keeps its name while it is edited: of those that have none, the library would make others at each look.
  const query = useMemo(() => prepareRuleGroup(condicion as RuleGroupType), [condicion]);
  return (
    <Contexto value={contexto}>
      <QueryBuilder
        query={query}
        onQueryChange={(next) => onChange(next as unknown as Grupo)}
        fields={CAMPOS}
        controlElements={CONTROLES as never}
        enableMountQueryChange={false}
        resetOnFieldChange={false}
        resetOnOperatorChange={false}
        accessibleDescriptionGenerator={() => 'Condiciones de la regla'}
        suppressStandardClassnames
      />
    </Contexto>
  );
}
