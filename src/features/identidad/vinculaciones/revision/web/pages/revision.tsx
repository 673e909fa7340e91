import { useEffect, useRef, useState } from 'react';
import { fold } from '../../../../../../platform/shared/search.ts';
import { ErrorState, Loading, Notice } from '../../../../../../platform/web/feedback/index.ts';
import { focusOn } from '../../../../../../platform/web/focus/keeper.ts';
import { FormDialog } from '../../../../../../platform/web/form/form-dialog.tsx';
import { CheckboxField, useForm } from '../../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../../platform/web/keep-alive/index.ts';
import {
  Espera,
  QueueActs,
  QueueEnd,
  TeclasDelVisor,
} from '../../../../../../platform/web/queue/queue.tsx';
import { RejectDialog } from '../../../../../../platform/web/queue/reject-dialog.tsx';
import { useKeys } from '../../../../../../platform/web/queue/use-keys.ts';
import { Link } from '../../../../../../platform/web/router.tsx';
import { useUser } from '../../../../../../platform/web/session/react.tsx';
import { type Compared, ComparisonTable } from '../../../../../../platform/web/ui/comparison.tsx';
import {
  Folio,
  formatDate,
  formatDateTime,
  PageHeading,
  properName,
} from '../../../../../../platform/web/ui/index.ts';
import { ViewSwitch } from '../../../../../../platform/web/ui/view-switch.tsx';
import { Visor } from '../../../../../../platform/web/visor/index.ts';
import { nombreEntidad } from '../../../../../personas/curp/rules.ts';
import { SEXO } from '../../../../../personas/perfil/web/components/discrepancias.tsx';
import { personPath } from '../../../../../personas/routes.ts';
import { canTakeExpediente } from '../../../policy.ts';
import { vinculacionesPath } from '../../../routes.ts';
import type { Vinculacion } from '../../contract.ts';
import styles from '../components/revision.module.css';
import { identificacionSrc, typeOf, useRevision } from '../hooks.ts';

const TITLE = 'Expedientes por confirmar';
const CRUMBS = [{ label: 'Lista', to: vinculacionesPath }];

const NOMBRES = [
  ['nombre', 'Nombre o nombres'],
  ['apellidoPaterno', 'Primer apellido'],
  ['apellidoMaterno', 'Segundo apellido'],
] as const;

type Revision = ReturnType<typeof useRevision>;
type Motivos = readonly { clave: string; nombre: string }[];

export default function RevisionPage() {
  const revision = useRevision();
  const { turno, error } = revision;
  if (error) {
    return (
      <>
        <PageHeading title={TITLE} breadcrumbs={CRUMBS} />
        <ErrorState error={error} retry={revision.retry} />
      </>
    );
  }
  if (!turno) return <Loading shape="page" />;
  const { vinculacion, espera, motivos } = turno;
  return (
    <>
      <PageHeading title={TITLE} breadcrumbs={CRUMBS} meta={<Espera {...espera} />} />
      {vinculacion ? (
        <Caso
          key={`${vinculacion.id}${vinculacion.expediente.clave}`}
          {...{ vinculacion, motivos, revision }}
        />
      ) : (
        <QueueEnd
          queue={revision}
          cuantos={espera.cuantos}
          uno={['un expediente', 'expedientes']}
          title="No hay expedientes por confirmar"
          none="Aquí aparecerá quien se registre con una CURP que ya tiene expediente y con un correo que la escuela no conoce."
          others="Los que esperan los está revisando alguien más, o son suyos: nadie decide sobre su propio expediente."
        />
      )}
    </>
  );
}

function Caso({
  vinculacion,
  motivos,
  revision,
}: {
  vinculacion: Vinculacion;
  motivos: Motivos;
  revision: Revision;
}) {
  const { decidir, saltar, deshacer } = revision;
  const [confirmando, confirmar] = useDisclosure();
  const [rechazando, rechazar] = useDisclosure();
  const title = useRef<HTMLHeadingElement>(null);
  const nombre = properName(Object.values(vinculacion.escrito).filter(Boolean).join(' '));
  const { id, expediente } = vinculacion;
  const otra = expediente.correoDeSuCuenta;
  const blocked = !canTakeExpediente(useUser()) && otra !== null;

  // The one before is gone, and with it what had the focus.
  useEffect(() => {
    if (title.current) focusOn(title.current, { preventScroll: true });
  }, []);

  useKeys({
    c: () => {
      if (!blocked) confirmar.open();
    },
    r: rechazar.open,
    s: () => void saltar(),
    d: () => void deshacer(),
  });

  return (
    <div className={styles.sides}>
      <Identificacion nombres={vinculacion.identificaciones} />
      <div className={styles.data}>
        <div className={styles.head}>
          <h2 ref={title} tabIndex={-1}>
            {nombre}
          </h2>
          <p className={styles.quiet}>
            Pide el expediente{' '}
            <Link to={personPath(expediente.clave)}>
              <Folio>{expediente.clave}</Folio>
            </Link>{' '}
            desde el {formatDateTime(vinculacion.creadoEn)}.
          </p>
        </div>
        <Comparacion vinculacion={vinculacion} />
        {otra !== null && (
          <Notice tone="warning" title="El expediente ya es de otra cuenta">
            <p>
              Hoy lo usa {otra}.{' '}
              {blocked
                ? 'Solo quien tiene el rol Admin puede quitárselo para dárselo a esta persona.'
                : 'Si confirma, aquella cuenta se queda sin expediente y se le avisa.'}
            </p>
          </Notice>
        )}
        <QueueActs
          queue={revision}
          yes={{ label: 'Es su expediente…', key: 'C', blocked, act: confirmar.open }}
          no={{ label: 'No se puede confirmar…', act: rechazar.open }}
        />
        {vinculacion.identificaciones.length > 0 && <TeclasDelVisor />}
      </div>
      {confirmando && (
        <ConfirmarDialog
          {...{ vinculacion, nombre }}
          onClose={confirmar.close}
          onConfirm={(sustituir) => {
            confirmar.close();
            void decidir(
              { id, decision: 'confirmar', clave: expediente.clave, sustituir },
              `el expediente ya es de ${nombre}`,
              true,
            );
          }}
        />
      )}
      {rechazando && (
        <RejectDialog
          titulo={`No se puede confirmar: ${nombre}`}
          nombre={nombre}
          motivos={motivos}
          hint="Qué debe hacer. Por ejemplo: tome la foto sobre una mesa, sin flash."
          keptAs={`vinculacion/${id}/rechazo`}
          onClose={rechazar.close}
          onReject={(motivo, nota) => {
            rechazar.close();
            void decidir({ id, decision: 'rechazar', motivo, nota }, `no confirmado, ${nombre}`);
          }}
        >
          <p>
            Conserva su cuenta, sin expediente, y puede intentarlo de nuevo. La foto de su
            identificación se elimina cuando se le avise, en unos minutos; hasta entonces usted
            puede deshacerlo.
          </p>
        </RejectDialog>
      )}
    </div>
  );
}

/** What the account sent to prove whose it is, nearer, further and turned; the newest first. */
function Identificacion({ nombres }: { nombres: readonly string[] }) {
  const [at, setAt] = useState(0);
  const newest = nombres.toReversed();
  const shown = newest[at] ?? newest[0];
  if (shown === undefined) {
    return (
      <div className={styles.missing}>
        <p>
          <strong>Todavía no envía su identificación.</strong>
        </p>
        <p>Se la pedimos por correo y en «Mi expediente». También puede mostrarla en ventanilla.</p>
      </div>
    );
  }
  return (
    <div className={styles.photos}>
      <Visor
        src={identificacionSrc(shown)}
        contentType={typeOf(shown)}
        nombre="Identificación que envió"
      />
      {newest.length > 1 && (
        <div className={styles.choose}>
          <ViewSwitch
            legend="Fotos que envió"
            views={newest.map((_, i) => ({ value: `${i}`, label: `Foto ${i + 1}` }))}
            value={`${at}`}
            onChange={(i) => setAt(Number(i))}
          />
        </div>
      )}
    </div>
  );
}

function Comparacion({
  vinculacion: { escrito, expediente, correo },
}: {
  vinculacion: Vinculacion;
}) {
  const rows: Compared[] = [
    ...NOMBRES.map(([campo, label]) => ({
      label,
      cells: [
        properName(escrito[campo]) || <Quiet>Nada</Quiet>,
        properName(expediente[campo]) || null,
      ] as const,
      ...(fold(escrito[campo]) !== fold(expediente[campo]) && expediente[campo] && DISTINTO),
    })),
    {
      label: 'Correo',
      cells: [correo, expediente.correoDeSuCuenta ?? expediente.correoConocido],
      ...((expediente.correoDeSuCuenta ?? expediente.correoConocido) && DISTINTO),
    },
    ...(
      [
        [
          'Fecha de nacimiento',
          expediente.fechaNacimiento && formatDate(expediente.fechaNacimiento),
        ],
        ['Sexo', expediente.sexo && SEXO[expediente.sexo]],
        [
          'Lugar de nacimiento',
          expediente.entidadNacimiento && nombreEntidad(expediente.entidadNacimiento),
        ],
      ] as const
    ).map(([label, suyo]) => ({
      label,
      cells: [<Quiet key="escrito">No se le pidió</Quiet>, suyo || null] as const,
    })),
  ];
  return (
    <ComparisonTable
      caption="Lo que escribió y lo que dice el expediente"
      heads={['Escribió', 'El expediente dice']}
      rows={rows}
    />
  );
}

const DISTINTO = { differs: true, word: 'Distinto' } as const;

const Quiet = ({ children }: { children: string }) => (
  <span className={styles.quiet}>{children}</span>
);

function ConfirmarDialog({
  vinculacion,
  nombre,
  onConfirm,
  onClose,
}: {
  vinculacion: Vinculacion;
  nombre: string;
  onConfirm: (sustituir: boolean) => void;
  onClose: () => void;
}) {
  const otra = vinculacion.expediente.correoDeSuCuenta;
  const form = useForm({
    initial: { sustituir: false },
    validate: ({ sustituir }) => ({
      sustituir:
        otra !== null && !sustituir ? 'Marque que la otra cuenta pierde el expediente.' : undefined,
    }),
    submit: async ({ sustituir }) => onConfirm(sustituir),
  });
  return (
    <FormDialog
      title={`¿El expediente es de ${nombre}?`}
      form={form}
      submit="Darle el expediente"
      danger={otra !== null}
      onClose={onClose}
    >
      <p>
        La cuenta {vinculacion.correo} verá y usará el expediente{' '}
        <Folio>{vinculacion.expediente.clave}</Folio>. La foto de su identificación se elimina. No
        se puede deshacer desde aquí.
      </p>
      {otra !== null && (
        <CheckboxField
          {...form.field('sustituir')}
          label={`La cuenta ${otra} pierde este expediente`}
          hint="Se cierran sus sesiones y se le avisa por correo."
        />
      )}
    </FormDialog>
  );
}
