import { useEffect, useRef } from 'react';
import { config } from '../../../../../platform/web/config.ts';
import { Notice } from '../../../../../platform/web/feedback/index.ts';
import {
  CheckboxField,
  Form,
  SubmitButton,
  useForm,
} from '../../../../../platform/web/form/index.ts';
import { useSessionControl } from '../../../../../platform/web/session/react.tsx';
import { PageHeading } from '../../../../../platform/web/ui/index.ts';
import {
  cambiosDesde,
  type Documento,
  nombreDocumento,
  type PorAceptar,
  PUBLICADAS,
  VERSIONES,
  vigente,
} from '../../rules.ts';
import { apartadosAviso } from '../components/texto-aviso.tsx';
import styles from '../components/texto-legal.module.css';
import { Apartados, VersionDe } from '../components/texto-legal.tsx';
import { apartadosTerminos } from '../components/texto-terminos.tsx';
import { useAcceptTextos } from '../hooks.ts';

const TITULO: Readonly<Record<Documento, string>> = {
  aviso: 'Aviso de privacidad',
  terminos: 'Términos de uso',
};
const apartadosDe = (documento: Documento) =>
  documento === 'aviso' ? apartadosAviso() : apartadosTerminos();

/** «el aviso de privacidad y los términos de uso» */
const nombrar = (pendientes: readonly PorAceptar[]) =>
  pendientes.map(({ documento }) => nombreDocumento(documento)).join(' y ');

/**
 * Before anything else, for who never accepted the texts (an account made by command or by another
 * client) or accepted them before they changed in substance.
 */
export default function AceptacionPage({ pendientes }: { pendientes: readonly PorAceptar[] }) {
  const session = useSessionControl();
  const accept = useAcceptTextos();
  const cambiaron = pendientes.length > 1 || pendientes[0]?.documento === 'terminos';
  const anew = pendientes.some(({ aceptada }) => aceptada !== null);
  const { transparencyContact } = config().institution;
  const form = useForm({
    initial: { aviso: false, terminos: false },
    validate: (values) =>
      Object.fromEntries(
        pendientes
          .filter(({ documento }) => !values[documento])
          .map(({ documento }) => [
            documento,
            `Lea ${nombreDocumento(documento)} y marque que está de acuerdo.`,
          ]),
      ),
    submit: () =>
      accept.mutateAsync(
        Object.fromEntries(pendientes.map(({ documento }) => [documento, VERSIONES[documento]])),
      ),
    onSuccess: () => void session.reload(),
  });
  const top = useRef<HTMLDivElement>(null);
  // It takes the place of the screen that was, sometimes in the middle of something. Read from its
  // title: what has the focus is not scrolled below the page's head.
  useEffect(() => {
    top.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
  return (
    <div ref={top} tabIndex={-1} className={styles.aceptacion}>
      <PageHeading
        title={anew ? 'Hay cambios que debe conocer' : 'Antes de empezar'}
        lead={
          anew
            ? `Desde su última visita ${cambiaron ? 'cambiaron' : 'cambió'} ${nombrar(pendientes)}. Para continuar, lea y acepte la versión vigente.`
            : `Para usar el portal, lea y acepte ${nombrar(pendientes)}.`
        }
      />
      <Form form={form}>
        {pendientes.map(({ documento, aceptada }) => {
          const cambios = cambiosDesde(PUBLICADAS[documento], aceptada);
          return (
            <section key={documento} className={styles.documento}>
              <h2>{TITULO[documento]}</h2>
              <VersionDe {...vigente(PUBLICADAS[documento])} />
              {cambios.length > 0 && (
                <>
                  <p>Lo que cambió desde la versión que usted aceptó ({aceptada}):</p>
                  <ul>
                    {cambios.map((cambio) => (
                      <li key={cambio}>{cambio}</li>
                    ))}
                  </ul>
                </>
              )}
              <details className={styles.completo}>
                <summary>Leer {nombreDocumento(documento)}</summary>
                <div className={styles.texto}>
                  <Apartados apartados={apartadosDe(documento)} level={3} />
                </div>
              </details>
              <CheckboxField
                {...form.field(documento)}
                label={`Leí y acepto ${nombreDocumento(documento)}`}
              />
            </section>
          );
        })}
        <SubmitButton>Aceptar y continuar</SubmitButton>
      </Form>
      <div className={styles.negativa}>
        <Notice tone="info" title="Si no está de acuerdo">
          <p>
            Puede cerrar la sesión, en el menú de su cuenta. Sus datos y sus trámites se conservan
            como están, y puede ejercer sus derechos ante la Unidad de Transparencia
            {transparencyContact ? `: ${transparencyContact}` : ''}.
          </p>
        </Notice>
      </div>
    </div>
  );
}
