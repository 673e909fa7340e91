import {
  DataList,
  Folio,
  formatDate,
  formatDateTime,
  Panel,
  Section,
} from '../../../../../platform/web/ui/index.ts';
import type { Contenido, Entorno } from '../../escritura/contract.ts';
import {
  CIFRAS,
  describeMomento,
  FECHAS,
  NOMBRES_DE_CIFRA,
  NOMBRES_DE_FECHA,
  piezaDe,
} from '../../escritura/rules.ts';
import { DESEMPATES, ORDENES_DE_CUPO, TIPOS_ETAPA } from '../../palabras/rules.ts';
import styles from './convocatoria.module.css';

/** What is read of the terms of a call. */
export type BasesLeidas = {
  readonly contenido: Contenido;
  readonly entorno: Entorno;
  readonly sorteoHash: string | null;
  readonly congeladaEn: string | null;
  readonly formula: number;
  readonly cerradas: readonly string[];
};

/** The terms of a call, to be read. */
export function Leidas({ convocatoria }: { convocatoria: BasesLeidas }) {
  const { contenido, entorno, sorteoHash, congeladaEn, formula } = convocatoria;
  const { bases, calendario } = contenido;
  const { presolicitud, solicitud } = entorno;
  const nombreDe = (clave: string) => piezaDe(entorno, clave)?.nombre ?? clave;
  const version = (nombre: string, numero: number | null) =>
    numero === null ? nombre : `${nombre}, versión ${numero}`;
  return (
    <>
      {bases.descripcion && <p className={styles.descripcion}>{bases.descripcion}</p>}
      <Section title="Calendario" panel>
        <DataList
          items={NOMBRES_DE_FECHA.map((fecha) => ({
            label: FECHAS[fecha],
            value: describeMomento(calendario[fecha]),
          }))}
        />
      </Section>
      <Section title="Etapas y criterios">
        <ol className={styles.etapas}>
          {contenido.etapas.map((etapa, i) => (
            <li key={etapa.id}>
              <Etapa
                {...{ etapa, i, entorno }}
                cerrada={convocatoria.cerradas.includes(etapa.id)}
              />
            </li>
          ))}
        </ol>
      </Section>
      <Section title="Desempates y lugares" panel>
        <DataList
          items={[
            {
              label: 'Desempates, en orden',
              wide: true,
              value: [
                ...bases.desempates.map(({ por, etapaId }) =>
                  por === 'etapa'
                    ? `${DESEMPATES.etapa}: ${contenido.etapas.find(({ id }) => id === etapaId)?.nombre ?? ''}`
                    : DESEMPATES[por],
                ),
                'Sorteo',
              ].join(' · '),
            },
            {
              label: 'Campo de la acción afirmativa',
              value: bases.campoAfirmativa === null ? 'Ninguno' : nombreDe(bases.campoAfirmativa),
            },
            {
              label: 'Fecha de corte de la antigüedad',
              value:
                bases.fechaCorte === null ? 'Cierre de solicitudes' : formatDate(bases.fechaCorte),
            },
            { label: 'Lugares reservados', value: ORDENES_DE_CUPO[bases.cupos] },
            {
              label: 'Cupos, en orden',
              value:
                solicitud.cupos.length === 0
                  ? 'La plantilla no reserva lugares'
                  : ordenDe(bases.ordenDeCupos, solicitud.cupos).join(' · '),
            },
            {
              label: 'Campos que quien evalúa no ve',
              value: bases.camposConNombre.map(nombreDe).join(', ') || 'Ninguno',
            },
            ...(sorteoHash
              ? [
                  {
                    label: 'Huella del secreto del sorteo (SHA-256)',
                    wide: true,
                    value: <Folio>{sorteoHash}</Folio>,
                  },
                ]
              : []),
            {
              label: 'Fórmula',
              value: congeladaEn
                ? `${formula}, congelada el ${formatDateTime(congeladaEn)}`
                : `${formula}`,
            },
          ]}
        />
      </Section>
      <Section title="Plazos y cifras" panel>
        <DataList
          items={[
            {
              label: 'Formulario de la presolicitud',
              value: version(presolicitud.nombre, presolicitud.version),
            },
            {
              label: 'Formulario de la solicitud',
              value: version(solicitud.nombre, solicitud.version),
            },
            ...NOMBRES_DE_CIFRA.map((cifra) => ({
              label: CIFRAS[cifra][0],
              value: `${bases[cifra]}`,
            })),
          ]}
        />
      </Section>
    </>
  );
}

const ordenDe = (orden: readonly string[], cupos: Entorno['solicitud']['cupos']): string[] =>
  [...orden, ...cupos.map(({ clave }) => clave).filter((clave) => !orden.includes(clave))].flatMap(
    (clave) => {
      const cupo = cupos.find((one) => one.clave === clave);
      return cupo ? [`${cupo.nombre} (${cupo.lugares})`] : [];
    },
  );

function Etapa({
  etapa,
  i,
  entorno,
  cerrada,
}: {
  etapa: Contenido['etapas'][number];
  i: number;
  entorno: Entorno;
  cerrada: boolean;
}) {
  const { nombre, tipo, peso, minimo, corte, venceEn, criterios } = etapa;
  return (
    <Panel className={styles.etapa}>
      <h3>
        {i + 1}. {nombre}
        {cerrada && <small> · Cerrada</small>}
      </h3>
      <DataList
        items={[
          { label: 'Tipo', value: TIPOS_ETAPA[tipo] },
          ...(tipo === 'documental'
            ? []
            : [
                { label: 'Peso', value: `${peso} %` },
                {
                  label: 'Puntuación mínima',
                  value: minimo === null ? 'Sin mínimo' : (minimo / 100).toFixed(2),
                },
                { label: 'Pasan', value: corte === null ? 'Todas las personas' : `${corte}` },
              ]),
          {
            label: 'Fecha límite',
            value: venceEn === null ? 'Sin fecha límite' : describeMomento(venceEn),
          },
        ]}
      />
      {criterios.map((criterio) => (
        <details key={criterio.id} className={styles.criterio}>
          <summary>
            {criterio.nombre} <small>· peso {criterio.peso}</small>
          </summary>
          <div className={styles.campos}>
            {criterio.descripcion && <p>{criterio.descripcion}</p>}
            <DataList
              items={[
                ...criterio.anclas.map((ancla, puntos) => ({
                  label: puntos === 1 ? '1 punto' : `${puntos} puntos`,
                  value: ancla,
                })),
                {
                  label: 'Piezas que se evalúan',
                  wide: true,
                  value:
                    criterio.piezas
                      .map((clave) => piezaDe(entorno, clave)?.nombre ?? clave)
                      .join(', ') || 'Ninguna',
                },
              ]}
            />
          </div>
        </details>
      ))}
    </Panel>
  );
}
