import { useId, useState } from 'react';
import { searchIn } from '../../../../../platform/shared/search.ts';
import { TextField } from '../../../../../platform/web/form/index.ts';
import { Button } from '../../../../../platform/web/ui/index.ts';
import type { HechoDeclarado, Hoja } from '../../../reglas/contract.ts';
import { HECHO_HOY, splitField } from '../../../reglas/rules.ts';
import { declaradoOf, withHecho, withValor } from '../../rules.ts';
import { ElegirClave, Encontrados, goOnTo } from './buscador.tsx';
import styles from './reglas.module.css';

const textoDe = ({ nombre, grupo, palabras = [], valores = [] }: HechoDeclarado) =>
  [nombre, grupo, ...palabras, ...valores.map(({ etiqueta }) => etiqueta)].join(' ');

/** Chooses what a condition asks of: by its name, or by the other words of whoever gives it. */
export function ElegirHecho({
  hoja,
  hechos,
  takesFocus,
  onChange,
}: {
  hoja: Hoja;
  hechos: readonly HechoDeclarado[];
  /** It was added just now. */
  takesFocus: boolean;
  onChange: (hoja: Hoja) => void;
}) {
  const id = useId();
  const declarado = declaradoOf(hechos, hoja.field);
  const [changing, setChanging] = useState(false);
  const [texto, setTexto] = useState('');
  const { argumento } = splitField(hoja.field);
  if (hoja.field !== '' && !changing) {
    return (
      <div className={styles.dato}>
        <div className={styles.elegido}>
          <span>
            <small>{declarado?.grupo ?? 'Dato'}</small> {declarado?.nombre ?? hoja.field}
          </span>
          <Button id={id} size="small" variant="quiet" flush onClick={() => setChanging(true)}>
            Cambiar<span className="sr-only"> el dato</span>
          </Button>
        </div>
        {declarado?.argumento && (
          <Argumento
            hoja={hoja}
            declarado={declarado}
            argumento={argumento ?? ''}
            onChange={onChange}
          />
        )}
      </div>
    );
  }
  const all = [...hechos, HECHO_HOY];
  const found = texto.trim() === '' ? all : searchIn(all, textoDe, texto).filas;
  // Those of one group stay together, in the order in which they are found.
  const grupos = [...new Set(found.map(({ grupo }) => grupo))];
  const opciones = grupos.flatMap((grupo) =>
    found.flatMap((one) =>
      one.grupo === grupo ? [{ valor: one.clave, etiqueta: one.nombre, detalle: '', grupo }] : [],
    ),
  );
  return (
    <div className={styles.dato}>
      <Encontrados
        label="Busque el dato del que depende"
        texto={texto}
        onTexto={setTexto}
        opciones={opciones}
        said={
          opciones.length === 0
            ? 'Ningún dato tiene esas palabras.'
            : `${opciones.length === 1 ? '1 dato' : `${opciones.length} datos`} para elegir.`
        }
        takesFocus={changing || takesFocus}
        onElegir={({ valor }) => {
          const next = declaradoOf(hechos, valor);
          setTexto('');
          setChanging(false);
          if (next) onChange(withHecho(hoja, next));
          goOnTo(id);
        }}
      />
      {changing && (
        <div>
          <Button
            size="small"
            variant="quiet"
            onClick={() => {
              setChanging(false);
              goOnTo(id);
            }}
          >
            Dejar el que estaba
          </Button>
        </div>
      )}
    </div>
  );
}

/** Of whom or what a fact is: which course, which type of document. */
function Argumento({
  hoja,
  declarado,
  argumento,
  onChange,
}: {
  hoja: Hoja;
  declarado: HechoDeclarado;
  argumento: string;
  onChange: (hoja: Hoja) => void;
}) {
  const label = declarado.argumento ?? '';
  if (!declarado.argumentoDe) {
    return (
      <TextField
        label={label}
        value={argumento}
        onChange={(text) => onChange(withHecho(hoja, declarado, text))}
        autoComplete="off"
      />
    );
  }
  return (
    <ElegirClave
      label={label}
      fuente={declarado.argumentoDe}
      valor={argumento}
      etiqueta={hoja.palabras?.[argumento] ?? argumento}
      onElegir={({ valor, etiqueta }) => {
        const next = withHecho(hoja, declarado, valor);
        onChange(withValor(next, next.value, { [valor]: etiqueta }));
      }}
    />
  );
}
