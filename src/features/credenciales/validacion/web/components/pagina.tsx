import {
  type PublicPage,
  type PublicPageProps,
  publicPage,
} from '../../../../../platform/web/public/page.ts';
import { VALIDACION } from '../../../routes.ts';
import { TIPOS, type Tipo, tipoOf } from '../../../rules.ts';
import type { checkDocumentoEmitido } from '../../contract.ts';
import { checkDocumentoCall } from '../hooks.ts';
import { Buscar } from './buscar.tsx';
import { Resultado } from './resultado.tsx';

const tituloDe = (tipo: Tipo): string => {
  const { palabra, femenino } = tipoOf(tipo);
  return `Validar ${femenino ? 'una' : 'un'} ${palabra.toLocaleLowerCase('es-MX')}`;
};

/** The address names its parameter after the kind. */
function Pagina({ params, answer, problem }: PublicPageProps<typeof checkDocumentoEmitido>) {
  if (answer) return <Resultado resultado={answer} />;
  const tipo = TIPOS.find((one) => params[VALIDACION[one].param] !== undefined) ?? TIPOS[0];
  return (
    <Buscar title={tituloDe(tipo)} folio={params[VALIDACION[tipo].param] ?? ''} problem={problem} />
  );
}

/** `/validateX/{folio}` of a kind – for anyone, without signing in. */
export const paginaDeValidacion = (tipo: Tipo): PublicPage =>
  publicPage<typeof checkDocumentoEmitido>({
    description: `${tituloDe(tipo)} de la escuela por su folio.`,
    ask: {
      call: checkDocumentoCall,
      input: ({ params }) => ({ tipo, folio: params[VALIDACION[tipo].param] ?? '' }),
    },
    Page: Pagina,
  });
