import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { notify } from '../../../../platform/web/feedback/index.ts';
import { CheckboxField, TextAreaField } from '../../../../platform/web/form/index.ts';
import { useMirrored } from '../../../../platform/web/mirror/react.tsx';
import { useUser } from '../../../../platform/web/session/react.tsx';
import { Button } from '../../../../platform/web/ui/index.ts';
import { camposSinLlenar } from '../../configuracion/rules.ts';
import { type PorEnviar, uploadAdjunto, useEscribiendo } from '../hooks.ts';
import styles from './soporte.module.css';

const MAX_ADJUNTOS = 5;
const MAX_BYTES = 10 * 1_048_576;
const MAX_TEXTO = 4_000;
/** Letters left from which they are counted in sight. */
const CASI = 400;

/** The box to write in: what is typed stands on the device until it is sent. */
export function Redactar({
  id,
  agente,
  ultimo,
  onSend,
  acciones,
}: {
  id: string;
  agente: boolean;
  /** The last message in sight. */
  ultimo: number;
  onSend: (mensaje: Pick<PorEnviar, 'texto' | 'sensible' | 'adjuntos' | 'visto'>) => void;
  /** Of staff, beside the button to attach; it may put a text in the box. */
  acciones?: (insert: (texto: string) => void) => ReactNode;
}) {
  const { uid } = useUser();
  const borrador = useMirrored<string>(`soporte/${id}/borrador`);
  const [texto, setTexto] = useState('');
  const [sensible, setSensible] = useState(false);
  const [adjuntos, setAdjuntos] = useState<readonly { subido: string; nombre: string }[]>([]);
  const [subiendo, setSubiendo] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLFormElement>(null);
  const fileId = useId();
  const tellWriting = useEscribiendo(id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found is taken once
  useEffect(() => {
    if (borrador.found && texto === '') setTexto(borrador.found.valor);
  }, [borrador.found]);
  const write = (next: string) => {
    setTexto(next);
    if (next === '') borrador.forget();
    else borrador.keep(next);
  };
  const left = MAX_TEXTO - texto.length;
  const [sinLlenar] = agente ? camposSinLlenar(texto) : [];
  const error =
    left < 0
      ? 'El mensaje es muy largo. Acórtelo o envíelo en partes.'
      : sinLlenar && `Complete «{${sinLlenar}}» antes de enviar.`;
  const send = () => {
    if (subiendo > 0 || error !== undefined || (texto.trim() === '' && adjuntos.length === 0))
      return;
    onSend({ texto, sensible, adjuntos, visto: agente ? ultimo : null });
    write('');
    setSensible(false);
    setAdjuntos([]);
  };
  const attach = async (files: FileList | null) => {
    for (const file of [...(files ?? [])].slice(0, MAX_ADJUNTOS - adjuntos.length)) {
      if (file.size > MAX_BYTES) {
        notify.error(`${file.name} pesa más de 10 MB.`);
        continue;
      }
      setSubiendo((n) => n + 1);
      try {
        const subido = await uploadAdjunto(uid, file, new AbortController().signal);
        setAdjuntos((now) => [...now, { subido, nombre: file.name }]);
      } catch (error) {
        notify.error(error instanceof Error ? error.message : `No se pudo adjuntar ${file.name}.`);
      } finally {
        setSubiendo((n) => n - 1);
      }
    }
    if (input.current) input.current.value = '';
  };
  return (
    <form
      ref={box}
      className={styles.redactar}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          send();
        }
      }}
    >
      <TextAreaField
        label="Mensaje"
        value={texto}
        rows={2}
        onChange={(next) => {
          write(next);
          tellWriting();
        }}
        {...(left < CASI && { maxLength: MAX_TEXTO })}
        {...(error !== undefined && { error })}
      />
      {adjuntos.length > 0 && (
        <ul className={styles.adjuntos} aria-label="Archivos por enviar">
          {adjuntos.map((one) => (
            <li key={one.subido}>
              {one.nombre}{' '}
              <Button
                size="small"
                variant="quiet"
                onClick={() => setAdjuntos(adjuntos.filter((other) => other !== one))}
              >
                Quitar<span className="sr-only"> {one.nombre}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {!agente && (
        <CheckboxField
          label="Datos sensibles: cifrar y no imprimir"
          value={sensible}
          onChange={setSensible}
        />
      )}
      <div className={styles.botones}>
        <span className={styles.acciones}>
          <input
            ref={input}
            id={fileId}
            type="file"
            className="sr-only"
            aria-label="Archivos del mensaje"
            tabIndex={-1}
            accept="application/pdf,image/jpeg,image/png"
            multiple
            onChange={(event) => void attach(event.target.files)}
          />
          <Button
            onClick={() => input.current?.click()}
            busy={subiendo > 0}
            disabled={adjuntos.length >= MAX_ADJUNTOS}
          >
            Adjuntar
          </Button>
          {acciones?.((extra) => {
            write(texto.trim() === '' ? extra : `${texto.trimEnd()}\n\n${extra}`);
            box.current?.querySelector('textarea')?.focus();
          })}
        </span>
        <span className={styles.acciones}>
          {agente && <span className={styles.atajo}>Ctrl + Enter</span>}
          <Button type="submit" variant="primary" disabled={subiendo > 0}>
            Enviar
          </Button>
        </span>
      </div>
    </form>
  );
}
