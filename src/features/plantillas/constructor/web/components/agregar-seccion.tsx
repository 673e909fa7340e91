import { useState } from 'react';
import { Loading, notify } from '../../../../../platform/web/feedback/index.ts';
import { SelectField } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { Button, IconPlus } from '../../../../../platform/web/ui/index.ts';
import {
  describeCampos,
  describeSinCondicion,
  insertSeccion,
  type Seccion,
} from '../../../secciones/rules.ts';
import { AgregarDeBibliotecaDialog } from '../../../secciones/web/components/agregar-de-biblioteca.tsx';
import { useTodasLasPlantillas, useVersion } from '../../../versiones/web/hooks.ts';
import { addSeccion } from '../../rules.ts';
import type { Construccion } from '../hooks.ts';
import styles from './constructor.module.css';

/** A section more at the end: an empty one, one of the library, or one of another plantilla. */
export function AgregarSeccion({
  usadas,
  change,
  onAgregada,
}: {
  usadas: Construccion['usadas'];
  change: Construccion['change'];
  /** It is there, under this key. */
  onAgregada: (clave: string) => void;
}) {
  const [choosing, choose] = useDisclosure();
  const add = () => {
    let added = '';
    change((was) => {
      const next = addSeccion(was);
      added = next.clave;
      return next.definicion;
    });
    onAgregada(added);
  };
  const insert = (seccion: Seccion) => {
    let added = '';
    let perdidas: readonly string[] = [];
    change((was) => {
      const next = insertSeccion(was, seccion, usadas);
      added = next.clave;
      perdidas = next.sinCondicion;
      return next.definicion;
    });
    choose.close();
    notify.success(
      [`Se agregó «${seccion.titulo}» al final.`, describeSinCondicion(perdidas)]
        .filter(Boolean)
        .join(' '),
    );
    onAgregada(added);
  };
  return (
    <>
      <div className={styles.agregar}>
        <Button onClick={add}>
          <IconPlus width="1em" height="1em" /> Agregar sección
        </Button>
        <Button onClick={choose.open}>Agregar de la biblioteca…</Button>
      </div>
      <DeOtraPlantilla onElegir={insert} />
      {choosing && <AgregarDeBibliotecaDialog onAgregar={insert} onClose={choose.close} />}
    </>
  );
}

/** Sections of the plantillas that are in force, to be copied into this one. */
function DeOtraPlantilla({ onElegir }: { onElegir: (seccion: Seccion) => void }) {
  const todas = useTodasLasPlantillas();
  const [origen, setOrigen] = useState('');
  const fuente = todas.data?.filas.find(({ publicada }) => publicada?.id === origen);
  const options = (todas.data?.filas ?? []).flatMap(({ nombre, publicada }) =>
    publicada ? [{ value: publicada.id, label: nombre }] : [],
  );
  if (options.length === 0) return null;
  return (
    <section aria-label="Secciones de otras plantillas" className={styles.seccion}>
      <div className={styles.pie}>
        <SelectField
          label="Copiar una sección de"
          value={origen}
          onChange={setOrigen}
          options={options}
          empty="Elija una plantilla"
        />
      </div>
      {fuente && <SeccionesDe plantillaId={fuente.id} versionId={origen} onElegir={onElegir} />}
    </section>
  );
}

function SeccionesDe({
  plantillaId,
  versionId,
  onElegir,
}: {
  plantillaId: string;
  versionId: string;
  onElegir: (seccion: Seccion) => void;
}) {
  const { data } = useVersion(plantillaId, versionId);
  if (!data) return <Loading shape="list" />;
  return (
    <ul className={styles.campos}>
      {data.definicion.secciones.map((seccion) => (
        <li key={seccion.clave} className={styles.pie}>
          <span>
            {seccion.titulo}, {describeCampos(seccion.campos.length)}
          </span>
          <Button
            size="small"
            aria-label={`Copiar ${seccion.titulo}`}
            onClick={() => onElegir(seccion)}
          >
            Copiar
          </Button>
        </li>
      ))}
    </ul>
  );
}
