import { publicPage } from '../../../../../platform/web/public/page.ts';
import type { checkDocumentoEmitido } from '../../contract.ts';
import { isListaValidada } from '../../lista/rules.ts';
import { Buscar } from '../components/buscar.tsx';
import { ListaValidada } from '../components/lista-validada.tsx';
import { Resultado } from '../components/resultado.tsx';
import { checkDocumentoCall } from '../hooks.ts';

/** `/validar?folio=…`, of whatever kind it is. */
export default publicPage<typeof checkDocumentoEmitido>({
  description: 'Valide por su folio un documento emitido por la escuela.',
  ask: {
    call: checkDocumentoCall,
    input({ query }) {
      const folio = query.get('folio')?.trim();
      return folio ? { folio } : null;
    },
  },
  Page: ({ query, answer, problem, sent }) =>
    isListaValidada(answer) ? (
      <ListaValidada lista={answer} />
    ) : answer ? (
      <Resultado resultado={answer} />
    ) : (
      <Buscar
        key={query.get('folio')}
        title="Validar un documento"
        folio={query.get('folio')}
        problem={sent ? null : problem}
        lista={sent?.general[0]}
      />
    ),
});
