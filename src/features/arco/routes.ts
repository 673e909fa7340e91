import { copiasPaths, misDatosPath } from './copias/routes.ts';

/** One's own request, with its acknowledgement. */
export const tramitePropioPagePath = `${misDatosPath}/derechos/:id`;
export const tramitePropioPath = (id: string): string =>
  `${misDatosPath}/derechos/${encodeURIComponent(id)}`;

/** The desk of staff: what waits for an answer, the nearest term first. */
export const mesaPath = '/derechos-arco';
export const tramitePagePath = '/derechos-arco/:id';
export const tramitePath = (id: string): string => `/derechos-arco/${encodeURIComponent(id)}`;

export const arcoPaths = [
  ...copiasPaths,
  tramitePropioPagePath,
  mesaPath,
  tramitePagePath,
] as const;
