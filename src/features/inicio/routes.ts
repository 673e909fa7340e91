export const inicioPath = '/';
export const ayudaPath = '/ayuda';
export const accesibilidadPath = '/accesibilidad';

export const inicioPaths = [inicioPath, ayudaPath, accesibilidadPath] as const;
