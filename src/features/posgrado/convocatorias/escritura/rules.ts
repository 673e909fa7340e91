/** Terms of a call: what a draft may say, and what it must say to be published. Pure, for both sides. */
import {
  fechaDe,
  formatFecha,
  formatMomento,
  isFecha,
  momentoDe,
  startOfDay,
} from '../../../../platform/shared/dates.ts';
import type { FieldErrors } from '../../../../platform/shared/errors.ts';
import { instanteDe } from '../../../cursos/ediciones/rules.ts';
import { PIEZA_RECOMENDACIONES, PUNTOS_CRITERIO, TIPOS_ETAPA } from '../palabras/rules.ts';
import type { CalendarioEscrito, ContenidoEscrito, Entorno, EtapaEscrita } from './contract.ts';

/** Dates of the calendar in their order, as people read them. */
export const FECHAS = {
  presolicitudAbre: 'Abren las presolicitudes',
  presolicitudCierra: 'Cierran las presolicitudes',
  solicitudAbre: 'Abren las solicitudes',
  solicitudCierra: 'Cierran las solicitudes',
  recomendacionesCierra: 'Cierran las recomendaciones',
  resultadosEn: 'Publicación de resultados',
} as const;
export type Fecha = keyof typeof FECHAS;
export const NOMBRES_DE_FECHA = Object.keys(FECHAS) as readonly Fecha[];

/** Dates that end something: the minute that they name is included. */
const CIERRES: ReadonlySet<Fecha> = new Set([
  'presolicitudCierra',
  'solicitudCierra',
  'recomendacionesCierra',
]);
const FIN_DEL_MINUTO = 59_999;

/** A date of the calendar as the instant that is stored; null when it is not one. */
export const instanteDeFecha = (fecha: Fecha, escrito: string): Date | null => {
  const at = instanteDe(escrito);
  return at && CIERRES.has(fecha) ? new Date(at.getTime() + FIN_DEL_MINUTO) : at;
};

/** The end of a stage as the instant that is stored. */
export const cierreDeEtapa = (escrito: string): Date | null => {
  const at = instanteDe(escrito);
  return at && new Date(at.getTime() + FIN_DEL_MINUTO);
};

/** A stored instant as it is edited. */
export const escritoDe = (at: Date): string => momentoDe(at);

type Calendario = Record<Fecha, Date>;

/** What must come before what, and the sentence beside the later one. */
const ORDEN: readonly { antes: Fecha; despues: Fecha; iguales?: true; mensaje: string }[] = [
  {
    antes: 'presolicitudAbre',
    despues: 'presolicitudCierra',
    mensaje: 'Las presolicitudes cierran antes de abrir: revise el día y la hora.',
  },
  {
    antes: 'presolicitudAbre',
    despues: 'solicitudAbre',
    iguales: true,
    mensaje: 'Las solicitudes no pueden abrir antes que las presolicitudes.',
  },
  {
    antes: 'solicitudAbre',
    despues: 'solicitudCierra',
    mensaje: 'Las solicitudes cierran antes de abrir: revise el día y la hora.',
  },
  {
    antes: 'presolicitudCierra',
    despues: 'solicitudCierra',
    mensaje: 'Las solicitudes cierran después que las presolicitudes.',
  },
  {
    antes: 'solicitudCierra',
    despues: 'recomendacionesCierra',
    iguales: true,
    mensaje: 'Las recomendaciones no pueden cerrar antes que las solicitudes.',
  },
  {
    antes: 'recomendacionesCierra',
    despues: 'resultadosEn',
    mensaje: 'Los resultados se publican después de que cierran las recomendaciones.',
  },
];

const PIDE: Record<Fecha, string> = {
  presolicitudAbre: 'Escriba el día y la hora en que abren las presolicitudes.',
  presolicitudCierra: 'Escriba el día y la hora en que cierran las presolicitudes.',
  solicitudAbre: 'Escriba el día y la hora en que abren las solicitudes.',
  solicitudCierra: 'Escriba el día y la hora en que cierran las solicitudes.',
  recomendacionesCierra: 'Escriba el día y la hora en que cierran las recomendaciones.',
  resultadosEn: 'Escriba el día y la hora en que se publican los resultados.',
};

/** A calendar as it is stored; null when a date cannot be read. */
export const readCalendario = (escrito: CalendarioEscrito): Calendario | null => {
  const entries = NOMBRES_DE_FECHA.map((fecha) => [fecha, instanteDeFecha(fecha, escrito[fecha])]);
  return entries.every(([, at]) => at !== null)
    ? (Object.fromEntries(entries) as Calendario)
    : null;
};

/** What is wrong with a calendar, by date. */
export const checkCalendario = (escrito: CalendarioEscrito): Partial<Record<Fecha, string>> => {
  const wrong: Partial<Record<Fecha, string>> = {};
  const at = (fecha: Fecha) => instanteDeFecha(fecha, escrito[fecha]);
  for (const fecha of NOMBRES_DE_FECHA) if (!at(fecha)) wrong[fecha] = PIDE[fecha];
  for (const { antes, despues, iguales, mensaje } of ORDEN) {
    const [before, after] = [at(antes), at(despues)];
    if (!before || !after || wrong[despues]) continue;
    if (after < before || (!iguales && after.getTime() === before.getTime())) {
      wrong[despues] = mensaje;
    }
  }
  return wrong;
};

/** Figures of the terms: how each is called, what it counts, and its limits. */
export const CIFRAS = {
  diasSubsanar: ['Días hábiles para atender observaciones', 1, 30],
  diasConfirmar: ['Días hábiles para confirmar el lugar', 1, 30],
  diasInconformidad: ['Días hábiles para presentar una inconformidad', 1, 30],
  diasResolver: ['Días hábiles para resolver una inconformidad', 1, 60],
  recomendaciones: ['Cartas de recomendación', 0, 5],
  minimoCarta: ['Caracteres mínimos de una carta', 0, 5000],
  dictamenesPorSolicitud: ['Dictámenes por solicitud', 1, 5],
  limiteDiferencia: ['Diferencia que pide otro dictamen (% del máximo)', 1, 100],
  minimoComentario: ['Caracteres mínimos del comentario por criterio', 0, 1000],
  horasCambioEntrevista: ['Horas antes de la entrevista para cambiarla', 0, 240],
  diasPublicados: ['Días de publicación de los resultados', 1, 365],
  aniosConservados: ['Años que se conservan los datos de quien no obtiene lugar', 1, 10],
} as const;
export type Cifra = keyof typeof CIFRAS;
export const NOMBRES_DE_CIFRA = Object.keys(CIFRAS) as readonly Cifra[];

const isEntero = (n: number | null, min: number, max: number): boolean =>
  n !== null && Number.isInteger(n) && n >= min && n <= max;

const MAX_DESCRIPCION = 4000;
const MAX_NOMBRE = 120;
const MAX_TEXTO = 1000;
const MAX_ANCLA = 400;
const CIEN = 100;

const checkBases = ({ bases }: ContenidoEscrito): FieldErrors => {
  const wrong: FieldErrors = {};
  for (const cifra of NOMBRES_DE_CIFRA) {
    const [, min, max] = CIFRAS[cifra];
    if (!isEntero(bases[cifra], min, max)) {
      wrong[`bases.${cifra}`] =
        `Escriba un número entero de ${min} a ${max.toLocaleString('es-MX')}.`;
    }
  }
  if (bases.descripcion.length > MAX_DESCRIPCION) {
    wrong['bases.descripcion'] = 'Escriba hasta 4,000 caracteres.';
  }
  if (bases.fechaCorte !== null && !isFecha(bases.fechaCorte)) {
    wrong['bases.fechaCorte'] = 'Escriba un día que exista, o déjelo vacío.';
  }
  return wrong;
};

const checkEtapa = (etapa: EtapaEscrita, at: string): FieldErrors => {
  const wrong: FieldErrors = {};
  if (!isEntero(etapa.peso, 0, CIEN))
    wrong[`${at}.peso`] = 'Escriba un porcentaje entero de 0 a 100.';
  if (etapa.minimo !== null && !isEntero(etapa.minimo, 0, 10_000)) {
    wrong[`${at}.minimo`] = 'Escriba un número de 0 a 100, con dos decimales como máximo.';
  }
  if (etapa.corte !== null && !isEntero(etapa.corte, 1, 100_000)) {
    wrong[`${at}.corte`] = 'Escriba un número entero de 1 en adelante, o déjelo vacío.';
  }
  if (etapa.venceEn !== null && !cierreDeEtapa(etapa.venceEn)) {
    wrong[`${at}.venceEn`] = 'Escriba el día y la hora, o deje los dos vacíos.';
  }
  if (etapa.nombre.trim().length > MAX_NOMBRE) {
    wrong[`${at}.nombre`] = `Escriba hasta ${MAX_NOMBRE} caracteres.`;
  }
  for (const [c, criterio] of etapa.criterios.entries()) {
    const where = `${at}.criterios.${c}`;
    if (!isEntero(criterio.peso, 1, CIEN)) {
      wrong[`${where}.peso`] = 'Escriba un número entero de 1 a 100.';
    }
    if (criterio.nombre.trim().length > MAX_NOMBRE) {
      wrong[`${where}.nombre`] = `Escriba hasta ${MAX_NOMBRE} caracteres.`;
    }
    if (criterio.descripcion.trim().length > MAX_TEXTO) {
      wrong[`${where}.descripcion`] = 'Escriba hasta 1,000 caracteres.';
    }
    for (const [a, ancla] of criterio.anclas.entries()) {
      if (ancla.trim().length > MAX_ANCLA) {
        wrong[`${where}.anclas.${a}`] = `Escriba hasta ${MAX_ANCLA} caracteres.`;
      }
    }
  }
  return wrong;
};

/** What even a draft may not say, by field: nothing is saved while there is any. */
export const checkContenido = (contenido: ContenidoEscrito): FieldErrors => ({
  ...Object.fromEntries(
    Object.entries(checkCalendario(contenido.calendario)).map(([fecha, mensaje]) => [
      `calendario.${fecha}`,
      mensaje,
    ]),
  ),
  ...checkBases(contenido),
  ...Object.assign({}, ...contenido.etapas.map((etapa, i) => checkEtapa(etapa, `etapas.${i}`))),
});

/** Something that a call lacks: `impide` keeps it from being published, `aconseja` does not. */
export type Problema = {
  /** Path of the field: `etapas.1.criterios.0.anclas.2`, `solicitud`, `calendario.resultadosEn`. */
  readonly donde: string;
  readonly mensaje: string;
  readonly gravedad: 'impide' | 'aconseja';
};

const impide = (donde: string, mensaje: string): Problema => ({
  donde,
  mensaje,
  gravedad: 'impide',
});
const aconseja = (donde: string, mensaje: string): Problema => ({
  ...{ donde, mensaje },
  gravedad: 'aconseja',
});

/** How a stage is called in a sentence. */
const llamada = (etapa: EtapaEscrita, i: number): string =>
  etapa.nombre.trim() === '' ? `la etapa ${i + 1}` : `«${etapa.nombre.trim()}»`;

/** Stages whose criteria evaluators score. */
export const isCalificada = ({ tipo }: Pick<EtapaEscrita, 'tipo'>): boolean =>
  tipo === 'rubrica' || tipo === 'entrevista';

const problemasDelCalendario = (
  { calendario }: ContenidoEscrito,
  { ahora, edicion }: Entorno,
): Problema[] => {
  const at = readCalendario(calendario);
  if (!at) return [];
  const inicia = startOfDay(edicion.inicia);
  return [
    ...(at.presolicitudCierra <= new Date(ahora)
      ? [impide('calendario.presolicitudCierra', 'Las presolicitudes ya habrían cerrado.')]
      : []),
    ...(at.resultadosEn >= inicia
      ? [
          impide(
            'calendario.resultadosEn',
            `La edición comienza el ${formatFecha(edicion.inicia)}: los resultados se publican antes.`,
          ),
        ]
      : []),
  ];
};

const problemasDeLaEdicion = ({ ahora, edicion }: Entorno): Problema[] => [
  ...(edicion.posgrado
    ? []
    : [impide('edicion', 'El curso de la edición ya no es de un tipo de posgrado.')]),
  ...(edicion.cancelada ? [impide('edicion', 'La edición está cancelada.')] : []),
  ...(edicion.inicia <= fechaDe(new Date(ahora))
    ? [impide('edicion', 'La edición ya comenzó: cambie su fecha de inicio.')]
    : []),
];

const problemasDeFormularios = (
  contenido: ContenidoEscrito,
  { presolicitud, solicitud, edicion }: Entorno,
): Problema[] => [
  ...(presolicitud.version === null
    ? [
        impide(
          'presolicitudPlantillaId',
          `La plantilla «${presolicitud.nombre}» no tiene una versión vigente: publíquela.`,
        ),
      ]
    : []),
  ...(contenido.presolicitudPlantillaId === solicitud.plantillaId
    ? [
        aconseja(
          'presolicitudPlantillaId',
          'La presolicitud y la solicitud usan la misma plantilla.',
        ),
      ]
    : []),
  ...(solicitud.version === null
    ? [
        impide(
          'solicitud',
          `La plantilla de la edición, «${solicitud.nombre}», no tiene una versión vigente: publíquela.`,
        ),
      ]
    : solicitud.alLlenarse === 'esperaPorPuntos'
      ? []
      : [
          impide(
            'solicitud',
            `La plantilla de la edición, «${solicitud.nombre}», debe asignar los lugares con lista de espera por puntos.`,
          ),
        ]),
  ...(solicitud.cupos.reduce((sum, { lugares }) => sum + lugares, 0) > edicion.cupo
    ? [aconseja('bases.ordenDeCupos', 'Los lugares reservados son más que el cupo de la edición.')]
    : []),
];

type Campo = Entorno['solicitud']['secciones'][number]['campos'][number];

/** Data of the file that say who somebody is. */
const DATOS_CON_NOMBRE: ReadonlySet<string> = new Set([
  'nombreCompleto',
  'nombre',
  'apellidoPaterno',
  'apellidoMaterno',
  'curp',
  'fechaNacimiento',
  'sexo',
  'entidadNacimiento',
  'correo',
]);

/** A piece of the application that a criterion looks at, as people call it; undefined: there is none. */
export const piezaDe = (
  { solicitud }: Pick<Entorno, 'solicitud'>,
  clave: string,
): { nombre: string; campos: readonly Campo[] } | undefined => {
  if (clave === PIEZA_RECOMENDACIONES) return { nombre: 'Cartas de recomendación', campos: [] };
  const seccion = solicitud.secciones.find((one) => one.clave === clave);
  if (seccion) return { nombre: seccion.titulo, campos: seccion.campos };
  const campo = solicitud.secciones
    .flatMap(({ campos }) => campos)
    .find((one) => one.clave === clave);
  return campo && { nombre: campo.etiqueta, campos: [campo] };
};

/** Why a criterion may not look at a piece; null when it may. */
export const porQueNoPieza = (
  contenido: Pick<ContenidoEscrito, 'bases'>,
  entorno: Pick<Entorno, 'solicitud'>,
  clave: string,
): string | null => {
  const { bases } = contenido;
  const pieza = piezaDe(entorno, clave);
  if (!pieza) return `La solicitud ya no tiene la pieza «${clave}»: quítela.`;
  if (clave === PIEZA_RECOMENDACIONES) {
    return bases.recomendaciones === 0 ? 'La convocatoria no pide cartas de recomendación.' : null;
  }
  const conNombre = pieza.campos.find((campo) => bases.camposConNombre.includes(campo.clave));
  if (conNombre) return `«${conNombre.etiqueta}» identifica a la persona y no puede evaluarse.`;
  const sensible = pieza.campos.find((campo) => campo.sensible);
  if (sensible) return `«${sensible.etiqueta}» es un dato sensible y no puede evaluarse.`;
  return pieza.campos.length > 0 && pieza.campos.every(({ documento }) => documento)
    ? `«${pieza.nombre}» es un documento, que puede decir de quién es: evalúe texto del formulario.`
    : null;
};

const problemasDeCriterio = (
  etapa: EtapaEscrita,
  c: number,
  at: string,
  contenido: ContenidoEscrito,
  entorno: Entorno,
): Problema[] => {
  const criterio = etapa.criterios[c]!;
  const where = `${at}.criterios.${c}`;
  const nombre =
    criterio.nombre.trim() === '' ? `el criterio ${c + 1}` : `«${criterio.nombre.trim()}»`;
  const sinAncla = Array.from({ length: PUNTOS_CRITERIO + 1 }, (_, puntos) => puntos).filter(
    (puntos) => (criterio.anclas[puntos] ?? '').trim() === '',
  );
  const piezas = criterio.piezas.flatMap((clave, p) => {
    const porque = porQueNoPieza(contenido, entorno, clave);
    return porque === null ? [] : [impide(`${where}.piezas.${p}`, porque)];
  });
  return [
    ...(criterio.nombre.trim() === ''
      ? [impide(`${where}.nombre`, 'Escriba el nombre del criterio.')]
      : []),
    ...sinAncla.map((puntos) =>
      impide(
        `${where}.anclas.${puntos}`,
        `Falta describir ${puntos === 1 ? '1 punto' : `${puntos} puntos`} en ${nombre}.`,
      ),
    ),
    // Evaluators of an interview may score what they hear.
    ...(etapa.tipo === 'rubrica' && criterio.piezas.length === 0
      ? [impide(`${where}.piezas`, `Elija las piezas de la solicitud que se evalúan en ${nombre}.`)]
      : []),
    ...piezas,
  ];
};

const problemasDeEtapa = (
  etapa: EtapaEscrita,
  i: number,
  contenido: ContenidoEscrito,
  entorno: Entorno,
): Problema[] => {
  const at = `etapas.${i}`;
  const nombre = llamada(etapa, i);
  const calendario = readCalendario(contenido.calendario);
  const fin = etapa.venceEn === null ? null : cierreDeEtapa(etapa.venceEn);
  const evaluan = entorno.evaluadores.filter(
    ({ etapas }) => etapas.length === 0 || etapas.includes(etapa.id),
  ).length;
  const hacenFalta = (contenido.bases.dictamenesPorSolicitud ?? 1) + 1;
  const repetida = contenido.etapas.some(
    (one, j) => j < i && one.nombre.trim() !== '' && one.nombre.trim() === etapa.nombre.trim(),
  );
  return [
    ...(etapa.nombre.trim() === ''
      ? [impide(`${at}.nombre`, 'Escriba el nombre de la etapa.')]
      : []),
    ...(repetida ? [impide(`${at}.nombre`, `Hay dos etapas que se llaman ${nombre}.`)] : []),
    ...(etapa.tipo === 'documental' && etapa.peso !== 0
      ? [impide(`${at}.peso`, 'La revisión documental no da puntos: su peso es 0.')]
      : []),
    ...(etapa.tipo === 'documental' && (etapa.minimo !== null || etapa.corte !== null)
      ? [impide(`${at}.minimo`, 'La revisión documental no tiene mínimo ni corte.')]
      : []),
    ...(etapa.tipo !== 'documental' && etapa.peso === 0
      ? [impide(`${at}.peso`, `Escriba el peso de ${nombre}.`)]
      : []),
    ...(!isCalificada(etapa) && etapa.criterios.length > 0
      ? [
          impide(
            `${at}.criterios`,
            `${TIPOS_ETAPA[etapa.tipo]}: no lleva criterios. Quítelos o cambie el tipo de la etapa.`,
          ),
        ]
      : []),
    ...(isCalificada(etapa) && etapa.criterios.length === 0
      ? [impide(`${at}.criterios`, `Agregue los criterios de ${nombre}.`)]
      : []),
    ...etapa.criterios.flatMap((_, c) => problemasDeCriterio(etapa, c, at, contenido, entorno)),
    ...(fin && calendario && (fin <= calendario.solicitudCierra || fin >= calendario.resultadosEn)
      ? [
          impide(
            `${at}.venceEn`,
            `La fecha límite de ${nombre} va entre el cierre de solicitudes y los resultados.`,
          ),
        ]
      : []),
    ...(isCalificada(etapa) && etapa.venceEn === null
      ? [aconseja(`${at}.venceEn`, `Fije la fecha límite para evaluar ${nombre}.`)]
      : []),
    ...(isCalificada(etapa) && evaluan < hacenFalta
      ? [
          aconseja(
            'evaluadores',
            `${nombre} necesita al menos ${hacenFalta} evaluadores y tiene ${evaluan}: regístrelos antes del cierre de solicitudes.`,
          ),
        ]
      : []),
  ];
};

const problemasDeEtapas = (contenido: ContenidoEscrito, entorno: Entorno): Problema[] => {
  const { etapas } = contenido;
  const suma = etapas.reduce((sum, { peso }) => sum + (peso ?? 0), 0);
  return [
    ...(etapas.length === 0
      ? [impide('etapas', 'Agregue las etapas de la selección.')]
      : suma === CIEN
        ? []
        : [impide('etapas', `Los pesos de las etapas suman ${suma} %: deben sumar 100 %.`)]),
    ...etapas.flatMap((etapa, i) => problemasDeEtapa(etapa, i, contenido, entorno)),
  ];
};

/** Fields whose «Sí» may be the affirmative action. */
export const camposAfirmativos = ({ solicitud }: Pick<Entorno, 'solicitud'>): Campo[] =>
  solicitud.secciones.flatMap(({ campos }) => campos).filter(({ siONo }) => siONo);

const problemasDeDesempates = (contenido: ContenidoEscrito): Problema[] => {
  const { bases, etapas } = contenido;
  return bases.desempates.flatMap((desempate, i) => {
    const donde = `bases.desempates.${i}`;
    const repetido = bases.desempates.some(
      (one, j) => j < i && one.por === desempate.por && one.etapaId === desempate.etapaId,
    );
    if (repetido) return [impide(donde, 'Este criterio de desempate está repetido.')];
    if (desempate.por === 'etapa') {
      const etapa = etapas.find(({ id }) => id === desempate.etapaId);
      return etapa && etapa.tipo !== 'documental'
        ? []
        : [impide(donde, 'Elija una etapa con puntos para este desempate.')];
    }
    return desempate.por === 'afirmativa' && bases.campoAfirmativa === null
      ? [impide(donde, 'Elija el campo de la solicitud que da la acción afirmativa.')]
      : [];
  });
};

const problemasDeBases = (contenido: ContenidoEscrito, entorno: Entorno): Problema[] => {
  const { bases } = contenido;
  const { solicitud } = entorno;
  const campos = solicitud.secciones.flatMap((seccion) => seccion.campos);
  const exists = (clave: string) => campos.some((campo) => campo.clave === clave);
  const sinMarcar = campos.filter(
    ({ clave, dato }) =>
      dato !== null && DATOS_CON_NOMBRE.has(dato) && !bases.camposConNombre.includes(clave),
  );
  return [
    ...(bases.descripcion.trim() === ''
      ? [aconseja('bases.descripcion', 'Describa el programa y a quién se dirige.')]
      : []),
    ...bases.ordenDeCupos.flatMap((clave, i) =>
      solicitud.cupos.some((cupo) => cupo.clave === clave)
        ? []
        : [
            impide(
              `bases.ordenDeCupos.${i}`,
              `La solicitud ya no tiene el cupo «${clave}»: quítelo.`,
            ),
          ],
    ),
    ...problemasDeDesempates(contenido),
    ...(bases.campoAfirmativa !== null &&
    !camposAfirmativos(entorno).some(({ clave }) => clave === bases.campoAfirmativa)
      ? [
          impide(
            'bases.campoAfirmativa',
            'El campo de la acción afirmativa ya no está en la solicitud: elija otro.',
          ),
        ]
      : []),
    ...bases.camposConNombre.flatMap((clave, i) =>
      exists(clave)
        ? []
        : [
            impide(
              `bases.camposConNombre.${i}`,
              `La solicitud ya no tiene el campo «${clave}»: quítelo.`,
            ),
          ],
    ),
    ...(sinMarcar.length > 0
      ? [
          aconseja(
            'bases.camposConNombre',
            `Identifican a la persona y no están marcados: ${sinMarcar.map(({ etiqueta }) => etiqueta).join(', ')}.`,
          ),
        ]
      : []),
  ];
};

/** Everything that keeps a call from being published, and what could be better; `contenido` passed `checkContenido`. */
export const findProblemas = (contenido: ContenidoEscrito, entorno: Entorno): Problema[] => [
  ...problemasDeLaEdicion(entorno),
  ...problemasDeFormularios(contenido, entorno),
  ...problemasDelCalendario(contenido, entorno),
  ...problemasDeEtapas(contenido, entorno),
  ...problemasDeBases(contenido, entorno),
];

/** Parts of the time between now and the beginning of the edition at which each date of a new call falls. */
const REPARTO: Record<Fecha, number> = {
  presolicitudAbre: 0.08,
  presolicitudCierra: 0.3,
  solicitudAbre: 0.3,
  solicitudCierra: 0.5,
  recomendacionesCierra: 0.56,
  resultadosEn: 0.85,
};
const HORAS: Record<Fecha, string> = {
  presolicitudAbre: '09:00',
  presolicitudCierra: '18:00',
  solicitudAbre: '09:00',
  solicitudCierra: '18:00',
  recomendacionesCierra: '18:00',
  resultadosEn: '12:00',
};

/** A calendar for a new call: its dates divide the time that is left until the edition begins. */
export const proposeCalendario = (ahora: Date, inicia: string): CalendarioEscrito => {
  const dias = Math.max(12, (startOfDay(inicia).getTime() - ahora.getTime()) / 86_400_000);
  const hoy = fechaDe(ahora);
  let dia = 0;
  return Object.fromEntries(
    NOMBRES_DE_FECHA.map((fecha) => {
      // Each a day after the one before at least, whatever is left.
      dia = Math.max(dia + 1, Math.round(dias * REPARTO[fecha]));
      return [fecha, `${fechaDe(startOfDay(hoy, dia))} ${HORAS[fecha]}`];
    }),
  ) as CalendarioEscrito;
};

/** A moment of the calendar as people read it. */
export const describeMomento = (escrito: string): string => {
  const at = instanteDe(escrito);
  return at ? formatMomento(at) : escrito;
};

/** The parts of a call of which each is somebody's change, by their path. */
export const partesDeContenido = (contenido: ContenidoEscrito): Record<string, string> => ({
  presolicitudPlantillaId: JSON.stringify(contenido.presolicitudPlantillaId),
  ...Object.fromEntries(
    Object.entries(contenido.calendario).map(([key, value]) => [
      `calendario.${key}`,
      JSON.stringify(value),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(contenido.bases).map(([key, value]) => [`bases.${key}`, JSON.stringify(value)]),
  ),
  etapas: JSON.stringify(contenido.etapas),
});

/** What parts come to, put together. */
export const contenidoDePartes = (
  partes: Readonly<Record<string, string | null>>,
): ContenidoEscrito => {
  const inside = (prefix: string) =>
    Object.fromEntries(
      Object.entries(partes).flatMap(([key, text]) =>
        key.startsWith(prefix) && text !== null
          ? [[key.slice(prefix.length), JSON.parse(text) as unknown]]
          : [],
      ),
    );
  return {
    presolicitudPlantillaId: JSON.parse(partes.presolicitudPlantillaId ?? '""') as string,
    calendario: inside('calendario.') as ContenidoEscrito['calendario'],
    bases: inside('bases.') as ContenidoEscrito['bases'],
    etapas: JSON.parse(partes.etapas ?? '[]') as ContenidoEscrito['etapas'],
  };
};
