import { useId } from 'react';
import { formatMomento } from '../../../../platform/shared/dates.ts';
import { Preguntar } from '../../../../platform/web/ayuda.tsx';
import { useDisclosure } from '../../../../platform/web/keep-alive/index.ts';
import {
  Button,
  Folio,
  IconDocument,
  IconDownload,
  LinkButton,
} from '../../../../platform/web/ui/index.ts';
import { describeEdicion } from '../../../cursos/rules.ts';
import type { MatriculaItem } from '../../contract.ts';
import type { Estado } from '../../estados.ts';
import { acusePath, acusePdfPath, alternativaPath, inscripcionPath } from '../../routes.ts';
import { DescartarBorrador } from './descartar-borrador.tsx';
import { EstadoInscripcion } from './estado-inscripcion.tsx';
import styles from './matricula.module.css';

/** What its person may still see or do something about. */
const SEGUIBLES: ReadonlySet<Estado> = new Set<Estado>([
  'enviada',
  'enRevision',
  'enListaDeEspera',
  'inscrita',
]);

/** Where somebody may be stuck: a question is offered beside it. */
const DE_PREGUNTAR: ReadonlySet<Estado> = new Set<Estado>([
  'enRevision',
  'enListaDeEspera',
  'rechazada',
  'vencida',
  'baja',
  'noAcreditada',
]);

/** One inscripción of the history. */
export function MatriculaRow({ item }: { item: MatriculaItem }) {
  const { curso, edicion, cancelacion, estado, enviadaEn, creadoEn, acuse, plantillaId } = item;
  const { lugarHasta, lugarVencido, motivo } = item;
  const decidible = lugarHasta !== null && !lugarVencido;
  const id = useId();
  const draft = estado === 'borrador';
  const [opened, { open, close }] = useDisclosure();
  return (
    <article className={styles.row} aria-labelledby={id}>
      <div className={styles.words}>
        <h3 id={id}>{curso.nombre}</h3>
        <p>
          {curso.tipo.nombre} · {curso.modalidad.nombre}
        </p>
        <p>{describeEdicion(edicion)}</p>
        {cancelacion && (
          <p className={styles.cancelada}>
            La escuela canceló esta edición{cancelacion.motivo && `: ${cancelacion.motivo}`}
          </p>
        )}
      </div>
      <div className={styles.state}>
        <EstadoInscripcion estado={estado} />
        <p>
          {draft ? 'Empezado' : edicion.porConvocatoria ? 'Solicitud enviada' : 'Enviada'} el{' '}
          <time dateTime={enviadaEn ?? creadoEn}>
            {formatMomento(new Date(enviadaEn ?? creadoEn))}
          </time>
        </p>
        {lugarHasta && (
          <p>
            {lugarVencido
              ? 'El plazo para aceptar el lugar terminó el '
              : 'Hay un lugar para usted: acéptelo antes del '}
            {formatMomento(new Date(lugarHasta))}.
          </p>
        )}
        {motivo && !cancelacion && <p>Motivo: {motivo}</p>}
        {acuse && (
          <p>
            Folio <Folio>{acuse.folio}</Folio>
          </p>
        )}
      </div>
      <div className={styles.actions}>
        {draft && (
          <>
            {!edicion.porConvocatoria && (
              <LinkButton
                to={inscripcionPath(curso.id, plantillaId, curso.tipo, edicion.id)}
                variant="primary"
                size="small"
                aria-describedby={id}
              >
                Continuar
              </LinkButton>
            )}
            <Button size="small" onClick={open} aria-describedby={id}>
              Descartar
            </Button>
            {opened && <DescartarBorrador item={item} onClose={close} />}
          </>
        )}
        {SEGUIBLES.has(estado) && !cancelacion && (
          <LinkButton
            to={inscripcionPath(curso.id, plantillaId, curso.tipo, edicion.id)}
            variant={decidible ? 'primary' : 'secondary'}
            size="small"
            aria-describedby={id}
          >
            {decidible ? 'Decidir sobre el lugar' : 'Ver mi inscripción'}
          </LinkButton>
        )}
        {cancelacion?.alternativa && (
          <LinkButton
            to={alternativaPath(cancelacion.alternativa)}
            variant="primary"
            size="small"
            aria-describedby={id}
          >
            Inscribirse en {cancelacion.alternativa.nombre}
          </LinkButton>
        )}
        {acuse && (
          <>
            <LinkButton
              to={acusePath(acuse.folio, acuse.clave)}
              size="small"
              icon={<IconDocument width="1em" height="1em" />}
              aria-describedby={id}
            >
              Ver acuse
            </LinkButton>
            <LinkButton
              to={acusePdfPath(acuse.folio, acuse.clave, { descargar: true })}
              reloadDocument
              size="small"
              icon={<IconDownload width="1em" height="1em" />}
              aria-describedby={id}
            >
              Descargar PDF
            </LinkButton>
          </>
        )}
        {DE_PREGUNTAR.has(estado) && <Preguntar sobre="inscripcion" id={item.id} />}
      </div>
    </article>
  );
}
