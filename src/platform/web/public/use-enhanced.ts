import { type RefObject, useEffect, useRef } from 'react';

/** In the application, gives an element to what the public wing's one script gives it to (enhance.ts). `enhance` never changes. */
export const useEnhanced = <E extends HTMLElement>(
  enhance: (root: HTMLElement) => () => void,
): RefObject<E | null> => {
  const box = useRef<E>(null);
  useEffect(() => (box.current ? enhance(box.current) : undefined), [enhance]);
  return box;
};
