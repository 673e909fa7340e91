import { type Aporte, aporteDeTabla } from '../../../../platform/server/aportes.ts';
import { type Supresion, supresionDeTabla } from '../../../../platform/server/supresiones.ts';
import type { Seguidor } from '../../../personas/clave/seguidores/server/service.ts';
import { formatFolioEmitido, type Tipo, tipoOf } from '../../rules.ts';
import { moveEmitidos, selectFoliosDeEmitidos, wasIssued } from '../../server/data.ts';

const sayEmitido = (tipo: Tipo, folio: string) =>
  `${tipoOf(tipo).palabra} ${formatFolioEmitido(folio)}.`;

/** What was issued to somebody is theirs, whichever their file: it goes on saying what it says. */
export const emitidosSeguidor: Seguidor = {
  columnas: ['documentos_emitidos.persona_id'],
  llama: { documentos_emitidos: 'documentos emitidos' },
  soloPersona: ['documentos_emitidos'],
  async look(trx, { de }) {
    const rows = await selectFoliosDeEmitidos(trx, de);
    return {
      siguen: rows.map(({ tipo, folio }) => sayEmitido(tipo, folio)),
      version: rows.map(({ id, estado }) => [id, estado]),
    };
  },
  async follow(trx, { de, a, anotar }) {
    if (a === null) return;
    for (const { id } of await moveEmitidos(trx, de, a)) {
      anotar('emitido.cambiarPersona', {
        id,
        personaId: a,
        antes: { personaId: de },
        despues: { personaId: a },
      });
    }
  },
};

/** Everything that was issued to somebody, with its PDF and its credential. */
export const emitidosAporte: Aporte = aporteDeTabla({
  id: 'documentos-emitidos',
  titulo: 'Certificados, credenciales y demás documentos que se le han emitido',
  tabla: 'documentos_emitidos',
  por: [{ columna: 'persona_id', es: 'persona' }],
  sin: ['pdf_objeto', 'busqueda'],
  archivos: ({ folio, pdf_objeto, pdf_sha256 }) =>
    typeof pdf_objeto === 'string' && typeof pdf_sha256 === 'string'
      ? [
          {
            nombre: `${formatFolioEmitido(String(folio))}.pdf`,
            objeto: pdf_objeto,
            sha256: pdf_sha256,
          },
        ]
      : [],
});

/** What the school issued it goes on answering for; what was never issued goes. */
export const emitidosSupresion: Supresion = supresionDeTabla({
  id: 'documentos-emitidos',
  titulo: 'Certificados, credenciales y demás documentos emitidos',
  tabla: 'documentos_emitidos',
  por: [{ columna: 'persona_id', es: 'persona' }],
  conserva: wasIssued,
  fundamento: 'academico',
  identifica: true,
});
