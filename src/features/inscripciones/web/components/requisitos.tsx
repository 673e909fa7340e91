import { type Requisito, SemaforoDeRequisitos } from '../../../../platform/web/ui/index.ts';
import type { ResultadoRegla } from '../../../plantillas/reglas/contract.ts';

const estadoDe = ({ cumple, sinDato, efecto }: ResultadoRegla): Requisito['estado'] => {
  if (cumple) return 'cumple';
  if (sinDato) return 'sinDato';
  return efecto === 'advierte' ? 'advierte' : 'noCumple';
};

/** Every rule of the plantilla, met and unmet, with what was found. */
export function Requisitos({ evaluacion }: { evaluacion: readonly ResultadoRegla[] }) {
  if (evaluacion.length === 0) return <p>Esta edición no pide requisitos.</p>;
  return (
    <SemaforoDeRequisitos
      label="Requisitos de la inscripción"
      requisitos={evaluacion.map((regla) => ({
        id: regla.clave,
        label: regla.descripcion,
        estado: estadoDe(regla),
        evidence: [regla.mensaje, regla.detalle].filter(Boolean).join(' '),
      }))}
    />
  );
}
