import { ErrorState, Loading, Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import {
  Fieldset,
  TextAreaField,
  TextField,
  useForm,
} from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { Button, Section } from '../../../../../platform/web/ui/index.ts';
import type { Calibracion } from '../../calibracion/contract.ts';
import { MUESTRAS_MAXIMAS, PUNTOS_MAXIMOS } from '../../rules.ts';
import { useCalibracion, useSaveCalibracion } from '../hooks.ts';
import styles from './mesa.module.css';

/** The samples of a stage, and how its evaluators scored them once all did. */
export function CalibracionDeEtapa({ etapaId }: { etapaId: string }) {
  const query = useCalibracion(etapaId);
  const [editing, edit] = useDisclosure();
  if (query.isPending) return <Loading shape="list" />;
  if (query.isError) return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  const { muestras, evaluadores, terminaron, empezada, cerrada, distribucion } = query.data;
  return (
    <Section
      title="Calibración"
      lead={
        muestras.length === 0
          ? 'Sin muestras: los evaluadores comienzan directamente.'
          : `${terminaron} de ${evaluadores} evaluadores calificaron todas las muestras.`
      }
      action={
        !empezada &&
        !cerrada && (
          <Button onClick={edit.open}>
            {muestras.length === 0 ? 'Agregar muestras…' : 'Editar muestras…'}
          </Button>
        )
      }
    >
      {muestras.map((muestra) => (
        <article key={muestra.id} className={styles.muestra}>
          <h3>{muestra.titulo}</h3>
          <details className={styles.mas}>
            <summary>
              Texto<span className="sr-only"> de {muestra.titulo}</span>
            </summary>
            <p className={styles.contenido}>{muestra.contenido}</p>
          </details>
          <Distribucion
            titulo={muestra.titulo}
            criterios={distribucion?.find(({ muestraId }) => muestraId === muestra.id)?.criterios}
          />
        </article>
      ))}
      {muestras.length > 0 && distribucion === null && (
        <Notice title="Las calificaciones se muestran cuando todos terminan" />
      )}
      {editing && <Editar etapaId={etapaId} muestras={muestras} onClose={edit.close} />}
    </Section>
  );
}

function Distribucion({
  titulo,
  criterios,
}: {
  titulo: string;
  criterios: NonNullable<Calibracion['distribucion']>[number]['criterios'] | undefined;
}) {
  if (!criterios) return null;
  return (
    <table className={styles.tabla}>
      <caption className="sr-only">Evaluadores que dieron cada puntuación en {titulo}</caption>
      <thead>
        <tr>
          <th scope="col">Criterio</th>
          {Array.from({ length: PUNTOS_MAXIMOS + 1 }, (_, puntos) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the points themselves
            <th key={puntos} scope="col" className={styles.numero}>
              {puntos}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {criterios.map(({ nombre, cuantos }) => (
          <tr key={nombre}>
            <th scope="row">{nombre}</th>
            {cuantos.map((n, puntos) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the points themselves
              <td key={puntos} className={styles.numero} data-label={`${puntos} puntos`}>
                {n}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Escrita = { titulo: string; contenido: string };
const isVacia = ({ titulo, contenido }: Escrita): boolean =>
  titulo.trim() === '' && contenido.trim() === '';

function Editar({
  etapaId,
  muestras,
  onClose,
}: {
  etapaId: string;
  muestras: Calibracion['muestras'];
  onClose: () => void;
}) {
  const save = useSaveCalibracion();
  const numeros = Array.from({ length: MUESTRAS_MAXIMAS }, (_, n) => n);
  const escritas = (values: Readonly<Record<string, string>>): Escrita[] =>
    numeros.map((n) => ({
      titulo: values[`titulo${n}`] ?? '',
      contenido: values[`contenido${n}`] ?? '',
    }));
  const form = useForm<Record<string, string>, unknown>({
    initial: Object.fromEntries(
      numeros.flatMap((n) => [
        [`titulo${n}`, muestras[n]?.titulo ?? ''],
        [`contenido${n}`, muestras[n]?.contenido ?? ''],
      ]),
    ),
    validate: (values) =>
      Object.fromEntries(
        escritas(values).flatMap((one, n) => [
          ...(!isVacia(one) && one.titulo.trim() === ''
            ? [[`titulo${n}`, 'Escriba el título.']]
            : []),
          ...(!isVacia(one) && one.contenido.trim().length < 50
            ? [[`contenido${n}`, 'Escriba al menos 50 caracteres.']]
            : []),
        ]),
      ),
    submit: (values) =>
      save.mutateAsync({ etapaId, muestras: escritas(values).filter((one) => !isVacia(one)) }),
    onSuccess: () => {
      notify.success('Se guardaron las muestras.');
      onClose();
    },
  });
  return (
    <FormDialog
      title="Muestras de calibración"
      form={form}
      submit="Guardar muestras"
      keptAs={`calibracion/${etapaId}`}
      onClose={onClose}
    >
      <p>Textos inventados, sin datos de nadie. Todos los califican antes de empezar.</p>
      {numeros.map((n) => (
        <Fieldset key={n} legend={`Muestra ${n + 1}`}>
          <TextField {...form.field(`titulo${n}`)} label="Título" optional={n > 0} />
          <TextAreaField
            {...form.field(`contenido${n}`)}
            label="Texto"
            optional={n > 0}
            maxLength={20_000}
            rows={4}
          />
        </Fieldset>
      ))}
    </FormDialog>
  );
}
