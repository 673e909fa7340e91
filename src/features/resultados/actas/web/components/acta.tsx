import { type ComponentType, useState } from 'react';
import { ErrorState, Loading, Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { TextAreaField, TextField, useForm } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import {
  Button,
  EstadoBadge,
  Folio,
  formatDateTime,
  IconDownload,
  IconLock,
  Section,
} from '../../../../../platform/web/ui/index.ts';
import type { EdicionConResultados } from '../../../contract.ts';
import { actaPdfPath } from '../../../routes.ts';
import {
  describeMinimos,
  formatCalificacion,
  formatPorcentaje,
  leerCalificacion,
} from '../../../rules.ts';
import { useActa, useApplyCorreccion, useCierre, useConfirmCierre } from '../../../web/hooks.ts';
import type { ActaImpresa } from '../../contract.ts';
import { totalesDe } from '../../rules.ts';
import styles from './acta.module.css';

type FilaDeActa = ActaImpresa['filas'][number];

/** People whose result is missing that are named above the list that names all. */
const MOST_NAMED = 5;

const personas = (n: number) => (n === 1 ? '1 persona' : `${n} personas`);

/** The acta of an edition: what closing it would do or, once it is closed, what it says and said. */
type Piezas = { piezas: readonly ComponentType<{ edicionId: string }>[] };

export function Acta({ edicion, piezas }: { edicion: EdicionConResultados } & Piezas) {
  return edicion.acta === null ? (
    <PorCerrar edicion={edicion} />
  ) : (
    <Cerrada edicion={edicion} piezas={piezas} />
  );
}

function PorCerrar({ edicion }: { edicion: EdicionConResultados }) {
  const cierre = useCierre(edicion.id);
  const confirm = useConfirmCierre();
  const [opened, { open, close }] = useDisclosure();
  if (cierre.isPending) return <Loading shape="list" />;
  if (cierre.isError)
    return <ErrorState error={cierre.error} retry={() => void cierre.refetch()} />;
  const { filas, huella, noSeCierra } = cierre.data;
  const faltan = filas.filter(({ falta }) => falta.length > 0);
  const acreditan = filas.filter(({ resultado }) => resultado === 'acreditada').length;
  const puede = noSeCierra === null && faltan.length === 0 && filas.length > 0;
  return (
    <div className={styles.cierre}>
      <p>
        {describeMinimos(edicion.minimos)} Tras el cierre, todo cambio requiere motivo y genera otra
        versión.
      </p>
      {noSeCierra !== null && (
        <Notice tone="info" title="Todavía no se puede cerrar">
          <p>{noSeCierra}</p>
        </Notice>
      )}
      {faltan.length > 0 && (
        <Notice tone="warning" title={`Faltan datos de ${personas(faltan.length)}`}>
          <ul>
            {faltan.slice(0, MOST_NAMED).map(({ inscripcionId, nombre, falta }) => (
              <li key={inscripcionId}>
                {nombre}: {falta.join(' y ')}.
              </li>
            ))}
            {faltan.length > MOST_NAMED && (
              <li>Y {faltan.length - MOST_NAMED} más, en la lista de abajo.</li>
            )}
          </ul>
        </Notice>
      )}
      <div className={styles.acciones}>
        <Button
          variant="primary"
          icon={<IconLock />}
          aria-disabled={!puede}
          onClick={() => puede && open()}
        >
          Cerrar el acta
        </Button>
      </div>
      <Section title="Vista previa del acta">
        <TablaDeDecision filas={filas} />
      </Section>
      {opened && (
        <ConfirmarDialog
          acreditan={acreditan}
          no={filas.length - acreditan}
          onConfirm={() => confirm.mutateAsync({ edicionId: edicion.id, huella })}
          onFail={() => void cierre.refetch()}
          onClose={close}
        />
      )}
    </div>
  );
}

function TablaDeDecision({
  filas,
}: {
  filas: readonly {
    inscripcionId: string;
    nombre: string;
    resultado: 'acreditada' | 'noAcreditada' | null;
    razones: readonly string[];
    falta: readonly string[];
  }[];
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={styles.caja} aria-label="Vista previa del acta" tabIndex={0}>
      <table className={styles.tabla}>
        <thead>
          <tr>
            <th scope="col">Nombre</th>
            <th scope="col">Resultado</th>
            <th scope="col">Por qué</th>
          </tr>
        </thead>
        <tbody>
          {filas.map(({ inscripcionId, nombre, resultado, razones, falta }) => (
            <tr key={inscripcionId}>
              <th scope="row">{nombre}</th>
              <td>
                <Resultado resultado={resultado} />
              </td>
              <td>{resultado === null ? `Falta ${falta.join(' y ')}.` : razones.join(' ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Resultado({ resultado }: { resultado: 'acreditada' | 'noAcreditada' | null }) {
  if (resultado === null) return <EstadoBadge tone="warning">Por decidir</EstadoBadge>;
  return resultado === 'acreditada' ? (
    <EstadoBadge tone="success">Acreditada</EstadoBadge>
  ) : (
    <EstadoBadge tone="danger">No acreditada</EstadoBadge>
  );
}

function ConfirmarDialog({
  acreditan,
  no,
  onConfirm,
  onFail,
  onClose,
}: {
  acreditan: number;
  no: number;
  onConfirm: () => Promise<{ folio: string }>;
  onFail: () => void;
  onClose: () => void;
}) {
  const form = useForm({
    initial: {},
    submit: async () => {
      try {
        const { folio } = await onConfirm();
        notify.success(`El acta ${folio} quedó cerrada. Se avisa a cada persona por correo.`);
        onClose();
      } catch (error) {
        onFail();
        throw error;
      }
    },
  });
  return (
    <FormDialog
      title="¿Cerrar el acta?"
      form={form}
      submit="Cerrar el acta"
      busy="Cerrando…"
      onClose={onClose}
    >
      <p>
        {personas(acreditan)} acreditarán y {personas(no)} no. Cada una verá su resultado y recibirá
        un aviso. No se puede deshacer: lo que deba cambiar se corrige con un motivo.
      </p>
    </FormDialog>
  );
}

/** A line as it is to be, until it is applied with the others: several make one version. */
type Correccion = Pick<
  FilaDeActa,
  'inscripcionId' | 'nombre' | 'calificacion' | 'asistencia' | 'observacion'
>;

function Cerrada({ edicion, piezas }: { edicion: EdicionConResultados } & Piezas) {
  const acta = useActa(edicion.id);
  const [corrige, setCorrige] = useState<Correccion | null>(null);
  const [correcciones, setCorrecciones] = useState<readonly Correccion[]>([]);
  const [aplica, { open, close }] = useDisclosure();
  if (acta.isPending) return <Loading shape="list" />;
  if (acta.isError) return <ErrorState error={acta.error} retry={() => void acta.refetch()} />;
  const { id, acta: dice, versiones, fuera, propias } = acta.data;
  const { acreditadas, noAcreditadas } = totalesDe(dice.filas);
  return (
    <div className={styles.cierre}>
      <p>
        Acta <Folio>{dice.folio}</Folio>, versión {dice.version}. Se cerró el{' '}
        {formatDateTime(dice.cerradaEn)}: {personas(acreditadas)} acreditaron y{' '}
        {personas(noAcreditadas)} no.
      </p>
      {piezas.map((Pieza, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the features give them once, in one order
        <Pieza key={i} edicionId={edicion.id} />
      ))}
      {correcciones.length > 0 && (
        <Notice tone="info" title="Correcciones sin aplicar">
          <ul>
            {correcciones.map((una) => (
              <li key={una.inscripcionId}>
                {una.nombre}: {formatCalificacion(una.calificacion) || 'sin calificación'}
              </li>
            ))}
          </ul>
          <p className={styles.acciones}>
            <Button variant="primary" onClick={open}>
              Aplicar en una versión
            </Button>
            <Button onClick={() => setCorrecciones([])}>Descartar</Button>
          </p>
        </Notice>
      )}
      <Section title="Versiones">
        <ol className={styles.versiones}>
          {versiones.map((version) => (
            <li key={version.numero}>
              <p>
                <strong>Versión {version.numero}</strong>, {formatDateTime(version.creadoEn)}, por{' '}
                {version.por}.{version.motivo && ` Motivo: ${version.motivo}`}
              </p>
              {version.diferencias.length > 0 && (
                <ul>
                  {version.diferencias.map(({ antes, despues }) => (
                    <li key={despues.inscripcionId}>
                      {despues.nombre}: {antes ? describeFila(antes) : 'no estaba'} →{' '}
                      {describeFila(despues)}
                    </li>
                  ))}
                </ul>
              )}
              <a
                className={styles.descarga}
                href={actaPdfPath(id, version.numero, { descargar: true })}
                download
              >
                <IconDownload /> Descargar la versión {version.numero} en PDF
                {version.sinFirma ? ' sin firma' : ' firmado'}
              </a>
              {version.sinFirma && (
                <p>Este PDF se hizo antes de que el portal los firmara, y se conserva como era.</p>
              )}
            </li>
          ))}
        </ol>
      </Section>
      {fuera.length > 0 && (
        <Notice tone="warning" title="Personas inscritas que no están en el acta">
          <p>{fuera.map(({ nombre }) => nombre).join('; ')}.</p>
        </Notice>
      )}
      <Section title="Resultados">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
        <section className={styles.caja} aria-label="Resultados del acta" tabIndex={0}>
          <table className={styles.tabla}>
            <thead>
              <tr>
                <th scope="col">Nombre</th>
                <th scope="col">Calificación</th>
                <th scope="col">Asistencia</th>
                <th scope="col">Resultado</th>
                <th scope="col">
                  <span className="sr-only">Acciones</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {dice.filas.map((fila) => (
                <tr key={fila.inscripcionId}>
                  <th scope="row">
                    {fila.nombre}
                    {fila.observacion && <span className={styles.nota}>{fila.observacion}</span>}
                  </th>
                  <td>{formatCalificacion(fila.calificacion) || '–'}</td>
                  <td>{formatPorcentaje(fila.asistencia) || '–'}</td>
                  <td>
                    <Resultado resultado={fila.resultado} />
                  </td>
                  <td>
                    {propias.includes(fila.inscripcionId) ? (
                      'Es usted'
                    ) : (
                      <Button
                        size="small"
                        aria-label={`Corregir a ${fila.nombre}`}
                        onClick={() =>
                          setCorrige(
                            correcciones.find(
                              ({ inscripcionId }) => inscripcionId === fila.inscripcionId,
                            ) ?? fila,
                          )
                        }
                      >
                        Corregir
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </Section>
      {corrige && (
        <CorregirDialog
          edicionId={edicion.id}
          fila={corrige}
          onSave={(una) =>
            setCorrecciones((antes) => [
              ...antes.filter(({ inscripcionId }) => inscripcionId !== una.inscripcionId),
              una,
            ])
          }
          onClose={() => setCorrige(null)}
        />
      )}
      {aplica && (
        <AplicarDialog
          edicionId={edicion.id}
          version={dice.version}
          correcciones={correcciones}
          onDone={() => setCorrecciones([])}
          onClose={close}
        />
      )}
    </div>
  );
}

const describeFila = ({ calificacion, asistencia, resultado, observacion }: FilaDeActa): string =>
  [
    formatCalificacion(calificacion) || 'sin calificación',
    ...(asistencia === null ? [] : [`asistencia ${formatPorcentaje(asistencia)}`]),
    resultado === 'acreditada' ? 'acreditada' : 'no acreditada',
    ...(observacion ? [`«${observacion}»`] : []),
  ].join(', ');

const leerPorcentaje = (texto: string): { valor: number | null } | { error: string } => {
  const limpio = texto.trim().replace(',', '.').replace('%', '').trim();
  if (limpio === '') return { valor: null };
  return /^\d{1,3}(\.\d{1,2})?$/.test(limpio) && Number(limpio) <= 100
    ? { valor: Number(limpio) }
    : { error: 'Escriba un porcentaje de 0 a 100, con dos decimales a lo más.' };
};

const valorDe = (leido: { valor: number | null } | { error: string }) =>
  'valor' in leido ? leido.valor : null;
const errorDe = (leido: object) => ('error' in leido ? String(leido.error) : undefined);

function CorregirDialog({
  edicionId,
  fila,
  onSave,
  onClose,
}: {
  edicionId: string;
  fila: Correccion;
  onSave: (una: Correccion) => void;
  onClose: () => void;
}) {
  const form = useForm({
    initial: {
      calificacion: formatCalificacion(fila.calificacion),
      asistencia: fila.asistencia === null ? '' : String(fila.asistencia),
      observacion: fila.observacion,
    },
    validate: ({ calificacion, asistencia }) => ({
      calificacion: errorDe(leerCalificacion(calificacion)),
      asistencia: errorDe(leerPorcentaje(asistencia)),
    }),
    submit: async ({ calificacion, asistencia, observacion }) => {
      onSave({
        inscripcionId: fila.inscripcionId,
        nombre: fila.nombre,
        calificacion: valorDe(leerCalificacion(calificacion)),
        asistencia: valorDe(leerPorcentaje(asistencia)),
        observacion,
      });
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Corregir a ${fila.nombre}`}
      form={form}
      submit="Agregar a las correcciones"
      busy="Agregando…"
      keptAs={`acta/${edicionId}/${fila.inscripcionId}`}
      onClose={onClose}
    >
      <TextField label="Calificación" inputMode="decimal" {...form.field('calificacion')} />
      <TextField
        label="Asistencia, en por ciento"
        inputMode="decimal"
        optional
        {...form.field('asistencia')}
      />
      <TextField label="Observación" maxLength={300} optional {...form.field('observacion')} />
    </FormDialog>
  );
}

/** All corrections make one version of the acta, with its reason. */
function AplicarDialog({
  edicionId,
  version,
  correcciones,
  onDone,
  onClose,
}: {
  edicionId: string;
  version: number;
  correcciones: readonly Correccion[];
  onDone: () => void;
  onClose: () => void;
}) {
  const apply = useApplyCorreccion();
  const form = useForm({
    initial: { motivo: '' },
    validate: ({ motivo }) => ({
      motivo: motivo.trim().length < 10 ? 'Diga el motivo, en al menos 10 letras.' : undefined,
    }),
    submit: async ({ motivo }) => {
      const { version: nueva } = await apply.mutateAsync({
        edicionId,
        version,
        motivo,
        correcciones: correcciones.map(({ nombre: _nombre, ...una }) => una),
      });
      notify.success(
        `El acta está en su versión ${nueva}. Se avisa a ${personas(correcciones.length)}.`,
      );
      onDone();
      onClose();
    },
  });
  return (
    <FormDialog
      title="Corregir el acta"
      form={form}
      submit="Corregir el acta"
      busy="Corrigiendo…"
      keptAs={`acta/${edicionId}/motivo`}
      onClose={onClose}
    >
      <p>
        {personas(correcciones.length)}, en una versión nueva. Después se listan los documentos que
        ya no coincidan.
      </p>
      <TextAreaField
        label="Motivo de la corrección"
        hint="Queda en el acta, en su versión nueva."
        maxLength={500}
        {...form.field('motivo')}
      />
    </FormDialog>
  );
}
