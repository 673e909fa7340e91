/** What a modification of a published call changes, and whether it may. Pure, for both sides. */
import { formatFecha, formatMomento, isFecha } from '../../../../platform/shared/dates.ts';
import type { FieldErrors } from '../../../../platform/shared/errors.ts';
import type { Desempate } from '../contract.ts';
import type { Contenido, ContenidoEscrito, Entorno } from '../escritura/contract.ts';
import {
  CIFRAS,
  cierreDeEtapa,
  FECHAS,
  instanteDeFecha,
  NOMBRES_DE_CIFRA,
  NOMBRES_DE_FECHA,
  piezaDe,
} from '../escritura/rules.ts';
import { DESEMPATES, ORDENES_DE_CUPO } from '../palabras/rules.ts';
import type { CambioDescrito } from './contract.ts';

/** Either side of a change: what was proposed may still have figures that nobody could read. */
type Lado = Contenido | ContenidoEscrito;
type Etapa = Lado['etapas'][number];
type Criterio = Etapa['criterios'][number];

const NADA = '—';
const momento = (escrito: string | null): string => {
  const at = escrito === null ? null : cierreDeEtapa(escrito);
  return at ? formatMomento(at) : NADA;
};
const puntos = (centesimas: number | null): string =>
  centesimas === null ? NADA : `${(centesimas / 100).toFixed(2)} de 100`;
const porciento = (n: number | null): string => (n === null ? NADA : `${n} %`);
const texto = (escrito: string): string => (escrito.trim() === '' ? NADA : escrito.trim());

const desempate = ({ etapas }: Lado, { por, etapaId }: Desempate): string =>
  por === 'etapa'
    ? `${DESEMPATES.etapa}: ${etapas.find(({ id }) => id === etapaId)?.nombre ?? NADA}`
    : DESEMPATES[por];

/** How a datum is called and what each side says of it. */
type Dato = { campo: string; etiqueta: string; de: (lado: Lado) => string };

const deLasBases = ({ solicitud }: Pick<Entorno, 'solicitud'>): Dato[] => {
  const campo = (clave: string) => piezaDe({ solicitud }, clave)?.nombre ?? clave;
  const cupo = (clave: string) =>
    solicitud.cupos.find((one) => one.clave === clave)?.nombre ?? clave;
  const lista = (partes: readonly string[]) => (partes.length === 0 ? NADA : partes.join(', '));
  return [
    ...NOMBRES_DE_FECHA.map(
      (fecha): Dato => ({
        campo: `calendario.${fecha}`,
        etiqueta: FECHAS[fecha],
        de: ({ calendario }) => momento(calendario[fecha]),
      }),
    ),
    {
      campo: 'bases.descripcion',
      etiqueta: 'Descripción',
      de: ({ bases }) => texto(bases.descripcion),
    },
    ...NOMBRES_DE_CIFRA.map(
      (cifra): Dato => ({
        campo: `bases.${cifra}`,
        etiqueta: CIFRAS[cifra][0],
        de: ({ bases }) => (bases[cifra] === null ? NADA : `${bases[cifra]}`),
      }),
    ),
    {
      campo: 'bases.fechaCorte',
      etiqueta: 'Fecha de corte de la antigüedad',
      de: ({ bases: { fechaCorte } }) =>
        fechaCorte !== null && isFecha(fechaCorte)
          ? formatFecha(fechaCorte)
          : 'Cierre de solicitudes',
    },
    {
      campo: 'bases.desempates',
      etiqueta: 'Desempates',
      de: (lado) =>
        lista([...lado.bases.desempates.map((one) => desempate(lado, one as Desempate)), 'Sorteo']),
    },
    {
      campo: 'bases.ordenDeCupos',
      etiqueta: 'Orden de los cupos',
      de: ({ bases }) => lista(bases.ordenDeCupos.map(cupo)),
    },
    {
      campo: 'bases.cupos',
      etiqueta: 'Asignación de los lugares reservados',
      de: ({ bases }) => ORDENES_DE_CUPO[bases.cupos],
    },
    {
      campo: 'bases.campoAfirmativa',
      etiqueta: 'Campo de la acción afirmativa',
      de: ({ bases }) => (bases.campoAfirmativa === null ? NADA : campo(bases.campoAfirmativa)),
    },
    {
      campo: 'bases.camposConNombre',
      etiqueta: 'Campos que identifican a la persona',
      de: ({ bases }) => lista(bases.camposConNombre.map(campo)),
    },
  ];
};

const deLaEtapa = (etapa: Etapa, i: number, find: (lado: Lado) => Etapa | undefined): Dato[] => {
  const dato = (campo: keyof Etapa, etiqueta: string, say: (etapa: Etapa) => string): Dato => ({
    campo: `etapas.${i}.${campo}`,
    etiqueta: `${etapa.nombre.trim()}: ${etiqueta}`,
    de: (lado) => {
      const one = find(lado);
      return one ? say(one) : NADA;
    },
  });
  return [
    dato('nombre', 'nombre', ({ nombre }) => texto(nombre)),
    dato('peso', 'peso', ({ peso }) => porciento(peso)),
    dato('minimo', 'puntuación mínima', ({ minimo }) => puntos(minimo)),
    dato('corte', 'personas que pasan', ({ corte }) => (corte === null ? 'Todas' : `${corte}`)),
    dato('venceEn', 'fecha límite', ({ venceEn }) => momento(venceEn)),
  ];
};

const anclas = (criterio: Criterio): string =>
  criterio.anclas.map((ancla, n) => `${n}: ${texto(ancla)}`).join(' · ');

const cambiosDeCriterios = (
  antes: Etapa,
  despues: Etapa,
  i: number,
  entorno: Pick<Entorno, 'solicitud'>,
): CambioDescrito[] => {
  const ids = [...new Set([...antes.criterios, ...despues.criterios].map(({ id }) => id))];
  return ids.flatMap((id) => {
    const [was, is] = [antes, despues].map(({ criterios }) =>
      criterios.find((one) => one.id === id),
    );
    const c = despues.criterios.findIndex((one) => one.id === id);
    const campo = c < 0 ? `etapas.${i}.criterios` : `etapas.${i}.criterios.${c}`;
    const nombre = `${despues.nombre.trim()}, «${(is ?? was)!.nombre.trim()}»`;
    const say: [keyof Criterio, string, (criterio: Criterio) => string][] = [
      ['nombre', 'nombre', (one) => texto(one.nombre)],
      ['descripcion', 'descripción', (one) => texto(one.descripcion)],
      ['peso', 'peso', (one) => `${one.peso}`],
      ['anclas', 'puntos', anclas],
      [
        'piezas',
        'piezas',
        (one) =>
          one.piezas.map((clave) => piezaDe(entorno, clave)?.nombre ?? clave).join(', ') || NADA,
      ],
    ];
    if (!was || !is) {
      const whole = (one: Criterio | undefined) =>
        one ? `Peso ${one.peso} · ${anclas(one)}` : NADA;
      return [{ campo, etiqueta: `${nombre}: criterio`, antes: whole(was), despues: whole(is) }];
    }
    return say.flatMap(([key, etiqueta, of]) =>
      of(was) === of(is)
        ? []
        : [
            {
              campo: `${campo}.${key}`,
              etiqueta: `${nombre}: ${etiqueta}`,
              antes: of(was),
              despues: of(is),
            },
          ],
    );
  });
};

/** What changes from one content to another, in words. */
export const describeCambios = (
  antes: Lado,
  despues: Lado,
  entorno: Pick<Entorno, 'solicitud'>,
): CambioDescrito[] => {
  const said = (dato: Dato): CambioDescrito[] => {
    const [was, is] = [dato.de(antes), dato.de(despues)];
    return was === is
      ? []
      : [{ campo: dato.campo, etiqueta: dato.etiqueta, antes: was, despues: is }];
  };
  return [
    ...deLasBases(entorno).flatMap(said),
    ...despues.etapas.flatMap((etapa, i) => {
      const find = (lado: Lado) => lado.etapas.find(({ id }) => id === etapa.id);
      const was = find(antes);
      return [
        ...deLaEtapa(etapa, i, find).flatMap(said),
        ...(was ? cambiosDeCriterios(was, etapa, i, entorno) : []),
      ];
    }),
  ];
};

/** What decides the order of the applicants: whatever changes of it makes another formula. */
const formulaDe = ({ bases, etapas }: Lado): string =>
  JSON.stringify([
    bases.desempates.map(({ por, etapaId }) => [por, etapaId ?? null]),
    ...[bases.ordenDeCupos, bases.cupos, bases.campoAfirmativa, bases.fechaCorte],
    ...[bases.limiteDiferencia, bases.dictamenesPorSolicitud],
    etapas.map(({ id, peso, minimo, corte, criterios }) => [
      ...[id, peso, minimo, corte],
      criterios.map((one) => [one.id, one.peso, one.anclas]),
    ]),
  ]);

export const changesFormula = (antes: Lado, despues: Lado): boolean =>
  formulaDe(antes) !== formulaDe(despues);

/** Where a published call stands: what a modification must not touch any more. */
export type Avance = {
  readonly ahora: Date;
  /** The first application was sent. */
  readonly congelada: boolean;
  readonly conResultados: boolean;
  /** Stages that closed, and those that have scores. */
  readonly cerradas: readonly string[];
  readonly conDictamenes: readonly string[];
};

const checkFechas = (antes: Lado, despues: Lado, { ahora }: Avance): FieldErrors => {
  const wrong: FieldErrors = {};
  for (const fecha of NOMBRES_DE_FECHA) {
    const [was, is] = [antes, despues].map((lado) => lado.calendario[fecha]);
    if (was === is) continue;
    const [old, next] = [instanteDeFecha(fecha, was!), instanteDeFecha(fecha, is!)];
    // What cannot be read is told by `checkContenido`.
    if (!old || !next) continue;
    if (old <= ahora) wrong[`calendario.${fecha}`] = 'Esta fecha ya pasó y no puede cambiarse.';
    else if (next < old) {
      wrong[`calendario.${fecha}`] = 'Las fechas de una convocatoria publicada solo se prorrogan.';
    }
  }
  return wrong;
};

const checkEtapas = (antes: Lado, despues: Lado, avance: Avance): FieldErrors => {
  const wrong: FieldErrors = {};
  const shape = ({ etapas }: Lado) => JSON.stringify(etapas.map(({ id, tipo }) => [id, tipo]));
  if (shape(antes) !== shape(despues)) {
    wrong.etapas = 'Las etapas de una convocatoria publicada no se agregan, quitan ni reordenan.';
    return wrong;
  }
  for (const [i, is] of despues.etapas.entries()) {
    const was = antes.etapas[i]!;
    const changed = JSON.stringify(was) !== JSON.stringify(is);
    if (changed && avance.cerradas.includes(is.id)) {
      wrong[`etapas.${i}.nombre`] = 'La etapa ya cerró y no puede cambiarse.';
    }
    const ids = ({ criterios }: Etapa) => criterios.map(({ id }) => id).join();
    if (avance.conDictamenes.includes(is.id) && ids(was) !== ids(is)) {
      wrong[`etapas.${i}.criterios`] =
        'Ya hay dictámenes en esta etapa: sus criterios no se agregan ni se quitan.';
    }
    const [old, next] = [was, is].map(({ venceEn }) =>
      venceEn === null ? null : cierreDeEtapa(venceEn),
    );
    if (old && was.venceEn !== is.venceEn && (!next || next < old)) {
      wrong[`etapas.${i}.venceEn`] = 'La fecha límite de una etapa solo se prorroga.';
    }
  }
  return wrong;
};

/** Why a modification may not be, by field; nothing when it may. `despues` passed `checkContenido`. */
export const checkModificacion = (antes: Lado, despues: Lado, avance: Avance): FieldErrors => ({
  ...(antes.presolicitudPlantillaId === despues.presolicitudPlantillaId
    ? {}
    : {
        presolicitudPlantillaId:
          'El formulario de la presolicitud quedó fijo al publicar la convocatoria.',
      }),
  ...checkFechas(antes, despues, avance),
  ...checkEtapas(antes, despues, avance),
  ...(avance.congelada && (despues.bases.recomendaciones ?? 0) > (antes.bases.recomendaciones ?? 0)
    ? {
        'bases.recomendaciones':
          'Ya hay solicitudes enviadas: no pueden pedirse más cartas de recomendación.',
      }
    : {}),
  ...(avance.conResultados && changesFormula(antes, despues)
    ? {
        etapas:
          'Los resultados ya se publicaron: pesos, mínimos, cortes, desempates y cupos no cambian.',
      }
    : {}),
});
