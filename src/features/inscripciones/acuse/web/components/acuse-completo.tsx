import {
  fechaDe,
  formatFecha,
  formatMomento,
  isFecha,
} from '../../../../../platform/shared/dates.ts';
import { nameInItsCase } from '../../../../../platform/shared/names.ts';
import { REQUISITO } from '../../../../../platform/shared/requisitos.ts';
import { Notice } from '../../../../../platform/web/feedback/index.ts';
import { CompareFile } from '../../../../../platform/web/public/compare-file.tsx';
import {
  Ficha,
  Folio,
  iconOfTone,
  PageHeading,
  toneClass,
} from '../../../../../platform/web/ui/index.ts';
import { describePeriodo, enMinuscula, sinRotulo } from '../../../../cursos/rules.ts';
import type { DetalleAcuse } from '../../contract.ts';
import { describeAceptado, requisitoImpreso, seccionesPropias, tituloDe } from '../../rules.ts';
import type { Acuse } from '../hooks.ts';
import styles from './acuse.module.css';
import { BotonesDelPdf } from './botones-pdf.tsx';

/** The acuse as the paper shows it, for who has its key. */
export function AcuseCompleto({
  acuse: { folio, de, emitidoEn, ejemplares },
  detalle,
  clave,
}: {
  acuse: Acuse;
  detalle: DetalleAcuse;
  clave: string;
}) {
  const { persona, curso, edicion, plantilla, estado, actual, propios = [] } = detalle;
  const changed = actual.codigo !== estado.codigo;
  return (
    <div className={styles.acuse}>
      <PageHeading
        title={tituloDe({ de })}
        lead={`Emitido por ${detalle.institucion} el ${formatMomento(new Date(emitidoEn))}, hora del centro de México.`}
        documentTitle={`Acuse ${folio}`}
        action={<BotonesDelPdf folio={folio} clave={clave} />}
      />
      {changed && (
        <div className={styles.aviso}>
          <Notice tone={actual.tono} title={`Hoy su estado es: ${actual.nombre.toLowerCase()}`}>
            <p>
              El documento dice «{estado.nombre}» porque así estaba al emitirse y no se modifica
              después.
            </p>
          </Notice>
        </div>
      )}
      <Ficha
        kind={tituloDe({ de })}
        folio={folio}
        title={curso.nombre}
        holder={nameInItsCase(persona.nombreCompleto)}
        estado={{
          tone: changed ? 'neutral' : actual.tono,
          label: estado.nombre,
          detail: `el ${formatMomento(new Date(emitidoEn))}`,
        }}
        fields={[
          {
            label: persona.curp ? 'CURP' : 'Clave de la persona',
            value: <Folio>{persona.curp ?? persona.clave}</Folio>,
          },
          { label: 'Clave del curso', value: <Folio>{curso.clave}</Folio> },
          { label: 'Edición', value: sinRotulo('Edición', edicion.nombre) },
          { label: 'Se imparte', value: describePeriodo(edicion.inicia, edicion.termina) },
          { label: 'Tipo y modalidad', value: `${curso.tipo}, ${enMinuscula(curso.modalidad)}` },
          ...(edicion.grupo ? [{ label: 'Grupo', value: edicion.grupo }] : []),
          ...(edicion.sede ? [{ label: 'Sede', value: edicion.sede }] : []),
          ...(curso.horas ? [{ label: 'Duración', value: `${curso.horas} horas` }] : []),
          ...propios.map(({ etiqueta, valor, clave: fijo }) => ({
            label: etiqueta,
            value: fijo ? <Folio>{valor}</Folio> : valor,
          })),
          {
            label: 'Plantilla',
            value: `${plantilla.nombre}, versión ${plantilla.version}, publicada el ${formatDay(plantilla.publicadaEn)}`,
          },
        ]}
      >
        {seccionesPropias(detalle).map(({ titulo, respuestas }) => (
          <section key={titulo} className={styles.parte}>
            <h3>{titulo}</h3>
            <dl>
              {respuestas.map(({ etiqueta, valor, aceptado }) => (
                <div key={etiqueta}>
                  <dt>{etiqueta}</dt>
                  <dd>
                    {valor}
                    {aceptado && (
                      <span className={styles.aceptado}>{describeAceptado(detalle, aceptado)}</span>
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        {detalle.reglas.length > 0 && (
          <section className={styles.parte}>
            <h3>Requisitos revisados</h3>
            {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets */}
            <ul role="list">
              {detalle.reglas.map((regla) => {
                const [palabra, tono] = REQUISITO[requisitoImpreso(regla)];
                const Icon = iconOfTone(tono);
                return (
                  <li key={regla.descripcion} className={toneClass(tono)}>
                    <Icon />
                    <div>
                      <p>
                        {regla.descripcion} <strong>{palabra}</strong>
                      </p>
                      <p className={styles.hallazgo}>{regla.detalle}</p>
                    </div>
                  </li>
                );
              })}
            </ul>
          </section>
        )}
        <section className={`${styles.parte} ${styles.verificacion}`}>
          <img
            src={`data:image/svg+xml,${encodeURIComponent(detalle.qr)}`}
            alt=""
            width={132}
            height={132}
          />
          <div>
            <h3>Verificación</h3>
            <p>
              Escanee el código QR para ver el acuse en el portal y compararlo con este documento.
              El código incluye una clave: quien la tenga podrá ver el acuse.
            </p>
          </div>
        </section>
        {detalle.demo && (
          <p className={styles.demo}>Documento de demostración, sin validez oficial.</p>
        )}
      </Ficha>
      <CompareFile key={folio} folio={folio} ejemplares={ejemplares} />
    </div>
  );
}

/** The day of a date, or of an instant. */
const formatDay = (iso: string): string => formatFecha(isFecha(iso) ? iso : fechaDe(new Date(iso)));
