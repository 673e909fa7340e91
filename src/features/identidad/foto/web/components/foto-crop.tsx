import { useEffect, useRef } from 'react';
import { type Encuadre, recorte } from '../../rules.ts';
import styles from './foto.module.css';

export type { Encuadre } from '../../rules.ts';

export const CENTRE: Encuadre = { zoom: 1, x: 0, y: 0 };

const PREVIEW = 480;
const OUTPUT = 512;
const QUALITY = 0.9;
const MAX_ZOOM = 4;

const draw = (canvas: HTMLCanvasElement, image: ImageBitmap, encuadre: Encuadre): void => {
  const { left, top, side } = recorte(image, encuadre);
  const context = canvas.getContext('2d');
  if (!context) return;
  context.imageSmoothingQuality = 'high';
  // Behind what is transparent.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, left, top, side, side, 0, 0, canvas.width, canvas.height);
};

/** The square that was framed, as a JPEG; nothing that the camera wrote in the file goes with it. */
export const render = (image: ImageBitmap, encuadre: Encuadre): Promise<Blob> => {
  const canvas = document.createElement('canvas');
  canvas.width = OUTPUT;
  canvas.height = OUTPUT;
  draw(canvas, image, encuadre);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The image could not be encoded'))),
      'image/jpeg',
      QUALITY,
    );
  });
};

const SLIDERS = [
  { key: 'zoom', label: 'Acercar', min: 1, max: MAX_ZOOM },
  { key: 'x', label: 'Mover a los lados', min: -1, max: 1 },
  { key: 'y', label: 'Mover hacia arriba o abajo', min: -1, max: 1 },
] as const;

/** Frames an image in a square: by dragging it, or with three sliders, also from the keyboard. */
export function FotoCrop({
  image,
  encuadre,
  onChange,
}: {
  image: ImageBitmap;
  encuadre: Encuadre;
  onChange: (encuadre: Encuadre) => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) draw(canvas.current, image, encuadre);
  }, [image, encuadre]);

  const drag = (event: React.PointerEvent<HTMLCanvasElement>) => {
    if (event.buttons !== 1) return;
    const { side } = recorte(image, encuadre);
    const scale = side / event.currentTarget.clientWidth;
    // How far the frame can go to each side, in points of the image.
    const roomX = (image.width - side) / 2;
    const roomY = (image.height - side) / 2;
    const move = (at: number, by: number, room: number) =>
      room < 1 ? 0 : Math.min(1, Math.max(-1, at - (by * scale) / room));
    onChange({
      ...encuadre,
      x: move(encuadre.x, event.movementX, roomX),
      y: move(encuadre.y, event.movementY, roomY),
    });
  };

  return (
    <div className={styles.crop}>
      <canvas
        ref={canvas}
        width={PREVIEW}
        height={PREVIEW}
        className={styles.canvas}
        role="img"
        aria-label="Así quedará su foto"
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
      />
      <div className={styles.sliders}>
        {SLIDERS.map(({ key, label, min, max }) => (
          <label key={key}>
            {label}
            <input
              type="range"
              min={min}
              max={max}
              step={0.05}
              value={encuadre[key]}
              aria-valuetext={`${Math.round(encuadre[key] * 100)} %`}
              onChange={(event) => onChange({ ...encuadre, [key]: Number(event.target.value) })}
            />
          </label>
        ))}
      </div>
    </div>
  );
}
