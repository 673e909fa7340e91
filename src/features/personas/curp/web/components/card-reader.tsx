import { type ComponentType, useRef, useState } from 'react';
import { Button, IconIdCard } from '../../../../../platform/web/ui/index.ts';
import type { CardPanelProps } from './card-panel.tsx';
import styles from './card-reader.module.css';

const load = () => import('./card-panel.tsx');

/**
 * Offers to read the CURP from a photo of an identification. Only the offer comes with the form:
 * the reader is fetched by who wants it, and whatever happens to it the CURP can be typed.
 */
export function CardReader({ onConfirm }: Pick<CardPanelProps, 'onConfirm'>) {
  const [open, setOpen] = useState(false);
  const [Panel, setPanel] = useState<ComponentType<CardPanelProps> | null>(null);
  const [problem, setProblem] = useState('');
  const button = useRef<HTMLButtonElement>(null);

  const show = async () => {
    setOpen(true);
    setProblem('');
    try {
      const { CardPanel } = await load();
      setPanel(() => CardPanel);
    } catch (error) {
      console.error(error);
      setOpen(false);
      setProblem('No se pudo abrir el lector. Revise su conexión, o escriba la CURP.');
    }
  };

  if (open && Panel) {
    return (
      <Panel
        onConfirm={(curp, nombres) => {
          setOpen(false);
          onConfirm(curp, nombres);
        }}
        onClose={() => {
          setOpen(false);
          requestAnimationFrame(() => button.current?.focus());
        }}
      />
    );
  }
  return (
    <div className={styles.offer}>
      <Button
        ref={button}
        icon={<IconIdCard />}
        busy={open}
        onPointerEnter={() => void load().catch(() => {})}
        onClick={() => void show()}
      >
        Leer la CURP de una identificación
      </Button>
      <p className={styles.quiet}>Con una foto de su credencial para votar. O escríbala abajo.</p>
      <p role="status" className={styles.problem}>
        {problem}
      </p>
    </div>
  );
}
