import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { fold } from '../../../../../platform/shared/search.ts';
import { messageOf } from '../../../../../platform/web/callables/client.ts';
import { ErrorState, Loading, Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { TextAreaField, useForm } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import { type Compared, ComparisonTable } from '../../../../../platform/web/ui/comparison.tsx';
import {
  Button,
  Dialog,
  EstadoBadge,
  Folio,
  formatDate,
  formatDateTime,
  formatShortDate,
  nameOrAddress,
  PageHeading,
  properName,
  Section,
} from '../../../../../platform/web/ui/index.ts';
import type { Ensayo } from '../../../clave/contract.ts';
import { EnsayoCurp } from '../../../clave/web/components/ensayo-curp.tsx';
import { callRehearseCurp } from '../../../clave/web/hooks.ts';
import { formatTelefono } from '../../../contactos/rules.ts';
import { nombreEntidad } from '../../../curp/rules.ts';
import { fusionPath } from '../../../fusiones/routes.ts';
import { EsSuyo } from '../../../fusiones/web/components/par.tsx';
import { SEXO } from '../../../perfil/web/components/discrepancias.tsx';
import { personPath } from '../../../routes.ts';
import type { Duplicado } from '../../contract.ts';
import { duplicadosPath } from '../../routes.ts';
import { MOTIVOS, NIVELES, REPAROS } from '../../rules.ts';
import styles from '../components/duplicado.module.css';
import { useDiscardDuplicado, useDuplicado, useWithdrawDecisionDuplicado } from '../hooks.ts';

const TITLE = 'Posibles duplicados';
type Expediente = Duplicado['expedientes'][number];

export default function DuplicadoPage() {
  const { id = '' } = useParams();
  const duplicado = useDuplicado(id);
  const crumbs = [{ label: TITLE, to: duplicadosPath }];
  if (duplicado.isPending) return <Loading shape="page" />;
  if (duplicado.isError) {
    return (
      <>
        <PageHeading title={TITLE} breadcrumbs={crumbs} />
        <ErrorState error={duplicado.error} retry={() => void duplicado.refetch()} />
      </>
    );
  }
  const { data } = duplicado;
  const [a, b] = data.expedientes.map((file) => properName(file.nombreCompleto));
  const { palabra, tono } = NIVELES[data.nivel];
  return (
    <>
      <PageHeading
        title={a === b ? (a ?? TITLE) : `${a} y ${b}`}
        documentTitle={`Posible duplicado: ${a}`}
        lead="¿Son los dos expedientes de la misma persona? Compárelos antes de decidir."
        breadcrumbs={crumbs}
        meta={
          <>
            <EstadoBadge tone={tono}>{palabra}</EstadoBadge>
            <span>Parecido: {data.puntaje} de 100</span>
          </>
        }
      />
      <div className={styles.page}>
        <Situacion duplicado={data} />
        <Section title="Por qué se parecen">
          <ul className={styles.why}>
            {data.motivos.map((motivo) => (
              <li key={motivo}>{MOTIVOS[motivo]}</li>
            ))}
          </ul>
          {data.reparos.length > 0 && (
            <>
              <p className={styles.but}>Y lo que dice que no son la misma persona:</p>
              <ul className={styles.why}>
                {data.reparos.map((reparo) => (
                  <li key={reparo}>{REPAROS[reparo]}</li>
                ))}
              </ul>
            </>
          )}
        </Section>
        <LadoALado expedientes={data.expedientes} />
        {!data.esSuyo && <Decision duplicado={data} />}
      </div>
    </>
  );
}

/** What keeps whoever looks from deciding, or what was decided. */
function Situacion({ duplicado: { esSuyo, decidido } }: { duplicado: Duplicado }) {
  if (decidido) {
    return (
      <Notice tone="info" title="Se dijo que son dos personas">
        <p>Motivo: {decidido.nota}</p>
        <p>
          {decidido.por ? `${nameOrAddress(decidido.por)}, ` : ''}
          {formatDateTime(decidido.en)}. No se vuelven a proponer mientras no cambie ninguno.
        </p>
      </Notice>
    );
  }
  if (!esSuyo) return null;
  return <EsSuyo />;
}

const list = (values: readonly string[]) => values.join(', ') || null;

const DATOS: readonly {
  label: string;
  of: (e: Expediente) => string | null;
  code?: true;
}[] = [
  { label: 'Nombre o nombres', of: (e) => properName(e.nombre) || null },
  { label: 'Primer apellido', of: (e) => properName(e.apellidoPaterno) || null },
  { label: 'Segundo apellido', of: (e) => properName(e.apellidoMaterno) || null },
  { label: 'CURP', of: (e) => e.curp, code: true },
  { label: 'CURP que declaró', of: (e) => e.curpDeclarada, code: true },
  {
    label: 'Fecha de nacimiento',
    of: (e) => e.fechaNacimiento && formatDate(e.fechaNacimiento),
  },
  { label: 'Sexo', of: (e) => (e.sexo && SEXO[e.sexo as keyof typeof SEXO]) || e.sexo },
  { label: 'Lugar de nacimiento', of: (e) => (e.entidad && nombreEntidad(e.entidad)) || e.entidad },
  { label: 'Correo', of: (e) => list(e.correos) },
  { label: 'Teléfono', of: (e) => list(e.telefonos.map(formatTelefono)) },
];

/** What both say, of which at least one says something; the same is said in words, not by colour alone. */
const filasDe = ([a, b]: readonly [Expediente, Expediente]): Compared[] =>
  DATOS.flatMap(({ label, of, code }) => {
    const [one, other] = [of(a), of(b)];
    if (one === null && other === null) return [];
    const both = one !== null && other !== null;
    const same = both && fold(one) === fold(other);
    const shown = (value: string | null) => (value && code ? <Folio>{value}</Folio> : value);
    return {
      label,
      cells: [shown(one), shown(other)],
      differs: both && !same,
      word: both ? (same ? 'Igual' : 'Distinto') : undefined,
    };
  });

function LadoALado({ expedientes }: { expedientes: readonly Expediente[] }) {
  const [a, b] = expedientes;
  if (!a || !b) return null;
  return (
    <Section title="Lado a lado">
      <ComparisonTable
        caption="Datos de cada expediente"
        heads={[<Cabeza key={a.clave} file={a} />, <Cabeza key={b.clave} file={b} />]}
        rows={[
          ...filasDe([a, b]),
          { label: 'Contenido', cells: [<Tiene key="a" file={a} />, <Tiene key="b" file={b} />] },
        ]}
      />
    </Section>
  );
}

function Cabeza({ file }: { file: Expediente }) {
  return (
    <span className={styles.head}>
      {file.photoURL && (
        <img src={file.photoURL} alt="" width={48} height={48} className={styles.photo} />
      )}
      <span className={styles.file}>
        <Link to={personPath(file.clave)}>
          Abrir el expediente<span className="sr-only"> {file.clave}</span>
        </Link>
        <Folio>{file.clave}</Folio>
        <span>Desde el {formatShortDate(file.creadoEn)}</span>
      </span>
    </span>
  );
}

function Tiene({ file: { tiene } }: { file: Expediente }) {
  if (tiene.length === 0) return <span className={styles.quiet}>Nada más</span>;
  return (
    <ul className={styles.why}>
      {tiene.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

function Decision({ duplicado }: { duplicado: Duplicado }) {
  const [dismissing, dismiss] = useDisclosure();
  const reopen = useWithdrawDecisionDuplicado();
  if (duplicado.decidido) {
    const again = async () => {
      try {
        await reopen.mutateAsync({ id: duplicado.id });
        notify.success('Los dos expedientes vuelven a estar por revisar.');
      } catch (error) {
        notify.error(messageOf(error));
      }
    };
    return (
      <div className={styles.buttons}>
        <Button disabled={reopen.isPending} onClick={() => void again()}>
          Volver a ponerlos por revisar
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.buttons}>
      {duplicado.reunir && <Reunir {...duplicado.reunir} />}
      <Button variant="secondary" onClick={dismiss.open}>
        Son dos personas
      </Button>
      {dismissing && <DescartarDialog duplicado={duplicado} onClose={dismiss.close} />}
    </div>
  );
}

/** The rehearsal of the merge, over the comparison. */
function Reunir({ clave, curp }: { clave: string; curp: string }) {
  const [ensayo, setEnsayo] = useState<Ensayo | null>(null);
  const [opened, { open, close }] = useDisclosure();
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const rehearse = async () => {
    setBusy(true);
    try {
      setEnsayo(await callRehearseCurp({ clave, curp }));
      open();
    } catch (error) {
      notify.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button variant="primary" disabled={busy} onClick={() => void rehearse()}>
        Son la misma persona: fusionar
      </Button>
      {ensayo && (
        <Dialog opened={opened} onClose={close} title="Fusionar los expedientes" wide>
          <EnsayoCurp
            key={ensayo.huella}
            ensayo={ensayo}
            onChange={setEnsayo}
            onBack={close}
            volver="Volver a la comparación"
            onDone={(done) => {
              close();
              if (done.propuesta !== null) {
                notify.success('Lo propuso. Otra persona del personal debe confirmarlo.');
                void navigate(fusionPath(done.propuesta));
                return;
              }
              notify.success('Los dos expedientes son ahora uno. La clave anterior lleva a él.');
              void navigate(personPath(done.clave), { replace: true });
            }}
          />
        </Dialog>
      )}
    </>
  );
}

function DescartarDialog({ duplicado, onClose }: { duplicado: Duplicado; onClose: () => void }) {
  const dismiss = useDiscardDuplicado();
  const navigate = useNavigate();
  const form = useForm({
    initial: { nota: '' },
    validate: ({ nota }) => ({
      nota: nota.trim().length < 5 ? 'Escriba cómo lo supo, para quien lo vea después.' : undefined,
    }),
    submit: ({ nota }) => dismiss.mutateAsync({ id: duplicado.id, nota }),
    onSuccess: () => {
      onClose();
      notify.success('Quedó anotado que son dos personas.');
      void navigate(duplicadosPath);
    },
  });
  return (
    <FormDialog
      title="¿Son dos personas?"
      form={form}
      submit="Son dos personas"
      busy="Guardando…"
      keptAs={`duplicado/${duplicado.id}/nota`}
      onClose={onClose}
    >
      <p>Los dos expedientes siguen como están, y no se proponen otra vez mientras no cambien.</p>
      <TextAreaField
        {...form.field('nota')}
        label="Cómo lo sabe"
        hint="Queda en el historial. Por ejemplo: son hermanas gemelas; se comprobó con sus actas."
        maxLength={500}
        rows={3}
      />
    </FormDialog>
  );
}
