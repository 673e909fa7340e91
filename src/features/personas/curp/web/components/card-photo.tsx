import { useEffect, useState } from 'react';
import { classes } from '../../../../../platform/web/ui/index.ts';
import styles from './card-reader.module.css';

/** The photo as it is in this device; nothing where the browser cannot show it. */
export function CardPhoto({ foto, small = false }: { foto: File; small?: boolean }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(foto);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [foto]);
  if (!url) return null;
  return (
    <img
      src={url}
      alt="Foto de su identificación"
      className={classes(styles.photo, small && styles.small)}
      onError={() => setUrl(null)}
    />
  );
}
