export const avisoPath = '/privacy/aviso';
export const terminosPath = '/privacy/terminos';

export const privacidadPaths = [avisoPath, terminosPath] as const;
