import { memo, useRef, useState } from 'react';
import { Asa, focusWhereItWent, rowOfAsa } from '../../../../../platform/web/editor/asa.tsx';
import type { Place } from '../../../../../platform/web/editor/drag.ts';
import { SelectField, TextAreaField, TextField } from '../../../../../platform/web/form/index.ts';
import {
  Button,
  classes,
  IconButton,
  IconCopy,
  IconEdit,
  IconPlus,
  IconSortDown,
  IconSortUp,
  IconTrash,
  IconWarning,
  toneClass,
} from '../../../../../platform/web/ui/index.ts';
import type { Definicion } from '../../../contract.ts';
import { TIPOS } from '../../../formulario/campos/rules.ts';
import type { Campo } from '../../../formulario/contract.ts';
import { GuardarEnBiblioteca } from '../../../secciones/web/components/guardar-en-biblioteca.tsx';
import type { ProblemaDePlantilla } from '../../../versiones/contract.ts';
import {
  addCampo,
  copyCampo,
  moveSeccion,
  placeBeside,
  placeCampo,
  placeSeccion,
  removeCampo,
  removeSeccion,
  sayLugar,
  sayLugarDeSeccion,
  setSeccion,
  stepCampo,
} from '../../rules.ts';
import type { Construccion } from '../hooks.ts';
import styles from './constructor.module.css';
import { Propiedades } from './propiedades.tsx';

const NOMBRES = new Map<string, string>(TIPOS.map(({ tipo, nombre }) => [tipo, nombre]));
/** Id of what opens a field, and of a section's title: what the list of problems leads to. */
export const parteId = (prefijo: string, clave: string) => `${prefijo}-parte-${clave}`;

/** What a section is called among what may be open: a field may have its key. */
export const aperturaDeSeccion = (clave: string) => `seccion-${clave}-`;

type Seccion = Definicion['secciones'][number];
type Common = {
  definicion: Definicion;
  /** Keys that other versions used: no new field has them. */
  usadas: readonly string[];
  change: Construccion['change'];
  prefijo: string;
  problemas: readonly ProblemaDePlantilla[];
  /** The field whose properties are open. */
  abierto: string | null;
  onAbrir: (clave: string | null) => void;
  /** Says aloud where something went. */
  say: (text: string) => void;
};

/** The sections and their fields: added, ordered, opened. */
export function Estructura(props: Common) {
  return (
    <div className={styles.partes}>
      {props.definicion.secciones.map((seccion, s) => (
        <SeccionDe key={seccion.clave} {...props} seccion={seccion} s={s} />
      ))}
    </div>
  );
}

const ofPart = (problemas: readonly ProblemaDePlantilla[], prefix: string) =>
  problemas.filter(({ donde }) => donde === prefix || donde.startsWith(`${prefix}.`));

const textOf = (problemas: readonly ProblemaDePlantilla[]) =>
  problemas.map(({ donde, gravedad, mensaje }) => `${donde} ${gravedad} ${mensaje}`).join('\n');

type SeccionProps = Common & { seccion: Seccion; s: number };

const isOpenIn = ({ abierto, seccion: { clave, campos } }: SeccionProps): boolean =>
  abierto === aperturaDeSeccion(clave) || campos.some((campo) => campo.clave === abierto);

/** Whether a section is drawn alike: the rest of the definition is looked at only where something is open. */
const isSameSeccion = (was: SeccionProps, is: SeccionProps): boolean =>
  was.seccion === is.seccion &&
  was.s === is.s &&
  was.prefijo === is.prefijo &&
  was.definicion.secciones.length === is.definicion.secciones.length &&
  (was.problemas === is.problemas ||
    textOf(ofPart(was.problemas, `secciones.${was.s}`)) ===
      textOf(ofPart(is.problemas, `secciones.${is.s}`))) &&
  (isOpenIn(is) ? was.abierto === is.abierto && was.definicion === is.definicion : !isOpenIn(was));

const SeccionDe = memo(function SeccionDe({ seccion, s, ...props }: SeccionProps) {
  const { usadas, change, prefijo, problemas, say, onAbrir } = props;
  const { clave, titulo, texto = '', campos } = seccion;
  const [tipo, setTipo] = useState<Campo['tipo']>('texto');
  const nombre = titulo || `Sección ${s + 1}`;
  const apertura = aperturaDeSeccion(clave);
  const isOpen = props.abierto === apertura;
  const id = parteId(prefijo, apertura);
  const panel = `${id}-propiedades`;
  const row = useRef<HTMLElement>(null);
  const move = (by: 1 | -1) => {
    change((was) => {
      const isThere = was.secciones.at(by === 1 ? -1 : 0)?.clave === clave;
      const next = isThere ? was : moveSeccion(was, clave, by);
      const edge = by === 1 ? 'la última' : 'la primera';
      say(`${nombre}: ${isThere ? `ya es ${edge}` : sayLugarDeSeccion(next, clave)}`);
      return next;
    });
  };
  const drop = ({ element: { dataset }, after }: Place) => {
    change((was) => {
      const next = placeSeccion(was, clave, { otra: dataset.seccion!, after });
      say(`${nombre}: ${sayLugarDeSeccion(next, clave)}`);
      return next;
    });
  };
  const add = () => {
    let added = '';
    change((was) => {
      const made = addCampo(was, clave, tipo, usadas);
      added = made.clave;
      return made.definicion;
    });
    onAbrir(added);
  };
  return (
    <article ref={row} className={styles.seccion} aria-label={nombre} data-seccion={clave}>
      <div className={styles.seccionCabeza}>
        <Asa id={`${id}-asa`} {...{ nombre, row }} places={SECCIONES} onDrop={drop} onStep={move} />
        <h2 id={id} tabIndex={-1}>
          {nombre}
        </h2>
        <IconButton
          label={`Título y texto de ${nombre}`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? panel : undefined}
          onClick={() => onAbrir(isOpen ? null : apertura)}
        >
          <IconEdit width="1em" height="1em" />
        </IconButton>
        <IconButton
          label={`Quitar ${nombre}`}
          onClick={() => {
            change((was) => removeSeccion(was, clave));
            say(`Se quitó ${nombre}. Puede deshacerlo.`);
          }}
        >
          <IconTrash width="1em" height="1em" />
        </IconButton>
      </div>
      {isOpen && (
        <div id={panel} className={styles.propiedades}>
          <div className={styles.pasos}>
            <Lugares id={id} onStep={move} />
          </div>
          <TextField
            label="Título de la sección"
            value={titulo}
            onChange={(text) =>
              change((was) => setSeccion(was, clave, { titulo: text }), `t ${clave}`)
            }
            maxLength={200}
            autoComplete="off"
          />
          <TextAreaField
            label="Texto que la presenta"
            optional
            value={texto}
            onChange={(text) =>
              change((was) => setSeccion(was, clave, { texto: text || undefined }), `x ${clave}`)
            }
            maxLength={2000}
          />
        </div>
      )}
      <ol className={styles.campos}>
        {campos.map((campo, c) => (
          <CampoDe
            key={campo.clave}
            {...props}
            campo={campo}
            problemas={ofPart(problemas, `secciones.${s}.campos.${c}`)}
            abierto={props.abierto === campo.clave ? campo.clave : null}
          />
        ))}
      </ol>
      <div className={styles.pie}>
        <SelectField
          label={`Agregar a ${nombre}`}
          value={tipo}
          onChange={(next) => setTipo(next as Campo['tipo'])}
          options={TIPOS.map((one) => ({ value: one.tipo, label: one.nombre }))}
          empty={null}
        />
        <Button onClick={add}>
          <IconPlus width="1em" height="1em" /> Agregar campo
        </Button>
        <GuardarEnBiblioteca seccion={seccion} />
      </div>
    </article>
  );
}, isSameSeccion);

/** One place up or down, for who does not drag and has no keyboard. The one that was pressed keeps the focus. */
function Lugares({ id, onStep }: { id: string; onStep: (by: 1 | -1) => void }) {
  const step = (by: 1 | -1) => {
    onStep(by);
    focusWhereItWent(by === 1 ? `${id}-bajar` : `${id}-subir`);
  };
  return (
    <>
      <Button id={`${id}-subir`} size="small" onClick={() => step(-1)}>
        <IconSortUp width="1em" height="1em" /> Subir
      </Button>
      <Button id={`${id}-bajar`} size="small" onClick={() => step(1)}>
        <IconSortDown width="1em" height="1em" /> Bajar
      </Button>
    </>
  );
}

/** Where a field that is dragged may be let go. */
const LUGARES = '[data-campo], [data-seccion]';
/** Where a section may. */
const SECCIONES = '[data-seccion]';

type CampoProps = Common & { campo: Campo };

/**
 * Whether a field is drawn alike. Its acts work on the newest definition, whenever they were made; the definition itself is
 * looked at only by the field that is open: with two hundred of them, typing in one draws one.
 */
const isAlike = (was: CampoProps, is: CampoProps): boolean =>
  was.campo === is.campo &&
  was.prefijo === is.prefijo &&
  was.abierto === is.abierto &&
  (is.abierto === null || was.definicion === is.definicion) &&
  textOf(was.problemas) === textOf(is.problemas);

const CampoDe = memo(function CampoDe({
  campo,
  definicion,
  usadas,
  change,
  prefijo,
  problemas,
  abierto,
  onAbrir,
  say,
}: CampoProps) {
  const { clave, etiqueta, tipo, obligatorio, visibleSi, sensible } = campo;
  const row = useRef<HTMLLIElement>(null);
  const nombre = etiqueta || 'Campo sin pregunta';
  const isOpen = abierto !== null;
  const panel = `${parteId(prefijo, clave)}-propiedades`;
  const id = parteId(prefijo, clave);
  const step = (by: 1 | -1) => {
    change((was) => {
      const next = stepCampo(was, clave, by);
      const edge = by === 1 ? 'es el último' : 'es el primero';
      say(`${nombre}: ${next === was ? `ya ${edge}` : sayLugar(next, clave)}`);
      return next;
    });
  };
  const drop = ({ element: { dataset }, after }: Place) => {
    change((was) => {
      const next =
        dataset.campo === undefined
          ? placeCampo(was, clave, dataset.seccion!, Number.POSITIVE_INFINITY)
          : placeBeside(was, clave, { otro: dataset.campo, after });
      say(`${nombre}: ${sayLugar(next, clave)}`);
      return next;
    });
  };
  const said = [
    NOMBRES.get(tipo),
    !obligatorio && 'opcional',
    visibleSi && 'con condición',
    sensible && 'sensible',
  ].filter(Boolean);
  const first =
    problemas.find(({ gravedad }) => gravedad === 'impide') ??
    problemas.find(({ gravedad }) => gravedad === 'advierte');
  return (
    <li ref={row} className={rowOfAsa} data-campo={clave}>
      <div className={styles.campoCabeza}>
        <Asa id={`${id}-asa`} {...{ nombre, row }} places={LUGARES} onDrop={drop} onStep={step} />
        <button
          type="button"
          id={id}
          className={styles.abre}
          aria-expanded={isOpen}
          aria-controls={isOpen ? panel : undefined}
          onClick={() => onAbrir(isOpen ? null : clave)}
        >
          <span>{nombre}</span>
          <small>{said.join(' · ')}</small>
          {first && (
            <span
              className={classes(
                styles.falta,
                toneClass(first.gravedad === 'impide' ? 'danger' : 'warning'),
              )}
            >
              <IconWarning width="1em" height="1em" />
              <span>{first.mensaje}</span>
            </span>
          )}
        </button>
        <IconButton
          label={`Duplicar ${nombre}`}
          onClick={() => {
            let copy = '';
            change((was) => {
              const made = copyCampo(was, clave, usadas);
              copy = made.clave;
              return made.definicion;
            });
            onAbrir(copy);
          }}
        >
          <IconCopy width="1em" height="1em" />
        </IconButton>
        <IconButton
          label={`Quitar ${nombre}`}
          onClick={() => {
            change((was) => removeCampo(was, clave));
            say(`Se quitó ${nombre}. Puede deshacerlo.`);
          }}
        >
          <IconTrash width="1em" height="1em" />
        </IconButton>
      </div>
      {isOpen && (
        <div id={panel}>
          <div className={styles.lugar}>
            <Lugares id={id} onStep={step} />
          </div>
          <Propiedades
            campo={campo}
            {...{ definicion, usadas, change }}
            onRename={(next) => onAbrir(next)}
          />
        </div>
      )}
    </li>
  );
}, isAlike);
