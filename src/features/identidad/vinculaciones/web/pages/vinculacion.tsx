import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { fold } from '../../../../../platform/shared/search.ts';
import { ErrorState, Loading, Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { CheckboxField, TextAreaField, useForm } from '../../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import {
  Button,
  type Compared,
  ComparisonTable,
  Folio,
  formatDate,
  formatDateTime,
  PageHeading,
  properName,
} from '../../../../../platform/web/ui/index.ts';
import { nombreEntidad } from '../../../../personas/curp/rules.ts';
import { SEXO } from '../../../../personas/perfil/web/components/discrepancias.tsx';
import { personPath } from '../../../../personas/routes.ts';
import type { Vinculacion } from '../../contract.ts';
import { canTakeExpediente } from '../../policy.ts';
import { vinculacionesPath } from '../../routes.ts';
import styles from '../components/vinculacion.module.css';
import { identificacionSrc, useDecideVinculacion, useVinculacion } from '../hooks.ts';

const NOMBRES = [
  ['nombre', 'Nombre o nombres'],
  ['apellidoPaterno', 'Primer apellido'],
  ['apellidoMaterno', 'Segundo apellido'],
] as const;

export default function VinculacionPage() {
  const { id = '' } = useParams();
  const vinculacion = useVinculacion(id);
  const crumbs = [{ label: 'Expedientes por confirmar', to: vinculacionesPath }];
  if (vinculacion.isPending) return <Loading shape="page" />;
  if (vinculacion.isError) {
    return (
      <>
        <PageHeading title="Expediente por confirmar" breadcrumbs={crumbs} />
        <ErrorState error={vinculacion.error} retry={() => void vinculacion.refetch()} />
      </>
    );
  }
  const { data } = vinculacion;
  const nombre = properName(Object.values(data.escrito).filter(Boolean).join(' '));
  return (
    <>
      <PageHeading
        title={nombre}
        documentTitle={`Por confirmar: ${nombre}`}
        lead="¿Es quien dice ser el titular de este expediente? Compare su identificación con los datos."
        breadcrumbs={crumbs}
        meta={
          <>
            <span>
              CURP <Folio>{data.expediente.clave}</Folio>
            </span>
            <span>Espera desde el {formatDateTime(data.creadoEn)}</span>
          </>
        }
      />
      <div className={styles.sides}>
        <Identificacion nombres={data.identificaciones} />
        <div className={styles.data}>
          <Comparacion vinculacion={data} />
          {data.estado === 'pendiente' ? (
            <Decision vinculacion={data} nombre={nombre} />
          ) : (
            <Notice tone="info" title="Ya se atendió">
              <p>
                {data.estado === 'confirmada'
                  ? 'El expediente ya es de esta cuenta.'
                  : 'Se rechazó, y su persona ya lo sabe.'}
              </p>
            </Notice>
          )}
        </div>
      </div>
    </>
  );
}

function Identificacion({ nombres }: { nombres: readonly string[] }) {
  if (nombres.length === 0) {
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
      {nombres.map((name, i) => (
        <a
          key={name}
          href={identificacionSrc(name)}
          target="_blank"
          rel="noreferrer"
          className={styles.photo}
        >
          <img
            src={identificacionSrc(name)}
            alt={nombres.length > 1 ? `Identificación, foto ${i + 1}` : 'Identificación que envió'}
          />
          <span>Abrir a tamaño completo (en otra pestaña)</span>
        </a>
      ))}
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

function Decision({ vinculacion, nombre }: { vinculacion: Vinculacion; nombre: string }) {
  const user = useUser();
  const [asked, setAsked] = useState<'confirmar' | 'rechazar' | null>(null);
  const [opened, { open, close }] = useDisclosure();
  const ask = (what: 'confirmar' | 'rechazar') => {
    setAsked(what);
    open();
  };
  const otra = vinculacion.expediente.correoDeSuCuenta;
  const blocked = otra !== null && !canTakeExpediente(user);
  return (
    <>
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
      <p>
        Si la identificación y los datos son de la misma persona, confírmelo: el expediente pasará a
        la cuenta {vinculacion.correo}. Puede ver antes{' '}
        <Link to={personPath(vinculacion.expediente.clave)}>el expediente completo</Link>.
      </p>
      <div className={styles.buttons}>
        <Button variant="primary" disabled={blocked} onClick={() => ask('confirmar')}>
          Es su expediente
        </Button>
        <Button variant="secondary" onClick={() => ask('rechazar')}>
          No se puede confirmar
        </Button>
      </div>
      {opened && asked === 'confirmar' && (
        <ConfirmarDialog {...{ vinculacion, nombre }} onClose={close} />
      )}
      {opened && asked === 'rechazar' && (
        <RechazarDialog {...{ vinculacion, nombre }} onClose={close} />
      )}
    </>
  );
}

type DialogProps = { vinculacion: Vinculacion; nombre: string; onClose: () => void };

/** Back to the queue once it is decided, saying what became of it. */
const useDecided = (onClose: () => void) => {
  const navigate = useNavigate();
  return (said: string) => {
    onClose();
    notify.success(said);
    navigate(vinculacionesPath);
  };
};

function ConfirmarDialog({ vinculacion, nombre, onClose }: DialogProps) {
  const decide = useDecideVinculacion();
  const decided = useDecided(onClose);
  const otra = vinculacion.expediente.correoDeSuCuenta;
  const form = useForm({
    initial: { sustituir: false },
    validate: ({ sustituir }) => ({
      sustituir:
        otra !== null && !sustituir ? 'Marque que la otra cuenta pierde el expediente.' : undefined,
    }),
    submit: ({ sustituir }) =>
      decide.mutateAsync({ id: vinculacion.id, decision: 'confirmar', sustituir }),
    onSuccess: () => decided(`El expediente ya es de ${nombre}. Se le avisó por correo.`),
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
        <Folio>{vinculacion.expediente.clave}</Folio>. La foto de su identificación se elimina.
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

function RechazarDialog({ vinculacion, nombre, onClose }: DialogProps) {
  const decide = useDecideVinculacion();
  const decided = useDecided(onClose);
  const form = useForm({
    initial: { motivo: '' },
    validate: ({ motivo }) => ({
      motivo: motivo.trim().length < 5 ? 'Escriba qué faltó, para que sepa qué hacer.' : undefined,
    }),
    submit: ({ motivo }) =>
      decide.mutateAsync({ id: vinculacion.id, decision: 'rechazar', motivo }),
    onSuccess: () => decided(`Se le explicó a ${nombre} por correo.`),
  });
  return (
    <FormDialog
      title="No se puede confirmar"
      form={form}
      submit="Rechazar y explicarle"
      keptAs={`vinculacion/${vinculacion.id}/rechazo`}
      onClose={onClose}
    >
      <p>
        {nombre} conserva su cuenta, sin expediente, y puede intentarlo de nuevo. La foto de su
        identificación se elimina.
      </p>
      <TextAreaField
        {...form.field('motivo')}
        label="Qué le decimos"
        hint="Lo leerá en su correo y en el portal. Por ejemplo: la foto no deja ver el nombre; tómela de nuevo con más luz."
        maxLength={500}
        rows={3}
      />
    </FormDialog>
  );
}
