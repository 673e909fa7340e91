import { avisoPath, terminosPath } from '../routes.ts';

/** The links at the foot of every public page. */
export const privacidadFooter = [
  { label: 'Aviso de privacidad', to: avisoPath },
  { label: 'Términos de uso', to: terminosPath },
];
