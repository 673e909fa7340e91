import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { Notice } from '../../../../../platform/web/feedback/index.ts';
import {
  CheckboxField,
  TextField,
  UploadProgress,
} from '../../../../../platform/web/form/index.ts';
import { Button } from '../../../../../platform/web/ui/index.ts';
import type { NombresLeidos } from '../../nombres/rules.ts';
import { normalizeCurp } from '../../rules.ts';
import { type Lectura, useLectura } from '../hooks.ts';
import { CardDrop } from './card-drop.tsx';
import { CardPhoto } from './card-photo.tsx';
import styles from './card-reader.module.css';

export type CardPanelProps = {
  /** The person says that this is the CURP of the photo, and these the names, if they want them. */
  onConfirm: (curp: string, nombres: NombresLeidos | null) => void;
  onClose: () => void;
};

/** What is said aloud, once for each step. */
const announcement = (lectura: Lectura): string => {
  switch (lectura.estado) {
    case 'enviando':
      return 'Enviando la foto…';
    case 'leyendo':
      return 'Leyendo la CURP…';
    case 'leida':
      return `Se leyó la CURP ${lectura.curp}. Compárela con la de la foto.`;
    default:
      return '';
  }
};

/** Reads the CURP from a photo, step by step: choose, send, read, confirm. */
export function CardPanel({ onConfirm, onClose }: CardPanelProps) {
  const { lectura, leer, cancelar } = useLectura();
  const title = useId();
  const panel = useRef<HTMLFieldSetElement>(null);
  const { estado } = lectura;

  // Each step begins where one goes on, unless the person is already busy elsewhere in the form. Before it is drawn:
  // later the focus would have been given to something else (platform/web/focus).
  useLayoutEffect(() => {
    const active = document.activeElement;
    if (active !== document.body && !panel.current?.contains(active)) return;
    const step = panel.current?.querySelector<HTMLElement>(`[data-step="${estado}"]`);
    if (!step) return;
    const begin = step.querySelector<HTMLElement>('[data-begin]');
    if (begin) {
      begin.focus({ preventScroll: true });
      // The photo has its room before it is drawn: nothing moves afterwards.
      begin.scrollIntoView({ block: 'start' });
      return;
    }
    const controls = [...step.querySelectorAll<HTMLElement>('input, button')];
    const [first] = controls.filter((control) => control.offsetParent !== null);
    (step.matches('[tabindex]') ? step : first)?.focus();
  }, [estado]);

  return (
    <fieldset ref={panel} className={styles.panel} aria-labelledby={title}>
      <div className={styles.head}>
        <h2 id={title}>Leer la CURP de una identificación</h2>
        <Button
          size="small"
          variant="quiet"
          onClick={() => {
            cancelar();
            onClose();
          }}
        >
          Cerrar
        </Button>
      </div>
      {(estado === 'enviando' || estado === 'leyendo') && (
        <Working lectura={lectura} onCancel={cancelar} />
      )}
      {estado === 'leida' && (
        <Review
          foto={lectura.foto}
          read={lectura.curp}
          nombres={lectura.nombres}
          onConfirm={onConfirm}
          onAnother={cancelar}
        />
      )}
      {estado === 'fallo' && (
        <div role="alert" tabIndex={-1} data-step="fallo" className={styles.failure}>
          <Notice
            tone="warning"
            title={lectura.mensaje}
            actions={
              lectura.foto && (
                <Button size="small" onClick={() => void leer(lectura.foto as File)}>
                  Intentar de nuevo
                </Button>
              )
            }
          >
            {lectura.consejo && <p>{lectura.consejo}</p>}
          </Notice>
        </div>
      )}
      {(estado === 'nada' || estado === 'fallo') && (
        <div data-step="nada">
          <CardDrop onChoose={(foto) => void leer(foto)} />
        </div>
      )}
      <p role="status" className="sr-only">
        {announcement(lectura)}
      </p>
    </fieldset>
  );
}

/** The photo on its way, as far as it really is; then the reading, of which nobody knows how long. */
function Working({
  lectura,
  onCancel,
}: {
  lectura: Extract<Lectura, { estado: 'enviando' | 'leyendo' }>;
  onCancel: () => void;
}) {
  const id = useId();
  return (
    <div className={styles.working} data-step={lectura.estado}>
      <CardPhoto foto={lectura.foto} small />
      <div className={styles.steps}>
        {lectura.estado === 'enviando' ? (
          <UploadProgress label="Enviando la foto" envio={lectura.envio} />
        ) : (
          <>
            <p id={id}>
              <strong>Leyendo la CURP…</strong> Suele tardar unos segundos.
            </p>
            <div role="progressbar" aria-labelledby={id} className={styles.bar} data-unknown="">
              <span />
            </div>
          </>
        )}
        <Button size="small" onClick={onCancel}>
          Cancelar
        </Button>
      </div>
    </div>
  );
}

/** What was read, under the photo that it was read from, to be confirmed or mended. */
function Review({
  foto,
  read,
  nombres,
  onConfirm,
  onAnother,
}: {
  foto: File;
  read: string;
  nombres: NombresLeidos | null;
  onConfirm: CardPanelProps['onConfirm'];
  onAnother: () => void;
}) {
  const [text, setText] = useState(read);
  const [take, setTake] = useState(true);
  const confirm = () => onConfirm(normalizeCurp(text), take ? nombres : null);
  const onEnter = (event: KeyboardEvent) => {
    // Else it would send the whole form.
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    confirm();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps Enter from leaving its field
    <div className={styles.review} data-step="leida" onKeyDown={onEnter}>
      <h3 data-begin="" tabIndex={-1}>
        Esto leímos. ¿Es correcto?
      </h3>
      <CardPhoto foto={foto} />
      <TextField
        label="La CURP que leímos"
        hint="Compárela con la de la foto, letra por letra, y corríjala si hace falta."
        value={text}
        onChange={setText}
        mono
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      {nombres && (
        <div className={styles.names}>
          <dl>
            <dt>Nombre o nombres</dt>
            <dd>{nombres.nombre}</dd>
            <dt>Primer apellido</dt>
            <dd>{nombres.apellidoPaterno}</dd>
            <dt>Segundo apellido</dt>
            <dd>{nombres.apellidoMaterno}</dd>
          </dl>
          <CheckboxField
            label="Copiar también estos nombres"
            hint="Solo donde no haya escrito nada. Después revise los acentos."
            value={take}
            onChange={setTake}
          />
        </div>
      )}
      <div className={styles.actions}>
        <Button onClick={confirm}>
          {normalizeCurp(text) === read ? 'Sí, es correcta' : 'Usar la CURP corregida'}
        </Button>
        <Button variant="quiet" onClick={onAnother}>
          Leer otra foto
        </Button>
      </div>
    </div>
  );
}
