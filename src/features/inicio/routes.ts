export const inicioPath = '/';
