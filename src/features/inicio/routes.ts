export const inicioPath = '/';

export const inicioPaths = [inicioPath] as const;
