import { useId } from 'react';
import { SelectField, TextAreaField } from '../../../../../platform/web/form/index.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import { DataList, Section } from '../../../../../platform/web/ui/index.ts';
import { plantillaPath } from '../../../../plantillas/routes.ts';
import {
  CIFRAS,
  type Cifra,
  FECHAS,
  NOMBRES_DE_FECHA,
  type Problema,
} from '../../escritura/rules.ts';
import { type Edicion, usePlantillas } from '../hooks.ts';
import { CifraField } from './cifra-field.tsx';
import styles from './convocatoria.module.css';
import { Desempates } from './desempates.tsx';
import { Etapas } from './etapas.tsx';
import { MomentoField } from './momento-field.tsx';
import { Problemas } from './problemas.tsx';

const PLAZOS: readonly Cifra[] = [
  'diasSubsanar',
  'diasConfirmar',
  'diasInconformidad',
  'diasResolver',
  'horasCambioEntrevista',
  'diasPublicados',
  'aniosConservados',
];
const CARTAS: readonly Cifra[] = ['recomendaciones', 'minimoCarta'];

/** The terms of a call, to be written: forms, calendar, stages, tie-breaks and seats, terms in days. */
export function Editor({
  problemas,
  ...edicion
}: Omit<Edicion, 'idOf'> & { problemas: readonly Problema[] }) {
  const prefix = useId();
  const idOf = (donde: string) => `${prefix}-${donde}`;
  const goTo = (donde: string) => {
    // A place without a field of its own is in the nearest one that has it.
    for (let path = donde; path !== ''; path = path.split('.').slice(0, -1).join('.')) {
      const found = document.getElementById(idOf(path));
      if (!found) continue;
      for (let up: Element | null = found; up; up = up.parentElement) {
        if (up instanceof HTMLDetailsElement) up.open = true;
      }
      found.scrollIntoView({ block: 'center' });
      found.focus({ preventScroll: true });
      return;
    }
  };
  const all: Edicion = { ...edicion, idOf };
  return (
    <>
      <Problemas problemas={problemas} onGo={goTo} />
      <Formularios {...all} />
      <Calendario {...all} />
      <Etapas {...all} />
      <Desempates {...all} />
      <Cifras {...all} titulo="Recomendaciones" cifras={CARTAS} />
      <Cifras {...all} titulo="Plazos" cifras={PLAZOS} />
    </>
  );
}

function Formularios({ contenido, entorno, errores, change, idOf, publicada }: Edicion) {
  const plantillas = usePlantillas() ?? [];
  const { presolicitud, solicitud } = entorno;
  const options = plantillas.map(({ id, nombre }) => ({ value: id, label: nombre }));
  const known = options.some(({ value }) => value === contenido.presolicitudPlantillaId);
  const version = (numero: number | null) =>
    numero === null ? 'sin versión vigente' : `versión ${numero}`;
  return (
    <Section title="Descripción y formularios" panel>
      <div className={styles.campos}>
        <TextAreaField
          label="Descripción"
          hint="Objetivo del programa y a quién se dirige."
          optional
          rows={4}
          maxLength={4000}
          id={idOf('bases.descripcion')}
          value={contenido.bases.descripcion}
          error={errores['bases.descripcion']}
          onChange={(descripcion) =>
            change({ ...contenido, bases: { ...contenido.bases, descripcion } })
          }
        />
        {publicada ? (
          <DataList
            items={[
              {
                label: 'Formulario de la presolicitud',
                value: `${presolicitud.nombre}, ${version(presolicitud.version)}`,
              },
              {
                label: 'Formulario de la solicitud',
                value: `${solicitud.nombre}, ${version(solicitud.version)}`,
              },
            ]}
          />
        ) : (
          <>
            <SelectField
              label="Formulario de la presolicitud"
              options={
                known
                  ? options
                  : [
                      { value: contenido.presolicitudPlantillaId, label: presolicitud.nombre },
                      ...options,
                    ]
              }
              empty={null}
              id={idOf('presolicitudPlantillaId')}
              value={contenido.presolicitudPlantillaId}
              error={errores.presolicitudPlantillaId}
              onChange={(presolicitudPlantillaId) =>
                change({ ...contenido, presolicitudPlantillaId })
              }
            />
            <p id={idOf('solicitud')} tabIndex={-1}>
              Formulario de la solicitud:{' '}
              <Link to={plantillaPath(solicitud.plantillaId)}>{solicitud.nombre}</Link>,{' '}
              {version(solicitud.version)}. Es la plantilla de la edición.
            </p>
          </>
        )}
      </div>
    </Section>
  );
}

function Calendario({ contenido, errores, change, idOf }: Edicion) {
  return (
    <Section
      title="Calendario"
      lead="Hora del centro de México. El minuto de cierre se incluye."
      panel
    >
      <div className={styles.calendario}>
        {NOMBRES_DE_FECHA.map((fecha) => (
          <MomentoField
            key={fecha}
            label={FECHAS[fecha]}
            id={idOf(`calendario.${fecha}`)}
            value={contenido.calendario[fecha]}
            error={errores[`calendario.${fecha}`]}
            onChange={(value) =>
              change({ ...contenido, calendario: { ...contenido.calendario, [fecha]: value } })
            }
          />
        ))}
      </div>
    </Section>
  );
}

function Cifras({
  contenido,
  errores,
  change,
  idOf,
  titulo,
  cifras,
}: Edicion & { titulo: string; cifras: readonly Cifra[] }) {
  return (
    <Section title={titulo} panel>
      <div className={styles.cifras}>
        {cifras.map((cifra) => (
          <CifraField
            key={cifra}
            label={CIFRAS[cifra][0]}
            id={idOf(`bases.${cifra}`)}
            value={contenido.bases[cifra]}
            error={errores[`bases.${cifra}`]}
            onChange={(value) =>
              change({ ...contenido, bases: { ...contenido.bases, [cifra]: value } })
            }
          />
        ))}
      </div>
    </Section>
  );
}
