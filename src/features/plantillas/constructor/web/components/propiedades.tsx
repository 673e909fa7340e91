import { useState } from 'react';
import {
  CheckboxField,
  DateField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../../../../platform/web/form/index.ts';
import { Button, IconButton, IconPlus, IconTrash } from '../../../../../platform/web/ui/index.ts';
import { CATALOGOS } from '../../../../catalogos/definiciones/rules.ts';
import { ClaveField } from '../../../../catalogos/web/components/clave-field.tsx';
import type { Definicion } from '../../../contract.ts';
import { type Ajuste, DATOS_PERSONA } from '../../../formulario/campos/contract.ts';
import { claseOf, TIPOS } from '../../../formulario/campos/rules.ts';
import type { Campo } from '../../../formulario/contract.ts';
import { fieldsOf } from '../../../formulario/rules.ts';
import {
  changeTipo,
  freeClave,
  NOMBRE_DE_DATO,
  renameCampo,
  setCampo,
  tomadasDe,
} from '../../rules.ts';
import type { Construccion } from '../hooks.ts';
import { Condicion } from './condicion.tsx';
import styles from './constructor.module.css';
import { Numero } from './numero.tsx';

type Change = Construccion['change'];

/** All that is said of one field. */
export function Propiedades({
  campo,
  definicion,
  usadas,
  change,
  onRename,
}: {
  campo: Campo;
  definicion: Definicion;
  /** Keys that other versions used. */
  usadas: readonly string[];
  change: Change;
  /** The field is another's now by its key: what is open follows it. */
  onRename: (clave: string) => void;
}) {
  const { clave } = campo;
  const set = (said: Readonly<Record<string, unknown>>, about: string | null = null) =>
    change((was) => setCampo(was, clave, said), about && `${clave} ${about}`);
  return (
    <div className={styles.propiedades}>
      <TextField
        label="Pregunta o nombre"
        value={campo.etiqueta}
        onChange={(etiqueta) => set({ etiqueta }, 'etiqueta')}
        maxLength={200}
        autoComplete="off"
      />
      <SelectField
        label="Tipo de respuesta"
        value={campo.tipo}
        onChange={(tipo) => change((was) => changeTipo(was, clave, tipo as Campo['tipo']))}
        options={TIPOS.map(({ tipo, nombre }) => ({ value: tipo, label: nombre }))}
        empty={null}
      />
      <TextField
        label="Ayuda"
        optional
        value={campo.ayuda ?? ''}
        onChange={(ayuda) => set({ ayuda: ayuda || undefined }, 'ayuda')}
        maxLength={500}
        autoComplete="off"
      />
      {claseOf(campo).ajustes.map((ajuste) => (
        <AjusteDe key={ajuste.clave} ajuste={ajuste} campo={campo} set={set} />
      ))}
      <CheckboxField
        label="Es obligatorio"
        value={campo.obligatorio}
        onChange={(obligatorio) => set({ obligatorio })}
      />
      <CheckboxField
        label="Es un dato sensible"
        hint="Salud, discapacidad, origen… Se guarda aparte y cifrado, y no se imprime."
        value={campo.sensible ?? false}
        onChange={(sensible) => set({ sensible: sensible || undefined })}
      />
      <Condicion campo={campo} definicion={definicion} set={set} />
      <Clave
        key={clave}
        clave={clave}
        taken={fieldsOf(definicion).map((one) => one.clave)}
        usadas={usadas}
        suggested={freeClave(
          tomadasDe(definicion, usadas).filter((one) => one !== clave),
          'campo',
          campo.etiqueta,
        )}
        onChange={(next) => {
          change((was) => renameCampo(was, clave, next));
          onRename(next);
        }}
      />
    </div>
  );
}

const CLAVE = /^[a-z][A-Za-z0-9]{0,39}$/;

/** The name under which the answer is kept and exported: changed when it is left, and only to one that may be. */
function Clave({
  clave,
  taken,
  usadas,
  suggested,
  onChange,
}: {
  clave: string;
  taken: readonly string[];
  /** Keys of other versions: a field keeps the one that it has, and none is given one of them. */
  usadas: readonly string[];
  suggested: string;
  onChange: (clave: string) => void;
}) {
  const [text, setText] = useState(clave);
  const error = !CLAVE.test(text)
    ? 'Empiece con minúscula y use solo letras sin acento y números.'
    : text !== clave && taken.includes(text)
      ? 'Otro campo ya tiene esa clave.'
      : text !== clave && usadas.includes(text)
        ? 'Esa clave ya se usó en otra versión: las respuestas de entonces se leerían como de este campo.'
        : undefined;
  return (
    <>
      <TextField
        label="Clave"
        hint="Así se llama la respuesta en las reglas y al exportarla."
        mono
        value={text}
        error={error}
        onChange={setText}
        onBlur={() => {
          if (!error && text !== clave) onChange(text);
        }}
        autoComplete="off"
        spellCheck={false}
      />
      {suggested !== clave && text === clave && (
        <div>
          <Button size="small" variant="quiet" onClick={() => onChange(suggested)}>
            Usar «{suggested}»
          </Button>
        </div>
      )}
    </>
  );
}

type Set = (said: Readonly<Record<string, unknown>>, about?: string | null) => void;

/** What a kind of field says of its own, with the control that it asks for. */
function AjusteDe({ ajuste, campo, set }: { ajuste: Ajuste; campo: Campo; set: Set }) {
  const { clave, etiqueta: label, ayuda: hint, control } = ajuste;
  const said = (campo as Readonly<Record<string, unknown>>)[clave];
  switch (control) {
    case 'entero':
    case 'numero':
      return (
        <Numero
          optional
          key={`${campo.clave} ${campo.tipo}`}
          label={label}
          hint={hint}
          value={typeof said === 'number' ? said : undefined}
          decimal={control === 'numero'}
          onChange={(number) => set({ [clave]: number }, clave)}
        />
      );
    case 'fecha':
      return (
        <DateField
          label={label}
          optional
          value={typeof said === 'string' ? said : ''}
          onChange={(date) => set({ [clave]: date || undefined }, clave)}
        />
      );
    case 'area':
      return (
        <TextAreaField
          label={label}
          hint={hint}
          value={String(said ?? '')}
          onChange={(text) => set({ [clave]: text }, clave)}
          maxLength={4000}
        />
      );
    case 'casilla':
      return (
        <CheckboxField
          label={label}
          hint={hint}
          value={said === true}
          onChange={(marked) => set({ [clave]: marked })}
        />
      );
    case 'dato':
      return (
        <SelectField
          label={label}
          value={String(said)}
          onChange={(dato) => set({ [clave]: dato })}
          options={DATOS_PERSONA.map((dato) => ({ value: dato, label: NOMBRE_DE_DATO[dato] }))}
          empty={null}
        />
      );
    case 'catalogo':
      return (
        <SelectField
          label={label}
          value={String(said)}
          onChange={(catalogo) => set({ [clave]: catalogo })}
          options={CATALOGOS.map(({ id, titulo }) => ({ value: id, label: titulo }))}
          empty={null}
        />
      );
    case 'tipoDocumento':
      return (
        <ClaveField
          catalogo="tipos-documento"
          label={label}
          hint={hint}
          value={String(said ?? '')}
          onChange={(tipo) => set({ [clave]: tipo })}
        />
      );
    case 'opciones':
      return (
        <Opciones
          label={label}
          opciones={(said as Opcion[] | undefined) ?? []}
          onChange={(opciones, about) => set({ [clave]: opciones }, about)}
        />
      );
  }
}

type Opcion = { valor: string; etiqueta: string };

/** The list of what there is to choose from; each keeps the value under which answers are kept. */
function Opciones({
  label,
  opciones,
  onChange,
}: {
  label: string;
  opciones: readonly Opcion[];
  onChange: (opciones: Opcion[], about: string | null) => void;
}) {
  const add = () => {
    const valor = freeClave(
      opciones.map((one) => one.valor),
      'opcion',
    );
    onChange([...opciones, { valor, etiqueta: '' }], null);
  };
  return (
    <fieldset className={styles.opciones}>
      <legend>{label}</legend>
      {opciones.map(({ valor, etiqueta }, i) => (
        <div key={valor}>
          <TextField
            label={`Opción ${i + 1}`}
            value={etiqueta}
            onChange={(text) =>
              onChange(
                opciones.map((one) => (one.valor === valor ? { ...one, etiqueta: text } : one)),
                `opcion ${valor}`,
              )
            }
            maxLength={200}
            autoComplete="off"
          />
          <IconButton
            label={`Quitar la opción ${i + 1}`}
            onClick={
              opciones.length > 1
                ? () =>
                    onChange(
                      opciones.filter((one) => one.valor !== valor),
                      null,
                    )
                : null
            }
          >
            <IconTrash width="1em" height="1em" />
          </IconButton>
        </div>
      ))}
      <div>
        <Button size="small" onClick={add}>
          <IconPlus width="1em" height="1em" /> Agregar opción
        </Button>
      </div>
    </fieldset>
  );
}
