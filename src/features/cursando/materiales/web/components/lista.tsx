import type { ReactNode } from 'react';
import { EstadoBadge, formatBytes } from '../../../../../platform/web/ui/index.ts';
import { materialPath } from '../../../routes.ts';
import type { Material } from '../../contract.ts';
import styles from './materiales.module.css';

const ANTIVIRUS = {
  cuarentena: 'En cuarentena: se podrá abrir en cuanto el antivirus lo examine.',
  infectado: 'El antivirus encontró un programa dañino en este archivo: no se puede abrir.',
} as const;

/** Links and files, with what each is; `acts` are what staff do with one. */
export function ListaDeMateriales({
  materiales,
  acts,
}: {
  materiales: readonly Material[];
  acts?: (material: Material, at: number) => ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets
    <ul role="list" className={styles.lista}>
      {materiales.map((material, at) => (
        <li key={material.id}>
          <div>
            <Titulo material={material} />
            {!material.publicado && <EstadoBadge tone="neutral">Sin publicar</EstadoBadge>}
            {material.nota && <p className={styles.nota}>{material.nota}</p>}
            {material.archivo?.antivirus && (
              <p className={styles.nota}>{ANTIVIRUS[material.archivo.antivirus]}</p>
            )}
          </div>
          {acts && <div className={styles.acts}>{acts(material, at)}</div>}
        </li>
      ))}
    </ul>
  );
}

function Titulo({ material: { id, titulo, enlace, archivo } }: { material: Material }) {
  if (enlace !== null) {
    return (
      <a href={enlace} target="_blank" rel="noopener noreferrer">
        {titulo}
        <span className="sr-only"> (se abre en otra pestaña)</span>
      </a>
    );
  }
  const size = archivo && (
    <span className={styles.nota}> {formatBytes(archivo.bytes)}, se descarga</span>
  );
  if (archivo?.antivirus) return <span>{titulo}</span>;
  return (
    <>
      <a href={materialPath(id)} download>
        {titulo}
      </a>
      {size}{' '}
    </>
  );
}
