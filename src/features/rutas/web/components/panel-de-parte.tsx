import { useState } from 'react';
import { fechaDe, formatPeriodo } from '../../../../platform/shared/dates.ts';
import {
  Button,
  formatDate,
  formatNumber,
  formatShortDate,
  LinkButton,
  Panel,
} from '../../../../platform/web/ui/index.ts';
import { convocatoriaDeEdicionPath } from '../../../cursos/routes.ts';
import { inscripcionPath } from '../../../inscripciones/routes.ts';
import type { Avance } from '../../avance/rules.ts';
import type { EdicionDeRuta, RutaLeida } from '../../contract.ts';
import { planDe, SIN_EDICION } from '../../plan/rules.ts';
import { createNombrar, describeRegla, recorrer } from '../../rules.ts';
import { Razones } from './anidada.tsx';
import { Barra, EstadoDeNodo } from './avance.tsx';
import styles from './ruta.module.css';

type Props = {
  ruta: RutaLeida;
  avance: Avance;
  nombres: (cursoId: string) => string;
  onElegir: (id: string) => void;
};

/** What is to be known of the part that was chosen: its state and why, and what can be done about it. */
export function PanelDeParte({ id, ...props }: Props & { id: string }) {
  const { ruta, avance, nombres } = props;
  const nodo = recorrer(ruta.definicion).find((one) => one.id === id);
  const mine = avance.nodos.get(id);
  if (!nodo || !mine) return null;
  const { parte } = nodo;
  const nombrar = createNombrar(ruta.definicion, nombres);
  return (
    <aside aria-label="La parte elegida">
      <Panel className={styles.panel}>
        <h2>{parte.tipo === 'curso' ? nombres(id) : parte.titulo}</h2>
        {ruta.persona && (
          <div>
            <EstadoDeNodo parte={parte} avance={mine} />
          </div>
        )}
        {parte.tipo === 'grupo' && (
          <>
            <p>{describeRegla(parte)}.</p>
            {parte.texto && <p>{parte.texto}</p>}
            {ruta.persona && parte.regla.tipo !== 'opcional' && (
              <Barra acreditados={mine.acreditados} necesarios={mine.necesarios} />
            )}
          </>
        )}
        {ruta.persona ? (
          <Razones bloqueos={mine.bloqueos} definicion={ruta.definicion} nombres={nombres} />
        ) : (
          parte.requiere.length > 0 && (
            <ul className={styles.razones}>
              {parte.requiere.map((one) => (
                <li key={one}>Requiere {nombrar(one)}.</li>
              ))}
            </ul>
          )
        )}
        {parte.tipo === 'curso' && <Curso key={id} id={id} {...props} />}
      </Panel>
    </aside>
  );
}

function Curso({ ruta, avance, nombres, id, onElegir }: Props & { id: string }) {
  const [asked, setAsked] = useState(false);
  const curso = ruta.cursos.find((one) => one.id === id);
  const mine = avance.nodos.get(id)!;
  const sabe = ruta.persona?.sabidos.find(({ cursoId }) => cursoId === id);
  const ediciones = ruta.ediciones.filter(({ cursoId }) => cursoId === id);
  if (!curso) return <p>Este curso ya no existe.</p>;
  const done = mine.estado === 'acreditado' || mine.estado === 'cursando';
  return (
    <>
      <p className={styles.quiet}>
        {curso.clave}. {curso.tipo.nombre}, {curso.modalidad.nombre}, {formatNumber(curso.horas)}
        {'\u00a0'}h{curso.creditos !== null && `, ${formatNumber(curso.creditos)} créditos`}
      </p>
      <p>{curso.objetivo}</p>
      {sabe && (
        <p>
          {sabe.estado === 'acreditado' && `Lo acreditó en ${sabe.edicion}.`}
          {sabe.estado === 'cursando' &&
            `Está en ${sabe.edicion}, que termina el ${formatDate(sabe.termina)}.`}
          {sabe.estado === 'noAcreditado' &&
            `No lo acreditó en ${sabe.edicion}; puede tomarlo otra vez.`}
        </p>
      )}
      {!mine.cuenta && !done && ruta.persona && (
        <p className={styles.quiet}>
          No le hace falta para completar la ruta; puede tomarlo además.
        </p>
      )}
      {!done && (
        <Ediciones ediciones={ediciones} ruta={ruta} id={id} libre={mine.estado === 'disponible'} />
      )}
      {ruta.persona && mine.estado !== 'acreditado' && (
        <div>
          <Button size="small" aria-expanded={asked} onClick={() => setAsked(!asked)}>
            {mine.estado === 'cursando' ? 'Qué falta después, y cuándo' : 'Simular mi avance'}
          </Button>
        </div>
      )}
      {asked && <Plan ruta={ruta} id={id} nombres={nombres} onElegir={onElegir} />}
    </>
  );
}

function Ediciones({
  ediciones,
  ruta,
  id,
  libre,
}: {
  ediciones: readonly EdicionDeRuta[];
  ruta: RutaLeida;
  id: string;
  libre: boolean;
}) {
  const curso = ruta.cursos.find((one) => one.id === id)!;
  if (ediciones.length === 0) {
    return <p>No hay una edición publicada con inscripción abierta o por abrir.</p>;
  }
  return (
    <ul className={styles.list}>
      {ediciones.map((one) => {
        const open = one.inscripcionAbre <= ruta.ahora;
        return (
          <li key={one.id}>
            <p>
              <strong>{one.nombre}</strong>, {formatPeriodo(one.inicia, one.termina)}
              {one.sede && `, ${one.sede}`}
            </p>
            <p className={styles.quiet}>
              {one.porConvocatoria ? 'Presolicitudes' : 'Inscripción'}{' '}
              {open
                ? `hasta el ${formatDate(one.inscripcionCierra)}`
                : `desde el ${formatDate(one.inscripcionAbre)}`}
              {one.libres <= 0 && !one.porConvocatoria ? '; sin lugares' : ''}
            </p>
            {open && libre && one.porConvocatoria && (
              <LinkButton
                size="small"
                to={convocatoriaDeEdicionPath(one.convocatoriaId)}
                aria-label={`Ver la convocatoria de ${curso.nombre}, ${one.nombre}`}
              >
                Ver la convocatoria
              </LinkButton>
            )}
            {open && one.libres > 0 && libre && !one.porConvocatoria && (
              <LinkButton
                size="small"
                to={inscripcionPath(one.cursoId, one.plantillaId, curso.tipo, one.id)}
                aria-label={`Inscribirse en ${curso.nombre}, ${one.nombre}`}
              >
                Inscribirse
              </LinkButton>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const faltan = (cursos: number) =>
  cursos === 1 ? 'Le faltaría 1 curso' : `Le faltarían ${formatNumber(cursos)} cursos`;

/** «If I enrol in this one: what remains, and when», by the editions that are published. */
function Plan({ ruta, id, nombres, onElegir }: Omit<Props, 'avance'> & { id: string }) {
  const plan = planDe({
    definicion: ruta.definicion,
    sabidos: new Map(ruta.persona!.sabidos.map((one) => [one.cursoId, one])),
    ediciones: ruta.ediciones,
    ahora: new Date(ruta.ahora),
    elegido: { cursoId: id, edicionId: null },
  });
  const hoy = fechaDe(new Date(ruta.ahora));
  return (
    <section aria-label="Qué falta, y cuándo" className={styles.panel}>
      <p role="status">
        {plan.termina !== null && plan.termina > hoy
          ? `${faltan(plan.pasos.length)} y podría completar la ruta hacia el ${formatDate(plan.termina)}.`
          : plan.termina !== null
            ? 'La ruta quedaría completa.'
            : `${faltan(plan.pasos.length)}. No se puede decir cuándo terminaría: ${plan.sinFecha.length === 1 ? 'de 1 no hay' : `de ${formatNumber(plan.sinFecha.length)} no hay`} una edición publicada que sirva.`}
      </p>
      {!plan.cuenta && <p>Este curso sería adicional: la ruta no lo pide.</p>}
      {plan.abre.length > 0 && (
        <p>
          Al acreditarlo {plan.abre.length === 1 ? 'se abre' : 'se abren'}:{' '}
          {plan.abre.map(nombres).join('; ')}.
        </p>
      )}
      <ol>
        {plan.pasos.map((paso) => (
          <li key={paso.cursoId}>
            <button type="button" className={styles.nombre} onClick={() => onElegir(paso.cursoId)}>
              {nombres(paso.cursoId)}
            </button>
            <br />
            {paso.como === 'cursando' && paso.termina
              ? `Lo está cursando; termina el ${formatShortDate(paso.termina)}.`
              : paso.edicion
                ? `${paso.edicion.nombre}, ${formatPeriodo(paso.edicion.inicia, paso.edicion.termina)}.`
                : SIN_EDICION[paso.sinEdicion ?? 'ninguna']}
          </li>
        ))}
      </ol>
      <p className={styles.quiet}>
        Son las fechas más próximas que permiten las ediciones publicadas hoy, en el orden que la
        ruta pide. Pueden coincidir en fechas: revíselo al inscribirse.
      </p>
    </section>
  );
}
