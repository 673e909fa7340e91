import { SelectField, TextField } from '../../../../../platform/web/form/index.ts';
import type { Definicion } from '../../../contract.ts';
import { claseOf } from '../../../formulario/campos/rules.ts';
import type { Campo, CondicionCampo } from '../../../formulario/contract.ts';
import { fieldsOf } from '../../../formulario/rules.ts';
import { COMPARACION } from '../../rules.ts';
import { Numero } from './numero.tsx';

/** The ways of comparing an answer of that kind. */
const operadoresDe = (asked: Campo): CondicionCampo['operador'][] => {
  const { answer } = claseOf(asked);
  if (answer === 'referencia') return ['contestado'];
  return answer === 'list' ? ['incluye', 'contestado'] : ['igual', 'distinto', 'contestado'];
};

/** A value to begin with, of the kind that the answer is. */
const valorInicial = (asked: Campo): string | number | boolean => {
  const { answer, choices } = claseOf(asked);
  if (answer === 'boolean') return true;
  if (answer === 'number') return 0;
  return choices?.(asked)[0] ?? '';
};

/** When a field is asked: always, or by the answer to one before it. */
export function Condicion({
  campo,
  definicion,
  set,
}: {
  campo: Campo;
  definicion: Definicion;
  set: (said: Readonly<Record<string, unknown>>, about?: string | null) => void;
}) {
  const all = fieldsOf(definicion);
  const before = all
    .slice(
      0,
      all.findIndex(({ clave }) => clave === campo.clave),
    )
    // What only the file says is no answer to wait for.
    .filter((one) => !claseOf(one).dato?.(one)?.fijo);
  const { visibleSi } = campo;
  const asked = visibleSi && all.find(({ clave }) => clave === visibleSi.campo);
  const isLost = visibleSi !== undefined && !before.some(({ clave }) => clave === visibleSi.campo);
  const start = (clave: string) => {
    const one = before.find((field) => field.clave === clave);
    if (!one) return set({ visibleSi: undefined });
    const [operador] = operadoresDe(one);
    set({
      visibleSi:
        operador === 'contestado'
          ? { campo: clave, operador }
          : { campo: clave, operador, valor: valorInicial(one) },
    });
  };
  if (before.length === 0 && !visibleSi) return null;
  return (
    <>
      <SelectField
        label="Se muestra"
        value={visibleSi?.campo ?? ''}
        onChange={start}
        empty="Siempre"
        options={[
          ...before.map(({ clave, etiqueta }) => ({
            value: clave,
            label: `Cuando «${etiqueta || clave}»…`,
          })),
          ...(isLost
            ? [{ value: visibleSi.campo, label: `Cuando «${asked?.etiqueta ?? visibleSi.campo}»…` }]
            : []),
        ]}
        error={isLost ? 'Ese campo ya no está antes que este: elija otro.' : undefined}
      />
      {visibleSi && asked && (
        <>
          <SelectField
            label={`Cuando «${asked.etiqueta || asked.clave}»`}
            value={visibleSi.operador}
            onChange={(operador) =>
              set({
                visibleSi:
                  operador === 'contestado'
                    ? { campo: asked.clave, operador }
                    : {
                        campo: asked.clave,
                        operador,
                        valor: 'valor' in visibleSi ? visibleSi.valor : valorInicial(asked),
                      },
              })
            }
            options={operadoresDe(asked).map((value) => ({ value, label: COMPARACION[value] }))}
            empty={null}
          />
          {visibleSi.operador !== 'contestado' && (
            <Valor
              asked={asked}
              valor={visibleSi.valor}
              onChange={(valor) => set({ visibleSi: { ...visibleSi, valor } }, 'condicion')}
            />
          )}
        </>
      )}
    </>
  );
}

function Valor({
  asked,
  valor,
  onChange,
}: {
  asked: Campo;
  valor: string | number | boolean;
  onChange: (valor: string | number | boolean) => void;
}) {
  const { answer, choices, print } = claseOf(asked);
  const values = choices?.(asked);
  if (values) {
    return (
      <SelectField
        label="Respuesta"
        value={String(valor)}
        onChange={onChange}
        options={values.map((value) => ({ value, label: print(asked, value) || value }))}
        empty={null}
      />
    );
  }
  if (answer === 'boolean') {
    return (
      <SelectField
        label="Respuesta"
        value={String(valor)}
        onChange={(text) => onChange(text === 'true')}
        options={[
          { value: 'true', label: 'Marcada' },
          { value: 'false', label: 'Sin marcar' },
        ]}
        empty={null}
      />
    );
  }
  if (answer === 'number') {
    return (
      <Numero
        label="Respuesta"
        decimal
        value={typeof valor === 'number' ? valor : undefined}
        onChange={(number) => onChange(number ?? '')}
      />
    );
  }
  return (
    <TextField label="Respuesta" value={String(valor)} onChange={onChange} autoComplete="off" />
  );
}
