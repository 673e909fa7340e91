import { useId, useRef } from 'react';
import {
  CheckboxField,
  Fieldset,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../../../../platform/web/form/index.ts';
import { Button } from '../../../../../platform/web/ui/index.ts';
import type { Tipo } from '../../../rules.ts';
import type { Diseno } from '../../contract.ts';
import {
  ALINEACIONES,
  COLORES,
  IDIOMAS,
  MARCOS,
  ORIENTACIONES,
  TAMANOS,
} from '../../opciones/rules.ts';
import { TEXTOS, type TextoDiseno } from '../../rules.ts';
import { camposDeTexto } from '../../textos/rules.ts';
import styles from './disenos.module.css';

/** What each part of the editor is given: the design, how to change it, and what is wrong by where it is. */
export type Editando = {
  tipo: Tipo;
  definicion: Diseno;
  change: (edit: (was: Diseno) => Diseno) => void;
  errorAt: (donde: string) => string | undefined;
};

/** Words by key, as a select takes them. */
export const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const LADOS = {
  arriba: 'Arriba',
  abajo: 'Abajo',
  izquierda: 'Izquierda',
  derecha: 'Derecha',
} as const;

/** Paper, margins and language. */
export function PaginaFields({ definicion: { pagina, idioma }, change, errorAt }: Editando) {
  const put = (next: Partial<Diseno['pagina']>) =>
    change((was) => ({ ...was, pagina: { ...was.pagina, ...next } }));
  return (
    <Fieldset legend="Página">
      <div className={styles.pares}>
        <SelectField
          label="Papel"
          value={pagina.tamano}
          onChange={(tamano) => put({ tamano: tamano as Diseno['pagina']['tamano'] })}
          options={optionsOf(TAMANOS)}
          empty={null}
        />
        <SelectField
          label="Orientación"
          value={pagina.orientacion}
          onChange={(value) => put({ orientacion: value as Diseno['pagina']['orientacion'] })}
          options={optionsOf(ORIENTACIONES)}
          empty={null}
        />
      </div>
      <div className={styles.margenes}>
        {(Object.keys(LADOS) as (keyof typeof LADOS)[]).map((lado) => (
          <NumberField
            key={lado}
            label={`${LADOS[lado]} (mm)`}
            value={String(pagina.margenes[lado])}
            error={errorAt(`pagina.margenes.${lado}`)}
            maxLength={3}
            onChange={(text) =>
              put({
                margenes: { ...pagina.margenes, [lado]: Number(text.replace(/\D/g, '')) },
              })
            }
          />
        ))}
      </div>
      <SelectField
        label="Idioma del documento"
        hint="De las fechas y de lo que la página dice por sí misma. Los textos los escribe usted."
        value={idioma}
        onChange={(value) => change((was) => ({ ...was, idioma: value as Diseno['idioma'] }))}
        options={optionsOf(IDIOMAS)}
        empty={null}
      />
    </Fieldset>
  );
}

/** Frame, colour, where the text stands. */
export function EstiloFields({ definicion: { estilo, datos }, change }: Editando) {
  const put = (next: Partial<Diseno['estilo']>) =>
    change((was) => ({ ...was, estilo: { ...was.estilo, ...next } }));
  return (
    <Fieldset legend="Aspecto">
      <div className={styles.pares}>
        <SelectField
          label="Marco"
          value={estilo.marco}
          onChange={(marco) => put({ marco: marco as Diseno['estilo']['marco'] })}
          options={optionsOf(MARCOS)}
          empty={null}
        />
        <SelectField
          label="Color"
          value={estilo.color}
          onChange={(color) => put({ color: color as Diseno['estilo']['color'] })}
          options={optionsOf(COLORES)}
          empty={null}
        />
      </div>
      <SelectField
        label="Texto"
        value={estilo.alineacion}
        onChange={(value) => put({ alineacion: value as Diseno['estilo']['alineacion'] })}
        options={optionsOf(ALINEACIONES)}
        empty={null}
      />
      <CheckboxField
        label="Sello de agua tras el texto"
        value={estilo.fondo}
        onChange={(fondo) => put({ fondo })}
      />
      <CheckboxField
        label="Cuadro con los datos del documento"
        value={datos}
        onChange={(value) => change((was) => ({ ...was, datos: value }))}
      />
    </Fieldset>
  );
}

/** What may take several lines. */
const LARGOS: readonly TextoDiseno[] = ['cuerpo', 'leyenda'];

/** One text, and the fields that go in where the cursor is. */
function Texto({ tipo, clave, definicion, change, errorAt }: Editando & { clave: TextoDiseno }) {
  const id = useId();
  const { label, max } = TEXTOS[clave];
  const value = definicion.textos[clave];
  const put = (text: string) =>
    change((was) => ({ ...was, textos: { ...was.textos, [clave]: text } }));
  const at = useRef<{ text: string; caret: number } | null>(null);
  const insert = (key: string, opcional: boolean) => {
    const area = document.getElementById(id) as HTMLInputElement | HTMLTextAreaElement | null;
    const from = area?.selectionStart ?? value.length;
    const to = area?.selectionEnd ?? from;
    const field = opcional ? `[{{${key}}}]` : `{{${key}}}`;
    const text = value.slice(0, from) + field + value.slice(to);
    put(text);
    at.current = { text, caret: from + field.length };
    requestAnimationFrame(() => {
      area?.focus();
      if (at.current) area?.setSelectionRange(at.current.caret, at.current.caret);
    });
  };
  const field = {
    id,
    label,
    value,
    onChange: put,
    error: errorAt(`textos.${clave}`),
    optional: clave !== 'titulo',
  };
  return (
    <div className={styles.texto}>
      {LARGOS.includes(clave) ? (
        <TextAreaField {...field} maxLength={max} rows={3} />
      ) : (
        <TextField {...field} autoComplete="off" />
      )}
      <details>
        <summary>
          Insertar un campo<span className="sr-only"> en «{label}»</span>
        </summary>
        <div className={styles.fichas}>
          {camposDeTexto(tipo).map((campo) => (
            <Button key={campo.key} size="small" onClick={() => insert(campo.key, campo.opcional)}>
              {campo.label}
            </Button>
          ))}
        </div>
      </details>
    </div>
  );
}

/** All that it says, in the order in which it is read. */
export function TextosFields(props: Editando) {
  return (
    <Fieldset
      legend="Textos"
      lead="Entre dos llaves va un campo, {{programa}}; entre corchetes, lo que se omite cuando falta: [con {{calificacion}} de calificación]."
    >
      {(Object.keys(TEXTOS) as TextoDiseno[]).map((clave) => (
        <Texto key={clave} clave={clave} {...props} />
      ))}
    </Fieldset>
  );
}
