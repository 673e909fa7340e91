import { useRef } from 'react';
import { groupByFour } from '../../../../platform/shared/ids.ts';
import { ErrorState, Loading, notify } from '../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../platform/web/form/form-dialog.tsx';
import { RadioGroupField, TextAreaField, useForm } from '../../../../platform/web/form/index.ts';
import { useDisclosure } from '../../../../platform/web/keep-alive/index.ts';
import { Link } from '../../../../platform/web/router.tsx';
import { Button, EstadoBadge, Folio, formatDate } from '../../../../platform/web/ui/index.ts';
import { TRAMITE_ARCO } from '../../estados.ts';
import { tramitePropioPath } from '../../routes.ts';
import { DERECHO, DERECHOS, type Derecho, TEXTO_MAX, TEXTO_MIN } from '../../rules.ts';
import { useRequestTramite, useTramitesPropios } from '../hooks.ts';
import styles from './arco.module.css';

/** What one asked of one's data by right, and asking. */
export function Tramites() {
  const tramites = useTramitesPropios();
  const [opened, { open, close }] = useDisclosure();
  if (tramites.isPending) return <Loading shape="list" />;
  if (tramites.isError) {
    return <ErrorState error={tramites.error} retry={() => void tramites.refetch()} />;
  }
  return (
    <div className={styles.part}>
      <Button onClick={open}>Presentar una solicitud</Button>
      {tramites.data.tramites.length > 0 && (
        <ul className={styles.list} aria-label="Sus solicitudes">
          {tramites.data.tramites.map((one) => (
            <li key={one.id}>
              <div>
                <p>
                  <Link to={tramitePropioPath(one.id)}>
                    {DERECHO[one.derecho].nombre}, del {formatDate(one.recibidoEn)}
                  </Link>
                </p>
                <p className={styles.quiet}>
                  Folio <Folio>{groupByFour(one.folio)}</Folio>
                </p>
              </div>
              <EstadoBadge tone={TRAMITE_ARCO.tono(one.estado)}>
                {TRAMITE_ARCO.palabra(one.estado)}
              </EstadoBadge>
            </li>
          ))}
        </ul>
      )}
      {opened && <SolicitarDialog onClose={close} />}
    </div>
  );
}

function SolicitarDialog({ onClose }: { onClose: () => void }) {
  const request = useRequestTramite();
  const id = useRef(crypto.randomUUID());
  const form = useForm({
    initial: { derecho: '', descripcion: '' },
    validate: ({ derecho, descripcion }) => ({
      derecho: derecho === '' ? 'Elija qué derecho ejerce.' : undefined,
      descripcion:
        descripcion.trim().length < TEXTO_MIN
          ? 'Diga sobre qué datos y qué pide, para poder atenderlo.'
          : undefined,
    }),
    submit: ({ derecho, descripcion }) =>
      request.mutateAsync({ id: id.current, derecho: derecho as Derecho, descripcion }),
    onSuccess: ({ venceEn }) => {
      onClose();
      notify.success(
        `Recibimos su solicitud. Le responderemos a más tardar el ${formatDate(venceEn)}.`,
      );
    },
  });
  return (
    <FormDialog
      title="Presentar una solicitud sobre sus datos"
      form={form}
      submit="Presentarla"
      busy="Enviando…"
      keptAs="arco/solicitar"
      onClose={onClose}
    >
      <RadioGroupField
        {...form.field('derecho')}
        label="Derecho"
        options={DERECHOS.map((one) => ({
          value: one,
          label: `${DERECHO[one].nombre}: ${DERECHO[one].pide}`,
        }))}
      />
      <TextAreaField
        {...form.field('descripcion')}
        label="Sobre qué datos y qué pide"
        hint="Para corregir su nombre o su CURP es más rápido pedirlo desde su expediente."
        maxLength={TEXTO_MAX}
        rows={4}
      />
    </FormDialog>
  );
}
