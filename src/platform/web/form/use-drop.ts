import { type DragEvent, useState } from 'react';

/**
 * What makes an element take files that are dropped on it: spread it there. While one is over it the element has
 * `data-over`. Dropping is an extra: a control inside has to do the same.
 */
export const useDrop = (onDrop: (files: FileList) => void) => {
  const [over, setOver] = useState(false);
  return {
    'data-over': over ? '' : undefined,
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      onDrop(event.dataTransfer.files);
    },
  };
};
