import { Fragment, type ReactNode, useState } from 'react';
import { notify } from '../../../../../platform/web/feedback/index.ts';
import { FormDialog } from '../../../../../platform/web/form/form-dialog.tsx';
import { useForm } from '../../../../../platform/web/form/index.ts';
import {
  Button,
  DataList,
  EstadoBadge,
  IconPlus,
  Section,
} from '../../../../../platform/web/ui/index.ts';
import { RecordList, RecordRow } from '../../../../../platform/web/ui/record-list.tsx';
import type { Entrada } from '../../contract.ts';
import { type Apartado, type Campo, inOrder, textOf } from '../../rules.ts';
import { useDeleteEntrada } from '../hooks.ts';
import styles from './apartado.module.css';

/** What an entry says in a field, to be read. */
const said = ({ valores, referidos }: Entrada, campo: Campo): string =>
  textOf(campo, valores[campo.key] ?? null, referidos[campo.key]?.nombre);

/** The field that names an entry. */
const titleOf = ({ nombre, campos }: Apartado, entrada: Entrada): Campo | undefined =>
  nombre
    .map((key) => campos.find((campo) => campo.key === key))
    .find((campo) => campo && said(entrada, campo) !== '');

/** How an entry is called, for the buttons that do something to it. */
const nameOf = (apartado: Apartado, entrada: Entrada): string => {
  const campo = titleOf(apartado, entrada);
  return campo ? said(entrada, campo) : apartado.uno;
};

type Acts = {
  /** Null: a new one. */
  onEditar: (entrada: Entrada | null) => void;
  onQuitar: (entrada: Entrada) => void;
  /** What is known of an entry besides what it says, and what else can be done to it (given how it is called). */
  adorno?:
    | ((entrada: Entrada, name: string) => { estado: ReactNode; accion: ReactNode })
    | undefined;
};

/** One section of a file: its entries, those in force first, and what can be done to them. */
export function SeccionApartado({
  apartado,
  entradas,
  onEditar,
  onQuitar,
  adorno,
}: Acts & { apartado: Apartado; entradas: readonly Entrada[] }) {
  const ordered = inOrder(apartado, entradas);
  const { actual, unico, titulo, lead, vacio, uno } = apartado;
  const [now, before] = actual
    ? [ordered.filter((one) => actual(one.valores)), ordered.filter((one) => !actual(one.valores))]
    : [ordered, []];
  const lists = [
    { entradas: now, title: null },
    { entradas: before, title: now.length > 0 ? 'Anteriores' : null },
  ].filter((list) => list.entradas.length > 0);
  return (
    <Section title={titulo} {...(lead && { lead })}>
      {ordered.length === 0 && <p className={styles.empty}>{vacio}</p>}
      {lists.map((list) => (
        <Fragment key={list.title}>
          {list.title && <h3 className={styles.before}>{list.title}</h3>}
          <RecordList>
            {list.entradas.map((entrada) => (
              <Fila key={entrada.id} {...{ apartado, entrada, onEditar, onQuitar, adorno }} />
            ))}
          </RecordList>
        </Fragment>
      ))}
      {!(unico && ordered.length > 0) && ordered.length < apartado.max && (
        <div className={styles.add}>
          <Button icon={<IconPlus />} onClick={() => onEditar(null)}>
            {unico ? 'Anotar' : 'Agregar'} {uno}
          </Button>
        </div>
      )}
    </Section>
  );
}

function Fila({
  apartado,
  entrada,
  onEditar,
  onQuitar,
  adorno,
}: Acts & { apartado: Apartado; entrada: Entrada }) {
  // Where there is one, what it is about is the section's title: all its data have their label.
  const title = apartado.unico ? undefined : titleOf(apartado, entrada);
  const name = nameOf(apartado, entrada);
  const { estado, accion } = adorno?.(entrada, name) ?? { estado: null, accion: null };
  const donde = title ? (entrada.referidos[title.key]?.ruta ?? []) : [];
  const data = apartado.campos
    .filter((campo) => campo !== title)
    .map((campo) => ({ ...campo, text: said(entrada, campo) }))
    .filter(({ text }) => text !== '');
  const actual = apartado.actual?.(entrada.valores);
  return (
    <RecordRow
      name={title && name}
      note={
        (actual || estado || donde.length > 0) && (
          <>
            {actual && <EstadoBadge tone="success">Actual</EstadoBadge>}
            {donde.join(' › ')}
            {estado}
          </>
        )
      }
      actions={
        <>
          {accion}
          <Button size="small" onClick={() => onEditar(entrada)}>
            Editar<span className="sr-only"> {apartado.unico ? apartado.uno : name}</span>
          </Button>
          <Button size="small" onClick={() => onQuitar(entrada)}>
            Quitar<span className="sr-only"> {apartado.unico ? apartado.uno : name}</span>
          </Button>
        </>
      }
    >
      {apartado.unico ? (
        <DataList items={data.map(({ label, text }) => ({ label, value: text }))} />
      ) : (
        <dl className={styles.data}>
          {data.map(({ key, label, text }) => (
            <div key={key}>
              <dt>{label}:</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </RecordRow>
  );
}

/** Asks before an entry is taken away. */
export function QuitarDialog({
  clave,
  apartado,
  entrada,
  onClose,
}: {
  clave: string;
  apartado: Apartado;
  entrada: Entrada;
  onClose: () => void;
}) {
  const remove = useDeleteEntrada();
  // As it was when it was asked about.
  const [{ id, version }] = useState(entrada);
  const form = useForm({
    initial: {},
    submit: () => remove.mutateAsync({ clave, id, version }),
    onSuccess: () => {
      notify.success(`Se quitó de «${apartado.titulo}».`);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Quitar del expediente"
      form={form}
      submit="Quitar"
      busy="Quitando…"
      danger
      onClose={onClose}
    >
      <p>
        Se quitará <b>{apartado.unico ? apartado.uno : nameOf(apartado, entrada)}</b> de «
        {apartado.titulo}». Las inscripciones y los acuses que ya lo dicen no cambian.
      </p>
    </FormDialog>
  );
}
