import { useId } from 'react';
import { SelectField, TextAreaField, TextField } from '../../../../../platform/web/form/index.ts';
import { classes } from '../../../../../platform/web/ui/classes.ts';
import {
  EstadoBadge,
  IconButton,
  IconCopy,
  IconSortDown,
  IconSortUp,
  IconTrash,
  IconWarning,
} from '../../../../../platform/web/ui/index.ts';
import { Numero } from '../../../constructor/web/components/numero.tsx';
import type { Construccion } from '../../../constructor/web/hooks.ts';
import { describeRegla } from '../../../frases/rules.ts';
import type { Efecto, HechoDeclarado, Regla } from '../../../reglas/contract.ts';
import { EFECTO, moveRegla, OPCIONES_EFECTO, removeRegla, setRegla } from '../../rules.ts';
import { CondicionDeRegla } from './condicion-de-regla.tsx';
import styles from './reglas.module.css';
import { TONO_EFECTO } from './reglas-leidas.tsx';

export type ReglaEscrita = {
  regla: Regla;
  /** From 0. */
  at: number;
  last: boolean;
  hechos: readonly HechoDeclarado[];
  /** What keeps it from being published. */
  problemas: readonly string[];
  abierta: boolean;
  onAbrir: (clave: string | null) => void;
  onDuplicar: () => void;
  change: Construccion['change'];
  say: (text: string) => void;
};

/** One rule of a draft: as a sentence and, opened, all that is said of it. */
export function ReglaEscrita(props: ReglaEscrita) {
  const { regla, at, last, hechos, problemas, abierta, onAbrir, change, say } = props;
  const { clave } = regla;
  const panel = useId();
  const nombre = regla.descripcion || `Regla ${at + 1}`;
  const move = (by: 1 | -1) => {
    change((was) => moveRegla(was, clave, by));
    say(`${nombre} es ahora la regla ${at + by + 1}.`);
  };
  return (
    <li className={styles.regla}>
      <div className={styles.reglaCabeza}>
        <button
          type="button"
          id={`regla-${clave}`}
          className={styles.abre}
          aria-expanded={abierta}
          aria-controls={abierta ? panel : undefined}
          onClick={() => onAbrir(abierta ? null : clave)}
        >
          <span>
            {at + 1}. {nombre}
          </span>
          <small>{describeRegla(regla, hechos)}</small>
        </button>
        <EstadoBadge tone={TONO_EFECTO[regla.efecto]}>{EFECTO[regla.efecto]}</EstadoBadge>
        <div className={styles.mover}>
          <IconButton label={`Subir ${nombre}`} onClick={at === 0 ? null : () => move(-1)}>
            <IconSortUp width="1em" height="1em" />
          </IconButton>
          <IconButton label={`Bajar ${nombre}`} onClick={last ? null : () => move(1)}>
            <IconSortDown width="1em" height="1em" />
          </IconButton>
          <IconButton label={`Duplicar ${nombre}`} onClick={props.onDuplicar}>
            <IconCopy width="1em" height="1em" />
          </IconButton>
          <IconButton
            label={`Quitar ${nombre}`}
            onClick={() => {
              change((was) => removeRegla(was, clave));
              say(`Se quitó ${nombre}. Puede deshacerlo.`);
            }}
          >
            <IconTrash width="1em" height="1em" />
          </IconButton>
        </div>
        {problemas.map((problema) => (
          <p key={problema} className={styles.falta}>
            <IconWarning width="1em" height="1em" /> {problema}
          </p>
        ))}
      </div>
      {abierta && (
        <div id={panel} className={styles.panel}>
          <Detalle regla={regla} hechos={hechos} change={change} />
        </div>
      )}
    </li>
  );
}

function Detalle({
  regla,
  hechos,
  change,
}: {
  regla: Regla;
  hechos: readonly HechoDeclarado[];
  change: Construccion['change'];
}) {
  const { clave } = regla;
  const set = (said: Partial<Regla>, about: string | null = null) =>
    change((was) => setRegla(was, clave, said), about && `regla ${clave} ${about}`);
  return (
    <>
      <TextField
        label="Requisito"
        hint="Se lee en la lista de requisitos: «Diez años de servicio»."
        value={regla.descripcion}
        onChange={(descripcion) => set({ descripcion }, 'descripcion')}
        maxLength={300}
        autoComplete="off"
      />
      <div className={classes(styles.comparacion, styles.efecto)}>
        <SelectField
          label="Si no se cumple"
          value={regla.efecto}
          onChange={(efecto) => set({ efecto: efecto as Efecto })}
          options={OPCIONES_EFECTO}
          empty={null}
        />
        {regla.efecto === 'prioriza' && (
          <Numero
            label="Puntos"
            hint="De 1 a 1,000."
            value={regla.puntos || undefined}
            onChange={(puntos = 0) => set({ puntos }, 'puntos')}
          />
        )}
      </div>
      <CondicionDeRegla
        condicion={regla.condicion}
        hechos={hechos}
        onChange={(condicion) => set({ condicion }, 'condicion')}
      />
      <TextAreaField
        label="Mensaje para quien no la cumple"
        hint="Diga qué hacer, no solo qué falta."
        rows={2}
        value={regla.mensaje}
        onChange={(mensaje) => set({ mensaje }, 'mensaje')}
        maxLength={500}
      />
    </>
  );
}
