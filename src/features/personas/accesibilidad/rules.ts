/** What somebody may need in order to take part, as it is offered to choose. */
export const APOYOS = [
  { value: 'lectorPantalla', label: 'Materiales que pueda leer un lector de pantalla' },
  { value: 'letraGrande', label: 'Letra grande o alto contraste' },
  { value: 'lsm', label: 'Interpretación en Lengua de Señas Mexicana' },
  { value: 'subtitulos', label: 'Subtítulos o transcripción' },
  { value: 'accesoFisico', label: 'Acceso sin escaleras y lugar para silla de ruedas' },
  { value: 'asiento', label: 'Un asiento al frente o mobiliario adaptado' },
  { value: 'tiempo', label: 'Más tiempo en las evaluaciones' },
  { value: 'asistencia', label: 'Entrar con una persona o un animal de asistencia' },
] as const;
export type Apoyo = (typeof APOYOS)[number]['value'];
export const APOYO_IDS = APOYOS.map(({ value }) => value) as [Apoyo, ...Apoyo[]];

export const DETALLE_MAX = 600;

/** What somebody needs. */
export type Necesidades = { readonly apoyos: readonly Apoyo[]; readonly detalle: string };

export const NINGUNA: Necesidades = { apoyos: [], detalle: '' };

/** Each once, in the order in which they are offered; what is written, trimmed. */
export const cleanNecesidades = ({ apoyos, detalle }: Necesidades): Necesidades => ({
  apoyos: APOYO_IDS.filter((id) => apoyos.includes(id)),
  detalle: detalle.normalize('NFC').trim(),
});

export const isNinguna = ({ apoyos, detalle }: Necesidades): boolean =>
  apoyos.length === 0 && detalle === '';

/** What two files of one person say, together: nothing that they need is lost. */
export const joinNecesidades = (a: Necesidades, b: Necesidades): Necesidades =>
  cleanNecesidades({
    apoyos: [...a.apoyos, ...b.apoyos],
    detalle: [...new Set([a.detalle, b.detalle].filter(Boolean))]
      .join('\n')
      .slice(0, 2 * DETALLE_MAX),
  });
