/** How the seats of an edition are given out, as its version says. Pure. */
import type { Hechos, Regla } from '../reglas/contract.ts';
import { evaluateReglas } from '../reglas/rules.ts';
import type { Cupo, Reparto } from './contract.ts';

const DIA = 86_400_000;

/** What a version that says nothing of it comes to: no quotas, and whoever comes late is refused. */
export const SIN_REPARTO: Reparto = { alLlenarse: 'cerrar', horasParaAceptar: 48, cupos: [] };

/** How a version gives out the seats, whatever it says. */
export const repartoDe = ({ reparto }: { reparto?: Reparto | undefined }): Reparto =>
  reparto ?? SIN_REPARTO;

/** Whether people wait in line when there are no seats. */
export const hasEspera = ({ alLlenarse }: Reparto): boolean => alLlenarse !== 'cerrar';

/** A quota as the rule that asks who may take its seats: its facts are loaded, checked and judged as those of rules. */
export const reglaDeCupo = ({ clave, nombre, condicion }: Cupo): Regla => ({
  clave,
  efecto: 'advierte',
  condicion,
  mensaje: nombre,
  descripcion: nombre,
});

/** The quotas whose seats somebody may take, by their keys in order. What is not known is no right to one. */
export const cuposDe = (cupos: readonly Cupo[], hechos: Hechos, ahora: Date): string[] =>
  evaluateReglas(cupos.map(reglaDeCupo), hechos, ahora).flatMap(({ clave, cumple }) =>
    cumple ? [clave] : [],
  );

/** When what nobody took of a quota is everybody's; null: never. `cierra`: when enrolment closes. */
export const liberaEn = ({ liberaDias }: Cupo, cierra: Date): Date | null =>
  liberaDias === null ? null : new Date(cierra.getTime() - liberaDias * DIA);

/** Whether the seats of a quota are still kept for its people. */
export const isReservado = (cupo: Cupo, cierra: Date, ahora: Date): boolean => {
  const libera = liberaEn(cupo, cierra);
  return libera === null || ahora < libera;
};

/** The order of the line, as it is published to those who are in it. */
export const ordenDeLaLista = ({ alLlenarse }: Reparto): string =>
  alLlenarse === 'esperaPorPuntos'
    ? 'Por los puntos que dan los requisitos que dan prioridad; entre quienes tienen los mismos, por el instante en que el servidor recibió cada inscripción.'
    : 'Por el instante en que el servidor recibió cada inscripción, de la primera a la última.';

/** What the quotas of a version are called, by their keys. */
export const cuposDePlantilla = (definicion: { reparto?: Reparto | undefined }) =>
  new Map(repartoDe(definicion).cupos.map(({ clave, nombre }) => [clave, nombre]));
