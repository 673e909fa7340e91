import { useUser } from '../../../../platform/web/session/react.tsx';
import { nameOrAddress, properName } from '../../../../platform/web/ui/index.ts';
import { fillRespuesta } from '../../configuracion/rules.ts';
import type { Conversacion } from '../../contract.ts';
import { useFicha, useRespuestas } from '../hooks.ts';
import styles from './soporte.module.css';

/** Puts a canned answer in the box, with what the conversation says; what is missing stays in sight. */
export function Respuestas({
  conversacion: { id, folio, asunto, contexto },
  onElegir,
}: {
  conversacion: Conversacion;
  onElegir: (texto: string) => void;
}) {
  const { displayName } = useUser();
  const { data } = useRespuestas();
  const ficha = useFicha(id);
  const vigentes = data?.respuestas.filter(({ retirada }) => !retirada) ?? [];
  if (vigentes.length === 0) return null;
  return (
    <span className={styles.respuestas}>
      <select
        aria-label="Respuesta frecuente"
        value=""
        onChange={(event) => {
          const found = vigentes.find((one) => one.id === event.target.value);
          if (!found) return;
          onElegir(
            fillRespuesta(found.texto, {
              ...{ folio, asunto, tramite: contexto?.titulo ?? null },
              nombre: ficha.data ? properName(ficha.data.persona.nombre) : null,
              agente: displayName ? nameOrAddress(displayName) : null,
            }),
          );
        }}
      >
        <option value="">Respuestas…</option>
        {vigentes.map((one) => (
          <option key={one.id} value={one.id}>
            {one.titulo}
          </option>
        ))}
      </select>
    </span>
  );
}
