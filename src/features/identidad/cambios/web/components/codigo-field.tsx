import { useState } from 'react';
import { flushSync } from 'react-dom';
import { type FieldProps, TextField } from '../../../../../platform/web/form/index.ts';
import { Button } from '../../../../../platform/web/ui/index.ts';
import styles from './codigo-field.module.css';

/**
 * The code of a second factor: six digits, with the keyboard of digits; or, for who does not have
 * the telephone at hand, a recovery code.
 */
export function CodigoField({ field }: { field: FieldProps<string> }) {
  const [recuperacion, setRecuperacion] = useState(false);
  const change = () => {
    // At once, and not in an effect: a telephone opens its keyboard only for who has just pressed.
    flushSync(() => {
      setRecuperacion(!recuperacion);
      field.onChange('');
    });
    document.getElementById(field.id)?.focus();
  };
  return (
    <div>
      {recuperacion ? (
        <TextField
          {...field}
          key="recuperacion"
          label="Código de recuperación"
          hint="Uno de los que guardó al activar el segundo factor. Cada uno sirve una sola vez."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          mono
        />
      ) : (
        <TextField
          {...field}
          key="aplicacion"
          label="Código de seis cifras"
          hint="El que muestra su aplicación de autenticación."
          inputMode="numeric"
          autoComplete="one-time-code"
          mono
        />
      )}
      <Button flush variant="quiet" size="small" className={styles.other ?? ''} onClick={change}>
        {recuperacion ? 'Usar el código de la aplicación' : 'Usar un código de recuperación'}
      </Button>
    </div>
  );
}
