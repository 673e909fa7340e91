import type { ReactNode } from 'react';
import { formatMomento } from '../../../../../platform/shared/dates.ts';
import type { PageSent } from '../../../../../platform/shared/public-wing.ts';
import { caller } from '../../../../../platform/web/callables/client.ts';
import { config } from '../../../../../platform/web/config.ts';
import { Notice } from '../../../../../platform/web/feedback/notice.tsx';
import { CheckboxField, SelectField } from '../../../../../platform/web/form/choice-fields.tsx';
import { Form } from '../../../../../platform/web/form/form.tsx';
import { TextAreaField } from '../../../../../platform/web/form/text-fields.tsx';
import { useForm } from '../../../../../platform/web/form/use-form.ts';
import { type PublicPageProps, publicPage } from '../../../../../platform/web/public/page.ts';
import { Link } from '../../../../../platform/web/router.tsx';
import { Button, Ficha, PageHeading } from '../../../../../platform/web/ui/index.ts';
import { avisoPath } from '../../../../identidad/privacidad/routes.ts';
import type { getInvitacionRecomendacion, InvitacionRecomendacion } from '../../contract.ts';
import { envioRecomendacionPath } from '../../routes.ts';
import {
  CAMPOS,
  MAX_CARTA,
  MAX_MOTIVO_DECLINAR,
  MAX_TRATO,
  type MomentoInvitacion,
  NIVELES,
  nombreDeValoracion,
  VALORACIONES,
  VALORACIONES_CLAVES,
} from '../../rules.ts';
import styles from '../components/carta.module.css';

const getInvitacionRecomendacionCall = caller<typeof getInvitacionRecomendacion>(
  'getInvitacionRecomendacion',
);

/** `/recomendacion/{clave}`: for whoever was asked for a letter, without signing in. */
function RecomendacionPage({
  params,
  answer,
  problem,
  sent,
}: PublicPageProps<typeof getInvitacionRecomendacion>) {
  const clave = params.clave ?? '';
  if (!answer) {
    // Which link it is may not be known just now: what was typed may be sent again.
    return problem && problem.status !== 'NOT_FOUND' && sent ? (
      <>
        <PageHeading title="Carta de recomendación" />
        <Formulario clave={clave} invitacion={null} sent={sent} />
      </>
    ) : (
      <SinEnlace problem={problem} sent={sent} />
    );
  }
  const { momento, invitacion } = answer;
  if (momento !== 'abierta' || !invitacion) {
    return <Cerrada clave={clave} momento={momento} invitacion={invitacion} sent={sent} />;
  }
  return (
    <>
      <PageHeading
        title="Carta de recomendación"
        lead={`Para la solicitud de ${invitacion.aspirante}.`}
      />
      <Ficha
        kind="Solicitud de posgrado"
        title={invitacion.programa}
        holder={invitacion.aspirante}
        fields={datosDe(invitacion)}
      />
      <Uso />
      <Formulario clave={clave} invitacion={invitacion} sent={sent} />
    </>
  );
}

export default publicPage<typeof getInvitacionRecomendacion>({
  description: 'Página para quien escribe una carta de recomendación.',
  ask: {
    call: getInvitacionRecomendacionCall,
    input: ({ params }) => ({ clave: params.clave ?? '' }),
  },
  Page: RecomendacionPage,
});

type Invitacion = NonNullable<InvitacionRecomendacion['invitacion']>;

const datosDe = ({ recomendante, relacion, edicion, venceEn }: Invitacion) => [
  { label: 'Edición', value: edicion },
  { label: 'Fecha límite', value: formatMomento(new Date(venceEn)) },
  { label: 'Se pidió a', value: recomendante },
  { label: 'Relación que indicó', value: relacion },
];

const CERRADAS: Readonly<
  Record<
    Exclude<MomentoInvitacion, 'abierta'>,
    { tone: 'success' | 'warning' | 'danger' | 'neutral'; label: string; dice: ReactNode }
  >
> = {
  recibida: {
    tone: 'success',
    label: 'Carta recibida',
    dice: 'No hace falta nada más. La carta ya no puede leerse ni cambiarse desde este enlace.',
  },
  declinada: {
    tone: 'neutral',
    label: 'Carta declinada',
    dice: 'Quedó registrado que no enviará una carta. No hace falta nada más.',
  },
  vencida: {
    tone: 'warning',
    label: 'Plazo terminado',
    dice: 'La fecha límite pasó y la carta ya no puede recibirse.',
  },
  cancelada: {
    tone: 'neutral',
    label: 'Carta no necesaria',
    dice: 'La solicitud no sigue adelante y la carta ya no hace falta. Gracias por su tiempo.',
  },
  propia: {
    tone: 'danger',
    label: 'Página de quien recomienda',
    dice: 'En este navegador hay una sesión de la persona que solicita. La carta la escribe quien recomienda, desde su propio equipo.',
  },
};

/** No letter is at this address, or what was sent to it is no form. */
function SinEnlace({
  problem,
  sent,
}: Pick<PublicPageProps<typeof getInvitacionRecomendacion>, 'problem' | 'sent'>) {
  const noHay = problem?.status === 'NOT_FOUND' || problem?.details?.fields !== undefined;
  return (
    <>
      <PageHeading title="Carta de recomendación" />
      <Notice
        tone="danger"
        title={noHay ? 'El enlace no está vigente' : 'No se pudo recibir la carta'}
      >
        <p>
          {noHay
            ? 'Puede estar incompleto, o la escuela envió otro después. Abra el del mensaje más reciente.'
            : problem?.message}
        </p>
      </Notice>
      <Escrito sent={sent} />
    </>
  );
}

/** There is nothing to fill in: why, and what was typed if it came too late. */
function Cerrada({
  clave,
  momento,
  invitacion,
  sent,
}: {
  clave: string;
  momento: MomentoInvitacion;
  invitacion: Invitacion | null;
  sent: PageSent | null;
}) {
  const { tone, label, dice } = CERRADAS[momento === 'abierta' ? 'cancelada' : momento];
  return (
    <div data-draft-over={momento === 'recibida' || momento === 'declinada' ? clave : undefined}>
      <PageHeading title="Carta de recomendación" />
      {invitacion ? (
        <Ficha
          kind="Solicitud de posgrado"
          title={invitacion.programa}
          holder={invitacion.aspirante}
          estado={{
            tone,
            label,
            detail: invitacion.respondidaEn
              ? `el ${formatMomento(new Date(invitacion.respondidaEn))}`
              : undefined,
          }}
          fields={[
            { label: 'Edición', value: invitacion.edicion },
            { label: 'Fecha límite', value: formatMomento(new Date(invitacion.venceEn)) },
          ]}
        >
          <p>{dice}</p>
        </Ficha>
      ) : (
        <Notice tone={tone} title={label}>
          <p>{dice}</p>
        </Notice>
      )}
      <Escrito sent={sent} />
    </div>
  );
}

/** The letter that was not taken, to be copied. */
function Escrito({ sent }: { sent: PageSent | null }) {
  const texto = sent?.values[CAMPOS.texto];
  if (!texto) return null;
  return (
    <section className={styles.escrito} aria-labelledby="escrito">
      <h2 id="escrito">Lo que escribió</h2>
      <p>No se guardó. Cópielo si lo necesita.</p>
      <pre>{texto}</pre>
    </section>
  );
}

function Uso() {
  return (
    <details className={styles.uso}>
      <summary>Uso de la carta y de sus datos</summary>
      <ul>
        <li>
          Su nombre, su correo y la carta se usan solo para evaluar esta solicitud. Los conocen
          quienes la evalúan y el personal de la escuela.
        </li>
        <li>Quien solicita ve si la carta se recibió, no lo que dice.</li>
        <li>
          Si quien solicita ejerce sus derechos ARCO sobre la carta, la escuela le responde después
          de publicar los resultados.
        </li>
        <li>
          El enlace es personal y la carta se envía una sola vez. Consulte el{' '}
          <Link to={avisoPath}>aviso de privacidad</Link>.
        </li>
      </ul>
    </details>
  );
}

const NIVELES_OPCIONES = Object.entries(NIVELES).map(([value, label]) => ({ value, label }));
const miles = (n: number): string => n.toLocaleString('es-MX');

/** Sent by the browser itself: it works without script. `invitacion` null: it could not be read just now. */
function Formulario({
  clave,
  invitacion,
  sent,
}: {
  clave: string;
  invitacion: Invitacion | null;
  sent: PageSent | null;
}) {
  const valor = (name: string) => sent?.values[name] ?? '';
  const marcada = (name: string) => valor(name) !== '';
  const form = useForm({
    initial: {
      [CAMPOS.trato]: valor(CAMPOS.trato),
      [CAMPOS.texto]: valor(CAMPOS.texto),
      ...Object.fromEntries(
        VALORACIONES_CLAVES.map((one) => [nombreDeValoracion(one), valor(nombreDeValoracion(one))]),
      ),
      [CAMPOS.declara]: marcada(CAMPOS.declara),
      [CAMPOS.motivo]: valor(CAMPOS.motivo),
      [CAMPOS.confirma]: marcada(CAMPOS.confirma),
    } as Record<string, string | boolean>,
    ...(sent && { mistakes: { fields: sent.fields, general: sent.general } }),
    submit: () => {},
  });
  const text = (name: string) => {
    const { value, ...rest } = form.field(name);
    return { ...rest, value: String(value), onChange: (next: string) => rest.onChange(next) };
  };
  const check = (name: string) => {
    const { value, ...rest } = form.field(name);
    return { ...rest, value: value === true, onChange: (next: boolean) => rest.onChange(next) };
  };
  const declina = valor(CAMPOS.accion) === 'declinar';
  const nombre = invitacion?.aspirante ?? 'la persona que solicita';
  return (
    <div className={styles.carta} data-draft={clave} data-draft-filled={sent ? '' : undefined}>
      <p className={styles.recuperado} data-needs-script="" data-draft-said="" role="status" />
      <Form
        form={form}
        post
        address={envioRecomendacionPath(config().region, clave)}
        refusal="No se pudo enviar"
      >
        <TextAreaField
          {...text(CAMPOS.trato)}
          label={`Cómo conoce a ${nombre}`}
          hint={`Desde cuándo y de dónde. Hasta ${miles(MAX_TRATO)} caracteres.`}
          rows={2}
        />
        <TextAreaField
          {...text(CAMPOS.texto)}
          label="Carta"
          hint={`Entre ${miles(invitacion?.minimo ?? 1)} y ${miles(MAX_CARTA)} caracteres. Puede pegarla desde otro programa.`}
          rows={16}
        />
        <fieldset className={styles.valoraciones}>
          <legend>Valoración</legend>
          <p>Compare con otras personas que haya conocido en ese mismo papel.</p>
          <div>
            {VALORACIONES_CLAVES.map((one) => (
              <SelectField
                key={one}
                {...text(nombreDeValoracion(one))}
                label={VALORACIONES[one]}
                options={NIVELES_OPCIONES}
              />
            ))}
          </div>
        </fieldset>
        <CheckboxField
          {...check(CAMPOS.declara)}
          label={`Soy ${invitacion?.recomendante ?? 'la persona a quien se pidió esta carta'}, escribí esta carta y lo que dice es cierto.`}
        />
        <div>
          <Button type="submit" variant="primary" name={CAMPOS.accion} value="enviar">
            Enviar la carta
          </Button>
        </div>
        <details className={styles.declinar} open={declina}>
          <summary>No puedo recomendar</summary>
          <div>
            <p>
              Se avisará a quien solicita, sin el motivo, para que pueda pedirla a otra persona.
            </p>
            <TextAreaField
              {...text(CAMPOS.motivo)}
              label="Motivo"
              hint={`Solo lo lee la escuela. Hasta ${miles(MAX_MOTIVO_DECLINAR)} caracteres.`}
              rows={2}
              optional
            />
            <CheckboxField {...check(CAMPOS.confirma)} label="Confirmo que no enviaré una carta." />
            <div>
              <Button type="submit" variant="danger" name={CAMPOS.accion} value="declinar">
                Declinar
              </Button>
            </div>
          </div>
        </details>
      </Form>
    </div>
  );
}
