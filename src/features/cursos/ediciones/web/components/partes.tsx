import { type ReactNode, useState } from 'react';
import { formatFecha } from '../../../../../platform/shared/dates.ts';
import { useOnHide } from '../../../../../platform/web/keep-alive/index.ts';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import {
  Button,
  IconButton,
  IconEdit,
  IconPlus,
  IconTrash,
  Section,
} from '../../../../../platform/web/ui/index.ts';
import { canEditOferta } from '../../../policy.ts';
import type { EdicionGuardada, Parte } from '../../contract.ts';
import { lugaresDe } from './columnas.tsx';
import styles from './edicion.module.css';
import { type ParteDeEdicion, ParteDialog, partesDe, QuitarParteDialog } from './parte-dialog.tsx';

type Abierto = { que: 'agregar' | 'editar' | 'quitar'; actual: ParteDeEdicion | null };

const SECCIONES: Record<Parte, { titulo: string; agregar: string; nada: string }> = {
  grupo: {
    titulo: 'Grupos',
    agregar: 'Agregar un grupo',
    nada: 'No tiene grupos: los lugares son de toda la edición.',
  },
  docente: { titulo: 'Docentes', agregar: 'Agregar docente', nada: 'Todavía no tiene docentes.' },
  sesion: { titulo: 'Sesiones', agregar: 'Agregar una sesión', nada: 'Todavía no tiene sesiones.' },
};

const dichoDeParte = (
  { grupos }: EdicionGuardada,
  parte: Parte,
  one: ParteDeEdicion,
): { nombre: string; detalle: ReactNode[] } => {
  const grupo = grupos.find(({ id }) => id === one.grupoId)?.nombre;
  if (parte === 'grupo') {
    const lugares = lugaresDe({ cupo: Number(one.cupo), ocupados: Number(one.ocupados) });
    return { nombre: String(one.nombre), detalle: [one.horario as string, `${lugares} lugares`] };
  }
  if (parte === 'docente') {
    const { nombre, papel, semblanza } = one as unknown as Record<string, string>;
    return { nombre: nombre!, detalle: [papel, grupo, semblanza] };
  }
  const { fecha, de, a, tema, lugar } = one as unknown as Record<string, string>;
  return { nombre: `${formatFecha(fecha!)}, de ${de} a ${a}`, detalle: [tema, lugar, grupo] };
};

/** The groups, the teachers or the sessions of an edition; an Admin keeps them. */
export function Partes({ edicion, parte }: { edicion: EdicionGuardada; parte: Parte }) {
  const [opened, open] = useState<Abierto | null>(null);
  const close = () => open(null);
  useOnHide(close);
  const edits = canEditOferta(useUser()) && edicion.cancelacion === null;
  const { titulo, agregar, nada } = SECCIONES[parte];
  const all = partesDe(edicion, parte);
  const lugares = edicion.grupos.reduce((sum, { cupo }) => sum + (cupo ?? 0), 0);
  return (
    <Section
      title={titulo}
      action={
        edits && (
          <Button
            size="small"
            icon={<IconPlus />}
            onClick={() => open({ que: 'agregar', actual: null })}
          >
            {agregar}
          </Button>
        )
      }
    >
      {parte === 'grupo' && all.length > 0 && lugares !== edicion.datos.cupo && (
        <p className={styles.quiet}>
          Los grupos suman {lugares} lugares y el cupo de la edición es de {edicion.datos.cupo}: se
          inscribe quien encuentra lugar en los dos.
        </p>
      )}
      {all.length === 0 ? (
        <p className={styles.quiet}>{nada}</p>
      ) : (
        <ul className={styles.lista}>
          {all.map((one) => {
            const { nombre, detalle } = dichoDeParte(edicion, parte, one);
            return (
              <li key={one.id}>
                <strong>{nombre}</strong>
                {detalle.filter(Boolean).map((dato, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: what is said of one, in its order
                  <span key={i} className={styles.detalle}>
                    {dato}
                  </span>
                ))}
                {edits && (
                  <span className={styles.acciones}>
                    <IconButton
                      label={`Editar ${nombre}`}
                      onClick={() => open({ que: 'editar', actual: one })}
                    >
                      <IconEdit />
                    </IconButton>
                    <IconButton
                      label={`Quitar ${nombre}`}
                      onClick={() => open({ que: 'quitar', actual: one })}
                    >
                      <IconTrash />
                    </IconButton>
                  </span>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {opened && opened.que !== 'quitar' && (
        <ParteDialog {...{ edicion, parte }} actual={opened.actual} onClose={close} />
      )}
      {opened?.que === 'quitar' && opened.actual && (
        <QuitarParteDialog
          {...{ edicion, parte }}
          actual={opened.actual}
          nombre={dichoDeParte(edicion, parte, opened.actual).nombre}
          onClose={close}
        />
      )}
    </Section>
  );
}
