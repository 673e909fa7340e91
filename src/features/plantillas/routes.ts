/** The plantillas, as the specification calls their addresses. */
export const plantillasPath = '/plantillas';
export const nuevaPlantillaPath = '/plantillas/crear';
export const plantillaPath = (id: string): string => `/plantillas/${id}/ver`;
export const editPlantillaPath = (id: string): string => `/plantillas/${id}/editar`;
export const versionPath = (plantillaId: string, versionId: string): string =>
  `/plantillas/${plantillaId}/versiones/${versionId}`;
export const editVersionPath = (plantillaId: string, versionId: string): string =>
  `/plantillas/${plantillaId}/versiones/${versionId}/editar`;

/** Who sent something with a plantilla: a screen of who keeps the inscripciones. */
export const inscritosPath = (plantillaId: string): string =>
  `/plantillas/${plantillaId}/inscritos`;

/** The rules of a version: written, tried and excepted. */
export const reglasPath = (plantillaId: string, versionId: string): string =>
  `/plantillas/${plantillaId}/versiones/${versionId}/reglas`;

export const plantillasPaths = [
  plantillasPath,
  nuevaPlantillaPath,
  plantillaPath(':id'),
  editPlantillaPath(':id'),
  versionPath(':plantillaId', ':versionId'),
  editVersionPath(':plantillaId', ':versionId'),
  reglasPath(':plantillaId', ':versionId'),
] as const;
