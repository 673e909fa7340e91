import { type ReactNode, useState } from 'react';
import { lookUp } from '../../../../../platform/shared/look-up.ts';
import {
  CheckboxField,
  CheckboxGroupField,
  DateField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../../../../platform/web/form/index.ts';
import { IconButton, IconTrash } from '../../../../../platform/web/ui/index.ts';
import { Numero } from '../../../constructor/web/components/numero.tsx';
import type { HechoDeclarado, Hoja } from '../../../reglas/contract.ts';
import { operadorOf, VALOR_HOY } from '../../../reglas/operadores/rules.ts';
import { withValor } from '../../rules.ts';
import { ElegirClave } from './buscador.tsx';
import styles from './reglas.module.css';

type Props = {
  hoja: Hoja;
  declarado: HechoDeclarado;
  onChange: (hoja: Hoja) => void;
};

/** With what a fact is compared: by its type, and by how many values the comparison takes. */
export function EditarValor({ hoja, declarado, onChange }: Props) {
  const { tipo } = declarado;
  const cuantos = operadorOf(tipo, hoja.operator)?.valores ?? 'uno';
  if (tipo === 'booleano' || tipo === 'periodo') {
    const [yes, no] = tipo === 'periodo' ? ['Abierto', 'Cerrado'] : ['Sí', 'No'];
    return (
      <SelectField
        label="Valor"
        value={String(hoja.value)}
        onChange={(text) => onChange({ ...hoja, value: text === 'true' })}
        options={[
          { value: 'true', label: yes },
          { value: 'false', label: no },
        ]}
        empty={null}
      />
    );
  }
  if (tipo === 'clave' || tipo === 'claves') {
    const Editor = cuantos === 'uno' ? UnaClave : VariasClaves;
    return <Editor hoja={hoja} declarado={declarado} onChange={onChange} />;
  }
  if (cuantos === 'varios') return <Lista hoja={hoja} onChange={onChange} />;
  const all = [hoja.value].flat();
  const names = cuantos === 'dos' ? ['Desde', 'Hasta'] : ['Valor'];
  return (
    <>
      {names.map((label, i) => (
        <Escalar
          key={label}
          label={label}
          tipo={tipo}
          unidad={declarado.unidad}
          value={all[i]}
          onChange={(one) =>
            onChange({
              ...hoja,
              value: (cuantos === 'dos'
                ? [i === 0 ? one : (all[0] ?? ''), i === 1 ? one : (all[1] ?? '')]
                : one) as Hoja['value'],
            })
          }
        />
      ))}
    </>
  );
}

type UnValor = {
  label: string;
  value: unknown;
  unidad: HechoDeclarado['unidad'];
  onChange: (value: string | number) => void;
};

/** One number, day or text. */
function Escalar({ tipo, ...rest }: UnValor & Pick<HechoDeclarado, 'tipo'>) {
  const Editor = lookUp(ESCALARES, tipo) ?? Texto;
  return <Editor {...rest} />;
}

function Texto({ label, value, onChange }: UnValor) {
  return (
    <TextField
      label={label}
      value={typeof value === 'string' ? value : ''}
      onChange={onChange}
      autoComplete="off"
    />
  );
}

function Cifra({ label, value, unidad, onChange }: UnValor) {
  return (
    <Numero
      label={unidad ? `${label} (${unidad[1]})` : label}
      decimal
      value={typeof value === 'number' ? value : undefined}
      onChange={(number) => onChange(number ?? '')}
    />
  );
}

function Dia({ label, value, onChange }: UnValor) {
  const text = typeof value === 'string' ? value : '';
  const isHoy = value === VALOR_HOY;
  return (
    <div className={styles.dia}>
      {!isHoy && <DateField label={label} value={text} onChange={onChange} />}
      <CheckboxField
        label={`${label}: el día en que se evalúa`}
        value={isHoy}
        onChange={(marked) => onChange(marked ? VALOR_HOY : '')}
      />
    </div>
  );
}

const ESCALARES: Readonly<Record<string, (props: UnValor) => ReactNode>> = {
  numero: Cifra,
  fecha: Dia,
};

/** Texts, one a line. */
function Lista({ hoja, onChange }: Pick<Props, 'hoja' | 'onChange'>) {
  const said = [hoja.value].flat().map(String).filter(Boolean);
  const [text, setText] = useState(said.join('\n'));
  const linesOf = (whole: string) =>
    whole
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
  if (linesOf(text).join('\n') !== said.join('\n')) setText(said.join('\n'));
  return (
    <TextAreaField
      label="Valores, uno por línea"
      rows={3}
      value={text}
      onChange={(next) => {
        setText(next);
        onChange({ ...hoja, value: linesOf(next) });
      }}
    />
  );
}

function UnaClave({ hoja, declarado, onChange }: Props) {
  const { valores, valoresDe } = declarado;
  const value = typeof hoja.value === 'string' ? hoja.value : '';
  if (valores) {
    return (
      <SelectField
        label="Valor"
        value={value}
        onChange={(valor) => onChange(withValor(hoja, valor, wordsOf(declarado, [valor])))}
        options={valores.map(({ valor, etiqueta }) => ({ value: valor, label: etiqueta }))}
      />
    );
  }
  if (!valoresDe) {
    return (
      <TextField
        label="Valor"
        value={value}
        onChange={(text) => onChange({ ...hoja, value: text })}
        autoComplete="off"
      />
    );
  }
  return (
    <ElegirClave
      label="Valor"
      fuente={valoresDe}
      valor={value}
      etiqueta={hoja.palabras?.[value] ?? value}
      onElegir={({ valor, etiqueta }) => onChange(withValor(hoja, valor, { [valor]: etiqueta }))}
    />
  );
}

const wordsOf = ({ valores = [] }: HechoDeclarado, chosen: readonly string[]) =>
  Object.fromEntries(
    valores.flatMap(({ valor, etiqueta }) => (chosen.includes(valor) ? [[valor, etiqueta]] : [])),
  );

function VariasClaves({ hoja, declarado, onChange }: Props) {
  const { valores, valoresDe } = declarado;
  const chosen = Array.isArray(hoja.value) ? hoja.value.map(String) : [];
  if (valores) {
    return (
      <CheckboxGroupField
        label="Valores"
        value={chosen}
        onChange={(next) => onChange(withValor(hoja, [...next], wordsOf(declarado, next)))}
        options={valores.map(({ valor, etiqueta }) => ({ value: valor, label: etiqueta }))}
      />
    );
  }
  if (!valoresDe) return <Lista hoja={hoja} onChange={onChange} />;
  return (
    <div className={styles.varias}>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets */}
      <ul role="list">
        {chosen.map((valor) => {
          const etiqueta = hoja.palabras?.[valor] ?? valor;
          return (
            <li key={valor}>
              {etiqueta}
              <IconButton
                label={`Quitar ${etiqueta}`}
                onClick={() =>
                  onChange(
                    withValor(
                      hoja,
                      chosen.filter((one) => one !== valor),
                    ),
                  )
                }
              >
                <IconTrash width="1em" height="1em" />
              </IconButton>
            </li>
          );
        })}
      </ul>
      <ElegirClave
        label={chosen.length === 0 ? 'Valor' : 'Otro valor'}
        fuente={valoresDe}
        valor=""
        etiqueta=""
        onElegir={({ valor, etiqueta }) =>
          onChange(withValor(hoja, [...new Set([...chosen, valor])], { [valor]: etiqueta }))
        }
      />
    </div>
  );
}
